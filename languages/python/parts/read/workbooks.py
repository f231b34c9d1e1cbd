"""Workbooks of Excel (.xlsx, .xlsm)."""

from __future__ import annotations

import io
import re
import warnings
import zipfile
from collections.abc import Collection, Mapping, Sequence
from datetime import datetime
from pathlib import Path
from typing import Any

from languages.python.parts.read.files import _ENCRYPTED, _OLD_OFFICE, _ZIP, CannotRead, _content_of, _place_of
from languages.python.parts.read.heads import _TableLine
from languages.python.parts.read.ods import _is_ods, _ods_sheets
from languages.python.parts.read.rows import Row, _bare, _NoValue
from languages.python.parts.read.sheets import (
    _named_sheet,
    _rows_of_sheets,
    _Sheet,
    _sheet_number,
    _trimmed,
    _with_zeros,
)
from languages.python.parts.telling import sentence

_ZEROS = re.compile("00+")
"""A format by which a number is shown with at least so many figures."""
_RETURN = "_x000D_"
"""How Excel keeps the end of a line that came from elsewhere."""


def read_workbook(path: str | Path, needed: Sequence[str] = (), sheet: str = "") -> list[Row]:
    """The rows of an .xlsx as dicts of str, Decimal, date, datetime, time, bool; "" is empty.
    Without `sheet`: the first with the `needed` heads."""
    data, name = _workbook_content(path)
    return _rows_of_sheets(_xlsx_sheets(data, name), needed, sheet, name)


def sheets_of(path: str | Path) -> list[str]:
    """The names of the sheets of an .xlsx or .ods file, in order."""
    if _is_ods(data := _content_of(path)):
        return [sheet.name for sheet in _ods_sheets(data, _place_of(path).name)]
    data, name = _workbook_content(path)
    return [sheet.title for sheet in _opened_workbook(data, name, values=True).worksheets]


def cells_of(path: str | Path, sheet: str = "") -> list[list[Any]]:
    """All rows of a sheet of an .xlsx or .ods as lists, titles and empty rows, too; merged cells are filled."""
    data, name = _content_of(path), _place_of(path).name
    sheets = _ods_sheets(data, name) if _is_ods(data) else _xlsx_sheets(*_workbook_content(path))
    chosen = _named_sheet(sheets, sheet, name) if sheet else sheets[0]
    rows = {line.number: list(line.cells) for line in chosen.lines}
    return [rows.get(number, []) for number in range(1, max(rows, default=0) + 1)]


def _workbook_content(path: str | Path) -> tuple[bytes, str]:
    """What is in it, and the name of the file. Raises `CannotRead` for what is known to be something else."""
    data, name = _content_of(path), _place_of(path).name
    if _ENCRYPTED in data:
        raise CannotRead(sentence("“{name}” is protected by a password. Save it without one.", name=name))
    if data.startswith(_OLD_OFFICE):
        raise CannotRead(sentence("“{name}” is in an old Excel format. Open it and save it as .xlsx.", name=name))
    if _is_ods(data):
        raise CannotRead(sentence("“{name}” is a workbook of LibreOffice. Open it and save it as .xlsx.", name=name))
    if not data.startswith(_ZIP):
        raise CannotRead(
            sentence("“{name}” is no workbook. Open it in Excel or LibreOffice and save it as .xlsx.", name=name)
        )
    return data, name


def _opened_workbook(data: bytes, name: str, values: bool) -> Any:
    """By openpyxl: with the values that formulas had when it was saved, or else with the formulas."""
    import openpyxl

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # of what it leaves out, such as the rules for what may be entered
        try:
            return openpyxl.load_workbook(io.BytesIO(data), data_only=values)
        except Exception:  # whatever it meets in a file that is damaged
            raise CannotRead(sentence("“{name}” is damaged, or no workbook of Excel.", name=name)) from None


def _xlsx_sheets(data: bytes, name: str) -> list[_Sheet]:
    """Those that are shown come first."""
    sheets = sorted(_opened_workbook(data, name, values=True).worksheets, key=lambda one: one.sheet_state != "visible")
    formulas = _opened_workbook(data, name, values=False) if _has_formulas(data) else None
    unvalued = {one.title: set(_unvalued(one, formulas[one.title])) for one in sheets} if formulas else {}
    return [_Sheet(one.title, _xlsx_lines(one, unvalued.get(one.title, ()))) for one in sheets]


def _has_formulas(data: bytes) -> bool:
    with zipfile.ZipFile(io.BytesIO(data)) as parts:
        return any(b"<f" in parts.read(part) for part in parts.namelist() if part.startswith("xl/worksheets/sheet"))


def _unvalued(sheet: Any, formulas: Any) -> list[str]:
    """Which formulas have no value; an empty text is one."""
    cells = [cell.coordinate for _place, cell in sorted(formulas._cells.items()) if cell.data_type == "f"]
    return [cell for cell in cells if sheet[cell].value is None and sheet[cell].data_type == "n"]


def _xlsx_lines(sheet: Any, unvalued: Collection[str]) -> list[_TableLine]:
    """Of the cells that the file has: those between it and a last one, far below, take long to walk through."""
    grid: dict[int, dict[int, tuple[Any, bool]]] = {}
    for (row, column), cell in sheet._cells.items():
        struck = cell.has_style and bool(cell.font.strike)
        value = _NoValue(cell.coordinate) if cell.coordinate in unvalued else _xlsx_value(cell)
        grid.setdefault(row, {})[column] = value, struck
    for area in sheet.merged_cells.ranges:
        if first := grid.get(area.min_row, {}).get(area.min_col):
            for row, column in area.cells:
                grid.setdefault(row, {})[column] = first
    return _trimmed([_xlsx_line(number, cells) for number, cells in sorted(grid.items())])


def _xlsx_line(number: int, cells: Mapping[int, tuple[Any, bool]]) -> tuple[int, list[Any], bool]:
    struck = [is_struck for value, is_struck in cells.values() if value != ""]
    values = [cells[column][0] if column in cells else "" for column in range(1, max(cells) + 1)]
    return number, values, bool(struck) and all(struck)


def _xlsx_value(cell: Any) -> Any:
    from openpyxl.styles.numbers import is_datetime

    value = cell.value
    if value is None or isinstance(value, bool):
        return "" if value is None else value
    if isinstance(value, int | float):
        return _with_zeros(_sheet_number(value), len(cell.number_format) if _ZEROS.fullmatch(cell.number_format) else 0)
    if isinstance(value, datetime):
        return value.date() if is_datetime(cell.number_format) == "date" else value
    return _bare(value.replace(_RETURN, "")) if isinstance(value, str) else value
