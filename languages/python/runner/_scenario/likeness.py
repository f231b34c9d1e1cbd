"""What a person means by some words, among things that have names."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

SHORT = 4  # letters from which on a part of a word is taken for it
ALIKE = str.maketrans({"−": "-", "–": "-", "—": "-", "＋": "+", "…": "...", "’": "'", "“": '"', "”": '"'})  # noqa: RUF001
SIGNS = {"+", "-"}  # in front or at the end, these are all that tells two buttons apart
EXACT, SAID, PLAIN, CLEAR, NEAR = 5, 4, 3, 2, 1
"""How a name is like some words: just so; but for case and kinds of signs; but for signs, or as the first of several
lines; in more words, with all of these; in fewer words, or as a part of one."""


class Several(AssertionError):
    """Names of different things that are equally like what somebody says."""

    def __init__(self, words: str, names: Iterable[str]) -> None:
        super().__init__(f"{words!r} may be any of these: {', '.join(map(repr, dict.fromkeys(names)))}.")


@dataclass(frozen=True)
class Found:
    """The things that are most like some words, with their names, and how much they are, 0 where there is none."""

    words: str
    rank: int
    named: tuple[tuple[str, Any], ...]

    @property
    def first(self) -> Any:
        """The first of them, or None."""
        return self.named[0][1] if self.named else None

    @property
    def one(self) -> Any:
        """The one that is meant, the first where several have one name; None where there is none. Raises `Several`."""
        if not self.named:
            return None
        name, value = self.named[0]
        if any(_said(other) != _said(name) and one is not value for other, one in self.named):
            raise Several(self.words, (other for other, _ in self.named))
        return value


def best(words: str, named: Iterable[tuple[str, Any]]) -> Any:
    """What is called `words`: just so, else nearly so; or None. Raises `Several`."""
    return nearest(words, named).one


def nearest(words: str, named: Iterable[tuple[str, Any]]) -> Found:
    """What is most like it."""
    ranked = [(_rank(words, name), (name, value)) for name, value in named]
    rank = max((rank for rank, _ in ranked), default=0)
    return Found(words, rank, tuple(one for own, one in ranked if own == rank and rank))


def _rank(words: str, name: str) -> int:
    if not words.strip():
        return 0
    if words.split() == name.split():
        return EXACT
    if _said(words) == _said(name):
        return SAID
    wanted, there = _plain(words), _plain(name)
    if not wanted or not there or _signs(words) - _signs(name):
        return 0
    if wanted == there or _said(words) == _said(name.strip().partition("\n")[0]):
        return PLAIN
    if f" {wanted} " in f" {there} ":
        return CLEAR
    return NEAR * (f" {there} " in f" {wanted} " or (len(wanted) >= SHORT and wanted in there))


def _said(text: str) -> str:
    return " ".join(text.translate(ALIKE).casefold().split())


def _signs(text: str) -> set[str]:
    said = _said(text)
    return {said[:1], said[-1:]} & SIGNS


def _plain(text: str) -> str:
    return " ".join(re.findall(r"\w+", text.casefold()))
