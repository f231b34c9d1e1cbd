"""What a terminal would show of a program's output: a line that is begun anew is overwritten, and colors are kept.

Nothing is left of what could steer more than that. It goes as far as programs do that write line by line; for those
that draw on a whole screen its height would have to be known.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import chain, groupby, repeat
from operator import itemgetter

from languages.outcome import Said
from wording import printable

COLORS = ("black", "red", "green", "yellow", "blue", "magenta", "cyan", "white")
WIDEST, HIGHEST = 2_000, 5_000
"""How far the cursor can be sent, in columns and lines."""
TAB = 8
BLANK = " "
STEER = re.compile(
    r"\x1b\[(?P<values>[0-9;:]*)(?P<act>[A-Za-z])"  # what moves the cursor, erases, or colors
    r"|\x1b(?:\[[0-?]*[ -/]*[@-~]|\][^\x07\x1b\n]*(?:\x07|\x1b\\)?|[()#%][0-9A-Za-z]|[ -~])"  # all other sequences
    r"|(?P<control>[\r\n\b\t])"
)


@dataclass(frozen=True, slots=True)
class Piece:
    """Some text in one style. `typed` is what a person typed; `color` is one of `COLORS`, or empty."""

    text: str
    typed: bool = False
    color: str = ""
    bold: bool = False


def screen(turns: Sequence[Said]) -> tuple[Piece, ...]:
    """What stands on the screen after these turns, as pieces with line ends in them. All of it is safe to be shown."""
    terminal = _Terminal()
    for turn in turns:
        terminal.show(turn.text, Piece("", typed=True) if turn.typed else None)
        if turn.typed:
            terminal.show("\n")
    return tuple(terminal.pieces())


def plain(text: str) -> str:
    """The same of a single text, without its styles."""
    return "".join(piece.text for piece in screen((Said(text),)))


PLAIN = Piece("")
Cell = tuple[str, Piece]
"""A character, and a piece that has its style and no text."""


class _Terminal:
    """Lines of cells, and a cursor."""

    def __init__(self) -> None:
        self._rows: list[list[Cell]] = [[]]
        self._row = self._column = 0
        self._style = PLAIN

    def show(self, text: str, style: Piece | None = None) -> None:
        """Write this, in its own style, or in this one."""
        place = 0
        for found in STEER.finditer(text):
            self._write(text[place : found.start()], style)
            place = found.end()
            if control := found["control"]:
                self._control(control)
            elif act := found["act"]:
                self._act(act, [int(value) if value else 0 for value in re.split("[;:]", found["values"])])
        self._write(text[place:], style)

    def pieces(self) -> Iterator[Piece]:
        """What stands there, neighbours of one style together."""
        first, *others = self._rows
        cells = chain(first, *((("\n", PLAIN), *row) for row in others))
        for style, group in groupby(cells, itemgetter(1)):
            yield replace(style, text=printable("".join(character for character, _ in group)))

    def _write(self, text: str, style: Piece | None) -> None:
        if not text:
            return
        row, end = self._rows[self._row], self._column + len(text)
        row.extend([(BLANK, PLAIN)] * (self._column - len(row)))
        row[self._column : end] = zip(text, repeat(style or self._style))
        self._column = end

    def _control(self, character: str) -> None:
        if character == "\n":
            self._move(self._row + 1, 0)
        elif character == "\r":
            self._column = 0
        elif character == "\b":
            self._column = max(self._column - 1, 0)
        else:
            self._write(BLANK * (TAB - self._column % TAB), None)

    def _move(self, row: int, column: int) -> None:
        self._row, self._column = min(max(row, 0), HIGHEST), min(max(column, 0), WIDEST)
        self._rows.extend([] for _ in range(self._row + 1 - len(self._rows)))

    def _act(self, act: str, values: list[int]) -> None:
        by = max(values[0], 1)
        match act:
            case "m":
                self._color(values)
            case "A" | "B":
                self._move(self._row + (by if act == "B" else -by), self._column)
            case "C" | "D":
                self._move(self._row, self._column + (by if act == "C" else -by))
            case "E" | "F":
                self._move(self._row + (by if act == "E" else -by), 0)
            case "G":
                self._move(self._row, by - 1)
            case "H" | "f":
                self._move(by - 1, max(values[1], 1) - 1 if len(values) > 1 else 0)
            case "K":
                self._erase_line(values[0])
            case "J":
                self._erase_screen(values[0])

    def _erase_line(self, how: int) -> None:
        row = self._rows[self._row]
        if how == 0:
            del row[self._column :]
        else:
            end = self._column + 1 if how == 1 else len(row)
            row[:end] = [(BLANK, PLAIN)] * (end if how == 1 else 0)

    def _erase_screen(self, how: int) -> None:
        if how == 0:
            self._erase_line(0)
            del self._rows[self._row + 1 :]
        elif how in (2, 3):  # what comes next begins at the top: how high the screen is isn't known
            self._rows, self._row, self._column = [[]], 0, 0

    def _color(self, values: list[int]) -> None:
        left = iter(values)
        for value in left:
            if value == 0:
                self._style = PLAIN
            elif value in (1, 22):
                self._style = replace(self._style, bold=value == 1)
            elif 30 <= value <= 37 or 90 <= value <= 97:
                self._style = replace(self._style, color=COLORS[value % 10])
            elif value == 39:
                self._style = replace(self._style, color="")
            elif value in (38, 48):  # one of many colors, by its number or its parts: what follows says which
                kind = next(left, 0)
                for _ in range({5: 1, 2: 3}.get(kind, 0)):
                    next(left, None)
