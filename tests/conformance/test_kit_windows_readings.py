"""What the test kit reads in a window beside what is seen there: whatever, written otherwise, changes the picture."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from languages.python.runner._scenario import display
from languages.python.runner.scenario import NewInterpreter, Program
from languages.python.screen.x_connection import Connection
from languages.python.screen.x_keys import Keys
from languages.python.screen.x_screen import Screen
from tests.conformance.displays import hidden_screen, started, until

BOARD = '''
"""Shows a word in each way that there is; at each press of the space bar the next one is written otherwise."""

import tkinter as tk
from pathlib import Path
from tkinter import ttk

root = tk.Tk()
root.geometry("900x800+0+0")


def filled(made, word):
    made.insert("end", word)
    return made


def spin(of, word, kind):
    made = kind(of, values=[word])
    made.set(word) if kind is ttk.Spinbox else (made.delete(0, "end"), made.insert(0, word))
    return made


def listed(of, rows):
    made = tk.Listbox(of, height=2)
    made.insert("end", *rows)
    return made


def tree(of, word):
    made = ttk.Treeview(of, columns=["a"], height=1, show="headings")
    made.heading("a", text="Head")
    made.column("a", width=120)
    made.insert("", "end", values=[word])
    return made


def chosen(of, word):
    made = ttk.Combobox(of)
    made.set(word)
    return made


def drawn(of, word, **how):
    made = tk.Canvas(of, width=120, height=20)
    made.create_text(60, 10, text=word, **how)
    return made


def tabs(of, first, second):
    made = ttk.Notebook(of)
    for text in (first, second):
        made.add(ttk.Label(made, text=f"in {text}"), text=text)
    return made


def held(of, word):
    of.word = tk.StringVar(value=word)
    return tk.Label(of, textvariable=of.word)


def placed(of, word, **where):
    made = tk.Label(of, text=word)
    made.place(**where)
    return made


def covered(of, word):
    tk.Label(of, text=word).place(x=0, y=0)
    tk.Label(of, text="something far longer").place(x=0, y=0)


def scrolled(of, word):
    canvas = tk.Canvas(of, width=120, height=20)
    canvas.create_window(0, 500, window=tk.Label(canvas, text=word))
    canvas.config(scrollregion=(0, 0, 120, 520))
    return canvas


WAYS = {
    "label": lambda of, word: tk.Label(of, text=word),
    "ttk label": lambda of, word: ttk.Label(of, text=word),
    "variable": held,
    "message": lambda of, word: tk.Message(of, text=word),
    "button": lambda of, word: tk.Button(of, text=word),
    "grey button": lambda of, word: tk.Button(of, text=word, state="disabled"),
    "box": lambda of, word: ttk.Checkbutton(of, text=word),
    "choice": lambda of, word: tk.Radiobutton(of, text=word, value=word),
    "menu": lambda of, word: tk.OptionMenu(of, tk.StringVar(of, word), word),
    "frame": lambda of, word: ttk.Labelframe(of, text=word, width=120, height=30),
    "entry": lambda of, word: filled(tk.Entry(of), word),
    "password": lambda of, word: filled(tk.Entry(of, show="*"), word),
    "ttk entry": lambda of, word: filled(ttk.Entry(of), word),
    "text": lambda of, word: filled(tk.Text(of, width=20, height=1), word),
    "spinbox": lambda of, word: spin(of, word, tk.Spinbox),
    "ttk spinbox": lambda of, word: spin(of, word, ttk.Spinbox),
    "combobox": chosen,
    "row": lambda of, word: listed(of, [word]),
    "row below": lambda of, word: listed(of, ["a", "b", "c", word]),
    "cell": tree,
    "drawing": drawn,
    "hidden drawing": lambda of, word: drawn(of, word, state="hidden"),
    "tab": lambda of, word: tabs(of, "first", word),
    "in a tab": lambda of, word: tabs(of, word, "second"),
    "in another tab": lambda of, word: tabs(of, "first", "second").add(ttk.Label(of, text=word)),
    "taken away": lambda of, word: tk.Label(of, text=word) and None,
    "beyond the edge": lambda of, word: placed(of, word, x=2000, y=5),
    "cut off": lambda of, word: placed(of, word, x=0, y=300),
    "below in a scrolled one": scrolled,
    "covered": covered,
}
frames = {}


def show(number, name, word):
    if name in frames:
        frames[name].destroy()
    frame = tk.Frame(root, width=170, height=60)
    frame.pack_propagate(False)
    frame.place(x=10 + number % 5 * 175, y=10 + number // 5 * 75)
    made = WAYS[name](frame, word)
    if made is not None and not made.winfo_manager():
        made.pack()
    frames[name] = frame


step = 0


def next_one(_event):
    global step
    show(step, list(WAYS)[step], f"Olga{step}")
    step += 1
    done()


def done():
    root.update()
    Path("step.tmp").write_text(str(step))
    Path("step.tmp").replace("step.txt")


for number, name in enumerate(WAYS):
    show(number, name, f"Alma{number}")
root.bind("<space>", next_one)
root.focus_force()
done()
if __name__ == "__main__":
    root.mainloop()
'''
REACHED = {"row below", "below in a scrolled one"}
"""What is read though it isn't seen: a person scrolls there."""
WAYS = [line.split('"')[1] for line in BOARD.split("WAYS = {")[1].split("}\nframes")[0].splitlines() if '"' in line]

STILL = 5
"""So many looks on end show the same once all is drawn."""


def changing(folder: Path, environment: dict[str, str]) -> Iterator[str]:
    """The ways of which the picture is another one, when their word is."""
    connection = Connection(environment["DISPLAY"], Path(environment["XAUTHORITY"]))
    screen, keys = Screen(connection), Keys(connection)
    until(lambda: steps(folder) == 0)
    before = drawn(screen)
    for number, name in enumerate(WAYS):
        keys.press(" ", ())
        until(partial(is_at, screen, folder, number + 1))
        if (now := drawn(screen)) != before:
            yield name
        before = now


def is_at(screen: Any, folder: Path, step: int) -> bool:
    """Whether the board has come so far; a server that isn't asked anything may leave keys for later."""
    return bool(screen.windows()) and steps(folder) == step


def steps(folder: Path) -> int:
    return int((folder / "step.txt").read_text())


def drawn(screen: Any) -> Any:
    """The picture once it stays as it is; a look shows nothing where it is as at the look before."""
    looks: list[Any] = [True]
    screen._last = None

    def stands() -> bool:
        looks.append(screen.picture())
        return not any(looks[-STILL:])

    until(stands)
    return [look for look in looks[1:] if look][-1]


@pytest.mark.skipif(bool(display.missing()), reason=display.missing())
def test_what_is_seen_is_read_and_nothing_else(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    source, real = tmp_path / "source", tmp_path / "real"
    for folder in (source, real):
        folder.mkdir()
        (folder / "solution.py").write_text(BOARD, encoding="utf-8")
    with hidden_screen(monkeypatch) as environment:
        kit = Program(source, tmp_path, NewInterpreter, lambda: environment)
        text = kit.window().text
        read = {name for number, name in enumerate(WAYS) if f"Alma{number}" in text.replace("\n", "  ").split()}
        kit.end()
        with started(real, environment):
            seen = set(changing(real, environment))
    assert read - REACHED == seen
