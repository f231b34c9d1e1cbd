from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing, suppress

import psutil
import pytest

from sandbox.base import Sandbox
from tests.conformance.sandbox_helpers import opened, run
from tests.fakes.processes import lives
from tests.fakes.waiting import until


@pytest.fixture
def sandbox() -> Iterator[Sandbox]:
    with closing(opened("process")) as sandbox:
        yield sandbox


@pytest.fixture
def runner(sandbox: Sandbox) -> psutil.Process:
    """The runner of `sandbox`, when its zygotes have nothing left to prepare; two wait until it was used and rests."""
    assert run(sandbox, "python", "-c", "print(1)").stdout == "1\n"
    here = psutil.Process()
    children = filter(lives, here.children())  # what another test has ended may still be one
    found = next(child for child in children if any("runner" in word for word in child.cmdline()))
    until(lambda: spares(found) == [1, 1, 1, 1], "each has a spare fork")
    return found


def spares(runner: psutil.Process) -> list[int]:
    """How many forks each child of the runner has; nothing is said while one is ending, as who swept up after a job."""
    try:
        return [len(zygote.children()) for zygote in runner.children()]
    except psutil.NoSuchProcess:
        return []


def test_a_spare_fork_that_dies_is_replaced(sandbox: Sandbox, runner: psutil.Process) -> None:
    zygotes = runner.children()
    spares = [zygote.children()[0] for zygote in zygotes]
    for spare in spares:
        with suppress(psutil.NoSuchProcess):  # what has run the job may still be among them, and end by itself
            spare.kill()
    until(lambda: not any(map(lives, spares)), "they are gone")
    assert run(sandbox, "python", "-c", "print(1)").stdout == "1\n"
    until(lambda: [len(zygote.children()) for zygote in zygotes] == [1, 1, 1, 1], "there are new ones")


def test_without_a_zygote_there_is_a_new_runner(sandbox: Sandbox, runner: psutil.Process) -> None:
    runner.children()[0].kill()
    until(lambda: not lives(runner), "the runner ends as well")
    assert run(sandbox, "python", "-c", "print(1)").stdout == "1\n"


def test_with_the_runner_its_zygotes_end(runner: psutil.Process) -> None:
    family = runner.children(recursive=True)
    runner.kill()
    until(lambda: not any(map(lives, family)), "nothing is left of it")
