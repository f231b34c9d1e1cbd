"""Each file is looked at in a process of its own, which ends with it."""

from __future__ import annotations

import json
import os
import signal
from collections.abc import Callable
from pathlib import Path

from .readers import look_at, preload
from .said import Sort, unknown, unseen

SECONDS = 8
LONGEST = 100_000
"""Characters of one excerpt, of which the app shows as many as it has room for."""


def look_apart(path: str) -> None:
    """Look at one file in a process of its own, and say what it is even where that doesn't come to its end."""
    preload(path)
    if not apart(lambda: say(path, *look_at(Path(path)))):
        say(path, unknown(Path(path)), "To look at it took too long or too much memory.")


def apart(work: Callable[[], None]) -> bool:
    """Do `work` in a process of its own; false where that didn't come to its end."""
    child = os.fork()
    if not child:
        signal.setitimer(signal.ITIMER_PROF, SECONDS)  # of its own work; nothing in the file can put off the end
        work()
        os._exit(0)
    _, status = os.waitpid(child, 0)
    return status == 0


def say(path: str, sort: Sort, excerpt: str) -> None:
    """Print one look, all at once."""
    said = {"path": path, "sort": sort, "excerpt": fitting(excerpt), "unseen": unseen(sort, excerpt)}
    line = json.dumps(said)
    os.write(1, f"{line}\n".encode())


def fitting(excerpt: str) -> str:
    """The excerpt, or as many of its lines as have room."""
    if len(excerpt) <= LONGEST:
        return excerpt
    whole = excerpt[:LONGEST].rpartition("\n")[0] or excerpt[:LONGEST]
    return f"{whole}\n[... cut off here ...]"
