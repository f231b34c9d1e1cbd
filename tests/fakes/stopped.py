"""A laptop that sleeps, as far as processes notice: they are stopped, and go on later."""

from __future__ import annotations

import contextlib
import time
from collections.abc import Iterable

import psutil


def sleep_for(seconds: float, asleep: Iterable[psutil.Process]) -> None:
    """Stop these processes for so long, all at once."""
    processes = list(asleep)
    for process in processes:
        with contextlib.suppress(psutil.NoSuchProcess):
            process.suspend()
    time.sleep(seconds)  # not for anything to happen, but for nothing to
    for process in processes:
        with contextlib.suppress(psutil.NoSuchProcess):
            process.resume()
