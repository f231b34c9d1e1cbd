"""A zip as tests write one: what is in it, by its paths. Each is a text, or a text and when it was last changed."""

from __future__ import annotations

import io
import time
import zipfile
from collections.abc import Mapping
from typing import Any

WHEN = "%Y-%m-%d %H:%M"
Time = tuple[int, int, int, int, int, int]
OTHERWISE: Time = (2025, 1, 1, 12, 0, 0)
YEARS = range(1980, 2108)  # that a zip can tell
MARK = b"PK\x03\x04"
DATED = ("docProps/core.xml", "meta.xml")
"""Where a document says when it was made."""
MOST_ENTRIES, MOST_TEXT = 200, 1_000_000  # characters


def zipped(entries: Mapping[str, Any]) -> bytes:
    """The zip with these in it. Raises `ValueError` where they are too many or too long.

    What can't be a time is none, for inputs like others are tried, too.
    """
    pairs = [(name, *_text_and_time(said)) for name, said in entries.items()]
    if len(pairs) > MOST_ENTRIES or sum(len(text) for _, text, _ in pairs) > MOST_TEXT:
        raise ValueError(f"a zip of more than {MOST_ENTRIES} files or {MOST_TEXT} characters")
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        for name, text, when in pairs:
            archive.writestr(zipfile.ZipInfo(name, when), text)
    return packed.getvalue()


def entries_of(content: bytes, most: int) -> dict[str, tuple[str, str]] | None:
    """What `zipped` makes such a zip of; None where it isn't one of so many characters of text at most."""
    try:
        with zipfile.ZipFile(io.BytesIO(content)) as archive:
            inside = archive.infolist()
            if len(inside) > MOST_ENTRIES or sum(one.file_size for one in inside) > most:
                return None
            return {one.filename: (archive.read(one).decode(), _time(one)) for one in inside}
    except Exception:  # it is no zip, or holds no texts; a library may fall over anything in it
        return None


def says_the_same(one: bytes, other: bytes) -> bool:
    """Whether two files are equal, or documents that differ in when they were made alone."""
    if one == other or not (one.startswith(MARK) and other.startswith(MARK)):
        return one == other
    try:
        return _inside(one) == _inside(other)
    except Exception:  # as above
        return False


def _inside(content: bytes) -> dict[str, tuple[int, int]]:
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        return {one.filename: (one.CRC, one.file_size) for one in archive.infolist() if one.filename not in DATED}


def _time(one: zipfile.ZipInfo) -> str:
    return "{:04}-{:02}-{:02} {:02}:{:02}".format(*one.date_time)


def _text_and_time(said: Any) -> tuple[str, Time]:
    parts = [*map(str, said), "", ""] if isinstance(said, tuple | list) else [str(said), ""]
    try:
        year, month, day, hour, minute, second, *_ = time.strptime(parts[1], WHEN)
    except ValueError:
        return parts[0], OTHERWISE
    return parts[0], (year, month, day, hour, minute, second) if year in YEARS else OTHERWISE
