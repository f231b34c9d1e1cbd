"""Which rows of a long table, and which lines of a long text, are written otherwise than those that are shown.

Each cell has a shape, in which letters and numbers stand for all of their sort. That what is odd in a column shows in
the structure of its values is from Raman and Hellerstein, "Potter's Wheel", VLDB 2001. Imports nothing of ours.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence

MOST = 12
MOST_ROWS = 20_000
MOST_COLUMNS = 40
MOST_SHAPES = 8
"""A column with more is one of free texts, where each row differs."""
MOST_LINES = 100
"""A text with more beginnings is one in which each line differs."""
BEGINNING = 12  # of a shape: a date, a name, a level, but not what is told then
LONGEST = 200
WORDS = re.compile(r"[^\W\d_]+(?:[^\w]+[^\W\d_]+)*")
NUMBER = re.compile(r"\d+")

Row = Sequence[object]
"""Its cells: texts, or what a workbook has in them."""


def unlike(rows: Sequence[Row], shown: Collection[int]) -> list[int]:
    """The places of `MOST` rows at most, each the first with a shape that its column has in no row that is `shown`."""
    rows = rows[:MOST_ROWS]
    width = min(max(map(len, rows), default=0), MOST_COLUMNS)
    return sorted({place for column in range(width) for place in _new(rows, column, shown)})[:MOST]


def _new(rows: Sequence[Row], column: int, shown: Collection[int]) -> Iterator[int]:
    first: dict[str, int] = {}
    for place, row in enumerate(rows):
        first.setdefault(shape(row[column] if column < len(row) else None), place)
    known = {shape(rows[place][column]) for place in shown if place < len(rows) and column < len(rows[place])}
    if len(first) <= MOST_SHAPES:
        yield from (place for found, place in first.items() if found not in known and place not in shown)


def unlike_lines(lines: Sequence[str], shown: Collection[int]) -> list[int]:
    """The places of `MOST` lines at most, each the first that begins in a way in which none does that is `shown`."""
    first: dict[str, int] = {}
    for place, line in enumerate(lines[:MOST_ROWS]):
        first.setdefault(_begins(line), place)
    known = {_begins(lines[place]) for place in shown}
    return [place for begins, place in first.items() if begins not in known][:MOST] if len(first) <= MOST_LINES else []


def _begins(line: str) -> str:
    indent = " " * (len(line) > len(line.lstrip()))
    return indent + shape(line.strip()[:LONGEST])[:BEGINNING].rstrip(".,;!?")


def shape(cell: object) -> str:
    """How a cell is written: 03.05.2025 is 0.0.0000, and "Anna-Lena Groß" is a; of what is no text, its type."""
    if isinstance(cell, str):
        return NUMBER.sub(lambda found: "0000" if len(found[0]) > 3 else "0", WORDS.sub("a", cell))
    return "number" if isinstance(cell, int | float) else type(cell).__name__
