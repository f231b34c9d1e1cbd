"""Excel workbooks."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from .lines import FIRST, REST, cut, ends
from .odd import MOST_ROWS
from .said import Look, _, listed, ngettext
from .tables import odd_ones


def workbook(path: Path) -> Look:
    """The sheets, each with its used size, and its first and last rows as values; of formulas the stored results."""
    import openpyxl

    book = openpyxl.load_workbook(path, read_only=True, data_only=True)
    parts = [sheet_lines(sheet) for sheet in book.worksheets]
    count = ngettext("%(count)s sheet", "%(count)s sheets", len(parts))
    return listed(_("Excel workbook"), count), "\n".join(line for part in parts for line in part)


def sheet_lines(sheet: Any) -> Iterator[str]:
    """A sheet's name and size, then rows as Python values."""
    first: list[str] = []
    rest: deque[str] = deque(maxlen=REST)
    columns, used, kept = 0, 0, dict[int, tuple[int, list[object]]]()
    for number, row in enumerate(sheet.iter_rows(values_only=True), start=1):
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
    odd = [kept[place] for place in odd_ones({place: cells for place, (_, cells) in kept.items()}, used)]
    between = [cut(f"row {number}, unlike those shown: {[plain(cell) for cell in cells]}") for number, cells in odd]
    yield from ends(first, rest, used, "rows", between)


def plain(cell: object) -> object:
    """A cell as its row shows it: dates as text that can't be taken for a number."""
    return f"<date {cell.isoformat(' ')}>" if hasattr(cell, "isoformat") and hasattr(cell, "year") else cell
