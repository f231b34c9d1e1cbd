"""What a workbook's sheet has beside its values: merged cells, formulas, formats, comments, what is hidden."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from .lines import cut
from .odd import Row, shape

MOST = 6


def unvalued(sheet: Any, values: Mapping[int, Row]) -> Iterator[str]:
    """A line for each sort; the values are by the numbers of their rows."""
    cells = [cell for row in sheet.iter_rows() for cell in row if cell.value is not None]
    yield from _listed(
        "merged", map(str, sorted(sheet.merged_cells.ranges, key=lambda one: (one.min_row, one.min_col)))
    )
    yield from _listed("hidden rows and columns", _hidden(sheet))
    yield from _formulas([cell for cell in cells if cell.data_type == "f"], values)
    yield from _listed("formats, each with its first cell", _formats(cells))
    yield from _listed("comments", (f"{cell.coordinate} {cell.comment.text!r}" for cell in cells if cell.comment))


def _listed(what: str, found: Iterator[str]) -> Iterator[str]:
    parts = list(found)
    more = f", … +{len(parts) - MOST:,}" if len(parts) > MOST else ""
    if parts:
        yield f"[... {what}: {cut(', '.join(parts[:MOST]))}{more} ...]"


def _hidden(sheet: Any) -> Iterator[str]:
    yield from (str(number) for number, row in sheet.row_dimensions.items() if row.hidden)
    yield from (letter for letter, column in sheet.column_dimensions.items() if column.hidden)


def _formulas(cells: list[Any], values: Mapping[int, Row]) -> Iterator[str]:
    """The first that is written in its way, with the value that is stored; where none is, that is said."""
    known, unknown = dict[str, str](), dict[str, str]()
    without = 0
    for cell in cells:
        row = values.get(cell.row, ())
        value = row[cell.column - 1] if cell.column <= len(row) else None
        text = str(getattr(cell.value, "text", cell.value))
        without += value is None
        said = f"{cell.coordinate} {text}" if value is None else f"{cell.coordinate} {text} → {value!r}"
        (unknown if value is None else known).setdefault(shape(text), said)
    yield from _listed("formulas", iter(known.values()))
    if without:
        what = f"formulas without a stored value, which data_only reads as None ({without:,})"
        yield from _listed(what, iter(unknown.values()))


def _formats(cells: list[Any]) -> Iterator[str]:
    first: dict[str, str] = {}
    for cell in cells:
        if cell.number_format not in ("General", "@"):
            first.setdefault(cell.number_format, cell.coordinate)
    yield from (f"{cell} {written!r}" for written, cell in first.items())
