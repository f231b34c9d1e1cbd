"""What a workbook has beside its values."""

from __future__ import annotations

from datetime import date
from pathlib import Path
from zipfile import ZipFile

import openpyxl
import pytest
from openpyxl.comments import Comment
from openpyxl.styles import Font, PatternFill

from languages.python.look import workbooks
from languages.python.look.workbooks import workbook

NOTES = [
    "[... merged: A1:D1, B8:B9 ...]",
    "[... hidden rows and columns: 5, C ...]",
    "[... formulas without a stored value, which data_only reads as None (3): D3 =C3*2, D6 =SUM(D3:D5) ...]",
    "[... formats, each with its first cell: B3 'dd.mm.yy', C3 '0%' ...]",
    "[... struck through: A3:B3, A4, C4, A5 ...]",
    "[... marked by colour: behind FFFF00 at A3, letters C00000 at A6 ...]",
    "[... comments: A3 'pays cash' ...]",
]


def book(path: Path) -> None:
    made = openpyxl.Workbook()
    sheet = made.active
    sheet.append(["Fees 2025"])
    sheet.append(["Name", "Date", "Rate", "Sum"])
    for number in (3, 4):
        sheet.append(["Ada", date(2025, 5, number), 0.5, f"=C{number}*2"])
        sheet[f"B{number}"].number_format, sheet[f"C{number}"].number_format = "dd.mm.yy", "0%"
    sheet.append(["Bo"])
    sheet.append(["Total", None, None, "=SUM(D3:D5)"])
    sheet.merge_cells("B8:B9")
    sheet.merge_cells("A1:D1")
    sheet.row_dimensions[5].hidden = sheet.column_dimensions["C"].hidden = True
    for cell in ("A3", "B3", "A4", "C4", "A5", "D9"):
        sheet[cell].font = Font(strike=True)
    sheet["A3"].fill, sheet["A6"].font = PatternFill("solid", "FFFF00"), Font(color="C00000")
    sheet["A3"].comment = Comment("pays cash", "Ada")
    made.save(path)


def test_what_is_no_value_is_said_before_the_rows(tmp_path: Path) -> None:
    book(tmp_path / "a.xlsx")
    lines = workbook(tmp_path / "a.xlsx")[1].splitlines()
    assert lines[1:8] == NOTES
    assert lines[10] == "row 3: ['Ada', '<date 2025-05-03 00:00:00>', 0.5]"


@pytest.mark.parametrize("far", ["A2:XFD1048576", ""])
def test_a_sheet_with_more_cells_than_anybody_fills_is_read_by_its_rows(tmp_path: Path, far: str) -> None:
    made = openpyxl.Workbook()
    made.active.append(["Ada"])
    made.active["XFD9000"] = "" if far else 7
    made.save(tmp_path / "a.xlsx")
    if far:
        with ZipFile(tmp_path / "a.xlsx") as book, ZipFile(tmp_path / "b.xlsx", "w") as merged:
            for name in book.namelist():
                cells = f'</sheetData><mergeCells count="1"><mergeCell ref="{far}"/></mergeCells>'.encode()
                merged.writestr(name, book.read(name).replace(b"</sheetData>", cells))
        (tmp_path / "b.xlsx").replace(tmp_path / "a.xlsx")
    assert workbook(tmp_path / "a.xlsx")[1].splitlines()[1] == "row 1: ['Ada']"


def test_a_large_one_is_read_only_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    book(tmp_path / "a.xlsx")
    monkeypatch.setattr(workbooks, "LARGEST", 100)
    assert not set(NOTES) & set(workbook(tmp_path / "a.xlsx")[1].splitlines())
