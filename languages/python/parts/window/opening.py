"""A window that tells what goes wrong, and that always closes."""

from __future__ import annotations

import contextlib
import sys
from collections.abc import Callable
from typing import Any

from languages.python.parts.run import _run_said_of
from languages.python.parts.telling import _LAST_WORDS, _LISTENERS, _REDRAWS, sentence
from languages.python.parts.window.editing import _WINDOW_EDGE, _window_copy, _window_cut, _window_menu, _window_usable

_WINDOW_LINES = 10
"""So many of what is told at once are shown at the bottom."""
_WINDOW_LETTERS = 40


def open_window(title: str) -> Any:
    """Open a window that shows at its bottom what is told; then add_field(window, ...) etc., at last run_window."""
    tkinter = _window_kit()
    _window_sharpen()
    try:
        window = tkinter.Tk()
    except tkinter.TclError as error:
        raise OSError(sentence("No window can be shown here, because there is no screen.")) from error
    window.title(title)
    window._order = []
    _window_dress(window)
    _window_tells(window)
    _window_closes(window)
    window.report_callback_exception = lambda kind, error, trace: _window_problem(window, error)
    return window


def run_window(window: Any, closing: Callable[[], object] | None = None) -> None:
    """Show the window until it is closed; `closing`, if given, is called before, as to save. It always closes then."""
    if closing is not None:
        window.protocol("WM_DELETE_WINDOW", lambda: (closing(), window.destroy()))
    window.update_idletasks()
    for board in getattr(window.inside, "boards", ()):  # on a low screen only what scrolls gets lower
        window.inside.rowconfigure(board.grid_info()["row"], minsize=board.winfo_reqheight())
    width = min(window.winfo_reqwidth(), window.winfo_screenwidth())
    window.minsize(width, min(window.winfo_reqheight(), window.winfo_screenheight() * 9 // 10))
    first = next((one for one in window._order if _window_usable(one)), None)
    if first is not None:
        first.focus_set()
    window.mainloop()


def _window_kit() -> Any:
    try:
        import tkinter
    except ImportError as error:
        said = sentence(
            "No window can be shown here, because this Python has no tkinter. Install the package python3-tk."
        )
        raise OSError(said) from error
    return tkinter


def _window_sharpen() -> None:
    """Else Windows draws the window small and makes it larger afterwards, blurred."""
    if sys.platform == "win32":
        with contextlib.suppress(AttributeError, OSError, ImportError):
            import ctypes

            ctypes.windll.shcore.SetProcessDpiAwareness(1)


def _window_dress(window: Any) -> None:
    from tkinter import font, ttk

    if window.tk.call("tk", "windowingsystem") == "x11":
        ttk.Style(window).theme_use("clam")
    text = font.nametofont("TkDefaultFont", root=window)
    ttk.Style(window).configure("Treeview", rowheight=text.metrics("linespace") + 4)
    window.configure(background=ttk.Style(window).lookup("TFrame", "background"))
    window.minsize(text.measure("0") * _WINDOW_LETTERS, text.metrics("linespace") * 6)
    window.inside = ttk.Frame(window, padding=_WINDOW_EDGE)


def _window_tells(window: Any) -> None:
    """A line at the bottom for what is told, with all that is told in one go."""
    from tkinter import StringVar, font, ttk

    content = StringVar(window)
    wide = font.nametofont("TkDefaultFont", root=window).measure("0") * 2 * _WINDOW_LETTERS
    line: Any = ttk.Label(window, textvariable=content, padding=_WINDOW_EDGE, wraplength=wide)
    line.content = content
    line.pack(side="bottom", fill="x")
    line.bind("<Configure>", lambda event: line.configure(wraplength=max(event.width - 2 * _WINDOW_EDGE, 100)))
    window.inside.pack(side="top", fill="both", expand=True)
    lines: list[str] = []

    def show(text: str) -> None:
        if not lines:
            window.after_idle(lines.clear)
        lines.extend(map(_window_cut, text.split("\n")))
        left_out = len(lines) - _WINDOW_LINES
        more = [sentence("and {count} more", count=left_out)] if left_out > 0 else []
        content.set("\n".join([*lines[:_WINDOW_LINES], *more]))

    def ends(words: str) -> None:
        _window_box(window, words)

    def forget(event: Any) -> None:
        if event.widget is window and show in _LISTENERS:
            _LISTENERS.remove(show)
            _REDRAWS.remove(window.update_idletasks)
            _LAST_WORDS.remove(ends)

    _LISTENERS.append(show)
    _REDRAWS.append(window.update_idletasks)
    _LAST_WORDS.append(ends)
    window.told = show
    window.bind("<Destroy>", forget)
    _window_menu(line, [(sentence("Copy"), lambda: _window_copy(line, content.get()))])


def _window_problem(window: Any, error: BaseException) -> None:
    """Say in words what went wrong in what somebody clicked, in the window and in a message box."""
    if not isinstance(error, Exception):
        window.destroy()
        return
    words = _run_said_of(error)
    with contextlib.suppress(Exception):  # the window may be gone
        window.told(words)
    _window_box(window, words)


def _window_box(window: Any, words: str) -> None:
    """Only one at a time, for what goes wrong every second would pile them up."""
    from tkinter import TclError, messagebox

    if getattr(window, "has_box", False):
        return
    window.has_box = True
    try:
        with contextlib.suppress(TclError):
            messagebox.showerror(window.title(), words, parent=window)
    finally:
        window.has_box = False


def _window_closes(window: Any) -> None:
    """Whatever is set to be called when it is closed: where that fails, it is said, and the window closes."""
    protocol = window.protocol

    def set_protocol(name: str | None = None, command: Any = None) -> Any:
        if name != "WM_DELETE_WINDOW" or not callable(command):
            return protocol(name, command)
        return protocol(name, lambda: _window_closed_by(window, command))

    window.protocol = window.wm_protocol = set_protocol


def _window_closed_by(window: Any, command: Callable[[], object]) -> None:
    from tkinter import TclError

    try:
        command()
    except Exception as error:
        _window_problem(window, error)
        with contextlib.suppress(TclError):
            window.destroy()
