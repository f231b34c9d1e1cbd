"""A time limit for one step of one test, so that an endless loop fails its own test and no other."""

from __future__ import annotations

import contextlib
import signal
from collections.abc import Iterator
from types import FrameType
from typing import NoReturn

import pytest

TEST_SECONDS = 5.0


@contextlib.contextmanager
def time_limit() -> Iterator[None]:
    """Fail what takes longer than `TEST_SECONDS` where it is, by SIGALRM.

    What doesn't come back to the interpreter or catches everything goes on, and so does a program
    that uses the signal itself; the job's own limit ends those.
    """
    if signal.getsignal(signal.SIGALRM) is not signal.SIG_DFL:
        yield
        return
    signal.signal(signal.SIGALRM, _give_up)
    signal.setitimer(signal.ITIMER_REAL, TEST_SECONDS)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        if signal.getsignal(signal.SIGALRM) is _give_up:
            signal.signal(signal.SIGALRM, signal.SIG_DFL)


def _give_up(_: int, __: FrameType | None) -> NoReturn:
    __tracebackhide__ = True  # the last line shown is the one that was interrupted
    raise pytest.fail.Exception(f"did not finish within {TEST_SECONDS:g} s")
