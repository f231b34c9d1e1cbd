"""One at a time makes the sandbox image, of all the Assays of this user; the others wait and find it made."""

from __future__ import annotations

import getpass
import logging
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from filelock import FileLock, Timeout

from message import say
from sandbox.base import Announce

WAITING = say("Another Assay is making the sandbox image; waiting for it")

log = logging.getLogger(__name__)


# Why: docs/decisions.md, "The sandbox image is made once, and packages that a program needs are a layer of it"
@contextmanager
def building(announce: Announce) -> Iterator[None]:
    """Keep others from making the image during the block; wait for one that makes it, and say so once."""
    lock = _lock()
    try:
        _acquire(lock, announce)
    except OSError:  # no such locks in this folder: then two may make it, which costs time only
        log.info("the lock for the image can't be had", exc_info=True)
    try:
        yield
    finally:
        lock.release()


def being_built() -> bool:
    """Whether another Assay is making the image."""
    try:
        # To try it is the only way to see who has it: the file is left where it was released.
        with _lock().acquire(timeout=0):
            return False
    except Timeout:
        return True
    except OSError:
        return False


def _acquire(lock: FileLock, announce: Announce) -> None:
    try:
        lock.acquire(timeout=0)
    except Timeout:
        announce(WAITING)
        lock.acquire()


def _lock() -> FileLock:
    # Not in the folder of the data, for Assays with different data use the same engine.
    return FileLock(Path(tempfile.gettempdir()) / f"assay-image-{getpass.getuser()}.lock", thread_local=False)
