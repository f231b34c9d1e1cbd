"""Readable differences between two programs, line by line."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from difflib import unified_diff
from typing import Literal

from message import say, say_count
from wording import printable

LONGEST = 1_500
"""How many lines a program may have to be compared: the time grows with their square."""
LINES_SHOWN = 600


@dataclass(frozen=True, slots=True)
class DiffLine:
    """One line of a diff; `sign` is `+`, `-`, a space, or `@` for where a new part begins."""

    sign: Literal["+", "-", " ", "@"]
    text: str

    @property
    def kind(self) -> str:
        """The sign as a word."""
        return {"+": "added", "-": "removed", "@": "place", " ": "same"}[self.sign]


def compare(before: str, after: str) -> list[DiffLine]:
    """How `before` became `after`, with three lines around each change; nothing where they are the same."""
    old, new = before.splitlines(), after.splitlines()
    if max(len(old), len(new)) > LONGEST:
        return [
            DiffLine(
                "@", say("Too long to compare: %(count)s lines before, %(new)s after", count=len(old), new=len(new))
            )
        ]
    return _readable(unified_diff(old, new, lineterm=""))


def parse(diff: str) -> list[DiffLine]:
    """The lines of a unified diff that a tool wrote, without its heading of file names."""
    return _readable(diff.splitlines())


def _readable(lines: Iterable[str]) -> list[DiffLine]:
    heading = ("--- ", "+++ ")
    read = [_line(line) for place, line in enumerate(lines) if place > 1 or not line.startswith(heading)]
    if len(read) <= LINES_SHOWN:
        return read
    return [
        *read[:LINES_SHOWN],
        DiffLine(
            "@",
            say_count(
                "%(count)s more line is left out here",
                "%(count)s more lines are left out here",
                len(read) - LINES_SHOWN,
            ),
        ),
    ]


def _line(line: str) -> DiffLine:
    if line.startswith("@@"):
        return DiffLine("@", _place(line))
    text = printable(line[1:1000])
    if line.startswith("+"):
        return DiffLine("+", text)
    return DiffLine("-" if line.startswith("-") else " ", text)


def _place(header: str) -> str:
    """`@@ -12,7 +12,8 @@` in words."""
    for part in header.split():
        number = part.removeprefix("+").split(",")[0]
        if part.startswith("+") and number.isdecimal():
            return say("From line %(number)s", number=number)
    return say("Further on")
