"""A grid of widgets that a person reads as a table: names along its top and its left, and what stands in between."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from . import reading

FEWEST = 2  # names along the top and along the left


@dataclass(frozen=True)
class Grid:
    """What stands along its `top`, and in each row, by what stands at its left; None where a place is empty."""

    top: Sequence[str]
    rows: Mapping[str, Sequence[Any]]

    @property
    def table(self) -> list[list[str]]:
        """Its cells in rows, the names first."""
        cells = ([name, *(reading.said_by(one) if one else "" for one in row)] for name, row in self.rows.items())
        return [["", *self.top], *cells]

    @property
    def cells(self) -> Iterator[tuple[str, str, Any]]:
        """What stands at the left of each widget in it, above it, and the widget."""
        for name, row in self.rows.items():
            yield from ((name, above, one) for above, one in zip(self.top, row, strict=True) if one)


def grids_in(window: Any) -> Iterator[Grid]:
    """Those of a window; none whose names are missing, or the same twice."""
    for frame in filter(None, dict.fromkeys(widget.master for widget in reading.inside(window))):
        places: dict[tuple[int, int], Any] = {}
        for widget in frame.grid_slaves():
            info = widget.grid_info()
            if widget.winfo_viewable():
                places[int(info["row"]), int(info["column"])] = widget
        yield from _read(places)


def _read(places: Mapping[tuple[int, int], Any]) -> Iterator[Grid]:
    rows, columns = (sorted({place[side] for place in places}) for side in (0, 1))
    for row in rows:
        top = [_name(places.get((row, column))) for column in columns[1:]]
        below = [one for one in rows if one > row and _name(places.get((one, columns[0])))]
        left = [_name(places.get((one, columns[0]))) for one in below]
        if all(len(names) >= FEWEST and len({*names} - {""}) == len(names) for names in (top, left)):
            cells = ([places.get((one, column)) for column in columns[1:]] for one in below)
            yield Grid(top, dict(zip(left, cells, strict=True)))
            return


def _name(widget: Any) -> str:
    return reading.caption(widget).strip() if widget and reading.kind(widget) in reading.LABELS else ""
