"""Each act of the test kit in a window beside the same act of a real mouse and keyboard: both come to the same."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from languages.python.runner._scenario import display
from languages.python.runner._scenario.window import Window
from languages.python.runner.scenario import NewInterpreter, Program
from languages.python.screen.x_connection import Connection
from languages.python.screen.x_keys import Keys
from languages.python.screen.x_screen import Screen
from tests.conformance.displays import hidden_screen, started, until

BOARD = '''
"""A window that writes down what becomes of it, and where its parts are, each time something happens."""

import json
import sys
import tkinter as tk
from pathlib import Path
from tkinter import messagebox, ttk


class Board(tk.Tk):
    def __init__(self):
        super().__init__()
        self.title("Board")
        self.events, self.parts = [], {}
        grid = ttk.Frame(self)
        grid.pack()
        self.name = self.field(grid, 0, "Name:", tk.Entry)
        self.jars = self.field(grid, 1, "Jars", ttk.Entry)
        self.notes = self.field(grid, 2, "Notes", lambda of: tk.Text(of, height=3, width=20))
        self.notes.insert("1.0", "two\\nlines")
        self.name.bind("<Return>", lambda event: self.note(f"entered {self.name.get()}"))
        self.jars.bind("<KeyRelease>", lambda event: self.note(f"jars {self.jars.get()}"))
        self.bind("<Control-s>", lambda event: self.note("saved"))
        self.fan, self.size = tk.BooleanVar(), tk.StringVar(value="small")
        self.part(ttk.Checkbutton(self, text="Fan", variable=self.fan, command=lambda: self.note("fan")), "Fan")
        self.part(tk.Radiobutton(self, text="large", variable=self.size, value="large", command=self.later), "large")
        for text in ("Guest", "Guest +", "Guest \\N{MINUS SIGN}"):
            self.part(ttk.Button(self, text=text, command=lambda text=text: self.note(text)), text)
        self.part(tk.Button(self, text="Ask", command=self.ask), "Ask")
        self.part(tk.Button(self, text="Grey", state="disabled", command=lambda: self.note("grey")), "Grey")
        self.rows = tk.Listbox(self, height=3)
        self.rows.insert("end", "Ada", "Bo")
        self.rows.bind("<<ListboxSelect>>", lambda event: self.note(f"row {self.rows.curselection()}"))
        self.rows.pack()
        self.protocol("WM_DELETE_WINDOW", self.leave)
        self.wait_visibility(self.rows)
        self.note("")

    def field(self, grid, row, text, kind):
        ttk.Label(grid, text=text).grid(row=row, column=0)
        made = kind(grid)
        made.grid(row=row, column=1)
        made.bind("<FocusIn>", lambda event: self.note(""), add=True)
        self.parts[text.strip(":")] = made
        return made

    def part(self, widget, name):
        widget.pack()
        self.parts[name] = widget

    def later(self):
        self.after(100, self.note, "large")

    def ask(self):
        self.note(f"asked {messagebox.askyesno('Board', 'Really?')}" if "--ask" in sys.argv else "asked")

    def note(self, event):
        self.events += [event] if event else []
        self.update_idletasks()
        places = {
            name: (one.winfo_rootx() + one.winfo_width() // 2, one.winfo_rooty() + one.winfo_height() // 2)
            for name, one in self.parts.items()
        }
        left, top, width, height = self.rows.bbox(1)
        places["Bo"] = (self.rows.winfo_rootx() + left + width // 2, self.rows.winfo_rooty() + top + height // 2)
        held = [self.name.get(), self.jars.get(), self.notes.get("1.0", "end-1c"), self.fan.get(), self.size.get()]
        focus = next((name for name, one in self.parts.items() if one is self.focus_get()), "")
        text = json.dumps({"places": places, "focus": focus, "seen": [self.events, held]})
        Path("board.tmp").write_text(text, encoding="utf-8")
        Path("board.tmp").replace("board.json")

    def leave(self):
        self.note("left")
        self.destroy()


if __name__ == "__main__":
    Board().mainloop()
'''
ACTS: dict[str, tuple[Callable[[Any], None], Callable[[Any], None]]] = {
    "a button": (lambda kit: kit.click("Guest +"), lambda real: real.click("Guest +")),
    "another sign": (lambda kit: kit.click("Guest -"), lambda real: real.click("Guest \N{MINUS SIGN}")),
    "several words": (lambda kit: kit.click("Guest", "+"), lambda real: real.click("Guest +")),
    "its beginning": (lambda kit: kit.click("guest"), lambda real: real.click("Guest")),
    "a box": (lambda kit: kit.click("Fan"), lambda real: real.click("Fan")),
    "a choice, a moment later": (lambda kit: kit.click("large") or kit.wait(1), lambda real: real.click("large")),
    "a row": (lambda kit: kit.click("Bo"), lambda real: real.click("Bo")),
    "typing, Enter": (
        lambda kit: kit.type("Name", "Zo\N{LATIN SMALL LETTER E WITH DIAERESIS} 2") or kit.press("Enter"),
        lambda real: real.type("Name", "Zo\N{LATIN SMALL LETTER E WITH DIAERESIS} 2\n"),
    ),
    "a shortcut": (
        lambda kit: kit.type("Name", "a") or kit.press("Ctrl+S"),
        lambda real: real.type("Name", "a") or real.press("s", ["Control"]),
    ),
    "pasting": (
        lambda kit: kit.paste("Name", "two\nlines\n") or kit.press("Enter"),
        lambda real: real.copy("Notes") or real.paste("Name") or real.press("Enter"),
    ),
    "closing": (lambda kit: kit.close(), lambda real: real.close()),
}
ACTS |= {"keys, one by one": (lambda kit: kit.type("Jars", "7"), lambda real: real.type("Jars", "7"))}


class Real:
    """A mouse and a keyboard on the display of a board that lies in `folder`."""

    def __init__(self, folder: Path, environment: dict[str, str]) -> None:
        connection = Connection(environment["DISPLAY"], Path(environment["XAUTHORITY"]))
        self._screen, self._keys, self._folder = Screen(connection), Keys(connection), folder
        self._places = until(lambda: self._read()["places"])
        until(self._screen.picture)

    def _read(self) -> Any:
        self._screen.windows()  # a server that isn't asked anything may leave keys for later
        return json.loads((self._folder / "board.json").read_text(encoding="utf-8"))

    @property
    def seen(self) -> Any:
        return self._read()["seen"]

    def click(self, name: str) -> None:
        x, y = self._places[name]
        self._screen.focus_at(x, y)
        self._keys.move(x, y)
        for down in (True, False):
            self._keys.button(1, down)

    def type(self, name: str, text: str) -> None:
        self.enter(name)
        self._keys.type(text)

    def enter(self, name: str) -> None:
        """Click a field, and see the cursor come."""
        self.click(name)
        until(lambda: self._read()["focus"] == name)

    def press(self, key: str, held: Any = ()) -> None:
        self._keys.press(key, held)

    def copy(self, name: str) -> None:
        self.enter(name)
        self.press("/", ["Control"])
        self.press("c", ["Control"])

    def paste(self, name: str) -> None:
        self.enter(name)
        self.press("v", ["Control"])

    def close(self) -> None:
        self._screen.close()


def seen(folder: Path) -> Any:
    return json.loads((folder / "board.json").read_text(encoding="utf-8"))["seen"]


@pytest.mark.skipif(bool(display.missing()), reason=display.missing())
@pytest.mark.parametrize("act", ACTS)
def test_an_act_comes_to_what_a_hand_does(act: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    by_kit, by_hand = ACTS[act]
    source, real_folder = tmp_path / "source", tmp_path / "real"
    for folder in (source, real_folder):
        folder.mkdir()
        (folder / "solution.py").write_text(BOARD, encoding="utf-8")
    with hidden_screen(monkeypatch) as environment:
        kit = Program(source, tmp_path, NewInterpreter, lambda: environment)
        window: Window[Any] = kit.window()
        by_kit(window)
        expected = seen(kit.folder) if expected_of(window, kit) else None
        kit.end()
        with started(real_folder, environment):
            try:
                real = Real(real_folder, environment)
                by_hand(real)
                assert until(lambda: real.seen == expected), act
            except AssertionError:
                assert seen(real_folder) == expected
                raise


def expected_of(window: Window[Any], kit: Program) -> bool:
    """Whether the board has written down the last act: its clock stands still until somebody looks."""
    return bool(not window.is_open or window.text) and (kit.folder / "board.json").exists()
