"""Which words a planted mistake changes of what a program gives, and which ones beside them say what they are.

So it can be told whether the difference is in something that a test looks for or the task names.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from difflib import SequenceMatcher
from itertools import zip_longest

from languages.python.syntax import BROKEN

MOST = 24  # words; where more are others, nobody says of each whether it is asked for
MOST_LINES = 2_000  # that are compared: the time grows with their square
WORD = re.compile(r"\d+(?:[.:,/-]\d+)*|[^\W\d]+(?:['-][^\W\d]+)*")
_CELLS = re.compile(r"[;,|\t()\[\]{}\"“”]+|\s{2,}")
_SCALAR = re.compile(r"raises \w+|-?\d+(\.\d+)?|None|True|False|'[^'\s\\]*'")
_DIGIT = re.compile(r"\d")


def words_in(text: str) -> list[str]:
    """The words of a text, dates, times and amounts as one each, in small letters."""
    return [part.casefold() for word in WORD.findall(text) for part in _with_parts(word)]


def _with_parts(word: str) -> list[str]:
    """A comma may be one between cells as well."""
    return [word, *word.split(",")] if "," in word else [word]


def touched(yours: Mapping[str, str], changed: Mapping[str, str]) -> tuple[str, ...]:
    """The words that differ between two outcomes, and those beside them; empty where more than words differs.

    So it is where one of them crashes or ends otherwise, leaves other files, or calls give what is more than one value:
    of that somebody may say that its order is open, and not its amounts.
    """
    found = _of_starts(yours, changed) if "text" in yours and "text" in changed else _of_calls(yours, changed)
    words = tuple(dict.fromkeys(found))
    return words if len(words) <= MOST else ()


def _of_calls(yours: Mapping[str, str], changed: Mapping[str, str]) -> Iterable[str]:
    if any(yours.get(key) != changed.get(key) for key in ("printed", "arguments")):
        return ()
    values = [f"raises {one['error']}" if "error" in one else one.get("value", "") for one in (yours, changed)]
    return [word for value in values for word in words_in(value)] if all(map(_SCALAR.fullmatch, values)) else ()


def _of_starts(yours: Mapping[str, str], changed: Mapping[str, str]) -> Iterable[str]:
    ours, theirs = _files(yours.get("files", "")), _files(changed.get("files", ""))
    differs = any(yours.get(key) != changed.get(key) for key in ("exit_code", "changed", "error"))
    if differs or ours is None or theirs is None or ours.keys() != theirs.keys():
        return ()
    written = [(ours[name], theirs[name]) for name in ours if ours[name] != theirs[name]]
    pairs = [(yours["text"], changed["text"]), *written]
    readable = all(isinstance(text, str) for pair in pairs for text in pair)
    return [word for one, other in pairs for word in _of_texts(str(one), str(other))] if readable else ()


def _files(told: str) -> dict[str, str | bytes] | None:
    """What files there are, and what is in them; None where it can't be read."""
    try:
        return dict(ast.literal_eval(told)) if told else {}
    except (*BROKEN, TypeError):
        return None


def _of_texts(one: str, other: str) -> Iterator[str]:
    ours, theirs = one.splitlines(), other.splitlines()
    if max(len(ours), len(theirs)) > MOST_LINES:
        yield from words_in(f"{one}\n{other}")
        return
    for sort, start, end, first, last in SequenceMatcher(None, ours, theirs, autojunk=False).get_opcodes():
        if sort != "equal":
            for a, b in zip_longest(ours[start:end], theirs[first:last], fillvalue=""):
                yield from _of_lines(a, b, ours[0] if ours else "")
                yield from _of_lines(b, a, theirs[0] if theirs else "")


def _of_lines(line: str, other: str, heading: str) -> Iterator[str]:
    """What `line` has and `other` doesn't, with what says what that is: beside it, or at the head of its column."""
    words, titles = list(WORD.finditer(line)), _CELLS.split(heading)
    in_table = line != heading and len(titles) == len(_CELLS.split(line)) > 1
    cells = [sum(1 for _ in _CELLS.finditer(line[: word.start()])) for word in words]
    matcher = SequenceMatcher(None, [one[0] for one in words], WORD.findall(other), autojunk=False)
    for sort, start, end, _, _ in matcher.get_opcodes():
        for place in range(start, end) if sort != "equal" else ():
            yield from words_in(words[place][0])
            yield from _beside([one[0] for one in words], cells, place)
            yield from words_in(titles[cells[place]] if in_table else "")


def _beside(words: Sequence[str], cells: Sequence[int], place: int) -> Iterator[str]:
    """The nearest words in the same cell, to the left and to the right, that are no numbers or dates."""
    for places in (range(place - 1, -1, -1), range(place + 1, len(words))):
        near = (words[one] for one in places if cells[one] == cells[place] and not _DIGIT.search(words[one]))
        yield from (word.casefold() for word in [next(near, "")] if word)
