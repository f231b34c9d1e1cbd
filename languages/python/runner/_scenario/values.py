"""What stands beside a name in what is shown, and what it is: a number, an amount, a date, a time, or text."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain, pairwise

from .likeness import CLEAR, PLAIN, Several, nearest
from .readings import numbers
from .value import Value

CELLS = re.compile(r"\s{2,}|\t+|\s*\|\s*")
LABEL = re.compile(r"\s*(?::(?!\d)|=|→|->|\s[-–—](?=\s))\s*")  # noqa: RUF001


Tables = Sequence[Sequence[Sequence[str]]]
"""Cells in rows, which may be empty, unlike in a text."""


@dataclass(frozen=True)
class Cell:
    """What stands in a row, from one place to another: letters of a line, or columns of a table."""

    said: str
    begin: int
    end: int


def beside(words: Sequence[str], text: str, fields: Mapping[str, str] | None = None, tables: Tables = ()) -> Value:
    """What stands beside the first of `words`, a name: in a field, behind it in its line, in its row or below it.

    Further words must stand in that line as well, or be the head of the column that is meant; it is looked for in
    `tables`, too. Raises `AssertionError` where there is none, and `likeness.Several` where there are two.
    """
    name, *more = words
    if not more and fields:
        field = nearest(name, fields.items())
        if field.rank >= PLAIN:
            return Value(field.one)
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    heads = [[cell for cell in row if cell] for row in (table[0] for table in tables if table)]
    found: Iterable[Iterable[str]] = (
        _labelled(name, more, lines, [line for line in lines if CELLS.split(line) in heads]),
        *(looked(name, more, lines) for looked in (_below, _said)),
    )
    if len(more) == 1:
        known = [*map(_numbered, tables), [*map(_cells, text.splitlines())]]
        # A calendar has its days above, and another one at the left.
        found = chain(_in_tables(name, more[0], known), _in_tables(more[0], name, known), found)
    for values in map(dict.fromkeys, found):
        if len(values) > 1:
            raise Several(" ".join(words), values)
        for value in values:
            return Value(value)
    raise AssertionError(f"Nothing stands beside {' '.join(words)!r} in what is shown:\n{text[:1500]}")


def _in_tables(name: str, column: str, tables: Sequence[Sequence[Sequence[Cell]]]) -> Iterator[list[str]]:
    """What stands in that column of the row that has the name: as its first cell, or else as another one."""
    for rows in tables:
        named = list(_under(column, rows))
        yield [value.said for cells, value in named if _is(name, cells[0])]
        yield [value.said for cells, value in named if any(_is(name, cell) for cell in cells if cell is not value)]


def _under(column: str, rows: Sequence[Sequence[Cell]]) -> Iterator[tuple[Sequence[Cell], Cell]]:
    """Each row below the head of that column, with what stands under it."""
    heads: Sequence[Cell] = ()
    place = 0
    for cells in filter(None, rows):
        head = nearest(column, [(cell.said, place) for place, cell in enumerate(cells)])
        if head.rank >= PLAIN and len(cells) > 1:
            heads, place = cells, head.one
        elif len(cells) == len(heads):
            yield cells, cells[place]
        elif heads:  # some are empty
            under = [cell for cell in cells if cell.begin < heads[place].end and heads[place].begin < cell.end]
            yield from ((cells, one) for one in under if len(under) == 1 < len(cells))


def _is(name: str, cell: Cell) -> bool:
    return nearest(name, [(cell.said, cell)]).rank >= PLAIN


def _cells(line: str) -> list[Cell]:
    """What stands apart in a line."""
    ends = [(0, 0), *((mark.start(), mark.end()) for mark in CELLS.finditer(line)), (len(line), len(line))]
    parts = [Cell(line[begin:end], begin, end) for (_, begin), (end, _) in pairwise(ends)]
    return [part for part in parts if part.said.strip()]


def _numbered(rows: Sequence[Sequence[str]]) -> list[list[Cell]]:
    """A table's cells, by their columns; what is empty has no name."""
    return [[Cell(said, place, place + 1) for place, said in enumerate(row)] for row in rows if any(row)]


def _labelled(name: str, more: Sequence[str], lines: Sequence[str], known: Sequence[str]) -> Iterator[str]:
    """Behind the name as a label; the lines that are `known` as heads of a table count only where nothing else does."""
    pairs = [(label, (behind, line)) for line in lines if _has(line, more) for label, behind in _pairs(line)]
    found = nearest(name, pairs)
    if found.rank >= CLEAR:
        said = [one for _, one in found.named]
        heads = {*_heads(lines), *known} if len(said) > 1 else ()
        yield from (behind for behind, line in [one for one in said if one[1] not in heads] or said)


def _heads(lines: Sequence[str]) -> set[str]:
    """The lines that are heads of a table's columns, where a name stands beside another name."""
    rows = [(line, CELLS.split(line)) for line in lines]
    return {
        line
        for (line, heads), (below, cells) in pairwise(rows)
        if len(heads) == len(cells) > 1 and not any(map(str.isdigit, line)) and any(map(str.isdigit, below))
    }


def _pairs(line: str) -> Iterator[tuple[str, str]]:
    """Each name in it, with what stands behind it until the next one."""
    cells = [part for cell in CELLS.split(line) for part in _halves(cell)]
    for place, label in enumerate(cells[:-1]):
        if not numbers(label) or any(map(str.isalpha, label)):
            more = [cells[place + 1]]
            for cell in cells[place + 2 :]:
                if not any(map(str.isdigit, cell)) or not any(map(str.isdigit, more[-1])):
                    break
                more.append(cell)
            yield label, "  ".join(more)


def _halves(cell: str) -> list[str]:
    parted = LABEL.split(cell, maxsplit=1)
    return [part for part in parted if part]


def _below(name: str, more: Sequence[str], lines: Sequence[str]) -> Iterator[str]:
    """A name may stand alone, with its value in the next line."""
    values = {below for below in lines if any(map(str.isdigit, below)) and not [*_pairs(below)] and _has(below, more)}
    found = nearest(name, [(line.rstrip(":"), below) for line, below in pairwise(lines) if below in values])
    yield from (below for _, below in found.named if found.rank >= PLAIN)


def _said(name: str, more: Sequence[str], lines: Sequence[str]) -> Iterator[str]:
    """Behind the name in a sentence."""
    for line in lines:
        said = re.search(rf"(?<!\w){re.escape(name)}(?!\w)(.*)", line, re.IGNORECASE)
        if said and any(map(str.isdigit, said[1])) and _has(line, more):
            yield said[1].strip()


def _has(line: str, words: Sequence[str]) -> bool:
    return all(re.search(rf"(?<!\w){re.escape(word)}(?!\w)", line, re.IGNORECASE) for word in words)
