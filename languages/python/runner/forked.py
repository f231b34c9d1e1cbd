"""The fixture `program` where tests run warm: a start is a fork of the test's own process, not a new interpreter.

It takes a fraction of the time, and what mutmut counts in the program is counted here as well.
"""

from __future__ import annotations

import atexit
import contextlib
import fcntl
import functools
import io
import itertools
import os
import pkgutil
import resource
import shutil
import signal
import socket
import sys
import tempfile
import threading
import time
import traceback
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from types import CodeType
from typing import IO, NoReturn

import pytest

from . import scenario
from ._scenario import faults, playing
from ._scenario.channel import Conversation
from .forgetting import forget_processes
from .scenario import SECONDS, Launch, Program, Started, program_screen
from .time_limit import Standstill, awake, kept_waiting, wait, waiting

NEXT_LOOK = (0.0005, 0.02)  # seconds between two looks at whether it has ended: at first, and at most
NOTES, TEST = 3, 4  # file descriptors of a started program
MOST_SECONDS = 4 * SECONDS  # for an answer of a window that gets on, but never comes to its end
PROGRAMS = 4  # that are kept compiled
CPU_SECONDS = 3  # for one start, for a program that computes for ever or reads on after the end of its input
HIDDEN = ("pytest", "_pytest", "test_")


class Counter:
    """Who counts what a started program does."""

    def begin(self) -> None:
        """Called in its process, before its first line."""

    def tell(self) -> None:
        """Called in its process, after its last line, and before it answers a test that acts in its windows."""

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
    made = Program(request.path.parent, folder, begin, screen_of(request))
    yield made
    made.end()
    shutil.rmtree(folder, ignore_errors=True)


@functools.lru_cache(PROGRAMS)
def compiled(source: bytes) -> CodeType | None:
    """A program that is started, which with its parts, or all mutants in it, takes longer to compile than to run."""
    try:
        return compile(source, playing.PROGRAM, "exec", dont_inherit=True)
    except (SyntaxError, ValueError):
        return None  # the start will say so


def screen_of(request: pytest.FixtureRequest) -> Callable[[], Mapping[str, str]]:
    """What gives a program's environment a screen, which takes a moment that is on no test's account."""

    def screen() -> Mapping[str, str]:
        with waiting():
            found: Mapping[str, str] = request.getfixturevalue(program_screen.__name__)
        return found

    return screen


def begin(what: Launch) -> Started:
    """Start the program."""
    return Forked(what)


class Forked:
    """A program started as a fork of this process, which has the number `process`. See `scenario.Started`."""

    def __init__(self, what: Launch) -> None:
        notes, note_end = os.pipe()
        self._told = os.fdopen(notes, "rb", 0)
        self._shown = tempfile.TemporaryFile()  # noqa: SIM115
        ours, theirs = socket.socketpair()
        if what.window:
            scenario.part("agent")  # loaded here, once for all starts
        compiled((what.folder / playing.PROGRAM).read_bytes())  # likewise
        with tempfile.TemporaryFile() as typed:
            typed.write(what.typed.encode())
            typed.seek(0)
            self.process = os.fork()
            if not self.process:
                _become(what, typed, self._shown, note_end, theirs)
        os.close(note_end)
        theirs.close()
        self._talk = Conversation(ours)

    def ask(self, request: str) -> str:
        """See `Started`."""
        began, still = awake(), Standstill(self.process)
        with waiting():
            answer = self._talk.ask(request, lambda: still.seconds < SECONDS and awake() - began < MOST_SECONDS)
        self._collect()
        return answer

    def ended(self) -> tuple[str, int]:
        """See `Started`."""
        self._talk.end()
        status = _wait(self.process)
        self._collect()
        self._told.close()
        with self._shown:
            self._shown.seek(0)
            text = self._shown.read().decode("utf-8", "replace")
        if status is None or status == -signal.SIGXCPU:
            scenario.unfinished(text)
        return text, status

    def _collect(self) -> None:
        lines = _read(self._told)
        for counter in counters:
            counter.collect(lines)


def _read(told: io.FileIO) -> list[str]:
    """What lies in a pipe, of which something that still runs may have the other end."""
    os.set_blocking(told.fileno(), False)
    return (told.read() or b"").decode("utf-8", "replace").splitlines()


def _wait(process: int) -> int | None:
    """The exit status, negative for a signal; None where it had to be ended. Nothing that it started goes on."""
    began, pause = awake(), NEXT_LOOK[0]
    try:
        while awake() - began - kept_waiting(process) < SECONDS:
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


def _become(what: Launch, typed: IO[bytes], shown: IO[bytes], notes: int, test: socket.socket) -> NoReturn:
    """Be the program in a new process, and never return."""
    status = 1
    try:
        os.setsid()
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, signal.SIG_DFL)
        resource.setrlimit(resource.RLIMIT_CPU, (CPU_SECONDS, resource.getrlimit(resource.RLIMIT_CPU)[1]))
        given = [typed.fileno(), shown.fileno(), shown.fileno(), notes, test.fileno()]
        for number, descriptor in enumerate([fcntl.fcntl(descriptor, fcntl.F_DUPFD, 10) for descriptor in given]):
            os.dup2(descriptor, number)
        os.closerange(len(given), 256)
        _started[:] = [os.getpid()]
        _forget_the_test(what)
        # `runpy` asks for the bytecode of a file this way, before it compiles it.
        pkgutil.read_code = lambda stream: compiled(stream.read())
        for counter in counters:
            counter.begin()
        test = socket.socket(fileno=TEST)
        status = playing.status_of(what.arguments, what.settings, test if what.window else None, _tell)
        _tell()
    except BaseException as error:
        faults.tell(error)
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
    forget_processes()
    os.environ.pop("PYTEST_CURRENT_TEST", None)
    os.environ.update(what.environment)
    if "TZ" in what.environment:
        time.tzset()
    tempfile.tempdir = None
    sys.stdin = io.TextIOWrapper(io.FileIO(0, closefd=False), encoding="utf-8", errors="replace")
    sys.stdout, sys.stderr = (
        io.TextIOWrapper(io.BufferedWriter(io.FileIO(number, "w", closefd=False)), "utf-8", line_buffering=True)
        for number in (1, 2)
    )
    for name in [name for name in sys.modules if name.startswith(HIDDEN) or name == Path(playing.PROGRAM).stem]:
        del sys.modules[name]


def _tell() -> None:
    for counter in counters:
        counter.tell()
