"""The squares of tkinter's windows: buttons, fields and what can be clicked beside each other, or what is drawn."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from . import reading
from .boards import Board, Box, between, board_of, largest

DRAWN = {"rectangle", "polygon", "oval", "image", "window", "bitmap"}


@dataclass(frozen=True)
class Square:
    """What stands in it, and how it is clicked."""

    said: str
    click: Callable[[], object]


def board(windows: Sequence[Any], click: Callable[..., object], takes_clicks: Callable[[Any], bool]) -> Board:
    """The largest one that is shown. `click` clicks a widget, in its middle or at a place."""
    boards = (one for window in windows for one in _boards(window, click, takes_clicks))
    return largest(boards)


def _boards(window: Any, click: Callable[..., object], takes_clicks: Callable[[Any], bool]) -> Iterator[Board]:
    beside: dict[Any, list[tuple[Box, Square]]] = {}
    for widget in reading.inside(window):
        if reading.kind(widget) == "Canvas":
            yield _drawn(widget, click)
        if takes_clicks(widget):
            square = Square(reading.said_by(widget), partial(click, widget))
            beside.setdefault(widget.master, []).append((reading.place(widget), square))
    yield from map(board_of, beside.values())


def _drawn(canvas: Any, click: Callable[..., object]) -> Board:
    """Of a drawing with shapes of one size, or else with lines between its squares."""
    shown = [item for item in canvas.find_all() if reading.is_drawn(canvas, item)]
    texts = [
        (_middle(canvas, item), str(canvas.itemcget(item, "text"))) for item in shown if canvas.type(item) == "text"
    ]
    boxes = [_around(canvas, item) for item in shown if canvas.type(item) in DRAWN]
    lines = [tuple(canvas.coords(item)) for item in shown if canvas.type(item) == "line"]
    straight = [line for line in lines if len(line) == 4]

    def squares(found: Sequence[Box]) -> Board:
        return board_of([(box, _square(canvas, box, texts, click)) for box in found])

    return largest([squares(boxes), squares(between(straight))])


def _square(canvas: Any, box: Box, texts: Sequence[tuple[Any, str]], click: Callable[..., object]) -> Square:
    said = " ".join(text for middle, text in texts if box.holds(middle))
    x, y = box.middle
    return Square(said, partial(_click_drawn, canvas, x, y, click))


def _click_drawn(canvas: Any, x: float, y: float, click: Callable[..., object]) -> None:
    """Where the drawing shows it now."""
    click(canvas, round(x - canvas.canvasx(0)), round(y - canvas.canvasy(0)))


def _around(canvas: Any, item: int) -> Box:
    left, top, right, bottom = canvas.bbox(item) or (0, 0, 0, 0)
    return Box(left, top, right - left, bottom - top)


def _middle(canvas: Any, item: int) -> tuple[float, float]:
    return _around(canvas, item).middle
