"""Excel workbooks: the values of each sheet, and what stands behind them or is only seen."""

from __future__ import annotations

import zipfile
from collections import deque
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from .columns import summary
from .lines import FIRST, REST, WHOLE, cut, ends
from .odd import MOST_ROWS
from .said import Look, _, listed, ngettext
from .tables import odd_ones
from .unvalued import unvalued

LARGEST = 5_000_000  # bytes, unpacked, that are read a second time for what isn't a value


def workbook(path: Path) -> Look:
    """The sheets, each with its used size, and its first and last rows as values; of formulas the stored results."""
    import openpyxl

    values = openpyxl.load_workbook(path, read_only=True, data_only=True)
    full = openpyxl.load_workbook(path) if _is_small(path) else None
    parts = [sheet_lines(sheet, full[sheet.title] if full else None) for sheet in values.worksheets]
    count = ngettext("%(count)s sheet", "%(count)s sheets", len(parts))
    return listed(_("Excel workbook"), count), "\n".join(line for part in parts for line in part)


def _is_small(path: Path) -> bool:
    with zipfile.ZipFile(path) as opened:
        return sum(entry.file_size for entry in opened.infolist()) <= LARGEST


def sheet_lines(sheet: Any, full: Any) -> Iterator[str]:
    """A sheet's name and size, what isn't among the values, where it is known, then rows as Python values."""
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
    rows = dict(kept.values())
    if full is not None:
        yield from unvalued(full, rows)
    if used > WHOLE:
        yield from summary(rows)
    odd = [kept[place] for place in odd_ones({place: cells for place, (_, cells) in kept.items()}, used)]
    between = [cut(f"row {number}, unlike those shown: {[plain(cell) for cell in cells]}") for number, cells in odd]
    yield from ends(first, rest, used, "rows", between)


def plain(cell: object) -> object:
    """A cell as its row shows it: dates as text that can't be taken for a number."""
    return f"<date {cell.isoformat(' ')}>" if hasattr(cell, "isoformat") and hasattr(cell, "year") else cell
