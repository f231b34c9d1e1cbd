"""What workbooks have in common, whichever program wrote them: sheets of lines, and values in their cells."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal
from typing import Any

from languages.python.parts.read.files import CannotRead
from languages.python.parts.read.heads import _columns_of, _head_key, _limited, _TableLine, _wanted_heads
from languages.python.parts.read.rows import Row, _rows_below_heads
from languages.python.parts.telling import sentence, tell

_ERROR_CELL = re.compile(r"#N/A|#NV|#(?:DIV/0|[^\W\d_]{3,})[!?]|Err:\d{3}")
"""As Excel and LibreOffice show that a formula came to nothing, in any language."""


@dataclass(frozen=True)
class _Sheet:
    """A sheet with its lines."""

    name: str
    lines: Sequence[_TableLine]


def _rows_of_sheets(sheets: Sequence[_Sheet], needed: Sequence[str], sheet: str, file: str) -> list[Row]:
    """The rows of the sheet that is asked for, or else of the first that has what is needed."""
    chosen = _named_sheet(sheets, sheet, file) if sheet else _first_sheet(sheets, _wanted_heads(needed), file)
    return _rows_below_heads(list(_without_errors(chosen.lines, file)), needed, file)


def _without_errors(lines: Sequence[_TableLine], file: str) -> Iterator[_TableLine]:
    """The lines, where a cell with an error is empty, and is told."""
    rows: list[str] = []
    for line in lines:
        cells = ["" if _is_error(cell) else cell for cell in line.cells]
        rows += [str(line.number)] if cells != list(line.cells) else []
        yield line._replace(cells=cells)
    if rows:
        told = _limited(", ".join(rows))
        tell(
            sentence(
                "{file}: cells with an error such as #N/A count as empty, in these rows: {rows}", file=file, rows=told
            )
        )


def _is_error(cell: Any) -> bool:
    return isinstance(cell, str) and _ERROR_CELL.fullmatch(cell) is not None


def _named_sheet(sheets: Sequence[_Sheet], name: str, file: str) -> _Sheet:
    for wanted in (lambda one: one.name == name, lambda one: _head_key(one.name) == _head_key(name)):
        if found := list(filter(wanted, sheets)):
            return found[0]
    there = _limited(", ".join(f"“{one.name}”" for one in sheets))
    raise CannotRead(
        sentence("{file} has no sheet “{sheet}”. There are: {sheets}.", file=file, sheet=name, sheets=there)
    )


def _first_sheet(sheets: Sequence[_Sheet], wanted: Sequence[str], file: str) -> _Sheet:
    """That of the most heads that are wanted, the first of several; others that have all of them are told."""
    filled = [one for one in sheets if any(line.filled for line in one.lines)]
    if not filled:
        raise CannotRead(sentence("{file}: It is empty, so there is no table in it.", file=file))
    counts = [max(len(_columns_of(line, wanted)) for line in one.lines) for one in filled]
    fitting = [one for one, count in zip(filled, counts, strict=True) if count == len(wanted)]
    if others := ", ".join(f"“{one.name}”" for one in fitting[1:]):
        first = fitting[0].name
        tell(
            sentence(
                "{file}: only the sheet “{sheet}” is read. Left out: {others}", file=file, sheet=first, others=others
            )
        )
    return fitting[0] if fitting else filled[counts.index(max(counts))]


def _sheet_line(number: int, cells: Sequence[Any], struck: bool) -> _TableLine:
    return _TableLine(number, cells, "; ".join(_as_shown(cell) for cell in cells if cell != ""), struck)


def _as_shown(cell: Any) -> str:
    return cell.isoformat(sep=" ") if isinstance(cell, datetime) else str(cell)


def _trimmed(grid: Sequence[tuple[int, list[Any], bool]]) -> list[_TableLine]:
    """Lines of the same width, without the columns before and behind them in which nothing stands."""
    filled = {place for _number, cells, _struck in grid for place, cell in enumerate(cells) if cell != ""}
    first, end = min(filled, default=0), max(filled, default=-1) + 1
    wide = ((number, [*cells, *[""] * (end - len(cells))][first:end], struck) for number, cells, struck in grid)
    return [_sheet_line(number, cells, struck) for number, cells, struck in wide if any(cell != "" for cell in cells)]


def _sheet_number(value: float | str) -> Decimal:
    """As it is shown: programs keep 2.3 as 2.2999999999999998."""
    number = Decimal(format(float(value), ".15g"))
    if not number.is_finite():
        raise ValueError(sentence("“{text}” is not a number.", text=value))
    return Decimal(format(number, "f"))


def _with_zeros(number: Decimal, least: int) -> Decimal | str:
    """What is shown with at least so many figures, if 2 or more, is a code with its zeros in front, and no number."""
    if least < 2 or number != int(number):
        return number
    return f"{'-' if number < 0 else ''}{abs(int(number)):0{least}}"
