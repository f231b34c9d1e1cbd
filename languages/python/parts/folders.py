"""Folders in which something is to be written: whether the computer lets it, and what was left there half done."""

from __future__ import annotations

import contextlib
import errno
import os
import re
import stat
from collections.abc import Iterator
from pathlib import Path

from languages.python.parts.whole import _lock_mark, _new_beside, _remove_quietly

_FOLDER_REFUSED = (errno.EACCES, errno.EPERM, errno.EROFS)
_FOLDERS_USED: set[Path] = set()
"""Those in which this start could write."""
_LEFT_NEW = re.compile(r"\.new-[0-9a-f]{12}(\.[^.]*)?")
"""As `_new_beside` calls them."""
_LEFT_LOCK, _LEFT_MARK = re.compile(r"\..+\.lock"), re.compile(r"[0-9a-f]{16}")
_LEFT_SECONDS = 600


def _lets_write(folder: Path) -> bool:
    """Whether the computer doesn't refuse to write there. At the first time what killed starts left there goes."""
    if folder in _FOLDERS_USED:
        return True
    tried = _new_beside(folder / "tried")
    try:
        folder.mkdir(parents=True, exist_ok=True)
        tried.touch(exist_ok=False)
        _clear_leftovers(folder, tried.stat().st_mtime)
    except OSError as error:
        return error.errno not in _FOLDER_REFUSED
    finally:
        _remove_quietly(tried)
    _FOLDERS_USED.add(folder)
    return True


def _clear_leftovers(folder: Path, now: float) -> None:
    """`now` is by the clock of the disk."""
    with contextlib.suppress(OSError):
        for path in [path for path in folder.iterdir() if path.name.startswith(".")]:
            if _is_leftover(path, now):
                _remove_quietly(path)


def _is_leftover(path: Path, now: float) -> bool:
    """Whether it is what a killed start was about to write, or its lock, and no start can be at it any more."""
    is_lock = _LEFT_LOCK.fullmatch(path.name) is not None
    if not is_lock and not _LEFT_NEW.fullmatch(path.name):
        return False
    about = path.lstat()
    # A copy has the time of what it was copied from, but only since it is there.
    is_old = now - max(about.st_mtime, about.st_ctime) > _LEFT_SECONDS
    return is_old and stat.S_ISREG(about.st_mode) and not (is_lock and not _LEFT_MARK.fullmatch(_lock_mark(path)))


def _persons_folders() -> Iterator[Path]:
    """Where the person's own files lie, the best first."""
    with contextlib.suppress(RuntimeError):
        home = Path.home()
        for folder in (home / "Documents", home):
            if os.path.isdir(folder):  # noqa: PTH112  (`Path` may raise where it isn't theirs)
                yield folder
