"""The colours that a person notices in a window."""

from __future__ import annotations

import colorsys
import tkinter
from collections.abc import Callable, Iterator
from tkinter import ttk
from typing import Any

from .reading import _option, caption, inside, kind

FEWEST = 0.01  # of a window's area, for a colour that somebody notices
DARK, GREY, LIGHT = 0.2, 0.15, 0.85
HUES = ((15, "red"), (45, "orange"), (70, "yellow"), (165, "green"), (200, "cyan"), (260, "blue"), (345, "purple"))
PLACES = ("background", "foreground")

Part = tuple[str, float]
"""A colour as tkinter has it, and its area in pixels."""


def colors(window: Any) -> list[str]:
    """The plain names of the colours in it, those of large areas first."""
    areas: dict[str, float] = {}
    whole = window.winfo_width() * window.winfo_height() or 1
    for widget in inside(window):
        # What is written and drawn is noticed, however little it is.
        least = whole * FEWEST
        ground = max(_free_area(widget), least if caption(widget).strip() else 0.0)
        parts = [(_own(widget, "background"), ground), (_own(widget, "foreground"), least)]
        parts += [(color, max(area, least)) for color, area in _drawn(widget)]
        for color, area in parts:
            name = _named(widget, color)
            areas[name] = areas.get(name, 0.0) + area
    return [name for name in sorted(areas, key=lambda name: -areas[name]) if name and areas[name] >= whole * FEWEST]


def _free_area(widget: Any) -> float:
    """What of it isn't covered by what is in it."""
    inner = [child for child in widget.children.values() if child.winfo_viewable() and kind(child) != "Menu"]
    covered = sum(child.winfo_width() * child.winfo_height() for child in inner if child.winfo_toplevel() is not child)
    return float(max(0, widget.winfo_width() * widget.winfo_height() - covered))


def _own(widget: Any, option: str) -> str:
    value = _option(widget, option)
    if value or not kind(widget).startswith("T"):
        return value
    return str(ttk.Style(widget).lookup(_option(widget, "style") or kind(widget), option))


def _drawn(widget: Any) -> Iterator[Part]:
    """Those of rows, texts and drawings in it that have colours of their own, as far as they are in sight."""
    if found := DRAWN.get(kind(widget)):
        yield from ((color, area) for color, area in found(widget) if color)


def _rows(table: Any) -> Iterator[Part]:
    for row in table.get_children():
        if box := table.bbox(row):
            for tag in table.item(row, "tags"):
                yield from ((str(table.tag_configure(tag, option)), box[2] * box[3]) for option in PLACES)


def _entries(box: Any) -> Iterator[Part]:
    for place in range(box.size()):
        if box.bbox(place):
            yield from ((str(box.itemcget(place, option)), 0.0) for option in PLACES)


def _marks(text: Any) -> Iterator[Part]:
    for tag in text.tag_names():
        if tag != "sel" and text.tag_ranges(tag):
            yield from ((str(text.tag_cget(tag, option)), 0.0) for option in PLACES)


def _shapes(canvas: Any) -> Iterator[Part]:
    for shape in canvas.find_all():
        if canvas.itemcget(shape, "state") != "hidden" and canvas.type(shape) not in ("image", "window", "bitmap"):
            left, top, right, bottom = canvas.bbox(shape) or (0, 0, 0, 0)
            yield str(canvas.itemcget(shape, "fill")), float((right - left) * (bottom - top))


DRAWN: dict[str, Callable[[Any], Iterator[Part]]] = {
    "Treeview": _rows,
    "Listbox": _entries,
    "Text": _marks,
    "Canvas": _shapes,
}


def _named(widget: Any, color: str) -> str:
    try:
        red, green, blue = (part / 65535 for part in widget.winfo_rgb(color))
    except tkinter.TclError:
        return ""
    return color_name(red, green, blue)


def color_name(red: float, green: float, blue: float) -> str:
    """The plain name of a colour whose parts go from 0 to 1."""
    hue, _, saturation = colorsys.rgb_to_hls(red, green, blue)
    brightest, darkest = max(red, green, blue), min(red, green, blue)
    if brightest < DARK:
        return "black"
    if brightest - darkest < GREY or saturation < GREY:
        return "white" if darkest > LIGHT else "grey"
    return next((name for end, name in HUES if hue * 360 < end), "red")
