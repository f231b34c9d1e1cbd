"""All that is tried, in a table for each place where life gets at a program; what people read of it says `attack.py`.

Standard library only, for it is read in the sandbox as well.
"""

from __future__ import annotations

import io
import json
import re
import zipfile
import zlib
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

ANSWERS: Mapping[str, str] = {
    "digits": "9" * 30,
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
LAST_DAY = 2_958_465
"""The 31 December 9999 in a workbook, which as a number is far from most others."""
MOST_UNPACKED = 50_000_000
"""Bytes of a workbook: a larger one stays as it is, for a file that somebody sends may unpack without end."""
_SHEET = "xl/worksheets/sheet1.xml"
_ROW, _CELL = (
    re.compile(rb"<row\b.*?</row>", re.DOTALL),
    re.compile(rb'<c\b((?: [rs]="[^"]*")*)[^>]*?(?:/>|>.*?</c>)', re.DOTALL),
)
_TEXT, _VALUE = re.compile(rb'<c\b[^>]* t="(?!n")'), re.compile(rb"<v>[^<]*</v>")
_YEAR, _LAST_DIGIT = re.compile(rb"(?<!\d)(?:19|20)\d\d(?!\d)"), re.compile(rb"\d(?!\d)")
ENDS = ("interrupt", "eof")
"""What ends a start between two answers: Ctrl+C, and Ctrl+D."""


def _lines(data: bytes) -> list[bytes]:
    return data.splitlines(keepends=True)


def _bad_row(data: bytes) -> bytes:
    """In JSON a record of which each value is of another sort: a line would only make all of it unreadable. In a
    workbook each cell of a row is a text."""
    if _is_zipped(data):
        return _with_other_cells(data, lambda cell: _CELL.sub(rb'<c\1 t="inlineStr"><is><t>qzx</t></is></c>', cell))
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
    """A row is there once more with its days in the year 9999, and once more with a digit key that was held down."""
    if _is_zipped(data):
        return _with_other_cells(
            data, lambda cell: cell if _TEXT.match(cell) else _VALUE.sub(rb"<v>%d</v>" % LAST_DAY, cell)
        )
    rows = _lines(data)
    middle = len(rows) // 2
    row = rows[middle] if rows else b""
    far, held = _YEAR.sub(b"9999", row), _LAST_DIGIT.sub(rb"\g<0>" * 30, row)
    return b"".join([*rows[:middle], *(one for one in (far, held) if one != row), *rows[middle:]])


def _is_zipped(data: bytes) -> bool:
    return data.startswith(b"PK\x03\x04")


def _with_other_cells(data: bytes, changed: Callable[[bytes], bytes]) -> bytes:
    """A workbook of which each cell of a row in the middle of its first sheet is `changed`; what is none stays."""
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as old:
            if sum(one.file_size for one in old.infolist()) > MOST_UNPACKED:
                return data
            content = {name: old.read(name) for name in old.namelist()}
    except (zipfile.BadZipFile, zlib.error, ValueError, NotImplementedError, RuntimeError, EOFError):
        return data
    rows = [*_ROW.finditer(content.get(_SHEET, b""))]
    if len(rows) < 2:
        return data
    row, sheet = rows[len(rows) // 2], content[_SHEET]
    cells = _CELL.sub(lambda cell: changed(cell[0]), row[0])
    content[_SHEET] = sheet[: row.start()] + cells + sheet[row.end() :]
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as new:
        for name, part in content.items():
            new.writestr(name, part)
    return made.getvalue()


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
    return b"".join([head, *rows * 10])


@dataclass(frozen=True)
class Change:
    """How a file is changed, and whether only a text can be."""

    made: Callable[[bytes], bytes]
    texts_only: bool = True


FILES: Mapping[str, Change] = {
    "empty": Change(lambda data: b"", texts_only=False),
    "cut": Change(lambda data: data[: len(data) // 2], texts_only=False),
    "other": Change(lambda data: b"\x00\xff\xfe broken \x80" * 50, texts_only=False),
    "row": Change(_bad_row, texts_only=False),
    "far": Change(_far_row, texts_only=False),
    "headless": Change(lambda data: b"".join(_lines(data)[1:])),
    "utf16": Change(lambda data: _decoded(data).encode("utf-16")),
    "nul": Change(lambda data: data[: len(data) // 2] + b"\x00\x00" + data[len(data) // 2 :]),
    "wide": Change(_wider),
    "tenfold": Change(_many),
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
