"""What a person means by some words, among things that have names."""

from __future__ import annotations

import re
from collections.abc import Iterable
from operator import itemgetter
from typing import Any

CLEAR = 2.0  # likeness from which on all words that were asked for are there
SHORT = 4  # letters from which on a part of a word is taken for it


def best(words: str, named: Iterable[tuple[str, Any]]) -> Any:
    """What is called `words`: just so, else in more words, else in fewer; the first of several, or None."""
    return most_like(words, named)[1]


def most_like(words: str, named: Iterable[tuple[str, Any]]) -> tuple[float, Any]:
    """The same with its likeness, which is 0 where there is none."""
    found = ((_likeness(words, name), value) for name, value in named)
    likeness, value = max(found, key=itemgetter(0), default=(0.0, None))
    return likeness, value if likeness else None


def _likeness(words: str, name: str) -> float:
    wanted, there = _plain(words), _plain(name)
    if not wanted or not there:
        return 2 * CLEAR * (words.strip() == name.strip() and bool(words.strip()))
    if wanted == there:
        return 2 * CLEAR
    share = min(len(wanted), len(there)) / max(len(wanted), len(there))
    if f" {wanted} " in f" {there} ":
        return CLEAR + share
    return share * (f" {there} " in f" {wanted} " or (len(wanted) >= SHORT and wanted in there))


def _plain(text: str) -> str:
    return " ".join(re.findall(r"\w+", text.casefold()))
