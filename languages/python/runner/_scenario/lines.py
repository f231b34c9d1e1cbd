"""The line of a text, or whatever else has one, that has what somebody looks for."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from itertools import chain
from typing import TypeVar

Texted = TypeVar("Texted")
ENTERED = "\x02\x03"
"""Stands in what is shown where somebody pressed Enter, after which the next line begins on a screen."""

# No part of a longer word or number: 0.00 isn't in 10.00, nor 9 in 9.50.
WHOLE = r"(?<!\w)(?<!\d[.,]){}(?!\w)(?![.,]\d)"
LABEL = r"\s*{}\s*(?::(?!\d)|=|\s\s)"
"""A name with its value behind it, and no time of day."""
LONGER = r"\s*{}\s[^:=]*?\S(?::(?!\d)|=|\s\s)"
"""A longer label that begins with it, with its value behind it."""


def first(text: str, words: Sequence[str], empty: bool = False) -> str:
    """The first line with all of `words`, see `matching`; of one name rather one that it is the label of; or empty.

    `empty` says whether a label may stand alone, as long as there is no value for it: then no longer one is meant.
    """
    lines = text.splitlines()
    labelled = _labelled(lines, words[0]) if len(words) == 1 else ()
    found = next(chain(labelled, matching(lines, words, lambda line: line)), "")
    if empty and len(words) == 1 and re.match(LONGER.format(re.escape(words[0])), found, re.IGNORECASE):
        return next((line for line in lines if line.strip().casefold() == words[0].strip().casefold()), found)
    return found


def _labelled(lines: Sequence[str], name: str) -> Iterator[str]:
    """Those with the name for their label, as it is written first."""
    for case in (re.NOFLAG, re.IGNORECASE):
        yield from (line for line in lines if re.match(LABEL.format(re.escape(name)), line, case))


def laid_out(pieces: Sequence[str]) -> str:
    """The pieces of a text as lines, without empty ones; what a tab parts stands apart."""
    lines = (" ".join(line.split(" ")).strip() for line in "".join(pieces).split("\n"))
    return "\n".join(re.sub(r"[ \t]*\t[ \t]*", "  ", line).strip() for line in lines if line.strip())


def matching(among: Sequence[Texted], words: Sequence[str], text: Callable[[Texted], str]) -> Iterator[Texted]:
    """Those whose text has all of `words`, whatever their case; first where they stand whole, then in other words."""
    for form in (WHOLE, "{}"):
        patterns = [re.compile(form.format(re.escape(word)), re.IGNORECASE) for word in words]
        yield from (one for one in among if all(pattern.search(text(one)) for pattern in patterns))
