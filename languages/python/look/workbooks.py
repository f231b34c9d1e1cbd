"""Excel workbooks: the values of each sheet, and what stands behind them or is only seen."""

from __future__ import annotations

import re
import zipfile
from collections import deque
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from .columns import summary
from .lines import FIRST, MOST_SHORT, WHOLE, cut, ends
from .odd import MOST_ROWS
from .said import Look, _, listed, ngettext
from .tables import odd_ones
from .unvalued import Whole, unvalued

LARGEST, MOST_CELLS = 5_000_000, 200_000
"""Bytes, unpacked, and cells: of a larger workbook only the values are read, row by row."""
SHEETS = "xl/worksheets/"
MERGED = re.compile(rb'<mergeCell ref="([A-Z]+\d+:[A-Z]+\d+)"')


def workbook(path: Path) -> Look:
    """The sheets, each with its used size, and its first and last rows as values; of formulas the stored results."""
    sheets = _sheets(path)
    count = ngettext("%(count)s sheet", "%(count)s sheets", len(sheets))
    lines = (line for sheet, whole in sheets for line in sheet_lines(sheet, whole))
    return listed(_("Excel workbook"), count), "\n".join(lines)


def _sheets(path: Path) -> list[tuple[Any, Whole | None]]:
    """Each as it is read for its values, and what else is known of it where it isn't too large for that."""
    import openpyxl

    xml = _xml(path)
    if sum(map(_merged, xml)) <= MOST_CELLS and xml:
        book = openpyxl.load_workbook(path, data_only=True)
        if all(sheet.max_row * sheet.max_column <= MOST_CELLS for sheet in book.worksheets):
            formulas = openpyxl.load_workbook(path) if any(b"<f" in sheet for sheet in xml) else None
            return [(sheet, Whole(sheet, formulas and formulas[sheet.title])) for sheet in book.worksheets]
    book = openpyxl.load_workbook(path, read_only=True, data_only=True)
    return [(sheet, None) for sheet in book.worksheets]


def _xml(path: Path) -> list[bytes]:
    """The sheets as they are in the file; none where they are large."""
    with zipfile.ZipFile(path) as opened:
        if sum(entry.file_size for entry in opened.infolist()) > LARGEST:
            return []
        return [opened.read(name) for name in opened.namelist() if name.startswith(SHEETS)]


def _merged(sheet: bytes) -> int:
    """How many cells openpyxl would make of its merged ones: a column has a million."""
    from openpyxl.utils import range_boundaries

    areas = (range_boundaries(found.decode()) for found in MERGED.findall(sheet))
    return sum((right - left + 1) * (bottom - top + 1) for left, top, right, bottom in areas)


def sheet_lines(sheet: Any, whole: Whole | None) -> Iterator[str]:
    """A sheet's name and size, what isn't among its values, where that is known, then rows as Python values."""
    first: list[str] = []
    rest: deque[str] = deque(maxlen=MOST_SHORT)
    columns, used, kept = 0, 0, dict[int, tuple[int, list[object]]]()
    for number, row in enumerate(sheet.iter_rows(min_row=1, min_col=1, values_only=True), start=1):
        cells = list(row)
        while cells and cells[-1] is None:
            cells.pop()
        if cells:
            columns, used = max(columns, len(cells)), used + 1
            (first if used <= FIRST else rest).append(cut(f"row {number}: {[plain(cell) for cell in cells]}"))
            if used <= MOST_ROWS:
                kept[used] = number, cells
    hidden = "" if sheet.sheet_state == "visible" else f" ({sheet.sheet_state})"
    yield f"Sheet {sheet.title!r}{hidden}: {used:,} rows that aren't empty, {columns} columns"
    rows = dict(kept.values())
    if whole:
        yield from unvalued(whole)
    if used > WHOLE:
        yield from summary(rows, used)
    odd = [kept[place] for place in odd_ones({place: cells for place, (_, cells) in kept.items()}, used)]
    between = [cut(f"row {number}, unlike those shown: {[plain(cell) for cell in cells]}") for number, cells in odd]
    yield from ends(first, rest, used, "rows", between)


def plain(cell: object) -> object:
    """A cell as its row shows it: dates as text that can't be taken for a number."""
    return f"<date {cell.isoformat(' ')}>" if hasattr(cell, "isoformat") and hasattr(cell, "year") else cell
