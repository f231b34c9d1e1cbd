"""Runs inside the sandbox: work in a process of its own, of which nothing comes back but plain data."""

from __future__ import annotations

import contextlib
import ctypes
import json
import os
import select
import signal
import sys
import time
import traceback
from collections.abc import Callable
from typing import Any, NoReturn

PR_SET_DUMPABLE = 4
MOST_FILES = 65536
PIECE = 1 << 16


def hide() -> None:
    """Keep processes of the same user from this one's memory and open files, and from those of its forks."""
    _set_dumpable(False)


def show() -> None:
    """Undo `hide` in a fork, which is to see of itself what every program sees."""
    _set_dumpable(True)


def _set_dumpable(is_dumpable: bool) -> None:
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(PR_SET_DUMPABLE, int(is_dumpable), 0, 0, 0)


def plain(work: Callable[[], Any], seconds: float) -> Any:
    """What `work` gives, as JSON knows it; None where it didn't come to its end within so many seconds of the clock.

    Whatever is loaded there or changed stays there, and no file of this process is open there but the standard ones.
    """
    told, tells = os.pipe()
    process = os.fork()
    if not process:
        _tell(work, tells)
    os.close(tells)
    try:
        line = _line(told, time.monotonic() + seconds)
    finally:
        os.close(told)
    if not line.endswith(b"\n"):
        with contextlib.suppress(ProcessLookupError):
            os.kill(process, signal.SIGKILL)
    _, status = os.waitpid(process, 0)
    return json.loads(line) if not status and line.endswith(b"\n") else None


def _tell(work: Callable[[], Any], tells: int) -> NoReturn:
    status = 1
    try:
        os.closerange(3, tells)
        os.closerange(tells + 1, MOST_FILES)
        data = json.dumps(work(), default=str).encode() + b"\n"
        while data:
            data = data[os.write(tells, data) :]
        status = 0
    except BaseException:
        traceback.print_exc()
    finally:
        os._exit(status)


def _line(told: int, until: float) -> bytes:
    """What comes, up to the end of a line: something may live on that has the other end of the pipe."""
    data = bytearray()
    while not data.endswith(b"\n") and select.select([told], [], [], max(0.0, until - time.monotonic()))[0]:
        piece = os.read(told, PIECE)
        if not piece:
            break
        data += piece
    return bytes(data)
