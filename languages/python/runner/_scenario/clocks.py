"""The time that a started program sees."""

from __future__ import annotations

import contextlib
import datetime
import re
import threading
import time
from collections.abc import Callable, Iterator
from typing import Any

BEGIN = 1_000_000_000_000  # nanoseconds on the clock that only counts
SECOND = 1_000_000_000
FREE, STEP = 100_000, 0.01  # looks at a clock that stands still; seconds that each further one takes


def written(now: object) -> str:
    """A moment as a test may write it, `2025-6-5 8:00` or a `datetime`, in the one form that is read."""
    return re.sub(r"(?<!\d)\d(?!\d)", r"0\g<0>", str(now)) if now else ""


def in_zone(name: str) -> dict[str, str]:
    """What tells a program that it runs in the time zone of this name. Raises `AssertionError` where there is none."""
    if not name:
        return {}
    from zoneinfo import ZoneInfo  # a started program doesn't need it

    try:
        return {"TZ": ZoneInfo(name).key}
    except (ValueError, LookupError):
        raise AssertionError(f"There is no time zone {name!r}. It is called as in 'Europe/Berlin'.") from None


class Clock:
    """The time that the program sees. Nobody waits while it sleeps; its clock moves instead.

    Where it is told `now`, it stands still otherwise, so that what is shown doesn't depend on how busy a machine is.
    Only a program that looks at it over and over again waits for something, and has its way.
    """

    def __init__(self, now: str) -> None:
        self._time, self._monotonic = time.time, time.monotonic
        self._begin = datetime.datetime.fromisoformat(now).timestamp() if now else None
        self._slept = 0.0
        self._looks = 0

    def time(self) -> float:
        """Seconds since 1970."""
        if self._begin is None:
            return self._time() + self._slept
        self._looks += 1
        return self._begin + self._slept + STEP * max(0, self._looks - FREE)

    def monotonic(self) -> float:
        """Seconds that only count. Python's own library waits by it, so it never stands still."""
        return self._monotonic() + self._slept

    def measured(self) -> float:
        """The same for who measures how long something takes."""
        return self.monotonic() if self._begin is None else self.time() - self._begin

    def sleep(self, seconds: Any) -> None:
        """See `time.sleep`."""
        if seconds < 0:
            raise ValueError("sleep length must be non-negative")
        self._slept += seconds


class StillClock:
    """It stands still until the test lets some of it pass, as windows need it.

    Other threads that sleep wait until the time has come; the window's own thread lets it pass.
    """

    def __init__(self, now: str) -> None:
        begin = datetime.datetime.fromisoformat(now).timestamp() if now else time.time()
        self._begin = round(begin * SECOND)
        self.nanoseconds = BEGIN
        self._moved = threading.Condition()
        self._wakings: list[int] = []
        self._is_over = False

    def time(self) -> float:
        """Seconds since 1970."""
        return (self._begin + self.nanoseconds - BEGIN) / SECOND

    def monotonic(self) -> float:
        """Seconds that only count."""
        return self.nanoseconds / SECOND

    measured = monotonic

    def sleep(self, seconds: Any) -> None:
        """See `time.sleep`."""
        if seconds < 0:
            raise ValueError("sleep length must be non-negative")
        until = self.nanoseconds + round(seconds * SECOND)
        if threading.current_thread() is threading.main_thread():
            self.set(until)
            return
        with self._moved:
            self._wakings.append(until)
            self._moved.wait_for(lambda: self._is_over or self.nanoseconds >= until)
            self._wakings.remove(until)

    @property
    def sleeping(self) -> int:
        """How many threads sleep on."""
        with self._moved:
            return sum(until > self.nanoseconds for until in self._wakings)

    def wakings(self) -> list[int]:
        """When the next ones wake up."""
        with self._moved:
            return list(self._wakings)

    def set(self, nanoseconds: int) -> None:
        """Move on to then."""
        with self._moved:
            self.nanoseconds = nanoseconds
            self._moved.notify_all()

    def end(self) -> None:
        """Let nobody sleep any more."""
        with self._moved:
            self._is_over = True
            self._moved.notify_all()


def install(clock: Any, with_dates: bool) -> None:
    """Let the program take `clock` for the time, and let it sleep without waiting."""
    told = {"time": clock.time, "monotonic": clock.monotonic, "perf_counter": clock.measured}
    vars(time).update(told, sleep=clock.sleep)
    vars(time).update({f"{name}_ns": _whole(tell) for name, tell in told.items()})
    if with_dates:
        follow_time()


@contextlib.contextmanager
def installed(clock: Any) -> Iterator[None]:
    """The same, as long as the block."""
    before = dict(vars(time))
    install(clock, with_dates=True)
    try:
        yield
    finally:
        vars(time).update(before)


def _whole(tell: Callable[[], float]) -> Callable[[], int]:
    return lambda: round(tell() * SECOND)


# Why: docs/decisions.md, "A test's time and chance are set, and the classes of `datetime` stay what they are"
def follow_time() -> None:
    """Let `datetime` and the rest of `time` tell from now on what `time.time` says, whoever has imported them already.

    The classes are the same as before, so whatever else knows them goes on as usual.
    """
    _put(datetime.date, "today", lambda cls: cls.fromtimestamp(time.time()))
    _put(datetime.datetime, "now", lambda cls, tz=None: cls.fromtimestamp(time.time(), tz))
    _put(datetime.datetime, "utcnow", lambda cls: cls.utcfromtimestamp(time.time()))
    local, plain, text = time.localtime, time.gmtime, time.strftime
    time.localtime = lambda seconds=None: local(time.time() if seconds is None else seconds)
    time.gmtime = lambda seconds=None: plain(time.time() if seconds is None else seconds)
    stamp, said = time.ctime, time.asctime
    time.ctime = lambda seconds=None: stamp(time.time() if seconds is None else seconds)
    time.asctime = lambda when=None: said(time.localtime() if when is None else when)
    time.strftime = lambda form, when=None: text(form, time.localtime() if when is None else when)


def _put(kind: type, name: str, tell: Callable[..., Any]) -> None:
    """Put a method into a class of Python's own, which doesn't let anybody set it."""
    import ctypes  # which takes a moment, and most starts don't need it
    import gc

    (own,) = gc.get_referents(vars(kind))
    own[name] = classmethod(tell)
    ctypes.pythonapi.PyType_Modified(ctypes.py_object(kind))
