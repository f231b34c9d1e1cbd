"""Workbooks of LibreOffice (.ods)."""

from __future__ import annotations

import io
import re
import zipfile
import zlib
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime, timedelta
from decimal import Decimal
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

from languages.python.parts.read.files import _ZIP, CannotRead, _content_of, _place_of
from languages.python.parts.read.rows import Row, _bare, _NoValue
from languages.python.parts.read.sheets import _rows_of_sheets, _Sheet, _sheet_number, _trimmed, _with_zeros
from languages.python.parts.read.xmls import _xml_of
from languages.python.parts.telling import sentence

_ODS_OFFICE, _ODS_TABLE, _ODS_TEXT, _ODS_STYLE, _ODS_NUMBER = (
    f"{{urn:oasis:names:tc:opendocument:xmlns:{part}:1.0}}"
    for part in ("office", "table", "text", "style", "datastyle")
)
_ODS_CELLS = (f"{_ODS_TABLE}table-cell", f"{_ODS_TABLE}covered-table-cell")
_ODS_BLANKS = {f"{_ODS_TEXT}s": " ", f"{_ODS_TEXT}tab": "\t", f"{_ODS_TEXT}line-break": "\n"}
_ODS_MANIFEST = "META-INF/manifest.xml"
_MOST_REPEATED = 100_000
"""Of a row or a cell with something in it; what is empty may be repeated to the end of the sheet."""
_ODS_DURATION = re.compile(r"-?P(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?(?:(\d+(?:\.\d+)?)S)?)?")


def read_ods(path: str | Path, needed: Sequence[str] = (), sheet: str = "") -> list[Row]:
    """The rows of an .ods as dicts of str, Decimal, date, datetime, time, bool; "" is empty.
    Without `sheet`: the first with the `needed` heads."""
    name = _place_of(path).name
    return _rows_of_sheets(_ods_sheets(_content_of(path), name), needed, sheet, name)


def _is_ods(data: bytes) -> bool:
    return data.startswith(_ZIP) and b"opendocument.spreadsheet" in data[:120]


def _ods_sheets(data: bytes, name: str) -> list[_Sheet]:
    if not _is_ods(data):
        raise CannotRead(
            sentence("“{name}” is no workbook of LibreOffice. Open it there and save it as .ods.", name=name)
        )
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as parts:
            content = parts.read("content.xml")
            manifest = parts.read(_ODS_MANIFEST) if _ODS_MANIFEST in parts.namelist() else b""
    except (zipfile.BadZipFile, KeyError, OSError, RuntimeError, NotImplementedError, zlib.error):
        raise CannotRead(sentence("“{name}” is damaged.", name=name)) from None
    if b"encryption-data" in manifest:
        raise CannotRead(sentence("“{name}” is protected by a password. Save it without one.", name=name))
    root = _xml_of(content, name)
    styles = _OdsStyles(set(_struck_styles(root)), dict(_zero_styles(root)))
    return [_ods_sheet(table, styles) for table in root.iter(f"{_ODS_TABLE}table")]


@dataclass(frozen=True)
class _OdsStyles:
    """The names of the styles whose text is struck through, and with how many figures others show a number."""

    struck: set[str | None]
    zeros: dict[str | None, int]


def _struck_styles(root: ElementTree.Element) -> Iterator[str | None]:
    for style in root.iter(f"{_ODS_STYLE}style"):
        for text in style.iter(f"{_ODS_STYLE}text-properties"):
            if text.get(f"{_ODS_STYLE}text-line-through-style", "none") != "none":
                yield style.get(f"{_ODS_STYLE}name")


def _zero_styles(root: ElementTree.Element) -> Iterator[tuple[str | None, int]]:
    """Of those that show nothing but figures."""
    forms = {form.get(f"{_ODS_STYLE}name"): list(form) for form in root.iter(f"{_ODS_NUMBER}number-style")}
    for style in root.iter(f"{_ODS_STYLE}style"):
        for part in forms.get(style.get(f"{_ODS_STYLE}data-style-name"), ()):
            places, is_grouped = (part.get(f"{_ODS_NUMBER}{name}", "") for name in ("decimal-places", "grouping"))
            if part.tag == f"{_ODS_NUMBER}number" and places == "0" and is_grouped != "true":
                yield style.get(f"{_ODS_STYLE}name"), _ods_count(part, f"{_ODS_NUMBER}min-integer-digits")


@dataclass(frozen=True)
class _OdsCell:
    """A cell, with how many columns and rows it covers where it was merged with others."""

    value: Any
    struck: bool = False
    wide: int = 1
    high: int = 1
    is_unvalued: bool = False


_OdsGrid = dict[int, dict[int, _OdsCell]]
"""By row, from 1, and column, from 0; without what is empty."""


def _ods_sheet(table: ElementTree.Element, styles: _OdsStyles) -> _Sheet:
    usual = list(_styles_of_columns(table))
    grid: _OdsGrid = {}
    number = 0
    for row in table.iter(f"{_ODS_TABLE}table-row"):
        cells = dict(_ods_cells(row, usual, styles))
        times = _ods_count(row, f"{_ODS_TABLE}number-rows-repeated")
        grid |= {number + more: dict(cells) for more in range(1, min(times, _MOST_REPEATED) + 1) if cells}
        number += times
    for row_number, cells in grid.items():
        for column, cell in cells.items():
            if cell.is_unvalued:
                cells[column] = replace(cell, value=_NoValue(f"{_column_letters(column)}{row_number}"))
    _fill_merged(grid)
    return _Sheet(str(table.get(f"{_ODS_TABLE}name")), _trimmed(list(_ods_lines(grid))))


def _styles_of_columns(table: ElementTree.Element) -> Iterator[str | None]:
    for column in table.iter(f"{_ODS_TABLE}table-column"):
        style = column.get(f"{_ODS_TABLE}default-cell-style-name")
        yield from [style] * min(_ods_count(column, f"{_ODS_TABLE}number-columns-repeated"), _MOST_REPEATED)


def _ods_cells(
    row: ElementTree.Element, usual: Sequence[str | None], styles: _OdsStyles
) -> Iterator[tuple[int, _OdsCell]]:
    """Those with something in them, each with its column."""
    column = 0
    for element in row:
        if element.tag in _ODS_CELLS:
            times = _ods_count(element, f"{_ODS_TABLE}number-columns-repeated")
            for place in range(column, column + min(times, _MOST_REPEATED) if _is_ods_filled(element) else column):
                of_column = usual[place] if place < len(usual) else None
                yield place, _ods_cell(element, element.get(f"{_ODS_TABLE}style-name", of_column), styles)
            column += times


def _is_ods_filled(element: ElementTree.Element) -> bool:
    return _ods_value(element) != "" or _is_unvalued_ods(element)


def _ods_cell(element: ElementTree.Element, style: str | None, styles: _OdsStyles) -> _OdsCell:
    value = _ods_value(element)
    return _OdsCell(
        _with_zeros(value, styles.zeros.get(style, 0)) if isinstance(value, Decimal) else value,
        style in styles.struck,
        _ods_count(element, f"{_ODS_TABLE}number-columns-spanned"),
        _ods_count(element, f"{_ODS_TABLE}number-rows-spanned"),
        _is_unvalued_ods(element),
    )


def _is_unvalued_ods(element: ElementTree.Element) -> bool:
    return f"{_ODS_TABLE}formula" in element.attrib and f"{_ODS_OFFICE}value-type" not in element.attrib


def _ods_count(element: ElementTree.Element, attribute: str) -> int:
    said = element.get(attribute, "")
    return int(said) if said.isdecimal() and len(said) < 8 else 1


def _ods_value(element: ElementTree.Element) -> Any:
    kind = str(element.get(f"{_ODS_OFFICE}value-type"))
    said = element.get(f"{_ODS_OFFICE}{_ODS_ATTRIBUTES.get(kind, 'string-value')}", "")
    try:
        return _ODS_VALUES[kind](said)
    except (KeyError, ValueError, ArithmeticError):
        paragraphs = element.findall(f"{_ODS_TEXT}p")
        return _bare("\n".join(map(_ods_text, paragraphs)) or said)


def _ods_day(said: str) -> date | datetime:
    return datetime.fromisoformat(said) if "T" in said else date.fromisoformat(said)


def _ods_time(said: str) -> Any:
    """A time of the day; what is longer, as a duration."""
    found = _ODS_DURATION.fullmatch(said)
    if not found or said.startswith("-"):
        raise ValueError(said)
    days, hours, minutes, seconds = (float(part or 0) for part in found.groups())
    lasting = timedelta(days=days, hours=hours, minutes=minutes, seconds=seconds)
    return (datetime(1, 1, 1) + lasting).time() if lasting < timedelta(days=1) else lasting  # noqa: DTZ001 (a clock has no zone)


def _ods_text(element: ElementTree.Element) -> str:
    """The text in it, with the blanks that are elements of their own, without the comments of people."""
    inside = (
        (
            ""
            if child.tag == f"{_ODS_OFFICE}annotation"
            else _ODS_BLANKS.get(child.tag, "") * _ods_count(child, f"{_ODS_TEXT}c") + _ods_text(child)
        )
        + (child.tail or "")
        for child in element
    )
    return (element.text or "") + "".join(inside)


def _fill_merged(grid: _OdsGrid) -> None:
    """What is covered by a cell says what that cell does."""
    filled = [(row, column, cell) for row, cells in grid.items() for column, cell in cells.items()]
    merged = [one for one in filled if one[2].wide * one[2].high > 1]
    if not merged:
        return
    last_row, last_column = max(grid), max(column for _row, column, _cell in filled)
    for row, column, cell in merged:
        for below in range(row, min(row + cell.high, last_row + 1)):
            covered = range(column, min(column + cell.wide, last_column + 1))
            grid.setdefault(below, {}).update(dict.fromkeys(covered, cell))


def _ods_lines(grid: _OdsGrid) -> Iterator[tuple[int, list[Any], bool]]:
    for number, cells in sorted(grid.items()):
        values = [cells[column].value if column in cells else "" for column in range(max(cells) + 1)]
        yield number, values, all(cell.struck for cell in cells.values())


def _column_letters(column: int) -> str:
    """As in a sheet: A, B, ... Z, AA."""
    before, last = divmod(column, 26)
    return (_column_letters(before - 1) if before else "") + chr(ord("A") + last)


_ODS_ATTRIBUTES = {
    "float": "value",
    "currency": "value",
    "percentage": "value",
    "date": "date-value",
    "time": "time-value",
    "boolean": "boolean-value",
}
_ODS_VALUES: dict[str, Callable[[str], Any]] = {
    "float": _sheet_number,
    "currency": _sheet_number,
    "percentage": _sheet_number,
    "date": _ods_day,
    "time": _ods_time,
    "boolean": lambda said: said == "true",
}
