"""Rows that know where they stand, of tables in texts and workbooks alike."""

from __future__ import annotations

import gc
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from languages.python.parts.read.files import CannotRead, _shortened
from languages.python.parts.read.heads import (
    _columns_of,
    _head_key,
    _is_like_value,
    _limited,
    _names_of_columns,
    _place_of_heads,
    _repeats,
    _TableLine,
    _wanted_heads,
)
from languages.python.parts.telling import _is_in_words, _named, sentence, tell
from languages.python.parts.understand.columns import _knowing

_BLANKS = "".join(filter(str.isspace, map(chr, range(0x3001)))) + "\ufeff\u200b\u200e\u200f\u2060"
_MOST_TOLD_ROWS = 20


class _NoValue(str):
    """An empty cell, named as in B20: its formula has no value that was kept."""

    def __new__(cls, name: str) -> _NoValue:
        made = super().__new__(cls, "")
        made.name = name
        return made

    name: str


class _NoSuchColumn(KeyError):
    """A mistake of the program, not of what stands in the row."""


class Row(dict[str, Any]):
    """A row of a table: a dict from head to value. `row.file` and `row.line` say where it stands, str(row) what."""

    def __init__(
        self, values: Iterable[tuple[str, Any]], file: str, line: int, text: str, struck: bool = False
    ) -> None:
        super().__init__(values)
        self.file = file
        self.line = line
        self.struck = struck
        self._text = text

    def __str__(self) -> str:
        return self._text

    def __missing__(self, head: object) -> Any:
        raise _NoSuchColumn(head)


class _Rows(list[Row]):
    """Those of one table. `odd` are the others, that don't fit, each as its line and what stands there."""

    odd: Sequence[tuple[int, str]] = ()


@contextmanager
def skipping(row: Row) -> Iterator[None]:
    """`with skipping(row):` — a ValueError inside leaves this row out and tells the person which line and why."""
    try:
        yield
    except _NoSuchColumn:
        raise
    except (ValueError, ArithmeticError, LookupError) as problem:
        reason = str(problem) if _is_in_words(problem) else sentence("This line can't be understood.")
        _tell_left_out(row.file, row.line, str(row), reason)


def _tell_left_out(file: str, line: int, text: str, reason: str) -> None:
    content = _shortened(text)
    if file:
        tell(
            sentence(
                "{file}, line {line} is left out (“{content}”): {reason}",
                file=file,
                line=line,
                content=content,
                reason=reason,
            )
        )
    else:
        tell(sentence("Line {line} is left out (“{content}”): {reason}", line=line, content=content, reason=reason))


def _rows_below_heads(lines: Sequence[_TableLine], needed: Sequence[str], file: str) -> list[Row]:
    """The rows below the line of heads. Raises `CannotRead` where there is none with all that are needed."""
    wanted = _wanted_heads(needed)
    filled = [line for line in lines if line.filled]
    if not filled:
        raise CannotRead(_named(file, sentence("It is empty, so there is no table in it.")))
    place = _place_of_heads(filled, wanted, file)
    above = filled[place]
    below = filled[place + 1 :]
    if wanted or not any(map(_is_like_value, above.filled)):
        keys = [_head_key(cell) for cell in above.filled]
        below = [line for line in below if not _repeats(line.filled, keys)]
    heads = _names_of_columns(above, below, _columns_of(above, wanted), file)
    return _fitting_rows(below, heads, wanted, file)


def _fitting_rows(lines: Sequence[_TableLine], heads: Sequence[str], wanted: Sequence[str], file: str) -> list[Row]:
    """Those with some cells and not too many; empty ones at the end don't count. The others are told.

    Who ends a row early has left out what is empty there. One cell alone is a remark, where others are wanted.
    """
    last = max(place for place, head in enumerate(heads) if head)
    least = min(2, max((heads.index(head) for head in wanted), default=last) + 1)
    fitting: list[_TableLine] = []
    misfits: list[_TableLine] = []
    for line in lines:
        is_wide = len(line.cells) > len(heads) and any(cell != "" for cell in line.cells[len(heads) :])
        (misfits if is_wide or len(line.cells) < least else fitting).append(line)
    _tell_misfits(misfits, last + 1, file)
    _tell_unvalued(fitting, [heads.index(head) for head in wanted] or range(len(heads)), file)
    with _making_many():
        rows = _Rows(_rows_of_columns(fitting, heads, file))
    rows.odd = [(line.number, line.text) for line in misfits]
    return rows


@contextmanager
def _making_many() -> Iterator[None]:
    """Without looking for garbage among them, which takes longer than to make them."""
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()


def _rows_of_columns(lines: Sequence[_TableLine], heads: Sequence[str], file: str) -> Iterator[Row]:
    """A row of each line, with texts that know how the others in their table are written."""
    wide = [[*line.cells, *[""] * len(heads)] if len(line.cells) < len(heads) else line.cells for line in lines]
    columns = _knowing([[cells[place] for cells in wide] for place in range(len(heads))], file)
    for line, cells in zip(lines, zip(*columns, strict=True), strict=True):
        values = ((head, cell) for head, cell in zip(heads, cells, strict=True) if head)
        yield Row(values, file, line.number, line.text, line.struck)


def _tell_misfits(lines: Sequence[_TableLine], count: int, file: str) -> None:
    for line in lines[:_MOST_TOLD_ROWS]:
        reason = sentence("Cells: {cells}, column heads: {heads}.", cells=len(line.cells), heads=count)
        _tell_left_out(file, line.number, line.text, reason)
    if rest := _limited(", ".join(str(line.number) for line in lines[_MOST_TOLD_ROWS:])):
        tell(
            _named(
                file, sentence("These lines don't fit the column heads either and are left out: {lines}", lines=rest)
            )
        )


def _tell_unvalued(lines: Sequence[_TableLine], wanted: Sequence[int], file: str) -> None:
    """Name what was wanted and has no value, in rows with most of what was wanted: others are sums and remarks."""
    unvalued: list[str] = []
    for line in lines:
        cells = [line.cells[place] for place in wanted if place < len(line.cells)]
        missing = [cell.name for cell in cells if isinstance(cell, _NoValue)]
        filled, others = sum(cell != "" for cell in cells), len(cells) - len(missing)
        unvalued += missing if line.filled and 2 * filled >= others else []
    if unvalued:
        tell(
            sentence(
                "{file}: these formulas have no value yet: {cells}. Open it in Excel or LibreOffice and save it.",
                file=file,
                cells=_limited(", ".join(unvalued)),
            )
        )


def _bare(cell: str) -> str:
    """Without blanks around it, nor marks that nobody sees."""
    return cell.strip(_BLANKS)
