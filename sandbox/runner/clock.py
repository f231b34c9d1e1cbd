"""The time that limits count, as `awake.py` has it for the app: nothing of the app is inside of a sandbox."""

from __future__ import annotations

import time

GAP_SECONDS = 10.0  # between two looks, which are 0.25 s apart while there are jobs: nobody is as busy


class Clock:
    """Stands still while the computer sleeps, or all that is in the sandbox is stopped."""

    def __init__(self) -> None:
        self._seen = time.monotonic()
        self._asleep = 0.0

    def now(self) -> float:
        """Seconds since some moment, without those in which nobody looked for long."""
        now = time.monotonic()
        if now - self._seen > GAP_SECONDS:
            self._asleep += now - self._seen
        self._seen = now
        return now - self._asleep
