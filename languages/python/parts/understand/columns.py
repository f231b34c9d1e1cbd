"""Texts in a table that know it: what can be read in two ways stands beside what shows how it is meant.

The table is looked at when a number or a date in it is in doubt, and once.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from typing import Any

from languages.python.parts.telling import _named, tell

_DASH_OR_SLASH = r"\s?[-/\u2010-\u2014\u2212\uff0f]\s?"
_IN_DOUBT = re.compile(
    rf"\d(?:[.,\uff0e\uff0c]\d{{3}}(?!\d)|(?<!\d{{3}}){_DASH_OR_SLASH}\d{{1,2}}{_DASH_OR_SLASH}\d\d)"
)
"""What each number and date that can be read in two ways has in it."""

_Look = Callable[[Iterable[object]], str]
_TOLD_OF_FILES: set[tuple[object, _Look]] = set()
"""The names of files, or tables of none, of which was told how something in them is read, and what finds it."""


class _TableTexts:
    """The columns of a table as they were read, and what was found in them."""

    def __init__(self, columns: list[list[Any]], file: str) -> None:
        self.columns = columns
        self.file = file
        self.found: dict[tuple[_Look, int], str] = {}


class _Cell(str):
    """A text in a table; wherever it is kept, copied or changed, it is a text like any other.

    Each column has a class of its own, for a text that has something with it takes much longer to make.
    """

    __slots__ = ()
    table: _TableTexts
    column: int

    def strip(self, chars: str | None = None, /) -> str:
        return type(self)(str.strip(self, chars))

    def __reduce__(self) -> tuple[type[str], tuple[str]]:
        return str, (str(self),)


def _knowing(columns: list[list[Any]], file: str) -> list[list[Any]]:
    """`columns`, in which each text that is in doubt knows the others."""
    table = _TableTexts(columns, file)
    return [_knowing_column(table, place) for place in range(len(columns))]


def _knowing_column(table: _TableTexts, place: int) -> list[Any]:
    cells, is_in_doubt = table.columns[place], _IN_DOUBT.search
    if not is_in_doubt("\n".join([cell for cell in cells if isinstance(cell, str)])):
        return cells
    kind = type("_Cell", (_Cell,), {"__slots__": (), "table": table, "column": place})
    return [kind(cell) if isinstance(cell, str) and is_in_doubt(cell) else cell for cell in cells]


def _shown_beside(value: object, look: _Look, is_like: Callable[[Sequence[object]], bool]) -> str:
    """What `look` finds in the column of `value`, or else in all that are `is_like`; empty for what is in no table."""
    if not isinstance(value, _Cell):
        return ""
    table, key = value.table, (look, value.column)
    if key not in table.found:
        own = dict.fromkeys(table.columns[value.column])
        others = (cell for cells in table.columns if is_like(cells) for cell in cells)
        table.found[key] = look(own) or look(dict.fromkeys([*own, *others]))
    return table.found[key]


def _is_untold(value: object, look: _Look) -> bool:
    """Whether nothing was told yet of the file of `value` for what `look` finds; from now on it is."""
    if not isinstance(value, _Cell):
        return False
    key = value.table.file or value.table, look
    is_untold = key not in _TOLD_OF_FILES
    _TOLD_OF_FILES.add(key)
    return is_untold


def _tell_of_table(value: object, text: str) -> None:
    tell(_named(value.table.file if isinstance(value, _Cell) else "", text))
