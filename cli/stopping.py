"""Ctrl-C stops the work in order; a second one ends the process."""

from __future__ import annotations

import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType

CANCELLED = 130
"""The exit code of a command that was stopped."""


@contextmanager
def stopped_by_signals(stop: Callable[[], None]) -> Iterator[None]:
    """Call `stop` on the first Ctrl-C or SIGTERM; a second one raises `KeyboardInterrupt`."""

    def first(_number: int, _frame: FrameType | None) -> None:
        for name in names:
            signal.signal(name, signal.default_int_handler)
        # In a thread of its own: the one that was interrupted may hold a lock that stopping needs.
        threading.Thread(target=stop, name="stop", daemon=True).start()

    names = (signal.SIGINT, signal.SIGTERM)
    before = {name: signal.signal(name, first) for name in names}
    try:
        yield
    finally:
        for name, handler in before.items():
            signal.signal(name, handler)
