"""Keys of a hidden X server, pressed through its test extension. Characters that no key has are given one first."""

from __future__ import annotations

import itertools
import struct
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from .x_connection import Connection

GET_MAPPING, CHANGE_MAPPING, FAKE_INPUT = 101, 100, 2
PRESS, RELEASE, BUTTON_PRESS, BUTTON_RELEASE, MOTION = 2, 3, 4, 5, 6
SETTLE_SECONDS = 0.02  # for a program to learn what a key now says
UNICODE = 0x1000000  # plus a character's number is its key symbol
NAMED = {"Backspace": 0xFF08, "Tab": 0xFF09, "Enter": 0xFF0D, "Escape": 0xFF1B, "Delete": 0xFFFF, "Insert": 0xFF63}
NAMED |= {"Home": 0xFF50, "ArrowLeft": 0xFF51, "ArrowUp": 0xFF52, "ArrowRight": 0xFF53, "ArrowDown": 0xFF54}
NAMED |= {"PageUp": 0xFF55, "PageDown": 0xFF56, "End": 0xFF57} | {f"F{n}": 0xFFBD + n for n in range(1, 13)}
HELD = {"Shift": 0xFFE1, "Control": 0xFFE3, "Alt": 0xFFE9}
IN_TEXT = {"\n": "Enter", "\t": "Tab"}


class Keys:
    """Keyboard and mouse."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection
        self._opcode, _ = connection.extension(b"XTEST")
        self._codes: dict[int, tuple[int, bool]] = {}
        unused = list(self._read_mapping())
        self._spare = itertools.cycle(unused)

    def type(self, text: str) -> None:
        """Press what writes `text`."""
        for character in text:
            self.press(IN_TEXT.get(character, character))

    def press(self, key: str, held: Sequence[str] = ()) -> None:
        """Press a key by its name in browsers, or a character, while others of `HELD` are held down."""
        symbol = NAMED.get(key) or _symbol(key)
        code, shifted = self._codes.get(symbol) or self._given(symbol)
        modifiers = {HELD[name] for name in held} | ({HELD["Shift"]} if shifted else set())
        with self._held([self._codes[modifier][0] for modifier in sorted(modifiers)]):
            self._fake(PRESS, code)
            self._fake(RELEASE, code)

    def move(self, x: int, y: int) -> None:
        """Move the mouse there."""
        self._fake(MOTION, 0, x, y)

    def button(self, number: int, down: bool) -> None:
        """Press or release a button of the mouse."""
        self._fake(BUTTON_PRESS if down else BUTTON_RELEASE, number)

    @contextmanager
    def _held(self, codes: Sequence[int]) -> Iterator[None]:
        for code in codes:
            self._fake(PRESS, code)
        yield
        for code in reversed(codes):
            self._fake(RELEASE, code)

    def _fake(self, kind: int, detail: int, x: int = 0, y: int = 0) -> None:
        self._connection.send(self._opcode, FAKE_INPUT, struct.pack("<BB2xII8xhh8x", kind, detail, 0, 0, x, y))

    def _read_mapping(self) -> Iterator[int]:
        """Learn what each key says without and with Shift; those that say nothing are what comes."""
        first, count = self._connection.first_key, self._connection.last_key - self._connection.first_key + 1
        found = self._connection.ask(GET_MAPPING, 0, struct.pack("<BBxx", first, count))
        if found is None:
            return
        symbols = struct.unpack_from(f"<{count * found.detail}I", found.body, 24)
        for number in range(count):
            own = symbols[number * found.detail : (number + 1) * found.detail]
            for place, symbol in enumerate(own[:2]):
                if symbol:
                    self._codes.setdefault(symbol, (first + number, bool(place)))
            if not any(own):
                yield first + number

    def _given(self, symbol: int) -> tuple[int, bool]:
        """Have a key say `symbol` that says nothing else, or hasn't for the longest time."""
        code = next(self._spare)
        self._codes = {known: place for known, place in self._codes.items() if place[0] != code}
        self._codes[symbol] = code, False
        self._connection.send(CHANGE_MAPPING, 1, struct.pack("<BBxxII", code, 2, symbol, symbol))
        time.sleep(SETTLE_SECONDS)
        return self._codes[symbol]


def _symbol(character: str) -> int:
    number = ord(character)
    return number if 0x20 <= number <= 0x7E or 0xA0 <= number <= 0xFF else UNICODE + number
