"""Tables as CSV that spreadsheets open with a double-click."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from languages.python.parts.understand.habits import _decimal_here
from languages.python.parts.write.placing import write_with
from languages.python.parts.write.written import _cell_text, _cells_below, _is_like_formula, _tell_no_numbers


def write_table(name: str | Path, heads: Sequence[str], rows: Iterable[Any]) -> Path:
    """Write a CSV that spreadsheets open; give numbers and dates as they are, not as text. Tells where it is."""
    cells = [list(heads), *_cells_below(heads, rows)]
    content = _csv_text(cells).encode("utf-8-sig")
    place = write_with(name, lambda path: path.write_bytes(content))
    _tell_no_numbers(place, cells)
    return place


def _csv_text(rows: Iterable[Sequence[Any]]) -> str:
    text = io.StringIO(newline="")
    writer = csv.writer(text, delimiter=";" if _decimal_here() == "," else ",")
    writer.writerows([_csv_cell(value) for value in row] for row in rows)
    return text.getvalue()


def _csv_cell(value: Any) -> str:
    """A text that a spreadsheet would take for a formula has an apostrophe before it, as one types it there."""
    text = _cell_text(value)
    return f"'{text}" if isinstance(value, str) and _is_like_formula(text) else text
