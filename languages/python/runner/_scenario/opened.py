"""A page of the program's as a test has it: what can be read on it, and what a person does there."""

from __future__ import annotations

import json
import secrets
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from pathlib import Path
from typing import Any

from . import page
from .boards import Box, board_of, largest, square_of
from .browser import Fallen, Tab
from .in_page import CLOCK, EYES, PAPER
from .likeness import CLEAR, Found, best, nearest
from .lines import laid_out
from .sentences import UNSEEN_ERROR
from .value import Value
from .values import beside

MOMENT = 0.4  # seconds that pass with each act, for what a page does a little later
TRIES = 3  # a click may lead to another page, in whose midst nothing can be asked
SET = {"date", "time", "datetime-local", "month", "week", "color", "range"}  # fields into which nobody writes a text
KEYS = {"enter": ("Enter", 13, "\r"), "esc": ("Escape", 27, ""), "escape": ("Escape", 27, ""), "tab": ("Tab", 9, "")}
KEYS |= {"space": (" ", 32, " "), "backspace": ("Backspace", 8, ""), "del": ("Delete", 46, "")}
KEYS |= {"left": ("ArrowLeft", 37, ""), "up": ("ArrowUp", 38, ""), "right": ("ArrowRight", 39, "")}
KEYS |= {"down": ("ArrowDown", 40, "")}
MODIFIERS = {"alt": 1, "ctrl": 2, "control": 2, "strg": 2, "shift": 8}


def met(page: Opened) -> None:
    """Is called with each page that a test opens; `starts.py` puts a function of its own here, to keep what is done."""


class Opened:
    """A page, read as `page.Page` is. Where it has scripts, and for all that is done there, it is in a browser.

    Whatever is asked for in vain, and a script that falls over, fails the test. `acts` is what was done, in words.
    `answers` are for the questions and message boxes that come up meanwhile, in their order; who isn't told otherwise
    agrees.
    """

    def __init__(
        self, folder: Path, name: str, tab: Callable[[Mapping[str, bytes]], Tab], now: str = "", seed: int = 0
    ) -> None:
        """`tab` opens one for files; `now` is what its clock says, and another `seed` gives other random numbers.

        Raises `AssertionError` where there is no page.
        """
        beside = (path for path in folder.rglob("*") if path.is_file())
        self._contents = {path.relative_to(folder).as_posix(): path.read_bytes() for path in beside}
        self._name = page.found(name, self._contents)
        self._read = page.read(self._name, self._contents)
        self._open, self._seed = tab, seed
        self._tab: Tab | None = None
        self._pass = f"_{secrets.token_hex(8)}"
        self._start = datetime.fromisoformat(now) if now else datetime.now()  # noqa: DTZ005
        self.acts: list[str] = []
        met(self)
        if self._read.has_scripts:
            self._act((), lambda: None)

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_"):
            raise AttributeError(name)
        return getattr(self._look(), name)

    @property
    def values(self) -> dict[str, str]:
        """What the fields hold by the words at them, as in {"Search": "cat", "Done": "on"}."""
        return dict(self._see("values()"))

    def value(self, *words: str) -> Value:
        """What stands beside a name now, in a field or elsewhere: a number, amount, date or text, see `values.py`."""
        seen = self._look()
        return beside(words, seen.text, self.values if self._tab else {}, seen.tables)

    @property
    def messages(self) -> list[str]:
        """What message boxes and questions said, since the page was opened."""
        return list(self._shown().said)

    @property
    def clipboard(self) -> str:
        """What was copied on the page."""
        return str(self._shown().run("navigator.clipboard.readText()"))

    @property
    def printed(self) -> str:
        """What was put on paper when it printed last, line by line; empty where it didn't."""
        return laid_out([str(self._shown().run(f"{self._pass}_paper"))])

    def click(self, *label: str | int, answers: Sequence[Any] = (), beside: str = "") -> None:
        """Click what says `label`, all of it where there are several: a button, a link, a box to tick, the head of a
        column; or the square in a row and a column, two numbers from 1. Of several such it is the one nearest to the
        words `beside`, else the first."""
        words, square = " ".join(map(str, label)), square_of(label)
        self._act(answers, lambda: self._click_square(*square) if square else self._click(words, beside), said=words)

    def square(self, row: int, column: int) -> str:
        """What stands in the square in that row and column, from 1, of the largest board that is shown."""
        return self._square(row, column)[1]

    def type(self, label: str, text: object, answers: Sequence[Any] = (), beside: str = "") -> None:
        """Put `text` into the field at which `label` stands, instead of what it holds."""
        self._act(answers, lambda: self._type(label, str(text), beside), said=f"{label}: {text}")

    def paste(self, label: str, text: object, answers: Sequence[Any] = (), beside: str = "") -> None:
        """The same by pasting: all at once, and in several lines where it has some."""
        self._act(answers, lambda: self._paste(label, str(text), beside), said=f"{label}: {text}")

    def choose(self, label: str, value: object, answers: Sequence[Any] = (), beside: str = "") -> None:
        """Choose `value` in the list, or among the buttons, at which `label` stands."""
        self._act(answers, lambda: self._choose(label, str(value), beside), said=f"{label}: {value}")

    def press(self, key: str, answers: Sequence[Any] = ()) -> None:
        """Press a key where the cursor is, as in `Enter` or `Ctrl+S`."""
        self._act(answers, lambda: self._press(key), said=key)

    def wait(self, seconds: float, answers: Sequence[Any] = ()) -> None:
        """Let so many seconds pass for the page; nobody waits for them."""
        self._act(answers, lambda: None, seconds, said=f"{seconds:g} s")

    def reload(self) -> None:
        """Open it once more, as on another day: only what it has stored itself is still there."""
        self._act((), lambda: self._shown().reopen(self._name))

    def _shown(self) -> Tab:
        if self._tab is None:
            self._tab = self._open(self._contents)
            clock = f"{CLOCK}({self._start.timestamp() * 1000:.0f}, {json.dumps(self._pass)}, {int(self._seed)})"
            paper = f"{PAPER}({json.dumps(f'{self._pass}_paper')})"
            for script in (clock, paper):
                self._tab.call("Page.addScriptToEvaluateOnNewDocument", source=script)
            self._tab.show(self._name)
        return self._tab

    def _look(self) -> page.Page:
        """What is there now. What it leads to is known from its file."""
        if self._tab is not None:
            there, html = self._read, self._see("html()")
            self._read = page.read(self._name, self._contents, html)
            self._read.missing, self._read.outside = there.missing, there.outside
        return self._read

    def _see(self, script: str) -> Any:
        __tracebackhide__ = True
        try:
            return self._shown().look(EYES, script)
        except Fallen as problem:
            raise AssertionError(f"{problem}.") from None

    def _act(self, answers: Sequence[Any], act: Callable[[], None], seconds: float = MOMENT, said: str = "") -> None:
        __tracebackhide__ = True
        try:
            tab = self._shown()
            tab.answers = list(answers)
            act()
            self._let_pass(seconds)
        except Fallen as problem:
            raise AssertionError(f"{problem}.") from None
        if tab.fallen:
            raise AssertionError(f"A script of the page fell over, {UNSEEN_ERROR}: {tab.fallen[0]}")
        self.acts += [said] if said else []

    def _let_pass(self, seconds: float) -> None:
        for left in reversed(range(TRIES)):
            try:
                self._shown().run(f"{self._pass}({seconds})")
            except Fallen:
                if not left:
                    raise
            else:
                return

    def _click(self, label: str, beside: str) -> None:
        number = self._clickable(label, beside)
        if number is None:
            raise AssertionError(f"There is nothing to click that says {_said(label, beside)}. {self._offered()}")
        self._click_at(number, label)

    def _click_square(self, row: int, column: int) -> None:
        self._click_at(self._square(row, column)[0], f"row {row}, column {column}")

    def _square(self, row: int, column: int) -> tuple[int, str]:
        """Its number, and what stands in it. Raises `AssertionError`."""
        by_sort: dict[str, list[tuple[Box, tuple[int, str]]]] = {}
        for number, (left, top, width, height, said, sort) in enumerate(self._see("squares()")):
            by_sort.setdefault(sort, []).append((Box(left, top, width, height), (number, str(said))))
        boards = {sort: board for sort, found in by_sort.items() if (board := board_of(found)).places}
        # A table may have more cells than a game has squares, but few are there to be clicked.
        clicked = [board for sort, board in boards.items() if sort.startswith("act")]
        try:
            square: tuple[int, str] = largest(clicked or boards.values()).at(row, column)
        except LookupError as missing:
            raise AssertionError(f"{missing.args[0]} {self._offered()}") from None
        return square

    def _clickable(self, label: str, beside: str) -> int | None:
        found = nearest(label, self._named("click", beside))
        if found.rank < CLEAR:  # any words may be clicked, and a script hear of it
            found = nearest(label, self._named("words", beside))
        if found.rank < CLEAR:
            found = nearest(label, self._named("click", beside))
        if found.named and not beside and self._see(f"nested({[number for _, number in found.named]})"):
            found = replace(found, named=(min(found.named, key=lambda one: len(one[0])),))
        number: int | None = _meant(found, beside)
        return number

    def _named(self, sort: str, beside: str = "") -> list[tuple[str, int]]:
        """What there is of a sort, by each of its names; what is nearest to some words first."""
        found = [
            (name, number) for number, names in enumerate(self._see(f"find({json.dumps(sort)})")) for name in names
        ]
        if not beside:
            return found
        steps = self._see(f"steps({json.dumps(beside)})")
        return sorted((one for one in found if steps[one[1]] >= 0), key=lambda one: steps[one[1]])

    def _field(self, label: str, beside: str) -> int:
        number = _meant(nearest(label, self._named("field", beside)), beside)
        if number is None:
            raise AssertionError(
                f"There is no field that a person would call {_said(label, beside)}. {self._offered()}"
            )
        return int(number)

    def _click_at(self, number: int, label: str) -> None:
        place = self._see(f"place({number})")
        if "problem" in place:
            raise AssertionError(f"{label!r} {place['problem']}.")
        for kind, button in (("mouseMoved", "none"), ("mousePressed", "left"), ("mouseReleased", "left")):
            at = {"x": place["x"], "y": place["y"], "button": button, "clickCount": int(button == "left")}
            self._shown().call("Input.dispatchMouseEvent", type=kind, **at)

    def _type(self, label: str, text: str, beside: str) -> None:
        number = self._field(label, beside)
        kind = self._see(f"kind({number})")
        if kind == "select":
            self._choose(label, text, beside)
        elif kind in SET:
            self._see(f"set({number}, {json.dumps(text)})")
        else:
            self._select(number, label)
            self._press("del")
            self._shown().call("Input.insertText", text=text)
            self._see(f"typed({number})")

    def _paste(self, label: str, text: str, beside: str) -> None:
        number = self._field(label, beside)
        self._select(number, label)
        if self._see(f"pasted({json.dumps(text)})"):  # else the page has made something else of it
            self._shown().call("Input.insertText", text=text)

    def _select(self, number: int, label: str) -> None:
        """All that it holds."""
        self._click_at(number, label)
        if problem := self._see(f"select({number})"):
            raise AssertionError(f"{label!r}: {problem}.")

    def _choose(self, label: str, value: str, beside: str) -> None:
        fields = self._named("choice", beside)
        lists = [(name, number) for name, number in fields if self._see(f"kind({number})") == "select"]
        number = _meant(nearest(label, lists), beside)
        if number is None:
            self._click(value, beside)  # buttons of which one can be chosen have its words
            return
        options = self._see(f"options({number})")
        chosen = best(value, [(option, index) for index, option in enumerate(options)])
        if chosen is None:
            raise AssertionError(f"{label!r} has no {value!r} to choose. It has: {', '.join(map(repr, options))}")
        self._see(f"option({number}, {chosen})")

    def _press(self, key: str) -> None:
        *held, last = key.split("+") if len(key) > 1 else [key]
        name, code, text = KEYS.get(last.casefold(), (last, ord(last[0].upper()), last))
        modifiers = sum(MODIFIERS[one.strip().casefold()] for one in held)
        given = {"key": name, "windowsVirtualKeyCode": code, "modifiers": modifiers}
        written = {"text": text} if text and modifiers in (0, MODIFIERS["shift"]) else {}
        self._shown().call("Input.dispatchKeyEvent", type="keyDown" if written else "rawKeyDown", **given, **written)
        self._shown().call("Input.dispatchKeyEvent", type="keyUp", **given)
        if (modifiers, last.casefold()) == (MODIFIERS["ctrl"], "p"):  # which a browser does itself
            self._shown().run("print()")

    def _offered(self) -> str:
        buttons = ", ".join(dict.fromkeys(repr(name) for name, _ in self._named("click"))) or "none"
        fields = ", ".join(dict.fromkeys(repr(name) for name, _ in self._named("field"))) or "none"
        return f"It shows to click {buttons[:1500]}, and the fields {fields[:500]}."

    def __repr__(self) -> str:
        return "page"  # failures show what they compare anyway


def _meant(found: Found, beside: str) -> Any:
    """The one; what is nearest to the words `beside` comes first. Raises `likeness.Several`."""
    return found.first if beside else found.one


def _said(label: str, beside: str) -> str:
    return f"{label!r} beside {beside!r}" if beside else repr(label)
