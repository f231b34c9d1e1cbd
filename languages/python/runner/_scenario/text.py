"""What a program wrote, as a test has it."""

from __future__ import annotations

import re
from typing import Any

ESCAPE = "\x1b"
CODES = re.compile(r"\x1b(?:\[[0-?]*[ -/]*[@-~]|\][^\x07\x1b]*(?:\x07|\x1b\\)|[@-Z\\-_])")
"""What a terminal does, and doesn't show: colours, places, titles (ECMA-48)."""


class Text(str):
    """Text that is taken for its bytes where it is held against bytes: what begins with `%PDF` may be either, and a
    test that laid it out as bytes looks for bytes."""

    __hash__ = str.__hash__

    def __init__(self, data: bytes) -> None:
        self._data = data

    def __new__(cls, data: bytes) -> Text:
        """Raises `UnicodeDecodeError` where it isn't UTF-8."""
        return super().__new__(cls, data.decode("utf-8-sig"))

    def __eq__(self, other: object) -> bool:
        return self._data == other if isinstance(other, bytes) else str.__eq__(self, other)

    def __ne__(self, other: object) -> bool:
        return not self == other

    def __contains__(self, part: Any) -> bool:
        return part in (self._data if isinstance(part, bytes) else str(self))

    def startswith(self, start: Any, *place: Any) -> bool:
        """As text and bytes have it."""
        return (self._data if isinstance(start, bytes) else str(self)).startswith(start, *place)

    def decode(self, *how: Any) -> str:
        """As bytes have it."""
        return self._data.decode(*how)


class Shown(str):
    """What stands on a screen, without the codes that a terminal obeys, such as colours; these are found where a test
    looks for them."""

    __hash__ = str.__hash__

    def __init__(self, written: str) -> None:
        self._written = written

    def __new__(cls, written: str) -> Shown:
        """Of what a program has `written`."""
        return super().__new__(cls, CODES.sub("", written))

    def __contains__(self, part: Any) -> bool:
        return part in (self._written if ESCAPE in part else str(self))


def readable(data: bytes) -> str | bytes:
    """Text where it is UTF-8, else the bytes."""
    try:
        return Text(data)
    except UnicodeDecodeError:
        return data
