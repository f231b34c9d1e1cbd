"""Files that are whole at every moment, and changed by one start of the program at a time."""

from __future__ import annotations

import contextlib
import errno
import os
import secrets
from collections.abc import Iterator
from pathlib import Path
from time import sleep

_DISK_FULL = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)
_DISK_FULL_NAMES = ("IO_ENOSPC", "IO_EDQUOT", "IO_EFBIG")
"""As libxml2 calls it, through which workbooks and other documents are written: its error is no `OSError`."""
_PAUSE_SECONDS = 0.03
_LOCK_LOOKS = 100
"""Whoever holds a lock for longer than so many pauses is taken to have died."""
_LOCK_ROUNDS = 10
_REPLACE_TRIES = 5
"""On Windows a virus scanner keeps a new file open for a moment."""


def _new_beside(path: Path) -> Path:
    """A free name in the same folder, hidden, and with the same suffix, for some libraries go by it."""
    return path.with_name(f".new-{secrets.token_hex(6)}{path.suffix}")


def _write_whole(path: Path, content: bytes) -> None:
    """Have `content` at `path`, or what was there before: nothing else at any moment. Raises `OSError`."""
    new = _new_beside(path)
    try:
        new.write_bytes(content)
        _flush_to_disk(new)
        _replace_patiently(new, path)
    finally:
        _remove_quietly(new)


def _flush_to_disk(path: Path) -> None:
    """So that also a power cut leaves it whole. Raises `OSError` where only now it is noticed that the disk is full."""
    try:
        with path.open("rb+") as file:
            os.fsync(file.fileno())
    except OSError as error:
        if error.errno in _DISK_FULL:
            raise


def _is_disk_full(error: BaseException) -> bool:
    """Whether `error` says that the disk is full, also where a library tells it in its own way."""
    return getattr(error, "errno", None) in _DISK_FULL or str(error) in _DISK_FULL_NAMES


def _replace_patiently(new: Path, path: Path) -> None:
    for _ in range(_REPLACE_TRIES - 1):
        try:
            new.replace(path)
        except PermissionError:
            sleep(_PAUSE_SECONDS)
        else:
            return
    new.replace(path)


def _move_to_free(path: Path, target: Path) -> None:
    """Rename without ever replacing what is at `target`: that raises `FileExistsError`."""
    try:
        target.hardlink_to(path)
    except FileExistsError:
        raise
    except (OSError, NotImplementedError):  # not every disk has links
        if os.path.lexists(target):
            raise FileExistsError(errno.EEXIST, os.strerror(errno.EEXIST), str(target)) from None
        path.rename(target)
    else:
        path.unlink()


def _remove_quietly(path: Path) -> None:
    with contextlib.suppress(OSError):
        path.unlink(missing_ok=True)


@contextlib.contextmanager
def _held(path: Path) -> Iterator[None]:
    """Nobody else who holds `path` is inside at the same time. It waits some seconds at most for one who died inside.

    Where no lock can be made, as in a folder that can only be read, it goes on without.
    """
    lock, mark = path.with_name(f".{path.name}.lock"), secrets.token_hex(8)
    _take_lock(lock, mark)
    try:
        yield
    finally:
        if _lock_mark(lock) == mark:
            _remove_quietly(lock)


def _take_lock(lock: Path, mark: str) -> None:
    for _ in range(_LOCK_ROUNDS):
        seen = _wait_for_lock(lock, mark)
        if seen is None:
            return
        _break_lock(lock, seen)


def _wait_for_lock(lock: Path, mark: str) -> str | None:
    """Nothing where it is ours, or can't be made; else the mark of the one that holds it, and doesn't move."""
    seen, looks, refused = "", 0, 0
    for _ in range(_LOCK_ROUNDS * _LOCK_LOOKS):
        try:
            _make_lock(lock, mark)
        except FileExistsError:
            now = _lock_mark(lock)
            looks = looks + 1 if now == seen else 1
            seen = now
        except OSError:  # in Windows also where another one is just being taken away
            refused += 1
        else:
            return None
        if refused == _REPLACE_TRIES:
            return None
        if looks > _LOCK_LOOKS:
            break
        sleep(_PAUSE_SECONDS)
    return seen


def _make_lock(lock: Path, mark: str) -> None:
    file = lock.open("x", encoding="ascii")
    try:
        with file:
            file.write(mark)
    except OSError:  # the disk is full: an empty lock would be waited for
        _remove_quietly(lock)
        raise


def _lock_mark(lock: Path) -> str:
    try:
        return lock.read_text(encoding="ascii", errors="replace")
    except OSError:
        return ""


def _break_lock(lock: Path, seen: str) -> None:
    """Take away what somebody left behind; not what another one, who did the same, has made meanwhile."""
    aside = _new_beside(lock)
    with contextlib.suppress(OSError):
        lock.rename(aside)
        if _lock_mark(aside) != seen:
            _move_to_free(aside, lock)
    _remove_quietly(aside)
