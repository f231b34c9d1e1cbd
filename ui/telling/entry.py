"""One line of a run's log, and what belongs to it."""

from __future__ import annotations

from dataclasses import dataclass
from html import escape
from typing import Literal

Tone = Literal["plain", "model", "thinking", "good", "bad", "unsure"]
TAGS = 120
"""About so many characters are the tags of one text."""


@dataclass(frozen=True, slots=True)
class Fold:
    """A text that is opened by a click."""

    label: str
    text: str


@dataclass(frozen=True, slots=True)
class Entry:
    """One line of the log, with what belongs to it. `seq` is that of its first event, `seconds` since the start."""

    seq: int
    seconds: float
    tone: Tone
    title: str
    lines: tuple[str, ...] = ()
    folds: tuple[Fold, ...] = ()
    answer: str = ""
    """The words of a model."""

    @property
    def size(self) -> int:
        """About how many characters the entry takes on the page, with its tags."""
        texts = [self.title, *self.lines, *(fold.text for fold in self.folds), self.answer]
        return sum(TAGS + len(escape(text)) for text in texts)
