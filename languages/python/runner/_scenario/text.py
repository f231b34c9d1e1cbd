"""What a program wrote, as a test has it."""

from __future__ import annotations

from typing import Any


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


def readable(data: bytes) -> str | bytes:
    """Text where it is UTF-8, else the bytes."""
    try:
        return Text(data)
    except UnicodeDecodeError:
        return data
