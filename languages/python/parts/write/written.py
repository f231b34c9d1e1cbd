"""How values stand in a file: numbers, dates and times as the people of the program's language write them."""

from __future__ import annotations

import math
import re
import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from datetime import date, datetime, time, timedelta
from decimal import Decimal
from pathlib import Path
from typing import Any

from languages.python.parts.telling import sentence, tell
from languages.python.parts.understand.writing import written_date, written_number
from languages.python.parts.write.placing import _without_halves

_CELL_DIGITS = 15
"""So many of a number a float and a spreadsheet hold."""
_CELL_CONTROLS = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]")
_CELL_FORMULA = ("=", "+", "-", "@", "\t")
_CELL_NO_FORMULA = re.compile(r"-\s?[\d.,'\s]*\d\s?(%|[€$£¥]|[A-Z]{3})?|-+")
"""What begins with a minus, and is a number."""


def _cell_text(value: Any) -> str:
    """A value as a person reads it; nothing for None."""
    match value:
        case None:
            return ""
        case bool():
            return sentence("yes") if value else sentence("no")
        case int() | float() | Decimal():
            return _cell_number(value)
        case datetime():
            return f"{written_date(value)} {_cell_time(value.time())}"
        case date():
            return written_date(value)
        case time():
            return _cell_time(value)
        case timedelta():
            return _cell_duration(value)
    return _cell_letters(str(value))


def _cell_letters(text: str) -> str:
    """Without what no file can hold; lines end in one way."""
    return _CELL_CONTROLS.sub("�", _without_halves(text).replace("\r\n", "\n").replace("\r", "\n"))


def _cell_number(value: float | Decimal) -> str:
    """All its places, without a mark for thousands."""
    exact = Decimal(f"{value:.{_CELL_DIGITS}g}") if isinstance(value, float) else Decimal(value)
    return written_number(exact) if exact.is_finite() else ""


def _cell_time(moment: time) -> str:
    return moment.strftime("%H:%M:%S" if moment.second else "%H:%M")


def _cell_duration(length: timedelta) -> str:
    """As in 1:30, or 1:30:05 where there are seconds."""
    seconds = round(abs(length).total_seconds())
    text = f"{seconds // 3600}:{seconds // 60 % 60:02}" + (f":{seconds % 60:02}" if seconds % 60 else "")
    return f"-{text}" if length < timedelta(0) and seconds else text


def _is_like_formula(text: str) -> bool:
    """Whether a spreadsheet may take a text for a formula."""
    begin = unicodedata.normalize("NFKC", text.lstrip(" \n\r\u00a0")[:1])  # as wide letters of Japanese are the same
    return begin in _CELL_FORMULA and not _CELL_NO_FORMULA.fullmatch(text.strip())


def _cells_below(heads: Sequence[str], rows: Iterable[Any]) -> list[list[Any]]:
    """The cells of each row in the order of the heads, also where rows are dicts."""
    return [_cells_of(heads, row) for row in rows]


def _cells_of(heads: Sequence[str], row: Any) -> list[Any]:
    if isinstance(row, Mapping):
        return [row.get(head) for head in heads]
    return [row] if isinstance(row, str) or not isinstance(row, Iterable) else list(row)


def _tell_no_numbers(place: Path, rows: Iterable[Iterable[Any]]) -> None:
    """Say how many cells of a file are empty, because what was reckoned for them is no number."""
    count = sum(_is_no_number(value) for row in rows for value in row)
    if count:
        tell(
            sentence(
                "Cells in “{name}” are empty, because their value is no number: {count}.", name=place.name, count=count
            )
        )


def _is_no_number(value: Any) -> bool:
    if isinstance(value, Decimal):
        return not value.is_finite()
    return isinstance(value, float) and not math.isfinite(value)
