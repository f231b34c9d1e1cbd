"""What a person sees of tkinter's windows: texts, fields with the labels beside them, buttons, colours."""

from __future__ import annotations

import contextlib
import tkinter
from collections.abc import Iterator, Sequence
from typing import Any

from .boards import Box

BOXES = {"Checkbutton": "onvalue", "TCheckbutton": "onvalue", "Radiobutton": "value", "TRadiobutton": "value"}
BUTTONS = {"Button", "TButton", *BOXES}
MENUS = {"Menubutton", "TMenubutton"}
LABELS = {"Label", "TLabel", "Message"}
FRAMES = {"Labelframe", "TLabelframe"}
LISTS = {"Listbox", "Treeview"}
ENTRIES = {"Entry", "TEntry", "Spinbox", "TSpinbox", "TCombobox"}
FIELDS = ENTRIES | LISTS | MENUS | {"Text", "Scale", "TScale"}
SCROLLED = {"Canvas", "Text"}
ROW = 12  # pixels between the middles of what stands in one line
NEAR = 400  # pixels to the label that belongs to a field


def place(widget: Any) -> Box:
    """Where it is."""
    return Box(widget.winfo_rootx(), widget.winfo_rooty(), widget.winfo_width(), widget.winfo_height())


def kind(widget: Any) -> str:
    """As Tk calls it, as in `TButton`."""
    return str(widget.winfo_class())


def toplevels(roots: Sequence[Any]) -> list[Any]:
    """The windows that are shown, the newest first; only the one that keeps the others from being used, if any."""
    found = [widget for root in roots for widget in _all(root) if widget.winfo_toplevel() is widget]
    shown = [widget for widget in found if widget.winfo_viewable()]
    held = [widget for widget in shown if widget.grab_status()]
    return list(reversed(held or shown))


def _all(widget: Any) -> Iterator[Any]:
    yield widget
    for child in list(widget.children.values()):
        if kind(child) != "Menu":
            yield from _all(child)


def inside(window: Any) -> list[Any]:
    """What is shown in one window, as it is read: line by line, from the left."""
    shown = [widget for widget in _all(window) if widget.winfo_toplevel() is window and widget.winfo_viewable()]
    own = [widget for widget in shown if _is_seen(widget, window)]
    places = {widget: place(widget) for widget in own}
    ordered: list[Any] = []
    for row in _rows(sorted(own, key=lambda widget: places[widget].level), places):
        ordered += sorted(row, key=lambda widget: places[widget].left)
    return ordered


def _is_seen(widget: Any, window: Any) -> bool:
    """Whether any of it is neither cut off at an edge nor behind another one. Where one can scroll, a person does."""
    if any(kind(one) in SCROLLED for one in _around(widget, window)):
        return True
    here = place(widget)
    across = [round(here.left + here.width * part / 4) for part in (2, 1, 3)]
    down = [round(here.top + here.height * part / 4) for part in (2, 1, 3)]
    return any(_stands_at(widget, window, x, y) for y in down for x in across)


def _around(widget: Any, window: Any) -> Iterator[Any]:
    while widget is not window and widget.master is not None:
        widget = widget.master
        yield widget


def _stands_at(widget: Any, window: Any, x: int, y: int) -> bool:
    """Whether it is seen there; another window may be put away, and another screen may be larger."""
    frame = place(window)
    if not (0 <= x - frame.left < frame.width and 0 <= y - frame.top < frame.height):
        return False
    try:
        found = widget.winfo_containing(x, y)
    except KeyError:  # a part of a widget of which tkinter knows nothing
        return True
    if found is None:
        return bool(x >= widget.winfo_screenwidth() or y >= widget.winfo_screenheight())
    return f"{found}.".startswith(f"{widget}.") or bool(found.winfo_toplevel() != window)


def _rows(widgets: Sequence[Any], places: dict[Any, Box]) -> list[list[Any]]:
    rows: list[list[Any]] = []
    for widget in widgets:
        if rows and places[widget].level - places[rows[-1][0]].level <= ROW:
            rows[-1].append(widget)
        else:
            rows.append([widget])
    return rows


def text_of(window: Any) -> str:
    """All that can be read in it, its title first; what stands in one line is one line."""
    lines: list[tuple[float, str]] = [(float("-inf"), str(window.title()))]
    for widget in inside(window):
        middle, said = place(widget).level, said_by(widget)
        if not said:
            continue
        if "\n" not in said and abs(lines[-1][0] - middle) <= ROW:
            lines[-1] = (lines[-1][0], f"{lines[-1][1]}  {said}")
        else:
            lines.append((middle if "\n" not in said else float("-inf"), said))
    return "\n".join(text for _, text in lines if text)


def said_by(widget: Any) -> str:
    """What can be read in one widget."""
    name = kind(widget)
    if name in BUTTONS | LABELS | MENUS | FRAMES:
        return caption(widget)
    if name in FIELDS:
        said = value_of(widget)
        hidden = _option(widget, "show")[:1] if name in ENTRIES else ""
        return hidden * len(said) or said
    if name == "Canvas":
        texts = [item for item in widget.find_all() if widget.type(item) == "text" and is_drawn(widget, item)]
        return "\n".join(str(widget.itemcget(item, "text")) for item in texts)
    if name == "TNotebook":
        return "  ".join(str(widget.tab(tab, "text")) for tab in widget.tabs())
    return ""


def is_drawn(canvas: Any, item: int) -> bool:
    """Whether something in a drawing is shown."""
    return str(canvas.itemcget(item, "state") or canvas.cget("state")) != "hidden"


def caption(widget: Any) -> str:
    """The words on it."""
    variable = _option(widget, "textvariable")
    with contextlib.suppress(tkinter.TclError):  # a variable that nobody kept is gone, and what it said stays
        if variable:
            return str(widget.getvar(variable))
    return _option(widget, "text")


def value_of(widget: Any) -> str:
    """What a field holds: its text, or the rows of a list."""
    name = kind(widget)
    if name == "Text":
        return str(widget.get("1.0", "end-1c"))
    if name == "Listbox":
        return "\n".join(str(row) for row in widget.get(0, "end"))
    if name == "Treeview":
        return "\n".join(["  ".join(filter(None, _heads(widget))), *(said for _, said in tree_rows(widget))])
    if name in MENUS:
        return caption(widget)
    return str(widget.get())


def tables_of(window: Any) -> list[list[list[str]]]:
    """The rows of its tables, heads first, with all their cells."""
    trees = (widget for widget in inside(window) if kind(widget) == "Treeview")
    return [[_heads(tree), *(cells for _, cells in _tree_cells(tree))] for tree in trees]


def _heads(tree: Any) -> list[str]:
    return [str(tree.heading(column, "text")) for column in ("#0", *tree["columns"])]


def is_on(box: Any) -> bool:
    """Whether a box is ticked, or a choice chosen."""
    variable = _option(box, "variable")
    try:
        return bool(variable) and str(box.getvar(variable)) == _option(box, BOXES[kind(box)])
    except tkinter.TclError:  # where nothing was chosen yet, there may be no such variable
        return False


def tree_rows(tree: Any) -> Iterator[tuple[str, str]]:
    """The rows of a table or tree: the name that Tk has for each, and what stands in it."""
    yield from ((row, "  ".join(filter(None, cells))) for row, cells in _tree_cells(tree))


def _tree_cells(tree: Any, parent: str = "") -> Iterator[tuple[str, list[str]]]:
    for row in tree.get_children(parent):
        yield row, [str(part) for part in (tree.item(row, "text"), *(tree.item(row, "values") or ()))]
        yield from _tree_cells(tree, row)


def _option(widget: Any, name: str) -> str:
    try:
        return str(widget.cget(name))
    except tkinter.TclError:
        return ""


def names_of(field: Any, widgets: Sequence[Any]) -> list[str]:
    """What a person would call a field: the label left of it, above it, around it, right of it; the nearest first."""
    here = place(field)
    others = [place(one) for one in widgets if kind(one) in FIELDS and one is not field]
    found: list[tuple[float, str]] = []
    for label in widgets:
        if kind(label) in LABELS | set(BOXES) and label is not field and caption(label).strip():
            found.append((_distance(place(label), here, others), caption(label)))
    around = [caption(widget) for widget in widgets if kind(widget) in FRAMES and str(field).startswith(f"{widget}.")]
    near = [text for distance, text in sorted(found) if distance < NEAR]
    return [*near[:1], *around, *near[1:3]]


def _distance(label: Box, field: Box, others: Sequence[Box]) -> float:
    """In pixels, a little more above than at the left, and much more below and at the right.

    One that begins the line of the field, with no other field in between, is nearer than whatever stands above: names
    of several fields stand below one another at the left, and above a field may be a value of its own.
    """
    over = min(label.left + label.width, field.left + field.width) - max(label.left, field.left)
    if _in_line(label, field):
        gap = field.left - (label.left + label.width)
        between = [one for one in others if _in_line(one, field) and label.left < one.left < field.left]
        if 0 <= gap < NEAR and not between:
            return gap * ROW / NEAR
        return max(gap, 0) if gap > -ROW else max(label.left - (field.left + field.width), 0) + NEAR / 2
    if over > 0:
        gap = field.top - (label.top + label.height)
        return max(gap, 0) + ROW if gap > -ROW else NEAR
    return NEAR


def _in_line(one: Box, field: Box) -> bool:
    shared = min(one.top + one.height, field.top + field.height) - max(one.top, field.top)
    return shared > min(one.height, field.height) / 2
