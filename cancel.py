"""A token that says "stop now" across threads, and wakes those who block; or only that somebody is in a hurry."""

from __future__ import annotations

import math
import threading
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager

import awake
from errors import Cancelled
from message import say


class _Signal:
    """Is given once; who registered is told in the thread that gives it. All methods are safe from any thread."""

    def __init__(self) -> None:
        self.event = threading.Event()
        self.reason = ""
        self._lock = threading.Lock()
        self._callbacks: list[Callable[[], None]] = []

    def give(self, reason: str = "") -> None:
        """Only the first call counts."""
        with self._lock:
            if self.event.is_set():
                return
            self.reason = reason
            self.event.set()
            # Called outside of the lock: a callback may end a block that unregisters its own.
            callbacks = list(self._callbacks)
        for callback in callbacks:
            callback()

    @contextmanager
    def heard_by(self, callback: Callable[[], None]) -> Iterator[None]:
        """Call `callback` when it is given while the block runs; at once if it was already."""
        with self._lock:
            # Under the lock, so that a signal at this very moment neither misses the callback nor calls it twice.
            already = self.event.is_set()
            if not already:
                self._callbacks.append(callback)
        if already:
            callback()
        try:
            yield
        finally:
            with self._lock:
                if not already:
                    self._callbacks.remove(callback)


class Cancel:
    """Set once, by the user or by a time limit; watched by everything a run waits for.

    Whoever blocks on something registers with `on_cancel` how to unblock it: closing a stream,
    removing a container. Callbacks run in the thread that cancels, so they must be quick and must
    not raise. All methods are safe to call from any thread.
    """

    def __init__(self) -> None:
        self._stop, self._hurry = _Signal(), _Signal()

    @property
    def is_set(self) -> bool:
        """True from the moment somebody cancelled."""
        return self._stop.event.is_set()

    @property
    def reason(self) -> str:
        """Why, as a sentence; empty while nobody cancelled."""
        return self._stop.reason

    @property
    def seconds_left(self) -> float:
        """Until it is set by itself; without end where it never is."""
        return math.inf

    def cancel(self, reason: str) -> None:
        """Stop everything that watches this token. Only the first call counts."""
        self._stop.give(reason)

    @property
    def is_hurried(self) -> bool:
        """True from the moment on in which somebody wants only what the work can't do without."""
        return self._hurry.event.is_set()

    def hurry(self) -> None:
        """Have the work leave out what it can do without; only what watches a `spare` token is stopped."""
        self._hurry.give()

    def raise_if_set(self) -> None:
        """Raise `Cancelled` with the reason if the token is set."""
        if self.is_set:
            raise Cancelled(self.reason)

    def wait(self, seconds: float) -> None:
        """Sleep for `seconds`, or raise `Cancelled` as soon as the token is set."""
        self._stop.event.wait(seconds)
        self.raise_if_set()

    def on_cancel(self, callback: Callable[[], None]) -> AbstractContextManager[None]:
        """Call `callback` on cancel while the block runs; at once if the token is already set."""
        return self._stop.heard_by(callback)

    @contextmanager
    def part(self) -> Iterator[Cancel]:
        """A token of its own for the block, for a part of the work: set with this one, or alone."""
        child = Cancel()
        child._hurry = self._hurry  # it is the same hurry
        with self.on_cancel(lambda: child.cancel(self.reason)):
            yield child

    @contextmanager
    def spare(self, reason: str) -> Iterator[Cancel]:
        """A `part` that the work can do without: it is set with `reason` as soon as somebody is in a hurry."""
        with self.part() as child, self._hurry.heard_by(lambda: child.cancel(reason)):
            yield child

    @contextmanager
    def limited(self, seconds: float, reason: str) -> Iterator[Limited]:
        """A token of its own for the block: set with this one, or with `reason` after `seconds`.

        Whatever still watches it when the block is left is stopped, too.
        """
        child = Limited(seconds, reason)
        child._hurry = self._hurry
        try:
            with self.on_cancel(lambda: child.cancel(self.reason)), child.running():
                yield child
        finally:
            child.cancel(say("It is over."))


class Limited(Cancel):
    """A token that is set by itself, with `reason`, once its `seconds` awake have run out."""

    def __init__(self, seconds: float, reason: str) -> None:
        super().__init__()
        self.seconds = self._left = seconds
        """How much time it has in all."""
        self._out_of_time = reason
        self._since: float
        self._halted: threading.Event

    @contextmanager
    def running(self) -> Iterator[None]:
        """Time runs during the block."""
        self._go_on()
        try:
            yield
        finally:
            self._halt()

    @contextmanager
    def paused(self) -> Iterator[None]:
        """No time runs during the block, which is inside of `running`."""
        self._halt()
        try:
            yield
        finally:
            self._go_on()

    @property
    def seconds_left(self) -> float:
        """See `Cancel.seconds_left`."""
        return self._left - (awake.now() - self._since)

    @property
    def seconds_gone(self) -> float:
        """How much of its time has run."""
        return self.seconds - self.seconds_left

    def limit(self, seconds: float, reason: str) -> None:
        """Have so many seconds in all, from its beginning, in place of those it had. Time has to be running."""
        self._halt()
        self._left += seconds - self.seconds
        self.seconds, self._out_of_time = seconds, reason
        self._go_on()

    def _go_on(self) -> None:
        self._since = awake.now()
        self._halted = threading.Event()
        threading.Thread(target=self._watch, args=(self._halted,), name="time-limit", daemon=True).start()

    def _watch(self, halted: threading.Event) -> None:
        # Again and again, for the waiting goes on while this computer sleeps, the time doesn't.
        while not halted.wait(max(0.0, self.seconds_left)):
            if self.seconds_left <= 0:
                self.cancel(self._out_of_time)
                return

    def _halt(self) -> None:
        self._halted.set()
        self._left -= awake.now() - self._since
