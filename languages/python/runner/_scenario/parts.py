"""What belongs together on a page: a row, an entry of a list, or one of several cards."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from .lines import laid_out, matching

ENTRIES = {"tr", "li"}
ALIKE = {"article", "section", "figure", "details", "fieldset"}


@dataclass(eq=False)
class Part:
    """An element: the first of its classes, what it is in, and where its text is among the page's `pieces`."""

    tag: str
    sort: str
    around: Part | None
    pieces: Sequence[str]
    begins: int
    ends: int = 0

    @property
    def text(self) -> str:
        """What can be read in it, in lines."""
        return laid_out(self.pieces[self.begins : self.ends])


def smallest(parts: Sequence[Part], words: Sequence[str]) -> str:
    """The text of the smallest of `parts` that has all of `words` and is one of several alike; all where it is alone.

    `parts` stand in the order in which they end. Empty where none has the words.
    """
    found = next(matching(parts, words, lambda part: part.text), None)
    chain = list(_outwards(found))
    named = (part for part in chain if part.tag in ENTRIES or _is_alike(part, parts, named=True))
    # Alone in an element of its own, as a heading is, a name isn't what somebody looks for.
    more = (part for part in chain if len(part.text) > sum(map(len, words)))
    chosen = next(named, None) or next((part for part in more if _is_alike(part, parts, named=False)), None)
    return chosen.text if chosen else laid_out(parts[0].pieces) if chain else ""


def _outwards(part: Part | None) -> Iterator[Part]:
    while part:
        yield part
        part = part.around


def _is_alike(part: Part, parts: Sequence[Part], named: bool) -> bool:
    """Whether another of its sort stands beside it: one that has a name, by its class or tag, or any."""
    if named and not (part.sort or part.tag in ALIKE):
        return False
    beside = (one for one in parts if one.around is part.around and one is not part)
    return any((one.tag, one.sort) == (part.tag, part.sort) for one in beside)
