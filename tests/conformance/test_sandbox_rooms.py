"""Rooms: what one sandbox tells in any way, no other one hears, though it was opened for the same spec."""

from __future__ import annotations

import json
import secrets
import threading
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from dataclasses import replace
from pathlib import Path

import pytest

from cancel import Cancel
from errors import Cancelled
from sandbox.base import Job, JobLimits, Sandbox
from sandbox.errors import SandboxError
from tests.conformance.sandbox_helpers import BUBBLEWRAP, DOCKER, EVERY, opened, run
from tests.fakes.specs import PYTHON
from tests.fakes.waiting import SECONDS

SCRIPT = {"whispers.py": Path(__file__).with_name("rooms").joinpath("whispers.txt").read_bytes()}
WITH_A_FILE = replace(PYTHON, files={"given.txt": b"1"})
NEARLY_ALL = 10
"""So many ways lead from one job to another of the same sandbox, at least: who hears nothing may just be deaf."""
OF_LENT_FILES = {"record lock", "touched file"}  # see docs/security.md, "Not promised"


@pytest.fixture(scope="module", params=[DOCKER, BUBBLEWRAP])
def sandbox(request: pytest.FixtureRequest) -> Iterator[Sandbox]:
    with closing(opened(request.param, WITH_A_FILE)) as sandbox:
        yield sandbox


@contextmanager
def telling(sandbox: Sandbox, word: str) -> Iterator[None]:
    """A job in it tells the word for as long as the block lasts."""
    cancel, told = Cancel(), threading.Event()
    job = Job(SCRIPT, ("python", "whispers.py", "tell", word), JobLimits(600, 600))

    def go_on() -> None:
        with suppress(Cancelled):
            sandbox.run(job, cancel, lambda _: told.set())

    thread = threading.Thread(target=go_on)
    thread.start()
    try:
        assert told.wait(SECONDS)
        yield
    finally:
        cancel.cancel("enough")
        thread.join()


def heard(sandbox: Sandbox, word: str) -> set[str]:
    result = run(sandbox, "python", "whispers.py", "hear", word, files=SCRIPT)
    assert result.exit_code == 0, result.stderr
    return set(json.loads(result.stdout))


def test_what_is_told_in_one_room_is_not_heard_in_another(sandbox: Sandbox) -> None:
    word = secrets.token_hex(6)
    with closing(sandbox.another()) as room, telling(sandbox, word):
        assert len(heard(sandbox, word)) >= NEARLY_ALL
        assert heard(room, word) <= (OF_LENT_FILES if sandbox.name == "bubblewrap" else set())


def test_another_one_has_the_same_files_and_packages(sandbox: Sandbox) -> None:
    with closing(sandbox.another()) as room:
        assert (room.name, room.isolation) == (sandbox.name, sandbox.isolation)
        assert run(room, "cat", "given.txt").stdout == "1"


@pytest.mark.parametrize("name", EVERY)
def test_closing_one_closes_those_that_were_opened_like_it(name: str) -> None:
    sandbox = opened(name)
    room = sandbox.another()
    sandbox.close()
    for closed in (room.another, lambda: run(room, "true"), sandbox.another):
        with pytest.raises(SandboxError):
            closed()
