"""All that is tried, in a table for each place where life gets at a program; what people read of it says `attack.py`.

Standard library only, for it is read in the sandbox as well.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from . import workbooks
from .workbooks import TIMES, is_zipped

ANSWERS: Mapping[str, str] = {
    "digits": "9" * 30,
    "many": "9" * 13,
    "nan": "nan",
    "infinite": "inf",
    "exponent": "1e999",
    "letters": "qzx",
    "square": "²",
    "arabic": "١٢",
    "comma": "1,5",
    "minus": "-0",
    "quotes": '"it\'s"',
    "path": "/",
    "emoji": "\U0001f600",
    "arrow": "\x1b[A",
    "control": "\x00\x01",
    "long": "w" * 5000,
    "spaces": "   ",
    "empty": "",
}
"""What is typed at each question and into each field; the last ones may end the entering."""
ENDING = ("spaces", "empty")
_YEAR, _LAST_DIGIT = re.compile(rb"(?<!\d)(?:19|20)\d\d(?!\d)"), re.compile(rb"\d(?!\d)")
_NUMBER = re.compile(rb"\d+(?:[.,]\d+)*")
ENDS = ("interrupt", "eof")
"""What ends a start between two answers: Ctrl+C, and Ctrl+D."""
BREAKS = ("closed", "kill")
"""What ends a start with windows between two entries."""


def _lines(data: bytes) -> list[bytes]:
    return data.splitlines(keepends=True)


def _bad_row(data: bytes) -> bytes:
    """In JSON a record of which each value is of another sort: a line would only make all of it unreadable."""
    try:
        content = json.loads(data)
    except (ValueError, RecursionError):
        return _bad_line(data)
    records = max(_lists_of_records(content), key=len, default=None)
    if records is None:
        return _bad_line(data)
    middle = len(records) // 2
    records.insert(middle, {name: _of_another_sort(value) for name, value in records[middle].items()})
    return json.dumps(content, ensure_ascii=False, indent=1).encode("utf-8", "surrogatepass")


def _lists_of_records(content: Any) -> Iterator[list[dict[str, Any]]]:
    inner = content if isinstance(content, list) else content.values() if isinstance(content, dict) else ()
    if isinstance(content, list) and content and all(isinstance(one, dict) for one in content):
        yield content
    for one in inner:
        yield from _lists_of_records(one)


def _of_another_sort(value: Any) -> Any:
    return "qzx" if isinstance(value, int | float | list | dict) else None if isinstance(value, str) else 0.5


def _bad_line(data: bytes) -> bytes:
    rows = _lines(data)
    middle = (len(rows) + 1) // 2
    return b"".join([*rows[:middle], b";;,\"'\t;?;\n", *rows[middle:]])


def _far_row(data: bytes) -> bytes:
    """A row is there once more with its days in the year 9999, and with a digit key held down for a moment, or long."""
    rows = _lines(data)
    middle = len(rows) // 2
    row = rows[middle] if rows else b""
    held = [_LAST_DIGIT.sub(rb"\g<0>" * times, row) for times in (13, 30)]
    odd = [one for one in (_YEAR.sub(b"9999", row), *held) if one != row]
    return b"".join([*rows[:middle], *odd, *rows[middle:]])


def _error_row(data: bytes) -> bytes:
    """A row is there once more with an error of a spreadsheet in place of each number."""
    rows = _lines(data)
    middle = len(rows) // 2
    changed = [_NUMBER.sub(b"#N/A", row) for row in rows[middle : middle + 1]]
    return b"".join([*rows[:middle], *changed, *rows[middle:]])


def _decoded(data: bytes) -> str:
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        return data.decode("cp1252", "replace")


def _wider(data: bytes) -> bytes:
    rows = [row.rstrip(b"\r\n") for row in _lines(data)]
    mark = next((mark for mark in (b";", b"\t", b",") if any(mark in row for row in rows)), b";")
    return b"".join(row + mark + row + b"\n" for row in rows)


def _many(data: bytes) -> bytes:
    head, *rows = _lines(data) or [b""]
    return b"".join([head, *rows * TIMES])


@dataclass(frozen=True)
class Change:
    """How a text is changed; how a workbook is, where that is otherwise; and whether only these can be."""

    text: Callable[[bytes], bytes]
    workbook: Callable[[bytes], bytes] | None = None
    texts_only: bool = True

    def fits(self, data: bytes, is_text: bool) -> bool:
        """Whether a file of this content can be changed so."""
        return is_text or not self.texts_only or (self.workbook is not None and is_zipped(data))

    def made(self, data: bytes) -> bytes:
        """The file as it is then."""
        return (self.workbook if self.workbook and is_zipped(data) else self.text)(data)


FILES: Mapping[str, Change] = {
    "empty": Change(lambda data: b"", texts_only=False),
    "cut": Change(lambda data: data[: len(data) // 2], texts_only=False),
    "other": Change(lambda data: b"\x00\xff\xfe broken \x80" * 50, texts_only=False),
    "row": Change(_bad_row, workbooks.bad_row, texts_only=False),
    "far": Change(_far_row, workbooks.far_row, texts_only=False),
    "error": Change(_error_row, workbooks.error_row),
    "headless": Change(lambda data: b"".join(_lines(data)[1:]), workbooks.headless),
    "utf16": Change(lambda data: _decoded(data).encode("utf-16")),
    "nul": Change(lambda data: data[: len(data) // 2] + b"\x00\x00" + data[len(data) // 2 :]),
    "wide": Change(_wider, workbooks.twice_as_wide),
    "tenfold": Change(_many, workbooks.many_times),
}
"""What may be with a file that somebody gives it."""
COPIES: Mapping[str, Callable[[str, str], str]] = {
    "copy": lambda stem, ending: f"{stem} (2){ending}",
    "case": lambda stem, ending: f"{stem}{ending}".swapcase(),
}
"""What a copy of such a file may be called that lies beside it."""
MEMORY: Mapping[str, Change] = {name: FILES[name] for name in ("empty", "cut", "headless", "utf16")} | {
    "row": Change(_bad_line),
    "undecodable": Change(lambda data: data[: len(data) // 2] + b"\xff\xfe\x80" + data[len(data) // 2 :]),
}
"""What may be with the file in which it keeps what it needs at its next start."""
PLACES = ("folder", "locked", "readonly", "full", "foreign")
"""What may be where it wants to leave its result; the last one is somebody's own file."""
RESULTS = ("filling", "emptied")
"""What may happen when it writes a result once more: the disk fills up, or what it reads is empty now."""
FOREIGN = b"Dear Ada,\nthis letter is mine.\n"
CLOCKS: Mapping[str, str] = {
    "midnight": "2025-12-31 23:59:59",
    "skipped": "2025-03-30 02:30:00",
    "repeated": "2025-10-26 02:30:00",
}
ZONE = "CET-1CEST,M3.5.0,M10.5.0/3"  # as in Berlin, on a computer without a list of time zones
USUAL_CLOCK = "2025-06-17 10:00:00"
LOST, UNSAVED = "lost", "unsaved"
