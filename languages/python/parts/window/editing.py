"""What the keyboard and the mouse do in a window, as people know it from everywhere else."""

from __future__ import annotations

import contextlib
import sys
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

from languages.python.parts.telling import sentence
from languages.python.parts.write.written import _cell_letters

_WINDOW_LONGEST = 300  # letters of a value, or of a line that is told
_WINDOW_EDGE = 8
_WINDOW_STEPS = 1000
"""So many changes of a field can be undone."""


def _window_cut(text: str) -> str:
    """What has room in a window; a key that was held down, or a whole page that was pasted, has none."""
    return text if len(text) <= _WINDOW_LONGEST else f"{text[: _WINDOW_LONGEST - 1]}…"


def _window_usable(widget: Any) -> bool:
    """Whether somebody could go there by the keyboard now."""
    if not widget.winfo_exists() or not widget.winfo_manager():
        return False
    return str(widget.cget("state")) == "normal" if widget.winfo_class() == "Text" else widget.instate(["!disabled"])


def _window_focus(widget: Any) -> str:
    widget.focus_set()
    if widget.winfo_class() == "TEntry":
        widget.select_range(0, "end")
        widget.icursor("end")
    return "break"


def _window_quietly(act: Callable[[], object]) -> str:
    from tkinter import TclError

    with contextlib.suppress(TclError):  # there is nothing to undo, or nothing to paste
        act()
    return "break"


def _window_edit(field: Any) -> None:
    """Paste in place of what is chosen, choose all, and a menu at the right button."""
    field.bind("<<Paste>>", lambda _: _window_quietly(lambda: _window_paste(field)))
    for keys in ("<<SelectAll>>", "<Control-Key-a>", "<Control-Key-A>"):
        field.bind(keys, lambda _: _window_choose_all(field))
    entries = ((sentence("Cut"), "<<Cut>>"), (sentence("Copy"), "<<Copy>>"), (sentence("Paste"), "<<Paste>>"))
    acts = [(name, partial(field.event_generate, keys)) for name, keys in entries]
    _window_menu(field, [*acts, (sentence("Select all"), partial(_window_choose_all, field))])


def _window_paste(field: Any) -> None:
    text = _cell_letters(str(field.clipboard_get()))
    if field.winfo_class() == "Text":
        _window_paste_lines(field, text)
    elif field.instate(["!readonly", "!disabled"]):
        _window_paste_line(field, " ".join(text.strip("\n").replace("\t", "\n").split("\n")))


def _window_paste_line(field: Any, text: str) -> None:
    """As one step that can be undone."""
    is_chosen = field.selection_present()
    start, end = (field.index("sel.first"), field.index("sel.last")) if is_chosen else (field.index("insert"),) * 2
    whole = field.get()
    field.content.set(whole[:start] + text + whole[end:])
    field.selection_clear()
    field.icursor(start + len(text))
    field.xview("insert")


def _window_paste_lines(field: Any, text: str) -> None:
    """As one step that can be undone."""
    field.configure(autoseparators=False)
    field.edit_separator()
    if field.tag_ranges("sel"):
        field.delete("sel.first", "sel.last")
    field.insert("insert", text)
    field.edit_separator()
    field.configure(autoseparators=True)
    field.see("insert")


def _window_choose_all(field: Any) -> str:
    field.focus_set()
    if field.winfo_class() == "Text":
        field.tag_add("sel", "1.0", "end-1c")
        field.mark_set("insert", "end-1c")
    elif field.winfo_class() == "Treeview":
        field.selection_set(field.get_children())
    else:
        field.select_range(0, "end")
        field.icursor("end")
    return "break"


def _window_undo(field: Any, content: Any) -> None:
    """Ctrl+Z takes back what was typed last, Ctrl+Y brings it again; tkinter's own lines can't."""
    steps, place, is_moving = [content.get()], [0], [False]

    def note(*_: str) -> None:
        if not is_moving[0] and content.get() != steps[place[0]]:
            del steps[place[0] + 1 :]
            steps.append(content.get())
            del steps[:-_WINDOW_STEPS]
            place[0] = len(steps) - 1

    def move(by: int) -> str:
        is_moving[0] = True
        place[0] = min(max(place[0] + by, 0), len(steps) - 1)
        content.set(steps[place[0]])
        field.icursor("end")
        is_moving[0] = False
        return "break"

    content.trace_add("write", note)
    for keys, by in (("<<Undo>>", -1), ("<Control-Key-z>", -1), ("<<Redo>>", 1), ("<Control-Key-y>", 1)):
        field.bind(keys, lambda _, by=by: move(by))


def _window_menu(widget: Any, entries: Sequence[tuple[str, Callable[[], object]]]) -> None:
    from tkinter import Menu

    menu = Menu(widget, tearoff=False)
    for name, act in entries:
        menu.add_command(label=name, command=act)

    def open_menu(event: Any) -> str:
        widget.focus_set()
        x, y = event.x_root or widget.winfo_rootx(), event.y_root or widget.winfo_rooty()
        menu.tk_popup(x, y)
        menu.grab_release()
        return "break"

    widget.menu = menu
    for button in ("<Button-2>", "<Control-Button-1>") if sys.platform == "darwin" else ():
        widget.bind(button, open_menu)
    widget.bind("<Button-3>", open_menu)
    widget.bind("<Menu>" if sys.platform != "win32" else "<App>", open_menu)


def _window_copy(widget: Any, text: str) -> None:
    widget.clipboard_clear()
    widget.clipboard_append(text)
