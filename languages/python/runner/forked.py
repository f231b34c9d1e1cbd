"""The fixture `program` where tests run warm: a start is a fork of the test's own process, not a new interpreter.

It takes a fraction of the time, and what mutmut counts in the program is counted here as well.
"""

from __future__ import annotations

import atexit
import contextlib
import io
import itertools
import os
import resource
import shutil
import signal
import sys
import tempfile
import threading
import time
import traceback
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import IO, NoReturn

import pytest

from . import scenario
from .scenario import SECONDS, Launch, Program
from .time_limit import kept_waiting, wait

NEXT_LOOK = (0.0005, 0.02)  # seconds between two looks at whether it has ended: at first, and at most
NOTES = 3
CPU_SECONDS = 3  # for one start, for a program that computes for ever or reads on after the end of its input
HIDDEN = ("pytest", "_pytest", "test_")


class Counter:
    """Who counts what a started program does."""

    def begin(self) -> None:
        """Called in its process, before its first line."""

    def end(self) -> None:
        """Called in its process, after its last line; not where it was killed."""

    def collect(self, notes: Sequence[str]) -> None:
        """Called in the test's process with all that was noted in the program's."""


counters: list[Counter] = []
_numbers = itertools.count()
_started: list[int] = []


def note(text: str) -> None:
    """Tell the test's process something, a line, from that of the program; what is told can't be taken back."""
    if _started == [os.getpid()]:
        os.write(NOTES, text.encode() + b"\n")


@pytest.fixture
def program(request: pytest.FixtureRequest) -> Iterator[Program]:
    """The program beside the test, ready to be started."""
    # Always the same name, for it may stand in the message of a failure.
    folder = Path(tempfile.gettempdir(), f"start-{next(_numbers)}")
    folder.mkdir()
    yield Program(request.path.parent, folder, launch)
    shutil.rmtree(folder, ignore_errors=True)


def launch(what: Launch) -> tuple[str, int]:
    """See `scenario.launch`."""
    notes, note_end = os.pipe()
    with tempfile.TemporaryFile() as typed, tempfile.TemporaryFile() as shown, os.fdopen(notes, "rb", 0) as told:
        typed.write(what.typed.encode())
        typed.seek(0)
        process = os.fork()
        if not process:
            _become(what, typed, shown, note_end)
        os.close(note_end)
        status = _wait(process)
        shown.seek(0)
        text = shown.read().decode("utf-8", "replace")
        lines = _read(told)
    for counter in counters:
        counter.collect(lines)
    if status is None or status == -signal.SIGXCPU:
        scenario.unfinished(text)
    return text, status


def _read(told: io.FileIO) -> list[str]:
    """What lies in a pipe, of which something that still runs may have the other end."""
    os.set_blocking(told.fileno(), False)
    return (told.read() or b"").decode("utf-8", "replace").splitlines()


def _wait(process: int) -> int | None:
    """The exit status, negative for a signal; None where it had to be ended. Nothing that it started goes on."""
    began, pause = time.monotonic(), NEXT_LOOK[0]
    try:
        while time.monotonic() - began - kept_waiting(process) < SECONDS:
            found, status = os.waitpid(process, os.WNOHANG)
            if found:
                return os.waitstatus_to_exitcode(status)
            wait(pause)
            pause = min(2 * pause, NEXT_LOOK[1])
        return None
    finally:
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(process, signal.SIGKILL)
        with contextlib.suppress(ChildProcessError):
            os.waitpid(process, 0)


def _become(what: Launch, typed: IO[bytes], shown: IO[bytes], notes: int) -> NoReturn:
    """Be the program in a new process, and never return."""
    status = 1
    try:
        os.setsid()
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, signal.SIG_DFL)
        resource.setrlimit(resource.RLIMIT_CPU, (CPU_SECONDS, resource.getrlimit(resource.RLIMIT_CPU)[1]))
        for number, descriptor in enumerate((typed.fileno(), shown.fileno(), shown.fileno(), notes)):
            os.dup2(descriptor, number)
        os.closerange(NOTES + 1, 256)
        _started[:] = [os.getpid()]
        _forget_the_test(what)
        for counter in counters:
            counter.begin()
        status = _played(what)
        for counter in counters:
            counter.end()
    except BaseException:
        traceback.print_exc()
    finally:
        with contextlib.suppress(BaseException):
            threading._shutdown()  # type: ignore[attr-defined]
            atexit._run_exitfuncs()
            sys.stdout.flush()
            sys.stderr.flush()
        os._exit(status)


def _forget_the_test(what: Launch) -> None:
    """What a new interpreter would not have."""
    atexit._clear()
    os.chdir(what.folder)
    os.environ.pop("PYTEST_CURRENT_TEST", None)
    os.environ.update(what.environment)
    tempfile.tempdir = None
    sys.stdin = io.TextIOWrapper(io.FileIO(0, closefd=False), encoding="utf-8", errors="replace")
    sys.stdout, sys.stderr = (
        io.TextIOWrapper(io.BufferedWriter(io.FileIO(number, "w", closefd=False)), "utf-8", line_buffering=True)
        for number in (1, 2)
    )
    for name in [name for name in sys.modules if name.startswith(HIDDEN) or name == Path(scenario.PROGRAM).stem]:
        del sys.modules[name]


def _played(what: Launch) -> int:
    """The exit status, as the interpreter would make it of how the program ends."""
    try:
        scenario.play(what.arguments, what.settings)
    except SystemExit as leaving:
        if leaving.code is None or isinstance(leaving.code, int):
            return (leaving.code or 0) & 0xFF
        print(leaving.code, file=sys.stderr)  # noqa: T201
    except BaseException as error:
        tail = error.__traceback__
        while tail is not None and tail.tb_frame.f_code.co_filename != scenario.PROGRAM:
            tail = tail.tb_next  # as if there were nothing above the program
        traceback.print_exception(error.with_traceback(tail or error.__traceback__))
    else:
        return 0
    return 1
