"""What stands in a window: fields, texts, choices, buttons and values, each with its label."""

from __future__ import annotations

import string
from collections.abc import Callable, Sequence
from typing import Any

from languages.python.parts.telling import sentence
from languages.python.parts.window.editing import (
    _WINDOW_EDGE,
    _window_copy,
    _window_cut,
    _window_edit,
    _window_focus,
    _window_menu,
    _window_quietly,
    _window_undo,
    _window_usable,
)
from languages.python.parts.write.written import _cell_text

_WINDOW_FIELD = 30
_VALUE_LETTERS = 60
"""So many letters of a value stand in a line."""
_WINDOW_BAR = 90
"""So many letters stand on the buttons of a row at most: more would be wider than a small screen."""


def add_field(parent: Any, label: str, value: Any = "") -> Any:
    """Add a line to type into (an Entry: .get(), .delete(0, "end")), `label` at its left. Enter goes on to the next."""
    from tkinter import StringVar, ttk

    inside = _window_inside(parent)
    content = StringVar(inside, _cell_text(value))
    field: Any = ttk.Entry(inside, textvariable=content, width=_WINDOW_FIELD)
    field.content = content  # else it is lost with this function
    _window_row(inside, label, field)
    _window_edit(field)
    _window_undo(field, content)
    _window_enter(field)
    return field


def add_text(parent: Any, label: str, height: int = 6) -> Any:
    """Add room for several lines of text, with `label` at its left; read it by .get("1.0", "end-1c")."""
    from tkinter import Text, ttk

    inside = _window_inside(parent)
    frame = ttk.Frame(inside)
    text = Text(frame, height=height, width=_WINDOW_FIELD, wrap="word", undo=True, font="TkTextFont")
    _window_scrollbar(frame, text)
    row = _window_row(inside, label, frame)
    inside.rowconfigure(row, weight=1)
    _window_edit(text)
    text.bind("<Tab>", lambda _: _window_focus(text.tk_focusNext()))
    text.bind("<Control-y>", lambda _: _window_quietly(text.edit_redo))
    _window_order(text).append(text)
    return text


def add_choice(parent: Any, label: str, choices: Sequence[str]) -> Any:
    """Add a list (a Combobox: .get(), ["values"] = others) to choose one of `choices`, the first if there are any."""
    from tkinter import ttk

    inside = _window_inside(parent)
    choice = ttk.Combobox(inside, values=list(choices), state="readonly", width=_WINDOW_FIELD)
    if choices:
        choice.current(0)
    for wheel in ("<MouseWheel>", "<Button-4>", "<Button-5>"):  # else it changes while somebody scrolls past it
        choice.bind(wheel, lambda _: "break")
    _window_row(inside, label, choice)
    _window_enter(choice)
    return choice


def add_button(parent: Any, label: str, command: Callable[[], object]) -> Any:
    """Add a button of one line that calls `command`, at the right of the one before; also by Alt and a letter of it."""
    from tkinter import ttk

    inside = _window_inside(parent)
    button = ttk.Button(_window_bar(inside, label), text=label, command=command)
    button.pack(side="left", padx=(0, _WINDOW_EDGE))
    button.bind("<Return>", lambda _: button.invoke())
    button.bind("<KP_Enter>", lambda _: button.invoke())
    _window_letter(button, label)
    _window_order(button).append(button)
    return button


def add_frame(parent: Any) -> Any:
    """Add an empty frame over the whole width, for widgets of your own, as a board of buttons: .grid() these in it."""
    from tkinter import ttk

    inside = _window_inside(parent)
    frame = ttk.Frame(inside)
    row = int(inside.grid_size()[1])
    frame.grid(row=row, column=0, columnspan=2, sticky="nsew", pady=3)
    inside.rowconfigure(row, weight=1)
    inside.boards = [*getattr(inside, "boards", ()), frame]
    return frame


def add_value(parent: Any, label: str) -> Any:
    """Add a value that is shown beside `label` and can be copied; change what it says by .set(text)."""
    from tkinter import StringVar, font, ttk

    inside = _window_inside(parent)
    content, seen = StringVar(inside), StringVar(inside)
    width = font.nametofont("TkHeadingFont", root=inside).measure("0") * _VALUE_LETTERS
    shown: Any = ttk.Label(inside, textvariable=seen, font="TkHeadingFont", wraplength=width)
    shown.content, shown.seen = content, seen
    content.trace_add("write", lambda *_: seen.set(_window_cut(content.get())))
    _window_row(inside, label, shown)
    _window_menu(shown, [(sentence("Copy"), lambda: _window_copy(shown, content.get()))])
    return content


def _window_inside(parent: Any) -> Any:
    """The frame that holds what is added to a window; a frame of the program itself."""
    inside = getattr(parent, "inside", parent)
    inside.columnconfigure(1, weight=1)
    return inside


def _window_order(widget: Any) -> list[Any]:
    """All that somebody goes through by the keyboard, in the order in which it was added."""
    top = widget.winfo_toplevel()
    if not hasattr(top, "_order"):
        top._order = []
    order: list[Any] = top._order
    return order


def _window_row(inside: Any, label: str, widget: Any) -> int:
    """`widget` below what is there, its label at its left; gives the number of the row."""
    from tkinter import ttk

    row = int(inside.grid_size()[1])
    ttk.Label(inside, text=label).grid(row=row, column=0, sticky="nw", padx=(0, _WINDOW_EDGE), pady=3)
    widget.grid(row=row, column=1, sticky="nsew", pady=3)
    return row


def _window_bar(inside: Any, label: str) -> Any:
    """The row of buttons at the end, or a new one where this one has no room there."""
    from tkinter import ttk

    row = int(inside.grid_size()[1])
    last: Any = getattr(inside, "bar", None)
    if last is None or last.grid_info()["row"] != row - 1 or last.letters + len(label) > _WINDOW_BAR:
        last = inside.bar = ttk.Frame(inside)
        last.letters = 0
        last.grid(row=row, column=0, columnspan=2, sticky="w", pady=(_WINDOW_EDGE, 3))
    last.letters += len(label)
    return last


def _window_scrollbar(frame: Any, widget: Any, sideways: bool = False) -> None:
    from tkinter import ttk

    down = ttk.Scrollbar(frame, command=widget.yview)
    widget.configure(yscrollcommand=down.set)
    widget.grid(row=0, column=0, sticky="nsew")
    down.grid(row=0, column=1, sticky="ns")
    if sideways:
        across = ttk.Scrollbar(frame, command=widget.xview, orient="horizontal")
        widget.configure(xscrollcommand=across.set)
        across.grid(row=1, column=0, sticky="ew")
    frame.rowconfigure(0, weight=1)
    frame.columnconfigure(0, weight=1)


def _window_enter(field: Any) -> None:
    order = _window_order(field)
    order.append(field)

    def go_on(_: Any) -> str:
        after = [one for one in order[order.index(field) + 1 :] if _window_usable(one)]
        buttons = [one for one in order if _window_usable(one) and one.winfo_class() == "TButton"]
        following = next(iter(after or buttons), None)
        if following is not None and following.winfo_class() == "TButton":
            following.invoke()
        elif following is not None:
            _window_focus(following)
        return "break"

    field.bind("<Return>", go_on)
    field.bind("<KP_Enter>", go_on)


def _window_letter(button: Any, label: str) -> None:
    """Underline the first letter that no other button has, and let Alt and it press the button."""
    top = button.winfo_toplevel()
    taken = top.letters = getattr(top, "letters", set())
    usable = string.ascii_lowercase + string.digits
    place = next((i for i, letter in enumerate(label.lower()) if letter in usable and letter not in taken), None)
    if place is None:
        return
    letter = label[place].lower()
    taken.add(letter)
    button.configure(underline=place)
    for key in {letter, letter.upper()}:
        top.bind(f"<Alt-Key-{key}>", lambda _: button.invoke() if button.winfo_exists() else None)
