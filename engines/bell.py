"""A way to wake everybody who waits for something new."""

from __future__ import annotations

import threading


class Bell:
    """Rings for all who wait. Who reads `rings` before looking for news can't miss what comes after."""

    def __init__(self) -> None:
        self._condition = threading.Condition()
        self.rings = 0

    def ring(self) -> None:
        """Wake everybody."""
        with self._condition:
            self.rings += 1
            self._condition.notify_all()

    def wait(self, heard: int, seconds: float) -> bool:
        """Wait for more rings than the `heard` ones, at most `seconds`; return whether there were."""
        with self._condition:
            return self._condition.wait_for(lambda: self.rings != heard, seconds)
