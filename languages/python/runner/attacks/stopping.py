"""Runs inside the sandbox: a program that stands still, and goes on when it is told to."""

from __future__ import annotations

import contextlib
import os
import signal
import time
from collections.abc import Iterator

MOST_SECONDS, LOOK_SECONDS = 10.0, 0.002


def stop() -> None:
    """Stand still, called in its process."""
    os.kill(os.getpid(), signal.SIGSTOP)


@contextlib.contextmanager
def stopped(process: int, *, has_windows: bool) -> Iterator[None]:
    """While that process waits: one with windows does so by itself, another one stops, or has ended."""
    until = time.monotonic() + (0 if has_windows else MOST_SECONDS)
    what = os.WSTOPPED | os.WEXITED | os.WNOWAIT | os.WNOHANG
    while time.monotonic() < until and os.waitid(os.P_PID, process, what) is None:
        time.sleep(LOOK_SECONDS)
    try:
        yield
    finally:
        os.kill(process, signal.SIGCONT)
