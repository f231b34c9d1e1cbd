"""What a workbook's sheet has beside its values: merged cells, formulas, formats, comments, marks, what is hidden."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import groupby
from typing import Any

from .lines import cut
from .odd import shape

MOST, FEW = 6, 4
UNMARKED = ("000000", "FFFFFF")  # black and white


@dataclass(frozen=True, slots=True)
class Whole:
    """A sheet of which all was read, once with values and once with formulas, where it has any."""

    sheet: Any
    formulas: Any


def unvalued(whole: Whole) -> Iterator[str]:
    """A line for each sort."""
    sheet = whole.sheet
    cells = [cell for row in sheet.iter_rows() for cell in row]
    yield from _listed(
        "merged", map(str, sorted(sheet.merged_cells.ranges, key=lambda one: (one.min_row, one.min_col)))
    )
    yield from _listed("hidden rows and columns", _hidden(sheet))
    yield from _formulas(whole)
    yield from _listed("formats, each with its first cell", _formats(cells))
    filled = [cell for cell in cells if cell.value is not None]
    yield from _listed("struck through", _areas(cell for cell in filled if cell.font.strike))
    yield from _listed("marked by colour", _marked(filled))
    yield from _listed("comments", (f"{cell.coordinate} {cell.comment.text!r}" for cell in cells if cell.comment))


def _listed(what: str, found: Iterator[str]) -> Iterator[str]:
    parts = list(found)
    more = f", … +{len(parts) - MOST:,}" if len(parts) > MOST else ""
    if parts:
        yield f"[... {what}: {cut(', '.join(parts[:MOST]))}{more} ...]"


def _areas(cells: Iterable[Any]) -> Iterator[str]:
    """Neighbours in a row together, as in `B3:D3`."""
    numbered = enumerate(cells)
    for _, places in groupby(numbered, key=lambda one: (one[1].row, one[1].column - one[0])):
        names = [cell.coordinate for _, cell in places]
        yield names[0] if len(names) == 1 else f"{names[0]}:{names[-1]}"


def _marked(cells: Iterable[Any]) -> Iterator[str]:
    """The cells of each colour, behind them or of their letters, as RGB."""
    colours = defaultdict[str, list[Any]](list)
    for cell in cells:
        behind = cell.fill.fgColor if cell.fill.fill_type == "solid" else None
        for what, colour in (("behind", behind), ("letters", cell.font.color)):
            if colour is not None and colour.type == "rgb" and colour.rgb[-6:] not in UNMARKED:
                colours[f"{what} {colour.rgb[-6:]}"].append(cell)
    for name, found in colours.items():
        areas = list(_areas(found))
        more = f" and {len(areas) - FEW:,} more" if len(areas) > FEW else ""
        yield f"{name} at {' '.join(areas[:FEW])}{more}"


def _hidden(sheet: Any) -> Iterator[str]:
    yield from (str(number) for number, row in sheet.row_dimensions.items() if row.hidden)
    yield from (letter for letter, column in sheet.column_dimensions.items() if column.hidden)


def _formulas(whole: Whole) -> Iterator[str]:
    """The first that is written in its way, with the value that is stored; where none is, that is said."""
    known, unknown, without = dict[str, str](), dict[str, str](), 0
    for row in whole.formulas.iter_rows() if whole.formulas else ():
        for cell in (cell for cell in row if cell.data_type == "f"):
            text, value = str(getattr(cell.value, "text", cell.value)), whole.sheet[cell.coordinate].value
            if value is None:
                without += 1
                unknown.setdefault(shape(text), f"{cell.coordinate} {text}")
            else:
                known.setdefault(shape(text), f"{cell.coordinate} {text} → {value!r}")
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
