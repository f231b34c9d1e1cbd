"""What the test kit says that a dialogue shows, beside what stands on a real terminal where somebody types the same."""

from __future__ import annotations

import os
import pty
import re
import subprocess
import sys
from decimal import Decimal
from pathlib import Path

import pyte
import pytest

from languages.python.runner.scenario import NewInterpreter, Program

ASKED = re.compile(r"(?:\? |> |name:\r\n)\Z")
ASKS = 'n = int(input("Amount? "))\nprint("Change:", n - 3)\nprint("twice", 2 * n)\n'
DIALOGUES = {
    "a question": (ASKS, ["20"]),
    "wrong, and asked again": (
        'n = ""\nwhile not n.isdigit():\n    n = input("Amount? ")\n    print("Read")\n',
        ["x", "7"],
    ),
    "one without words": (
        'print("Your name:")\nname = input()\nprint(name.upper())\n',
        ["Zo\N{LATIN SMALL LETTER E WITH DIAERESIS}"],
    ),
    "a question of print": (
        'import sys\nprint("Who?", end=" ", flush=True)\nprint("Hi", sys.stdin.readline())\n',
        ["Ada"],
    ),
    "pasted lines": ('for _ in range(3):\n    print("got", len(input("> ")))\n', ["a\nbb\nccc"]),
}


def on_a_terminal(folder: Path, typed: list[str]) -> str:
    """All that stands there at the end, without what was typed; each line is typed once all before it is shown."""
    ours, theirs = pty.openpty()
    process = subprocess.Popen([sys.executable, "solution.py"], cwd=folder, stdin=theirs, stdout=theirs, stderr=theirs)
    os.close(theirs)
    shown = ""
    for line in "\n".join(typed).split("\n"):
        asked = ""
        while not ASKED.search(asked):
            asked += os.read(ours, 4096).decode()
        shown += asked
        os.write(ours, f"{line}\n".encode())
        echo = ""
        while not echo.endswith("\r\n"):
            echo += os.read(ours, len(line.encode()) + 2 - len(echo.encode())).decode()
        shown += "\r\n"
    try:
        while piece := os.read(ours, 4096):
            shown += piece.decode()
    except OSError:  # it has ended
        pass
    os.close(ours)
    process.wait()
    return shown.replace("\r\n", "\n")


@pytest.mark.parametrize("name", DIALOGUES)
def test_lines_are_those_of_a_terminal(name: str, tmp_path: Path) -> None:
    source, typed = DIALOGUES[name]
    (tmp_path / "source").mkdir()
    (tmp_path / "source" / "solution.py").write_text(source, encoding="utf-8")
    run = Program(tmp_path / "source", tmp_path, NewInterpreter, dict).start(typed=typed)
    assert run.shown == on_a_terminal(run.folder, typed)


BOARD = r"""
import time
print("\x1b[1mPaid\x1b[0m: \x1b[32m19.50\x1b[0m")
print("\x1b]0;Club\x07Name\tFee\nAda\t3.50\nZo\u00eb\t12")
for part in range(3):
    print(f"{part + 1} of 3", end="\r")
print("Done.  ")
print("Left: -10 of 10")
print("東京  5")
name = input("Who? ")
print("\x1b[4mHello\x1b[24m", name)
"""
READINGS = {
    ("Paid",): "19.50",
    ("Ada", "Fee"): "3.50",
    ("Zo\N{LATIN SMALL LETTER E WITH DIAERESIS}", "Fee"): "12",
    ("東京",): "5",
}


def on_a_screen(written: str) -> list[str]:
    """The lines that a person sees at the end."""
    screen = pyte.Screen(80, 24)
    pyte.Stream(screen).feed(written.replace("\n", "\r\n"))
    return [" ".join(line.split()) for line in screen.display if line.strip()]


def test_what_stands_on_a_screen_is_read(tmp_path: Path) -> None:
    (tmp_path / "source").mkdir()
    (tmp_path / "source" / "solution.py").write_text(BOARD, encoding="utf-8")
    run = Program(tmp_path / "source", tmp_path, NewInterpreter, dict).start(typed=["Ada"])
    read = [" ".join(line.split()) for line in run.shown.splitlines()]
    seen = on_a_screen(on_a_terminal(run.folder, ["Ada"]))
    assert [line for line in read if line in seen] == seen
    for words, said in READINGS.items():
        assert any(set(words[:1]) <= {*line.split(), *line.split(":")} and said in line for line in seen), words
        assert run.value(*words) == Decimal(said)
    assert run.line("Hello") == "Hello Ada"
    assert "\x1b" not in str(run.text)
    assert "\x1b[32m19.50" in run.text
