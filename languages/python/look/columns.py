"""What is in the columns of a table that is too long to be shown: their values, or how these are written."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import dropwhile, groupby

from .invisible import visible
from .odd import MOST_SHAPES, Row, shape

MOST, MOST_VALUES = 16, 8
MOST_BLOCKS = 6
LONGEST_VALUE, LONGEST_COLUMN = 30, 160


def summary(rows: Mapping[int, Row], total: int) -> Iterator[str]:
    """A line for each column of which something can be said, by the numbers of the rows; there may be more of them."""
    if total > len(rows):
        yield f"[... only the first {len(rows):,} rows were looked at ...]"
    ((usual, _),) = Counter(map(len, rows.values())).most_common(1) or [(0, 0)]
    header, *below = [*dropwhile(lambda row: len(row) < usual, rows.values())] or [()]
    for place in range(min(len(header), MOST)):
        said = _column([row[place] if place < len(row) else "" for row in below])
        if said:
            yield f"[... column {_short(header[place])} {said[:LONGEST_COLUMN]} ...]"
    if len(header) > MOST:
        yield f"[... more columns: {len(header) - MOST:,} ...]"


def _column(cells: Sequence[object]) -> str:
    """Its few values, or how they are written, each with how often; empty ones, too."""
    values = Counter(map(_short, cells))
    if len(values) <= MOST_VALUES:
        return f"has only: {_counted(values)}"
    shapes: dict[str, str] = {}
    examples = Counter(shapes.setdefault(shape(cell), _short(cell)) for cell in cells)
    return f"is written as in: {_counted(examples)}" if 1 < len(examples) <= MOST_SHAPES else ""


def _counted(values: Counter[str]) -> str:
    return ", ".join(f"{value} ({count:,})" for value, count in values.most_common())


def _short(cell: object) -> str:
    text = visible(cell) if isinstance(cell, str) else "" if cell is None else str(cell)
    text = text.replace("\r", "").replace("\n", "\\n")
    text = repr(text) if not text or text != text.strip() else text
    return text if len(text) <= LONGEST_VALUE else f"{text[:LONGEST_VALUE]}…"


def blocks(rows: Mapping[int, Row]) -> Iterator[str]:
    """Where the rows of a table don't have equally many cells: it may be several tables, or have lines before it."""
    runs = [(cells, list(run)) for cells, run in groupby(rows, key=lambda number: len(rows[number]))]
    if 1 < len(runs) <= MOST_BLOCKS:
        parts = [f"{cells} in {run[0]:,}-{run[-1]:,}" for cells, run in runs]
        yield f"[... cells in each row, by lines: {', '.join(parts)} ...]"
    elif runs[1:]:
        counts = Counter(map(len, rows.values()))
        usual = ", ".join(f"{cells} ({count:,})" for cells, count in counts.most_common(MOST_BLOCKS))
        yield f"[... cells in each row, and how many rows have so many: {usual} ...]"


def repeated(rows: Mapping[int, Row]) -> Iterator[str]:
    """Rows that occur more than once."""
    seen: dict[tuple[object, ...], int] = {}
    again = [number for number, row in rows.items() if any(row) and seen.setdefault(tuple(row), number) != number]
    if again:
        yield f"[... repeated rows: {len(again):,}, first in line {again[0]:,} ...]"
