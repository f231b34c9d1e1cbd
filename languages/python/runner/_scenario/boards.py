"""Squares in rows and columns, as of a game, a chart or a plan of seats: things of one size that lie in a grid."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any, NamedTuple

SLACK = 3  # pixels by which two of one size may differ
FEWEST = 2  # squares of a board, and rows and columns of what is one rather than a line of buttons


class Box(NamedTuple):
    """Where something is, in pixels; those in one line have one `level`."""

    left: float
    top: float
    width: float
    height: float

    @property
    def level(self) -> float:
        return self.top + self.height / 2

    @property
    def middle(self) -> tuple[float, float]:
        return self.left + self.width / 2, self.level

    def holds(self, point: tuple[float, float]) -> bool:
        """Whether the point lies in it."""
        return 0 <= point[0] - self.left < self.width and 0 <= point[1] - self.top < self.height


@dataclass(frozen=True)
class Board:
    """What lies in each place, by row and column, from 1."""

    places: Mapping[tuple[int, int], Any]

    @property
    def rank(self) -> tuple[bool, int]:
        """By which that is chosen which is meant: rather a board than a single line, and then that of most squares."""
        sides = (len({place[side] for place in self.places}) for side in (0, 1))
        return min(sides) >= FEWEST, len(self.places)

    def at(self, row: int, column: int) -> Any:
        """What lies there. Raises `LookupError` where nothing does, in words."""
        if (row, column) in self.places:
            return self.places[row, column]
        if not self.places:
            raise LookupError("Nothing that is shown has squares in rows and columns.")
        rows, columns = map(max, zip(*self.places, strict=True))
        raise LookupError(
            f"There is no square in row {row}, column {column}. There are {rows} rows, {columns} columns."
        )


def square_of(label: Sequence[object]) -> tuple[int, int] | None:
    """The row and column that are meant, where two numbers are what is to be clicked."""
    match label:
        case (int(row), int(column)):
            return row, column
    return None


def largest(boards: Iterable[Board]) -> Board:
    """The one that is meant, see `Board.rank`, the first of several; an empty one where there are none."""
    return max(boards, key=lambda board: board.rank, default=Board({}))


def board_of(found: Sequence[tuple[Box, Any]]) -> Board:
    """The largest one that these make: those of one size, where they lie in rows and columns."""
    sizes = dict.fromkeys((round(box.width), round(box.height)) for box, _ in found)
    return largest(_laid_out([one for one in found if _is_of(one[0], size)]) for size in sizes)


def between(lines: Sequence[tuple[float, float, float, float]]) -> list[Box]:
    """The squares between straight lines, each from one point to another; the ends of those across close the outer
    ones."""
    upright = [line for line in lines if abs(line[0] - line[2]) <= SLACK]
    across = [line for line in lines if abs(line[1] - line[3]) <= SLACK]
    if not upright or not across:
        return []
    lefts = _clusters([*(line[0] for line in upright), *(x for line in across for x in (line[0], line[2]))], SLACK)
    tops = _clusters([*(line[1] for line in across), *(y for line in upright for y in (line[1], line[3]))], SLACK)
    return [
        Box(left, top, right - left, bottom - top) for top, bottom in pairwise(tops) for left, right in pairwise(lefts)
    ]


def _is_of(box: Box, size: tuple[int, int]) -> bool:
    return abs(box.width - size[0]) <= SLACK and abs(box.height - size[1]) <= SLACK and min(size) > SLACK


def _laid_out(found: Sequence[tuple[Box, Any]]) -> Board:
    """By row and column; where two lie in one place, as a square and what is drawn on it, the last counts."""
    if not found:
        return Board({})
    size = found[0][0]
    columns, rows = (
        _numbered([box.middle[side] for box, _ in found], (size.width, size.height)[side] / 2) for side in (0, 1)
    )
    places = {(row, column): what for row, column, (_, what) in zip(rows, columns, found, strict=True)}
    return Board(places if len(places) >= FEWEST and 2 * len(places) > max(rows) * max(columns) else {})


def _numbered(middles: Sequence[float], apart: float) -> list[int]:
    """The place of each, from 1, also where some between them are empty."""
    known = _clusters(middles, apart)
    step = min((after - before for before, after in pairwise(known)), default=1)
    return [1 + round((middle - known[0]) / step) for middle in middles]


def _clusters(values: Iterable[float], apart: float) -> list[float]:
    """The first of those that are near to each other, in order."""
    found: list[float] = []
    for value in sorted(values):
        if not found or value - found[-1] > apart:
            found.append(value)
    return found
