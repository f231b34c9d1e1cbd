"""The lines of an excerpt: the first and the last, long ones cut, and what was left out."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Sequence

from .invisible import visible
from .notes import Note
from .odd import unlike_lines

LONGEST_LINE = 200
FIRST, LAST = 10, 3
# Who adds them up needs each: so many lines and rows are shown without a gap, and more where they are short.
WHOLE = 30  # lines
WHOLE_TEXT = 14_000 if os.environ.get("LOOK") == "--whole" else 5_000  # characters of all lines
MOST_SHORT = 500  # lines and rows that may be so short
LITTLE = 0.25  # of what is shown: leaving out less than that saves nothing, and may hide what decides
FIRST_LINES = 40
BELOW = 20  # first lines below a summary of what is in them


def split(content: str) -> list[str]:
    """The lines of a text as who reads it gets them: they end nowhere but at CR and LF."""
    lines = content.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    return lines if lines[-1] else lines[:-1]


def are_seen(lines: Sequence[str]) -> bool:
    """Whether they are so few and short that they are shown as they are, and need no summary."""
    return len(lines) <= FIRST_LINES and all(len(line) <= LONGEST_LINE for line in lines)


def beginning(lines: Sequence[str], most: int = FIRST_LINES) -> str:
    """`most` first lines and the last, and those between that begin otherwise; long ones cut, and what was left out."""
    first, rest = lines[:most], lines[most:]
    shown = [*range(len(first)), *range(max(most, len(lines) - LAST), len(lines))]
    places = unlike_lines(lines, shown) if len(rest) > LAST else []
    odd = [f"line {place + 1:,}, unlike those shown: {cut(lines[place])}" for place in places]
    return "\n".join(ends(map(cut, first), map(cut, rest[-MOST_SHORT:]), len(lines), "lines", odd))


def ends(
    first: Iterable[str], rest: Iterable[str], total: int, what: str, between: Sequence[str] = ()
) -> Iterator[str]:
    """The first ones, how many were left out, those from `between` that aren't, the last ones; `rest` ends with these,
    and of few or short ones, which are shown whole, it is all."""
    first, rest = list(first), list(rest)
    letters, left_out = sum(map(len, (*first, *rest))), sum(map(len, rest[:-LAST]))
    is_short = total <= WHOLE or letters <= WHOLE_TEXT or left_out <= LITTLE * (letters - left_out)
    is_whole = is_short and len(first) + len(rest) == total
    last, between = (rest, ()) if is_whole else (rest[-LAST:], between)
    yield from first
    if missing := total - len(first) - len(last) - len(between):
        yield Note(f"[... {missing:,} {what} left out here ...]")
    yield from between
    yield from last


def cut(line: str) -> str:
    """The line, or its beginning where it is long, with what is invisible in it made visible."""
    if isinstance(line, Note):
        return line
    line = visible(line)
    return line if len(line) <= LONGEST_LINE else f"{line[:LONGEST_LINE]}[... {len(line) - LONGEST_LINE:,} more]"
