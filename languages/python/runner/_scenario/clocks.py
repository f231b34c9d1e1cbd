"""The time that a started program sees."""

from __future__ import annotations

import datetime
import threading
import time
from typing import Any

BEGIN = 1_000_000_000_000  # nanoseconds on the clock that only counts
SECOND = 1_000_000_000


class Clock:
    """The time that the program sees. Nobody waits while it sleeps; its clock moves instead."""

    def __init__(self, now: str) -> None:
        self._time, self._monotonic = time.time, time.monotonic
        self._slept = 0.0
        self._shift = datetime.datetime.fromisoformat(now).timestamp() - self._time() if now else 0.0

    def time(self) -> float:
        return self._time() + self._shift + self._slept

    def monotonic(self) -> float:
        return self._monotonic() + self._slept

    def sleep(self, seconds: Any) -> None:
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
    time.time, time.monotonic, time.perf_counter, time.sleep = clock.time, clock.monotonic, clock.monotonic, clock.sleep
    if with_dates:
        set_dates(clock)


def set_dates(clock: Any) -> None:
    """Let `datetime` and `time` tell what `clock` says."""
    datetime.datetime, datetime.date = dates(clock)  # type: ignore[misc]
    set_moments()


def dates(clock: Any, only_told: bool = False) -> tuple[Any, Any]:
    """What `datetime.datetime` and `datetime.date` are then. Where they are `only_told` to somebody, and others have
    the real ones, these are what they make."""
    real_date, real_datetime = datetime.date, datetime.datetime

    class Alike(type(real_date)):  # type: ignore[misc]  # which may be one of these already
        """What a real date is, is one of these as well."""

        def __instancecheck__(cls, value: object) -> bool:
            return isinstance(value, cls.__mro__[1]) if cls in made else super().__instancecheck__(value)

        def __call__(cls, *given: Any, **named: Any) -> Any:
            return (cls.__mro__[1] if only_told and cls in made else super().__call__)(*given, **named)

    class Moment(real_datetime, metaclass=Alike):  # type: ignore[misc, valid-type]
        @classmethod
        def now(cls, tz: Any = None) -> Any:
            return cls.fromtimestamp(clock.time(), tz)

        today = now
        utcnow = classmethod(lambda cls: cls.utcfromtimestamp(clock.time()))

    class Day(real_date, metaclass=Alike):  # type: ignore[misc, valid-type]
        @classmethod
        def today(cls) -> Any:
            return cls.fromtimestamp(clock.time())

    made = (Moment, Day)
    return made


def set_moments() -> None:
    """Let what `time` says otherwise follow `time.time`."""
    local, plain, text = time.localtime, time.gmtime, time.strftime
    time.localtime = lambda seconds=None: local(time.time() if seconds is None else seconds)
    time.gmtime = lambda seconds=None: plain(time.time() if seconds is None else seconds)
    stamp, said = time.ctime, time.asctime
    time.ctime = lambda seconds=None: stamp(time.time() if seconds is None else seconds)
    time.asctime = lambda when=None: said(time.localtime() if when is None else when)
    time.strftime = lambda form, when=None: text(form, time.localtime() if when is None else when)
