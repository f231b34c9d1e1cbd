"""Workbooks for Excel and LibreOffice, in which numbers are numbers, dates are dates, and texts never formulas."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from datetime import date, datetime, time, timedelta
from decimal import Decimal
from pathlib import Path
from typing import Any

from languages.python.parts.telling import sentence, tell
from languages.python.parts.understand.habits import _date_format_here
from languages.python.parts.write.placing import CannotWrite, write_with
from languages.python.parts.write.written import (
    _CELL_DIGITS,
    _cell_text,
    _cells_below,
    _is_like_formula,
    _tell_no_numbers,
)

_SHEET_ROWS, _SHEET_LETTERS, _SHEET_NAME = 1_048_576, 32_767, 31
_SHEET_FORBIDDEN = re.compile(r"[\[\]:*?/\\\x00-\x1f]")
_SHEET_NARROW, _SHEET_WIDE, _SHEET_LOOKED_AT = 8, 60, 1000
_SHEET_FIRST_DAY = date(1900, 3, 1)
"""Spreadsheets reckon with a 29 February 1900, so only from here on all agree."""
_SHEET_MOST_PLACES = 10


def write_workbook(name: str | Path, sheets: Mapping[str, Sequence[Any]]) -> Path:
    """Write an xlsx, as in `write_workbook("a.xlsx", {"Sales": [["Day", "Sum"], [day, total]]})`. Tells where it is.

    The first row of each sheet are its heads. Numbers, dates, durations are given as they are, None is empty; no text
    is a formula.
    """
    from openpyxl import Workbook

    book = Workbook()
    book.remove(book.active)
    cells: list[list[Any]] = []
    for title, given in (sheets or {"": []}).items():
        rows = _sheet_rows(given)
        _fill_sheet(book.create_sheet(_sheet_name(title, book.sheetnames)), rows)
        cells += rows
    place = write_with(name, book.save)
    _tell_no_numbers(place, cells)
    return place


def _sheet_name(title: str, taken: Iterable[str]) -> str:
    """`title` as spreadsheets allow it: 31 letters, some never, each name once however it is written."""
    name = _SHEET_FORBIDDEN.sub("_", _cell_text(title)).strip().strip("'") or sentence("Sheet")
    used = {one.casefold() for one in taken} | {"history"}  # which Excel keeps for itself
    number, short = 1, _sheet_cut(name, "")
    while short.casefold() in used:
        number += 1
        short = _sheet_cut(name, f" ({number})")
    return short


def _sheet_cut(name: str, tail: str) -> str:
    while len((name + tail).encode("utf-16-le")) > 2 * _SHEET_NAME:
        name = name[:-1].rstrip(" '")
    return name + tail


def _sheet_rows(rows: Sequence[Any]) -> list[list[Any]]:
    """Heads and cells, also where each row is a dict."""
    given = list(rows)
    if len(given) > _SHEET_ROWS:
        raise CannotWrite(sentence("A sheet can hold {count} rows at most.", count=_SHEET_ROWS))
    if given and isinstance(given[0], Mapping):
        heads = list(dict.fromkeys(str(head) for row in given for head in row))
        return [heads, *_cells_below(heads, given)]
    return _cells_below((), given)


def _fill_sheet(sheet: Any, rows: Sequence[Sequence[Any]]) -> None:
    formats = [_sheet_formats(column) for column in _sheet_columns(rows[1:])]
    cut = 0
    for number, row in enumerate(rows, 1):
        for column, value in enumerate(row, 1):
            cell = sheet.cell(number, column)
            _fill_cell(cell, value, formats[column - 1] if column <= len(formats) else _sheet_formats([value]))
            cut += isinstance(value, str) and len(value) > _SHEET_LETTERS
    if cut:
        tell(
            sentence(
                "Texts in “{sheet}” that are too long for a spreadsheet were cut: {count}.",
                sheet=sheet.title,
                count=cut,
            )
        )
    if rows:
        _dress_sheet(sheet, rows)


def _sheet_columns(rows: Sequence[Sequence[Any]]) -> list[list[Any]]:
    count = max(map(len, rows), default=0)
    return [[row[column] for row in rows if column < len(row)] for column in range(count)]


def _sheet_formats(values: Sequence[Any]) -> tuple[str, str]:
    """How the decimal numbers of a column are shown, and what follows hours and minutes: beside 0:47:31, 0:48:00 would
    be misread as 0:48."""
    has_seconds = any(_sheet_seconds(value) for value in values)
    return _sheet_number_format(values), ":mm:ss" if has_seconds else ":mm"


def _sheet_seconds(value: Any) -> int:
    return value.seconds % 60 if isinstance(value, timedelta) else value.second if isinstance(value, time) else 0


def _sheet_number_format(values: Sequence[Any]) -> str:
    """One for all decimal numbers of a column: `0.00`, with more places where one has more, none where none has any."""
    exponents = (value.as_tuple().exponent for value in values if isinstance(value, Decimal))
    places = max((-one for one in exponents if isinstance(one, int)), default=0)
    return f"0.{'0' * min(max(places, 2), _SHEET_MOST_PLACES)}" if places > 0 else "General"


def _fill_cell(cell: Any, value: Any, formats: tuple[str, str]) -> None:
    for_numbers, minutes = formats
    match value:
        case None | "":
            return
        case bool():
            cell.value = value
        case int() | float() | Decimal() if _sheet_holds(value):
            cell.value = format(Decimal(str(value)), "f")
            cell.data_type = "n"  # openpyxl itself writes 0.07 as 0.07000000000000001
            cell.number_format = for_numbers if isinstance(value, Decimal) else "General"
        case date() if (value.date() if isinstance(value, datetime) else value) >= _SHEET_FIRST_DAY:
            cell.value = value.replace(tzinfo=None) if isinstance(value, datetime) else value
            cell.number_format = _sheet_date_format() + (" hh:mm" if isinstance(value, datetime) else "")
        case time():
            cell.value = value.replace(tzinfo=None)
            cell.number_format = f"hh{minutes}"
        case timedelta() if value >= timedelta(0):
            cell.value = value
            cell.number_format = f"[h]{minutes}"
        case _:
            _fill_with_text(cell, _cell_text(value)[:_SHEET_LETTERS])


def _sheet_date_format() -> str:
    return _date_format_here().replace("%d", "dd").replace("%m", "mm").replace("%Y", "yyyy")


def _sheet_holds(value: float | Decimal) -> bool:
    """Whether a spreadsheet keeps all digits of a number; else it stands there as text."""
    exact = Decimal(str(value))
    return exact.is_finite() and len(exact.normalize().as_tuple().digits) <= _CELL_DIGITS + 2 * isinstance(value, float)


def _fill_with_text(cell: Any, text: str) -> None:
    cell.value = text
    cell.data_type = "s"
    if _is_like_formula(text):
        cell.quotePrefix = True  # so it stays text when somebody edits it
    elif text[:1].isdigit():
        cell.number_format = "@"  # so 007 stays 007


def _dress_sheet(sheet: Any, rows: Sequence[Sequence[Any]]) -> None:
    """Heads that are bold, stay in sight and can be filtered by; columns as wide as what is in them."""
    from openpyxl.styles import Alignment, Font
    from openpyxl.utils import get_column_letter

    for cell in sheet[1]:
        cell.font = Font(bold=True)
        cell.alignment = Alignment(vertical="top", wrap_text=True)
    sheet.freeze_panes = "A2"
    sheet.auto_filter.ref = sheet.dimensions
    sheet.print_title_rows = "1:1"
    for number, values in enumerate(_sheet_columns(rows[:_SHEET_LOOKED_AT]), 1):
        width = max(_sheet_width(_cell_text(value)) for value in values) + 2
        sheet.column_dimensions[get_column_letter(number)].width = min(max(width, _SHEET_NARROW), _SHEET_WIDE)


def _sheet_width(text: str) -> int:
    """In letters of the longest line; Chinese and Japanese ones are twice as wide."""
    from unicodedata import east_asian_width

    return max(sum(1 + (east_asian_width(letter) in "WF") for letter in line) for line in text.split("\n"))
