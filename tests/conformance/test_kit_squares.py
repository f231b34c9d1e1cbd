"""The squares of games, charts and plans: clicked and read by row and column, and by a hand at the same place."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Any

import pytest

from languages.python.runner._scenario import display
from languages.python.runner._scenario.boards import Box, between, board_of
from languages.python.runner._scenario.browser import SMALL, Browser
from languages.python.runner._scenario.opened import Opened
from languages.python.runner.scenario import NewInterpreter, Program
from languages.python.screen.x_connection import Connection
from languages.python.screen.x_keys import Keys
from languages.python.screen.x_screen import Screen
from tests.conformance.displays import hidden_screen, started, until
from tests.conformance.test_kit_pages import hand

__all__ = ["hand"]
HEAD = """
import sys
import tkinter as tk
from pathlib import Path

root = tk.Tk()
root.geometry("500x400+0+0")
tk.Button(root, text="New game").pack()
said = tk.Label(root, text="Nobody")
said.pack()

def clicked(row, column):
    said.config(text=f"row {row} column {column}")
    Path("said.txt").write_text(f"{row} {column}")
"""
TAIL = """
def places(widget, x, y):
    root.update()
    Path("place.txt").write_text(f"{widget.winfo_rootx() + x} {widget.winfo_rooty() + y}")

root.after(100, lambda: places(*PLACE))
root.mainloop()
"""
BOARDS = {
    "buttons": """
frame = tk.Frame(root)
frame.pack()
for row in range(3):
    for column in range(3):
        made = tk.Button(frame, width=3, text="X" if (row, column) == (1, 2) else "",
                         command=lambda row=row, column=column: clicked(row + 1, column + 1))
        made.grid(row=row, column=column)
        if (row, column) == (1, 2):
            PLACE = made, 10, 10
""",
    "labels with a hole": """
frame = tk.Frame(root)
frame.pack()
for row in range(4):
    for column in (0, 1, 2, 4):
        made = tk.Label(frame, width=3, text="X" if (row, column) == (1, 2) else "", relief="ridge")
        made.place(x=40 * column, y=40 * row, width=36, height=36)
        made.bind("<Button-1>", lambda event, row=row, column=column: clicked(row + 1, column + 1))
        if (row, column) == (1, 2):
            PLACE = made, 10, 10
frame.config(width=300, height=200)
""",
    "lines": """
canvas = tk.Canvas(root, width=150, height=150, background="white")
canvas.pack()
for place in (50, 100):
    canvas.create_line(place, 0, place, 150)
    canvas.create_line(0, place, 150, place)
canvas.create_text(125, 75, text="X")
canvas.bind("<Button-1>", lambda event: clicked(event.y // 50 + 1, event.x // 50 + 1))
PLACE = canvas, 125, 75
""",
    "a scrolled drawing": """
canvas = tk.Canvas(root, width=150, height=100, background="white", scrollregion=(0, 0, 400, 400))
canvas.pack()
for row in range(20):
    for column in range(20):
        item = canvas.create_rectangle(column * 20, row * 20, column * 20 + 20, row * 20 + 20, fill="red")
        canvas.tag_bind(item, "<Button-1>", lambda event, row=row, column=column: clicked(row + 1, column + 1))
canvas.create_text(50, 30, text="X", state="disabled")
canvas.yview_moveto(0.02)
PLACE = canvas, 50, 22
""",
}


@pytest.mark.skipif(bool(display.missing()), reason=display.missing())
@pytest.mark.parametrize("name", BOARDS)
def test_a_square_is_clicked_where_a_hand_does(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    source, real = tmp_path / "source", tmp_path / "real"
    for folder in (source, real):
        folder.mkdir()
        (folder / "solution.py").write_text(HEAD + BOARDS[name] + TAIL, encoding="utf-8")
    with hidden_screen(monkeypatch) as environment:
        kit = Program(source, tmp_path, NewInterpreter, lambda: environment)
        window = kit.window()
        assert (window.square(2, 3), window.square(1, 1)) == ("X", "")
        window.click(2, 3)
        assert window.line("row 2 column 3")
        with pytest.raises(AssertionError, match="There is no square in row 90, column 1"):
            window.click(90, 1)
        kit.end()
        with started(real, environment):
            click(environment, *map(int, until(lambda: (real / "place.txt").read_text()).split()))
            assert until(lambda: (real / "said.txt").read_text()) == "2 3"


def click(environment: dict[str, str], x: int, y: int) -> None:
    connection = Connection(environment["DISPLAY"], Path(environment["XAUTHORITY"]))
    screen, keys = Screen(connection), Keys(connection)
    until(screen.picture)
    screen.focus_at(x, y)
    keys.move(x, y)
    for down in (True, False):
        keys.button(1, down)
    screen.windows()


PAGES = {
    "buttons": "<div class=b>" + "".join(f"<button>{'X' if one == 5 else ''}</button>" for one in range(9)) + "</div>",
    "cells": "<table class=c>" + f"<tr>{'<td onclick=1></td>' * 3}</tr>" * 3 + "</table>",
    "parts": "<div class=b>" + "<div class=cell></div>" * 9 + "</div>",
}
PAGE = """<!doctype html><title>Board</title><style>
.b {{ display: grid; grid-template-columns: repeat(3, 40px); gap: 4px }} .b > * {{ width: 40px; height: 40px }}
.c td {{ width: 40px; height: 40px; padding: 0 }} .cell {{ background: #ccc }}
</style><button>New game</button><p id=said>Nobody</p>
<table><tr><td>1</td><td>2</td></tr><tr><td>3</td><td>4</td></tr><tr><td>5</td><td>6</td></tr></table>{board}<script>
document.querySelectorAll('.b > *, .c td').forEach((one, place) => one.addEventListener('click', () => {{
  said.textContent = `row ${{Math.floor(place / 3) + 1}} column ${{place % 3 + 1}}`; }}));
</script>"""


@pytest.mark.skipif(shutil.which(SMALL) is None, reason="There is no browser.")
@pytest.mark.parametrize("name", PAGES)
def test_a_square_of_a_page_is_clicked_where_a_hand_does(name: str, tmp_path: Path, hand: Any) -> None:
    (tmp_path / "board.html").write_text(PAGE.format(board=PAGES[name]), encoding="utf-8")
    browser = Browser()
    try:
        kit = Opened(tmp_path, "board.html", browser.tab)
        assert kit.square(2, 3) == ("X" if name == "buttons" else "")
        kit.click(2, 3)
        assert kit.line("row 2 column 3")
        with pytest.raises(AssertionError, match="There is no square in row 4, column 1"):
            kit.click(4, 1)
    finally:
        browser.close()
    page = hand.new_page()
    page.goto((tmp_path / "board.html").as_uri())
    page.locator(".b > *, .c td").nth(5).click()
    assert page.inner_text("#said") == "row 2 column 3"
    page.close()


def test_what_lies_by_chance_is_no_board() -> None:
    row = [(Box(50 * place, 0, 40, 20), place) for place in range(4)]
    steps = [(Box(50 * place, 30 * place, 40, 20), place) for place in range(4)]
    assert not board_of(row[:1]).places
    assert not board_of(steps).places
    assert not board_of([]).places
    assert between([(0, 0, 9, 9)]) == []
    with pytest.raises(LookupError, match="Nothing that is shown has squares"):
        board_of(row[:1]).at(1, 1)


def test_a_chart_of_one_column_is_one_and_a_board_comes_before_a_row_of_buttons() -> None:
    row = [(Box(50 * place, 0, 40, 20), f"button {place}") for place in range(5)]
    column = [(Box(0, 25 * place, 20, 20), place) for place in range(3)]
    board = [(Box(30 * (place % 2), 100 + 30 * (place // 2), 30, 30), place) for place in range(4)]
    assert board_of(column).at(3, 1) == 2
    assert board_of([*row, *board]).at(2, 2) == 3
    assert board_of(row).at(1, 5) == "button 4"


def test_lines_around_squares_make_the_same_as_those_between() -> None:
    inner = [(30, 0, 30, 60), (0, 30, 60, 30)]
    outer = [(x, 0, x, 60) for x in (0, 60)] + [(0, y, 60, y) for y in (0, 60)]
    assert between(inner) == between([*inner, *outer]) == [Box(x, y, 30, 30) for y in (0, 30) for x in (0, 30)]
