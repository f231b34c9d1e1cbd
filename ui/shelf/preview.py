"""The picture by which a program is known again: what came of a start of it, as small as fits on a card."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from agent.result import most_telling
from languages.outcome import Outcome, picture_of
from ui.telling.outcome import picture_uri

MOST_ROWS, MOST_COLUMNS, MOST_LINES = 5, 3, 7
LONGEST_LINE = 60


@dataclass(frozen=True, slots=True)
class Preview:
    """One of three, the others are empty: a picture as a data URI, the beginning of a table, or of what was shown."""

    picture: str = ""
    rows: Sequence[Sequence[str]] = ()
    lines: Sequence[str] = ()


NO_PREVIEW = Preview()


# Why: docs/decisions.md, "What the history can tell isn't stored again"
def preview_of(outcome: Outcome) -> Preview:
    """What tells most of a program: a picture before a table, and a table before words."""
    best = most_telling(outcome.starts)
    starts = [*([best] if best else []), *(start for start in outcome.starts if start is not best)]
    files = [file for start in starts for file in start.files if file.change != "removed"]
    if picture := picture_of(outcome):
        return Preview(picture=picture_uri(picture))
    if table := next((table for file in files for table in file.tables if table.rows), None):
        return Preview(rows=[row[:MOST_COLUMNS] for row in table.rows[:MOST_ROWS]])
    texts = [file.excerpt for file in files] + [
        "".join(turn.text + ("\n" if turn.typed else "") for turn in start.said) for start in starts
    ]
    return Preview(lines=next((lines for text in texts if (lines := list(_lines(text)))), ()))


def _lines(text: str) -> Iterable[str]:
    filled = [line.rstrip()[:LONGEST_LINE] for line in text.splitlines() if line.strip()]
    return filled[:MOST_LINES]
