"""What a program wrote, as a test has it."""

from __future__ import annotations


class Text(str):
    """Text that equals its bytes as well: what begins with `%PDF` may be either, and a test that laid it out as bytes
    compares it with bytes."""

    __slots__ = ()
    __hash__ = str.__hash__

    def __eq__(self, other: object) -> bool:
        return self.encode() == other if isinstance(other, bytes) else str.__eq__(self, other)

    def __ne__(self, other: object) -> bool:
        return not self == other

    def __contains__(self, part: str | bytes) -> bool:  # type: ignore[override]
        return part in self.encode() if isinstance(part, bytes) else str.__contains__(self, part)

    def decode(self, *_: object) -> str:
        """The text that it is."""
        return str(self)


def readable(data: bytes) -> str | bytes:
    """Text where it is UTF-8, else the bytes."""
    try:
        return Text(data.decode("utf-8-sig"))
    except UnicodeDecodeError:
        return data
