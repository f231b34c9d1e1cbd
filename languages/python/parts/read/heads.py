"""Where the heads of a table stand, and what its columns are called."""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Sequence
from typing import Any, NamedTuple

from languages.python.parts.read.files import CannotRead
from languages.python.parts.telling import _named, sentence, tell

_YEAR_HEAD = re.compile(r"(?:19|20)\d\d")
_VALUE = re.compile(r"\W*\d.*|[^\W\d_]+\W+\d{1,2}\W+\d\d(?:\d\d)?")
"""A number, an amount or a date, also one such as June 4, 2025."""
_LONGEST_LIST = 500  # characters


class _TableLine(NamedTuple):
    """A line as it stands in a file, before anybody knows which are the heads. Empty cells are `""`."""

    number: int
    cells: Sequence[Any]
    text: str
    struck: bool = False
    is_closed: bool = True
    """Whether each quotation mark in it has its counterpart."""

    @property
    def filled(self) -> list[Any]:
        return [cell for cell in self.cells if cell != ""]


def _wanted_heads(needed: Sequence[str]) -> list[str]:
    """Each once, though a single one was given as it is."""
    return [needed] if isinstance(needed, str) else list(dict.fromkeys(needed))


def _place_of_heads(lines: Sequence[_TableLine], wanted: Sequence[str], file: str) -> int:
    if not wanted:
        return _place_of_unknown_heads(lines)
    for place, line in enumerate(lines):
        if len(_columns_of(line, wanted)) == len(wanted):
            return place
    unknown = lines[_place_of_unknown_heads(lines)]
    best = max([unknown, *lines], key=lambda line: len(_columns_of(line, wanted)))
    found = _columns_of(best, wanted)
    missing = ", ".join(f"“{head}”" for head in wanted if head not in found)
    there = _limited(", ".join(f"“{_as_head(cell)}”" for cell in best.filled))
    text = sentence("These columns are missing: {missing}. There are: {heads}.", missing=missing, heads=there)
    raise CannotRead(_named(file, text))


def _limited(text: str) -> str:
    return text if len(text) <= _LONGEST_LIST else text[: _LONGEST_LIST - 1] + "…"


def _place_of_unknown_heads(lines: Sequence[_TableLine]) -> int:
    """The first line that is as wide as most are and has a text in each cell; or what comes near to that."""
    usual = Counter(len(line.cells) for line in lines).most_common(1)[0][0]
    for is_likely in (_is_full_of_heads, _has_only_heads, _has_several):
        for place, line in enumerate(lines):
            if len(line.cells) >= usual and is_likely(line):
                return place
    return 0


def _is_full_of_heads(line: _TableLine) -> bool:
    return _has_only_heads(line) and len(line.filled) == len(line.cells)


def _has_only_heads(line: _TableLine) -> bool:
    return _has_several(line) and all(map(_is_like_head, line.filled))


def _has_several(line: _TableLine) -> bool:
    """More than a title, which may stand in several cells that were made one."""
    return len(set(line.filled)) > 1


def _is_like_head(cell: Any) -> bool:
    text = _as_head(cell)
    return (isinstance(cell, str) and any(map(str.isalpha, text))) or _YEAR_HEAD.fullmatch(text) is not None


def _is_like_value(cell: Any) -> bool:
    return not isinstance(cell, str) or _VALUE.fullmatch(_as_head(cell)) is not None


def _columns_of(line: _TableLine, wanted: Sequence[str]) -> dict[str, int]:
    """Where the wanted heads stand: as they are written, or else without case, blanks and marks."""
    found: dict[str, int] = {}
    for spelling in (_as_head, _head_key):
        cells = [spelling(cell) for cell in line.cells]
        for head in wanted:
            places = [
                place for place, cell in enumerate(cells) if cell == spelling(head) and place not in found.values()
            ]
            if places and head not in found:
                found[head] = places[0]
    return found


def _as_head(cell: Any) -> str:
    """A number or a day may be a head, too."""
    return " ".join(str(cell).split())


def _head_key(cell: Any) -> str:
    """Without case, accents, blanks and marks; marks alone stay as they are."""
    head = _as_head(cell)
    letters = head.casefold()
    if not head.isascii():
        letters = unicodedata.normalize("NFKD", unicodedata.normalize("NFKC", head).casefold())
    return "".join(filter(str.isalnum, letters)) or head


def _names_of_columns(above: _TableLine, below: Sequence[_TableLine], columns: dict[str, int], file: str) -> list[str]:
    """As it is wanted, or else written; a number for a column without a head, and nothing where all of it is empty."""
    wanted = {place: head for head, place in columns.items()}
    used = {place for line in below for place, cell in enumerate(line.cells) if cell != ""}
    names: list[str] = []
    for place, cell in enumerate(above.cells):
        nameless = sentence("Column {number}", number=place + 1) if place in used else ""
        name = _as_head(cell) or nameless
        names.append(wanted.get(place) or _another(name, [*names, *columns]))
    _tell_doubles(above, columns, file)
    return names


def _another(name: str, taken: Sequence[str]) -> str:
    """`name`, or where it is taken, with a number behind."""
    free, number = name, 2
    while free and free in taken:
        free, number = f"{name} ({number})", number + 1
    return free


def _tell_doubles(line: _TableLine, columns: dict[str, int], file: str) -> None:
    """Of two columns that are called alike, nobody knows which is meant."""
    for head, place in columns.items():
        spelling = _as_head if _as_head(line.cells[place]) == head else _head_key
        if [spelling(cell) for cell in line.cells].count(spelling(head)) > 1:
            tell(_named(file, sentence("There is more than one column “{head}”; the first one is taken.", head=head)))


def _repeats(cells: Sequence[Any], keys: Sequence[str]) -> bool:
    """Whether the heads stand there once more, as on each page of what was printed, or where files were joined."""
    return len(cells) == len(keys) and all(_head_key(cell) == key for cell, key in zip(cells, keys, strict=True))
