"""A time limit for one step of one test, so that an endless loop fails its own test and no other."""

from __future__ import annotations

import contextlib
import signal
import time
from collections.abc import Iterator
from pathlib import Path
from time import monotonic, process_time
from types import FrameType

from _pytest.outcomes import Failed

TEST_SECONDS = 5.0  # of processor time, which a busy machine doesn't use up faster
WALL_SECONDS = 20.0
LOOK_SECONDS, GAP_SECONDS = 4.0, 10.0  # what is between two looks at most; where it is more, all were asleep
STEP = 0.001  # seconds of processor time, with which a process gets on


_slept = [0.0]  # seconds in which a test waited for what has a limit of its own
_seen, _asleep = [monotonic()], [0.0]


def awake() -> float:
    """The time, for whoever looks often: it stands still while the computer sleeps or all in the sandbox is stopped, as
    that of `sandbox/runner/clock.py`."""
    now = monotonic()
    if now - _seen[0] > GAP_SECONDS:
        _asleep[0] += now - _seen[0]
    _seen[0] = now
    return now - _asleep[0]


def kept_waiting(process: int | str = "self") -> float:
    """Seconds in which `process` could have gone on, but a busy machine let others go first; 0 where nobody knows."""
    return _scheduled(process, 1)


def _scheduled(process: int | str, place: int) -> float:
    """The seconds at this place in what the kernel says of a process: in which it computed, and was kept waiting."""
    try:
        return int(Path(f"/proc/{process}/schedstat").read_text().split()[place]) / 1e9
    except (OSError, ValueError, IndexError):
        return 0.0


class Standstill:
    """How long a process has computed nothing, though nobody kept it waiting.

    What works with others, as a window does with its screen, waits for these as well: on a busy machine it takes long,
    but gets on.
    """

    def __init__(self, process: int) -> None:
        self._process = process
        self._begin(_scheduled(process, 0))

    def _begin(self, computed: float) -> None:
        self._computed, self._since = computed, self._now()

    def _now(self) -> float:
        return awake() - kept_waiting(self._process)

    @property
    def seconds(self) -> float:
        """Until now. On a system that doesn't tell what a process does it counts from the beginning."""
        computed = _scheduled(self._process, 0)
        if computed - self._computed > STEP:
            self._begin(computed)
        return self._now() - self._since


@contextlib.contextmanager
def waiting() -> Iterator[None]:
    """A block on no test's account: what it waits for has a limit of its own."""
    began = awake()
    try:
        yield
    finally:
        _slept[0] += awake() - began


def wait(seconds: float) -> None:
    """Sleep, see `waiting`."""
    with waiting():
        time.sleep(seconds)


class TooSlow(Failed):
    """A step of a test that took longer than `limit`, as in "5 s"."""

    __module__ = "builtins"  # for pytest shows the name with all that stands before it

    def __init__(self, seconds: float, pytrace: bool = True) -> None:
        self.limit = f"{seconds:g} s"
        super().__init__(f"did not finish within {self.limit}", pytrace)


class Clock:
    """How long a step has taken since this was made."""

    def __init__(self) -> None:
        self._cpu, self._wall = process_time(), self._now()

    @property
    def left(self) -> float:
        """Seconds until the next look, for it may be too long then, or soon where several threads compute."""
        return max(0.01, min(TEST_SECONDS - self._computed, WALL_SECONDS - self._waited, LOOK_SECONDS))

    def passed(self, tolerance: float = 0.0) -> float:
        """The limit that was passed, in seconds; 0 where none was."""
        if self._computed >= TEST_SECONDS + tolerance:
            return TEST_SECONDS
        return WALL_SECONDS if self._waited >= WALL_SECONDS + tolerance else 0.0

    @property
    def _computed(self) -> float:
        return process_time() - self._cpu

    @property
    def _waited(self) -> float:
        return self._now() - self._wall

    @staticmethod
    def _now() -> float:
        """The time, as it goes on for this process: while others keep it waiting, it stands still."""
        return awake() - kept_waiting() - _slept[0]


@contextlib.contextmanager
def time_limit() -> Iterator[None]:
    """Fail what computes longer than `TEST_SECONDS`, or waits longer than `WALL_SECONDS`, where it is, by SIGALRM.

    What doesn't come back to the interpreter or catches everything goes on, and so does a program
    that uses the signal itself; the job's own limit ends those.
    """
    if signal.getsignal(signal.SIGALRM) is not signal.SIG_DFL:
        yield
        return
    clock = Clock()

    def look(_: int, __: FrameType | None) -> None:
        __tracebackhide__ = True  # the last line shown is the one that was interrupted
        if not (limit := clock.passed()):
            signal.setitimer(signal.ITIMER_REAL, clock.left)
            return
        raise TooSlow(limit)

    signal.signal(signal.SIGALRM, look)
    signal.setitimer(signal.ITIMER_REAL, clock.left)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        if signal.getsignal(signal.SIGALRM) is look:
            signal.signal(signal.SIGALRM, signal.SIG_DFL)
