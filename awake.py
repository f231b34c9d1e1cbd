"""The time that limits count: it stands still while this computer sleeps, or this process is stopped.

The clocks of the systems don't agree on that: Linux' and macOS' monotonic clock stands still while a laptop sleeps,
Windows' goes on, and on all of them it goes on for a process that was stopped.
"""

from __future__ import annotations

import queue
import threading
import time
from typing import TypeVar

T = TypeVar("T")

LOOK_SECONDS = 1.0
GAP_SECONDS = 10.0
"""Between two looks: longer than any machine is busy."""


class Clock:
    """Notices that nobody looked for long; once it was asked, it looks by itself. Safe to use from any thread."""

    def __init__(self, look_seconds: float = LOOK_SECONDS, gap_seconds: float = GAP_SECONDS) -> None:
        self._look_seconds, self._gap_seconds = look_seconds, gap_seconds
        self._lock = threading.Lock()
        self._asleep = 0.0
        self._seen = time.monotonic()
        self._watch: threading.Thread | None = None

    def now(self) -> float:
        """Seconds since some moment, without those asleep."""
        with self._lock:
            if self._watch is None:
                self._seen = time.monotonic()
                self._watch = threading.Thread(target=self._look, name="awake", daemon=True)
                self._watch.start()
            return self._looked()

    def _looked(self) -> float:
        now = time.monotonic()
        if now - self._seen > self._gap_seconds:
            self._asleep += now - self._seen
        self._seen = now
        return now - self._asleep

    def _look(self) -> None:
        while True:
            time.sleep(self._look_seconds)
            with self._lock:
                self._looked()


_clock = Clock()
now = _clock.now


def get(source: queue.SimpleQueue[T], seconds: float | None) -> T:
    """The next of `source`, for which `seconds` awake are waited, or for ever. Raises `queue.Empty`."""
    until = None if seconds is None else now() + seconds
    left = seconds
    while True:
        try:
            return source.get(timeout=left)
        except queue.Empty:
            assert until is not None  # noqa: S101
            # It may have slept meanwhile.
            left = until - now()
            if left <= 0:
                raise
