"""Runs inside the sandbox: Excel workbooks as people find them, of which the first sheet's XML is changed.

Standard library only, as `kinds.py`.
"""

from __future__ import annotations

import io
import re
import zipfile
import zlib
from collections.abc import Callable, Iterator
from functools import partial

MOST_UNPACKED = 50_000_000
"""Bytes of a workbook: a larger one stays as it is, for a file that somebody sends may unpack without end."""
TIMES = 10
LAST_DAY = 2_958_465
"""The 31 December 9999, which as a number is far from most others."""
_SHEET = "xl/worksheets/sheet1.xml"
_ROW = re.compile(rb"<row\b[^>]*(?<!/)>.*?</row>", re.DOTALL)
_CELL = re.compile(rb'<c\b((?: [rs]="[^"]*")*)[^>]*?(?:/>|>.*?</c>)', re.DOTALL)
_TEXT, _VALUE = re.compile(rb'<c\b[^>]* t="(?!n")'), re.compile(rb"<v>[^<]*</v>")
_COLUMN = re.compile(rb'(<c\b[^>]*? r=")([A-Z]{1,3})(?=\d)')
_NUMBER = re.compile(rb'(<row\b[^>]*? r="|<c\b[^>]*? r="[A-Z]{1,3})(\d{1,7})')


def is_zipped(data: bytes) -> bool:
    return data.startswith(b"PK\x03\x04")


def bad_row(data: bytes) -> bytes:
    """Each cell of a row in the middle is a text that means nothing."""
    return _with_sheet(data, partial(_row_changed, _other_cell(b't="inlineStr"><is><t>qzx</t></is></c>')))


def error_row(data: bytes) -> bytes:
    """Each cell of a row in the middle is a formula that came to nothing."""
    return _with_sheet(data, partial(_row_changed, _other_cell(b't="e"><v>#N/A</v></c>')))


def far_row(data: bytes) -> bytes:
    """Each number and day of a row in the middle is the last day that there is."""
    return _with_sheet(data, partial(_row_changed, _on_last_day))


def headless(data: bytes) -> bytes:
    """Without the first row in which something stands."""
    return _with_sheet(data, lambda sheet: _ROW.sub(b"", sheet, count=1))


def twice_as_wide(data: bytes) -> bytes:
    """With all its columns once more behind the last one."""
    return _with_sheet(data, _widened)


def many_times(data: bytes) -> bytes:
    """With all rows but the first so many `TIMES` more below."""
    return _with_sheet(data, _lengthened)


def _with_sheet(data: bytes, changed: Callable[[bytes], bytes]) -> bytes:
    """The workbook with its first sheet `changed`; what is none stays."""
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as old:
            if sum(one.file_size for one in old.infolist()) > MOST_UNPACKED:
                return data
            content = {name: old.read(name) for name in old.namelist()}
    except (zipfile.BadZipFile, zlib.error, ValueError, NotImplementedError, RuntimeError, EOFError):
        return data
    if len(_ROW.findall(content.get(_SHEET, b""))) < 2:
        return data
    content[_SHEET] = changed(content[_SHEET])
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as new:
        for name, part in content.items():
            new.writestr(name, part)
    return made.getvalue()


def _row_changed(cell_changed: Callable[[bytes], bytes], sheet: bytes) -> bytes:
    rows = [*_ROW.finditer(sheet)]
    row = rows[len(rows) // 2]
    cells = _CELL.sub(lambda cell: cell_changed(cell[0]), row[0])
    return sheet[: row.start()] + cells + sheet[row.end() :]


def _other_cell(inside: bytes) -> Callable[[bytes], bytes]:
    return lambda cell: _CELL.sub(lambda found: b"<c" + found[1] + b" " + inside, cell)


def _on_last_day(cell: bytes) -> bytes:
    return cell if _TEXT.match(cell) else _VALUE.sub(rb"<v>%d</v>" % LAST_DAY, cell)


def _widened(sheet: bytes) -> bytes:
    width = max((_place(found[2]) for found in _COLUMN.finditer(sheet)), default=0)

    def shifted(cell: re.Match[bytes]) -> bytes:
        return cell[1] + _letters(_place(cell[2]) + width)

    def doubled(row: re.Match[bytes]) -> bytes:
        cells = b"".join(cell[0] for cell in _CELL.finditer(row[0]))
        return row[0].removesuffix(b"</row>") + _COLUMN.sub(shifted, cells) + b"</row>"

    return _ROW.sub(doubled, sheet)


def _lengthened(sheet: bytes) -> bytes:
    _first, *rows = _ROW.finditer(sheet)
    below = b"".join(row[0] for row in rows)
    if len(below) * TIMES > MOST_UNPACKED:
        return sheet
    end = rows[-1].end()
    return sheet[:end] + b"".join(_further_down(below)) + sheet[end:]


def _further_down(rows: bytes) -> Iterator[bytes]:
    numbers = [int(found[2]) for found in _NUMBER.finditer(rows)] or [0]
    height = max(numbers) - min(numbers) + 1
    yield from (_moved(rows, height * time) for time in range(1, TIMES + 1))


def _moved(rows: bytes, down: int) -> bytes:
    return _NUMBER.sub(lambda found: found[1] + b"%d" % (int(found[2]) + down), rows)


def _place(letters: bytes) -> int:
    """Of a column, from 1."""
    place = 0
    for letter in letters:
        place = place * 26 + letter - ord("A") + 1
    return place


def _letters(place: int) -> bytes:
    before, last = divmod(place - 1, 26)
    return (_letters(before) if before else b"") + b"%c" % (ord("A") + last)
