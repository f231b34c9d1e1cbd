"""Waiting for what nobody tells of."""

from __future__ import annotations

import time
from collections.abc import Callable

SECONDS = 100.0


def until(condition: Callable[[], object], what: str, seconds: float = SECONDS) -> None:
    """Wait for something of which nobody tells; fail after `seconds`."""
    deadline = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < deadline, f"waited {seconds:g} s in vain until {what}"
        time.sleep(0.02)
