"""Running jobs in any sandbox, for the tests of what all of them share."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import pytest

from cancel import Cancel
from errors import Cancelled
from languages.base import TEST_LIMITS
from languages.python.candidates import program, suite
from languages.python.testing import TestReport, apart_job, reports_of
from sandbox.base import Job, JobLimits, JobResult, Sandbox, SandboxSpec
from sandbox.errors import SandboxUnavailable
from sandbox.registry import open_sandbox
from tests.fakes.specs import PYTHON
from tests.fakes.waiting import SECONDS

DOCKER = pytest.param("docker", marks=pytest.mark.docker)
BUBBLEWRAP = pytest.param("bubblewrap", marks=pytest.mark.bubblewrap)
EVERY = [DOCKER, BUBBLEWRAP, "process"]
on_process = pytest.mark.parametrize("sandbox", ["process"], indirect=True)
"""For what the runner does by itself, which is the same in every sandbox."""

APART = Path(__file__).parent / "apart"
ADD = b"def add(a, b):\n    return a + b\n"
SLEEP = ("python", "-c", "import time; time.sleep(60)")
LEFT_BEHIND = """
import os, sys, time
if os.fork() == 0:
    os.setsid()
    if os.fork() == 0:
        while True:
            time.sleep(0.01)
    os._exit(0)
os.wait()
"""


def opened(name: str, spec: SandboxSpec = PYTHON) -> Sandbox:
    try:
        return open_sandbox(spec, name, None, print)
    except SandboxUnavailable as problem:
        pytest.skip(f"{problem} {problem.advice}")


def run(
    sandbox: Sandbox,
    *command: str,
    files: dict[str, bytes] | None = None,
    limits: JobLimits | None = None,
    read_back: tuple[str, ...] = (),
    on_output: Callable[[str], None] | None = None,
) -> JobResult:
    return sandbox.run(Job(files or {}, command, limits or JobLimits(), read_back), Cancel(), on_output)


def outcomes(result: JobResult) -> dict[str, str]:
    return {test.node_id: test.outcome for test in reports(result)}


def reports(result: JobResult) -> tuple[TestReport, ...]:
    found = reports_of(result)
    assert found is not None, result
    return found


def judged_apart(pair: str, sandbox: Sandbox) -> dict[str, TestReport]:
    """What became of each test in the folder `pair` of `apart`, by its name, with the program in another process."""
    source, tests = ((APART / pair / name).read_text() for name in ("solution.txt", "tests.txt"))
    result = sandbox.run(apart_job(program(source), suite(tests, ()), TEST_LIMITS), Cancel())
    return {report.node_id.rpartition("::")[2]: report for report in reports(result)}


@contextmanager
def ticking_job(sandbox: Sandbox) -> Iterator[Callable[[], bool]]:
    """A job that goes on until the block is left; the function waits for its next sign of life."""
    cancel = Cancel()
    tick = threading.Event()
    script = "import time\nwhile True: print('tick', flush=True); time.sleep(0.05)"

    def go_on() -> None:
        with suppress(Cancelled):
            sandbox.run(Job({}, ("python", "-c", script), JobLimits(600, 600)), cancel, lambda _: tick.set())

    def alive() -> bool:
        tick.clear()
        return tick.wait(SECONDS)

    thread = threading.Thread(target=go_on)
    thread.start()
    try:
        yield alive
    finally:
        cancel.cancel("enough")
        thread.join()
