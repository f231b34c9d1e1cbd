"""Whether two files say the same."""

from __future__ import annotations

import filecmp
import zipfile
from pathlib import Path

_ABOUT_ZIPPED = ("docProps/core.xml", "meta.xml")
"""Where a document says when it was made."""
_SAME_BYTES = 1 << 20


def _has_same(new: Path, place: Path) -> bool:
    try:
        return place.is_file() and not place.is_symlink() and filecmp.cmp(new, place, shallow=False)
    except OSError:
        return False


def _holds_same(new: Path, place: Path) -> bool:
    """Whether two documents differ at most in when they were made."""
    try:
        with zipfile.ZipFile(new) as one, zipfile.ZipFile(place) as other:
            return _zipped(one) == _zipped(other)
    except (OSError, zipfile.BadZipFile, NotImplementedError):
        return False


def _zipped(archive: zipfile.ZipFile) -> dict[str, tuple[int, int]]:
    return {one.filename: (one.CRC, one.file_size) for one in archive.infolist() if one.filename not in _ABOUT_ZIPPED}


def _adds_lines(new: Path, place: Path) -> bool:
    """Whether all lines at `place` stand at the beginning of the new one, or both are the same."""
    last = b"\n"
    try:
        with new.open("rb") as longer, place.open("rb") as shorter:
            while piece := shorter.read(_SAME_BYTES):
                if longer.read(len(piece)) != piece:
                    return False
                last = piece
            return last.endswith(b"\n") or longer.read(1) in (b"", b"\r", b"\n")
    except OSError:
        return False
