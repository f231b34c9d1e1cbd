"""Workbooks hold numbers as numbers, dates as dates, and texts as texts."""

from __future__ import annotations

import zipfile
from datetime import UTC, date, datetime, time, timedelta
from decimal import Decimal
from pathlib import Path
from typing import Any

import openpyxl
import pytest
from hypothesis import given
from hypothesis import strategies as st

from languages.python.parts.write import workbooks
from languages.python.parts.write.placing import CannotWrite
from languages.python.parts.write.workbooks import _sheet_name, _sheet_rows, _sheet_width, write_workbook
from tests.languages.python.parts.folder import ProgramFolder


def column(folder: ProgramFolder, *values: Any) -> list[Any]:
    """The cells below the head of a sheet with one column."""
    return [row[0] for row in written(folder, [["Head"], *([value] for value in values)]).iter_rows(min_row=2)]


def written(folder: ProgramFolder, rows: Any) -> Any:
    return openpyxl.load_workbook(write_workbook("a.xlsx", {"S": rows}))["S"]


def test_sheets(folder: ProgramFolder) -> None:
    place = write_workbook("a.xlsx", {"Sales": [["Who", "What"], ["Ada", 5], ["Bob"]], "Empty": [], "Heads": [["A"]]})
    assert place == folder.path / "a.xlsx"
    book = openpyxl.load_workbook(place)
    assert book.sheetnames == ["Sales", "Empty", "Heads"]
    assert list(book["Sales"].values) == [("Who", "What"), ("Ada", 5), ("Bob", None)]
    assert list(book["Empty"].values) == []
    assert folder.said == ["“a.xlsx” was saved in the folder of this program."]
    assert openpyxl.load_workbook(write_workbook("b.xlsx", {})).sheetnames == ["Sheet"]


def test_heads(folder: ProgramFolder) -> None:
    sheet = written(folder, [["Who", "What"], ["Ada", 5], ["Bob", 6]])
    assert [cell.font.bold for cell in sheet[1]] == [True, True]
    assert [cell.alignment.wrap_text for cell in sheet[1]] == [True, True]
    assert [cell.alignment.vertical for cell in sheet[1]] == ["top", "top"]
    assert [cell.font.bold for cell in sheet[2]] == [False, False]
    assert (sheet.freeze_panes, sheet.auto_filter.ref, sheet.print_title_rows) == ("A2", "A1:B3", "$1:$1")


def test_rows_that_are_dicts(folder: ProgramFolder) -> None:
    sheet = written(folder, [{"Who": "Ada", "What": 1}, {"What": 2, "=1": 3}])
    assert list(sheet.values) == [("Who", "What", "=1"), ("Ada", 1, None), (None, 2, 3)]
    assert sheet["C1"].data_type == "s"


@pytest.mark.parametrize(
    ("values", "formats"),
    [
        (["1.50", "2", "3.5"], ["0.00"] * 3),
        (["1.5"], ["0.00"]),
        (["1.125", "2.5"], ["0.000"] * 2),
        (["1.123456789012"], ["0.0000000000"]),
        (["12", "1E+3"], ["General"] * 2),
        (["NaN", "1.5"], ["General", "0.00"]),
    ],
)
def test_formats_of_money(folder: ProgramFolder, values: list[str], formats: list[str]) -> None:
    assert [cell.number_format for cell in column(folder, *map(Decimal, values))] == formats


def test_numbers_beside_money_keep_their_form(folder: ProgramFolder) -> None:
    assert [cell.number_format for cell in column(folder, Decimal("1.5"), 2, 0.25)] == ["0.00", "General", "General"]


def test_an_empty_text_is_no_cell(folder: ProgramFolder) -> None:
    assert written(folder, [["A"], [""], [None], ["x"]]).dimensions == "A1:A4"
    with zipfile.ZipFile(folder.path / "a.xlsx") as archive:
        assert 'r="A2" t=' not in archive.read("xl/worksheets/sheet1.xml").decode()


def test_durations_and_times_of_a_column_are_shown_alike(folder: ProgramFolder) -> None:
    for whole, other in ((timedelta(minutes=48), timedelta(seconds=9)), (time(9, 30), time(9, 30, 5))):
        assert len({cell.number_format for cell in column(folder, whole, other)}) == 1
        assert column(folder, whole, other)[0].number_format.endswith(":mm:ss")


def test_as_many_rows_as_a_sheet_can_hold(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(workbooks, "_SHEET_ROWS", 3)
    assert len(_sheet_rows([()] * 3)) == 3
    with pytest.raises(CannotWrite):
        _sheet_rows([()] * 4)


def test_formats_go_by_columns(folder: ProgramFolder) -> None:
    sheet = written(folder, [[Decimal("9.999")], [Decimal("1.5"), Decimal("2"), 3], ["x", Decimal("4"), 1.25]])
    rows = [[cell.number_format for cell in row] for row in sheet.iter_rows()]
    assert rows == [["0.00", "General", "General"]] * 2 + [["General", "General", "General"]]


@pytest.mark.parametrize(
    ("value", "read"),
    [
        (Decimal("0.07"), 0.07),
        (Decimal("1234567890123.45"), 1234567890123.45),
        (Decimal("1234567890123456.78"), "1234567890123456.78"),
        (Decimal("100000000000000000000"), 10**20),
        (Decimal("NaN"), None),
        (Decimal("sNaN"), None),
        (123456789012345, 123456789012345),
        (4012888888881881, "4012888888881881"),
        (-5, -5),
        (0.1 + 0.2, 0.1 + 0.2),
        (1e20, 10**20),
        (float("nan"), None),
        (float("inf"), None),
        (True, True),
        (False, False),
        (None, None),
        ("", None),
        ("007", "007"),
        ("5", "5"),
        ("=1+1", "=1+1"),
        ("#N/A", "#N/A"),
        ("a\x00b\ud83dc", "a�b�c"),
        ("a\r\nb", "a\nb"),
        (" a ", " a "),
        (date(2025, 2, 3), datetime(2025, 2, 3)),
        (date(1900, 3, 1), datetime(1900, 3, 1)),
        (date(1900, 2, 28), "1900-02-28"),
        (datetime(1850, 2, 28, 9, 5), "1850-02-28 09:05"),
        (datetime(2025, 2, 3, 9, 5, 7), datetime(2025, 2, 3, 9, 5, 7)),
        (datetime(2025, 2, 3, 9, 5, tzinfo=UTC), datetime(2025, 2, 3, 9, 5)),
        (time(9, 5), time(9, 5)),
        (time(9, 5, tzinfo=UTC), time(9, 5)),
        (timedelta(hours=30), timedelta(hours=30)),
        (timedelta(minutes=5), timedelta(minutes=5)),
        (0.12345678901234568, 0.12345678901234568),
        (-timedelta(hours=1, minutes=30), "-1:30"),
        (Path("x/y"), "x/y"),
    ],
)
def test_values(folder: ProgramFolder, value: Any, read: Any) -> None:
    [found] = [cell.value for cell in column(folder, value)] or [None]
    assert (found, type(found)) == (read, type(read))


@pytest.mark.parametrize(
    ("value", "number_format"),
    [
        (date(2025, 2, 3), "dd.mm.yyyy"),
        (datetime(2025, 2, 3, 9), "dd.mm.yyyy hh:mm"),
        (time(9, 5), "hh:mm"),
        (time(9, 5, 1), "hh:mm:ss"),
        (timedelta(hours=30), "[h]:mm"),
        (timedelta(hours=30, seconds=1), "[h]:mm:ss"),
        (5, "General"),
        (1.5, "General"),
        ("007", "@"),
        ("x7", "General"),
        ("7x", "@"),
        (timedelta(0), "[h]:mm"),
        ("=7", "General"),
    ],
)
def test_formats(folder: ProgramFolder, value: Any, number_format: str) -> None:
    folder.speak("de")
    assert column(folder, value)[0].number_format == number_format


@pytest.mark.parametrize(
    ("text", "is_marked"), [("=1+1", True), ("+49", True), ("-5", False), ("Tea", False), ("5", False)]
)
def test_text_is_no_formula(folder: ProgramFolder, text: str, is_marked: bool) -> None:
    [cell] = column(folder, text)
    assert (cell.value, cell.data_type, bool(cell.quotePrefix)) == (text, "s", is_marked)


def test_numbers_stand_there_as_they_were(folder: ProgramFolder) -> None:
    column(folder, Decimal("0.07"), 0.1)
    with zipfile.ZipFile(folder.path / "a.xlsx") as archive:
        content = archive.read("xl/worksheets/sheet1.xml").decode()
    assert "<v>0.07</v>" in content
    assert "<v>0.1</v>" in content


def test_a_text_that_is_too_long(folder: ProgramFolder) -> None:
    cells = column(folder, "x" * 32_768, "y" * 32_767, "z" * 40_000)
    assert [len(cell.value) for cell in cells] == [32_767] * 3
    assert folder.said[0] == "Texts in “S” that are too long for a spreadsheet were cut: 2."


def test_too_many_rows(folder: ProgramFolder) -> None:
    with pytest.raises(CannotWrite, match=r"^A sheet can hold 1048576 rows at most\.$"):
        write_workbook("a.xlsx", {"S": [()] * 1_048_577})
    assert folder.names() == []


@pytest.mark.parametrize(
    ("values", "width"),
    [
        (["x"], 8),
        (["x" * 6], 8),
        (["x" * 7], 9),
        (["x" * 57, "x\n" * 100], 59),
        (["x" * 70], 60),
        (["語" * 10], 22),
        ([None], 8),
    ],
)
def test_widths(folder: ProgramFolder, values: list[Any], width: int) -> None:
    sheet = written(folder, [["", "Y"], *([value, "y" * 20] for value in values)])
    assert (sheet.column_dimensions["A"].width, sheet.column_dimensions["B"].width) == (width, 22)


def test_width_of_a_text() -> None:
    assert [_sheet_width(text) for text in ("", "ab", "a\nbcd\ne", "語a", "Ａ")] == [0, 2, 3, 3, 2]


@pytest.mark.parametrize(
    ("title", "taken", "name"),
    [
        ("Sales", [], "Sales"),
        ("", [], "Sheet"),
        ("a/b:c?d*e[f]g\\h", [], "a_b_c_d_e_f_g_h"),
        ("'a'", [], "a"),
        ("it's", [], "it's"),
        ("XaX", [], "XaX"),
        ("x" * 30 + "Xy", [], "x" * 30 + "X"),
        ("History", [], "History (2)"),
        ("sales", ["Sales"], "sales (2)"),
        ("SALES", ["Sales", "sales (2)"], "SALES (3)"),
        ("x" * 40, [], "x" * 31),
        ("x" * 40, ["x" * 31], "x" * 27 + " (2)"),
        ("😀" * 20, [], "😀" * 15),
        ("x" * 30 + "'y", [], "x" * 30),
        ("a\nb", [], "a_b"),
        (2025, [], "2025"),
    ],
)
def test_names_of_sheets(title: Any, taken: list[str], name: str) -> None:
    assert _sheet_name(title, taken) == name


@given(st.lists(st.text(max_size=40), max_size=6, unique=True))
def test_names_of_sheets_are_legal(titles: list[str]) -> None:
    taken: list[str] = []
    for title in titles:
        taken.append(_sheet_name(title, taken))
    assert len({name.casefold() for name in taken}) == len(taken)
    for name in taken:
        assert 0 < len(name.encode("utf-16-le")) <= 62
        assert not set(name) & set("[]:*?/\\\0\n")
        assert name[0] != "'" != name[-1]


def test_two_sheets_of_nearly_one_name(folder: ProgramFolder) -> None:
    place = write_workbook("a.xlsx", {"a/b": [["1"]], "A:b": [["2"]]})
    assert openpyxl.load_workbook(place).sheetnames == ["a_b", "A_b (2)"]


def test_cells_that_are_no_numbers_are_counted_over_all_sheets(folder: ProgramFolder) -> None:
    write_workbook("a.xlsx", {"S": [["x"], [float("nan")]], "T": [{"x": float("-inf")}, {"x": 1}]})
    assert folder.said[1:] == ["Cells in “a.xlsx” are empty, because their value is no number: 2."]
