"""Making what a model wrote safe to print, and numbers pleasant to read."""

from __future__ import annotations

import unicodedata

from agent.types import Usage


def printable(text: str) -> str:
    """`text` without what could steer a terminal or turn the reading direction.

    Drops control characters (so also ANSI escapes), and format characters such as the
    right-to-left overrides, but keeps line ends and tabs.
    """
    return "".join(
        character for character in text if character in "\n\t" or unicodedata.category(character) not in _HIDDEN
    )


_HIDDEN = ("Cc", "Cf", "Cs", "Co")


def clock(seconds: float) -> str:
    """Elapsed time as `0:07` or `12:34`."""
    return f"{int(seconds) // 60}:{int(seconds) % 60:02}"


def plural(count: int, word: str) -> str:
    """`1 test`, `2 tests`."""
    return f"{count:,} {word}{'' if count == 1 else 's'}"


def cost(usage: Usage) -> str:
    """What the models took, as in `1,200 tokens read, 340 written, $0.02`."""
    price = "" if usage.cost_usd is None else f", ${usage.cost_usd:.2f}"
    return f"{usage.input_tokens:,} tokens read, {usage.output_tokens:,} written{price}"
