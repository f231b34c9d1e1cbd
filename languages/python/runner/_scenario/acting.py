"""What a person does in tkinter's windows: finds something by its words, clicks, types, chooses, presses keys."""

from __future__ import annotations

import contextlib
import re
import tkinter
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from typing import Any

from . import reading
from .grids import grids_in
from .likeness import CLEAR, best, nearest
from .squares import Square, board

KEYS = {
    "enter": "Return",
    "return": "Return",
    "esc": "Escape",
    "del": "Delete",
    "backspace": "BackSpace",
    "space": "space",
    "tab": "Tab",
}
MODIFIERS = {"ctrl": "Control", "control": "Control", "strg": "Control", "alt": "Alt", "shift": "Shift"}
DEPTH = 4  # labels that may be meant for a field
TYPED = re.compile(r"[A-Za-z0-9]")  # what is a key of its own name


Choice = tuple[str, Callable[[], object]]
"""What it is called, and what chooses it."""


class NotThere(Exception):
    """What a person would look for in vain, in words."""


def click(windows: list[Any], label: str) -> None:
    """Click what has these words on it: a button, a box to tick, an entry of a menu, a tab, a row of a list."""
    chosen = best(label, _clickable(windows))
    if chosen is None:
        raise NotThere(f"There is nothing to click that says {label!r}. {_offered(windows)}")
    chosen()


def click_square(windows: list[Any], row: int, column: int) -> None:
    """Click a square of a board by its row and column, from 1."""
    _square(windows, row, column).click()


def in_square(windows: list[Any], row: int, column: int) -> str:
    """What stands in that square."""
    return str(_square(windows, row, column).said)


def _square(windows: list[Any], row: int, column: int) -> Square:
    try:
        found: Square = board(windows, _click, _is_square).at(row, column)
    except LookupError as missing:
        raise NotThere(f"{missing.args[0]} {_offered(windows)}") from None
    return found


def _is_square(widget: Any) -> bool:
    name = reading.kind(widget)
    return name in reading.BUTTONS | reading.ENTRIES or (name in reading.LABELS | {"Frame"} and _buttons_bound(widget))


def write(windows: list[Any], label: str, text: str) -> None:
    """Put `text` into the field that a person would call `label`, in place of what it holds."""
    field = _field(windows, label, reading.ENTRIES | {"Text", "Scale", "TScale"} | reading.MENUS)
    is_fixed = _option(field, "state") == "readonly"
    if reading.kind(field) in reading.MENUS or (is_fixed and reading.kind(field) == "TCombobox"):
        return choose(windows, label, text)
    _require_enabled(field, label)
    if is_fixed:
        raise NotThere(f"Nothing can be typed into {label!r}.")
    if reading.kind(field) in ("Scale", "TScale"):
        field.set(float(text))
        return None
    _focus(field)
    start = "1.0" if reading.kind(field) == "Text" else 0
    field.delete(start, "end")
    field.insert("end", text[:-1])
    with contextlib.suppress(tkinter.TclError):
        _press_last(field, text[-1:])
    if reading.value_of(field) != text and not _option(field, "validate").replace("none", ""):
        field.delete(start, "end")
        field.insert("end", text)
    return None


def paste(windows: list[Any], label: str, text: str) -> None:
    """Paste `text` into the field that a person would call `label`, in place of what it holds."""
    field = _field(windows, label, reading.ENTRIES | {"Text"})
    _require_enabled(field, label)
    _focus(field)
    field.delete("1.0" if reading.kind(field) == "Text" else 0, "end")
    field.clipboard_clear()
    field.clipboard_append(text)
    field.event_generate("<<Paste>>" if field.tk.call("tk", "windowingsystem") == "aqua" else "<Control-Key-v>")


def choose(windows: list[Any], label: str, value: str) -> None:
    """Choose `value` in the list or menu that a person would call `label`."""
    field = _field(windows, label, reading.LISTS | reading.MENUS | {"TCombobox", "TSpinbox", "Spinbox"}, value)
    chosen = best(value, _choices(field))
    if chosen is None:
        raise NotThere(f"{label!r} has no {value!r} to choose. It has: {_quoted(said for said, _ in _choices(field))}")
    chosen()


def press(windows: list[Any], key: str) -> None:
    """Press a key, as in `Enter`, `Ctrl+S` or `a`, where the cursor is."""
    *held, last = key.split("+") if len(key) > 1 else [key]
    name = KEYS.get(last.casefold(), last if len(last) > 1 else last.lower() if held else last)
    pressed = "-".join([*(MODIFIERS[one.strip().casefold()] for one in held), "Key", name])
    target = windows[0].focus_get() if windows else None
    if target is None or target.winfo_toplevel() not in windows:
        target = windows[0]
        _focus(target)
    target.event_generate(f"<{pressed}>")
    target.event_generate(f"<{pressed.replace('Key-', 'KeyRelease-')}>")


def fields_of(windows: list[Any]) -> dict[str, str]:
    """What each field holds, by what a person would call it."""
    found: dict[str, str] = {}
    for field, names in _fields(windows, reading.FIELDS):
        found.setdefault(next(iter(names), reading.kind(field)), reading.value_of(field))
    boxes = (widget for window in windows for widget in reading.inside(window) if reading.kind(widget) in reading.BOXES)
    return found | {reading.caption(box): "on" if reading.is_on(box) else "off" for box in boxes}


def buttons_of(windows: list[Any]) -> list[str]:
    """The words on all buttons and boxes that can be clicked now."""
    shown = (widget for window in windows for widget in reading.inside(window))
    return [reading.caption(one) for one in shown if reading.kind(one) in reading.BUTTONS and _is_enabled(one)]


def _clickable(windows: list[Any]) -> Iterator[Choice]:
    for window in windows:
        for widget in reading.inside(window):
            yield from _parts(widget)
        for grid in grids_in(window):
            for left, above, widget in grid.cells:
                for name in (f"{left} {above}", f"{above} {left}"):
                    yield from ((name, act) for _, act in _parts(widget))
        yield from _menu(window, _option(window, "menu"))


def _parts(widget: Any) -> Iterator[Choice]:
    name = reading.kind(widget)
    if name in reading.BUTTONS or (name in reading.LABELS | {"Canvas", "Frame"} and _buttons_bound(widget)):
        yield reading.caption(widget), partial(_click, widget)
    elif name in reading.MENUS:
        yield from _menu(widget, _option(widget, "menu"))
    elif name in reading.LISTS:
        yield from _choices(widget)
    elif name == "TNotebook":
        yield from ((str(widget.tab(tab, "text")), partial(widget.select, tab)) for tab in widget.tabs())


def _menu(owner: Any, name: str) -> Iterator[Choice]:
    """The entries of a menu and of the menus in it."""
    menu: Any = owner.nametowidget(name) if name else None
    last = menu.index("end") if menu else None
    for index in range(0 if last is None else last + 1):
        sort = menu.type(index)
        if sort == "cascade":
            yield from _menu(owner, str(menu.entrycget(index, "menu")))
        elif sort not in ("separator", "tearoff"):
            yield str(menu.entrycget(index, "label")), partial(menu.invoke, index)


def _click(widget: Any, x: int | None = None, y: int | None = None) -> None:
    """In its middle, or at another place in it, in pixels."""
    _require_enabled(widget, reading.caption(widget))
    name = reading.kind(widget)
    if name in reading.ENTRIES:
        _focus(widget)
    elif name in reading.BUTTONS and not _buttons_bound(widget):
        widget.invoke()
        return
    x, y = widget.winfo_width() // 2 if x is None else x, widget.winfo_height() // 2 if y is None else y
    for event in ("<Enter>", "<Motion>", "<ButtonPress-1>", "<ButtonRelease-1>"):
        if widget.winfo_exists():
            widget.event_generate(event, x=x, y=y)


def _buttons_bound(widget: Any) -> bool:
    return any("Button" in event for event in widget.bind())


def _choices(field: Any) -> list[Choice]:
    """What can be chosen in a field, and what chooses it."""
    name = reading.kind(field)
    if name in reading.MENUS:
        return list(_menu(field, _option(field, "menu")))
    if name == "Listbox":
        return [(str(said), partial(_select_row, field, row)) for row, said in enumerate(field.get(0, "end"))]
    if name == "Treeview":
        return [(said, partial(_select_tree, field, row)) for row, said in reading.tree_rows(field)]
    return [(str(value), partial(_select_value, field, str(value))) for value in field.tk.splitlist(field["values"])]


def _select_row(field: Any, index: int) -> None:
    field.selection_clear(0, "end")
    field.selection_set(index)
    field.activate(index)
    field.event_generate("<<ListboxSelect>>")


def _select_tree(field: Any, row: str) -> None:
    field.focus(row)
    field.selection_set(row)


def _select_value(field: Any, value: str) -> None:
    if reading.kind(field) == "TCombobox":
        field.set(value)
        field.event_generate("<<ComboboxSelected>>")
        return
    field.delete(0, "end")
    field.insert(0, value)
    if command := _option(field, "command"):
        field.tk.eval(command)


def _fields(windows: list[Any], kinds: set[str]) -> Iterator[tuple[Any, list[str]]]:
    for window in windows:
        shown = reading.inside(window)
        yield from ((one, reading.names_of(one, shown)) for one in shown if reading.kind(one) in kinds)


def _field(windows: list[Any], label: str, kinds: set[str], value: str | None = None) -> Any:
    """The field with that name; where none has it, the only one with that value. Raises `likeness.Several`."""
    found = list(_fields(windows, kinds))
    for depth in range(DEPTH):  # the nearest label of any field comes before those that stand further away
        near = nearest(label, [(names[depth], field) for field, names in found if depth < len(names)])
        if near.rank >= CLEAR:
            return near.one
    chosen = best(label, [(name, field) for field, names in found for name in names[:DEPTH]])
    having = [field for field, _ in found if value is not None and nearest(value, _choices(field)).named]
    if chosen is None and len(having) == 1:
        return having[0]
    if chosen is None:
        raise NotThere(f"There is no field that a person would call {label!r}. {_offered(windows)}")
    return chosen


def _press_last(field: Any, letter: str) -> None:
    """Press a key, for what the program does with each; one that writes `letter`, where it has that name."""
    if letter and not TYPED.match(letter):
        field.insert("end", letter)
    key = letter if TYPED.match(letter) else "End"
    field.event_generate(f"<KeyPress-{key}>")
    field.event_generate(f"<KeyRelease-{key}>")


def _focus(widget: Any) -> None:
    widget.focus_force()
    widget.tk.call("update")


def _require_enabled(widget: Any, label: str) -> None:
    if not _is_enabled(widget):
        raise NotThere(f"{label!r} is grey: nothing can be done with it now.")


def _is_enabled(widget: Any) -> bool:
    return _option(widget, "state") != "disabled" and not (hasattr(widget, "instate") and widget.instate(["disabled"]))


def _option(widget: Any, name: str) -> str:
    try:
        return str(widget.cget(name))
    except tkinter.TclError:
        return ""


def _offered(windows: list[Any]) -> str:
    names = (next(iter(names), "(without a label)") for _, names in _fields(windows, reading.FIELDS))
    return f"It shows the buttons {_quoted(buttons_of(windows))}, and the fields {_quoted(names)}."


def _quoted(names: Iterable[str]) -> str:
    return ", ".join(repr(name) for name in names) or "none"
