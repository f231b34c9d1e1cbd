"""The lines of an excerpt: the first and the last, long ones cut, and what was left out."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

LONGEST_LINE = 200
FIRST, LAST = 10, 3
WHOLE = 30  # lines and rows that are shown without a gap: who adds them up needs each
REST = WHOLE - FIRST
FIRST_LINES = 40


def beginning(lines: Sequence[str]) -> str:
    """The first lines and the last, long ones cut, and a note where there are more."""
    return "\n".join(ends(map(cut, lines[:FIRST_LINES]), map(cut, lines[FIRST_LINES:][-REST:]), len(lines), "lines"))


def ends(
    first: Iterable[str], rest: Iterable[str], total: int, what: str, between: Sequence[str] = ()
) -> Iterator[str]:
    """The first ones, how many were left out, those from `between` that aren't, the last ones; `rest` ends with these,
    and of few it is all."""
    first, rest = list(first), list(rest)
    last = rest if total <= WHOLE else rest[-LAST:]
    yield from first
    if left_out := total - len(first) - len(last) - len(between):
        yield f"[... {left_out:,} {what} left out here ...]"
    yield from between
    yield from last


def cut(line: str) -> str:
    """The line, or its beginning where it is long."""
    return line if len(line) <= LONGEST_LINE else f"{line[:LONGEST_LINE]}[... {len(line) - LONGEST_LINE:,} more]"
