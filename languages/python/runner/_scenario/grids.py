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
    """The grids of a window. One with a name that is missing or stands there twice is left out."""
    for frame in filter(None, dict.fromkeys(widget.master for widget in reading.inside(window))):
        places: dict[tuple[int, int], Any] = {}
        for widget in frame.grid_slaves():
            info = widget.grid_info()
            if widget.winfo_viewable():
                places[int(info["row"]), int(info["column"])] = widget
        yield from _read(places)


def _read(places: Mapping[tuple[int, int], Any]) -> Iterator[Grid]:
    """One for each line of names along the top, as where days have their date below."""
    rows, columns = (sorted({place[side] for place in places}) for side in (0, 1))
    named = [row for row in rows[1:] if _name(places.get((row, columns[0])))]
    left = [_name(places[row, columns[0]]) for row in named]
    for row in rows if _are_names(left) else ():
        if row >= named[0]:
            break
        top = [_name(places.get((row, column))) for column in columns[1:]]
        if _are_names(top):
            cells = ([places.get((one, column)) for column in columns[1:]] for one in named)
            yield Grid(top, dict(zip(left, cells, strict=True)))


def _are_names(said: Sequence[str]) -> bool:
    return len(said) >= FEWEST and len({*said} - {""}) == len(said)


def _name(widget: Any) -> str:
    return reading.caption(widget).strip() if widget and reading.kind(widget) in reading.LABELS else ""
