"""Workbooks of Excel, made by openpyxl."""

from __future__ import annotations

import io
import re
import zipfile
from datetime import date, datetime, time, timedelta
from decimal import Decimal
from pathlib import Path
from time import process_time
from typing import Any

import openpyxl
import pytest
from hypothesis import given
from hypothesis import strategies as st
from openpyxl.styles import Font

from languages.python.parts.read.files import CannotRead
from languages.python.parts.read.sheets import _sheet_number
from languages.python.parts.read.workbooks import cells_of, read_workbook, sheets_of
from tests.languages.python.parts.read.sheets import ods, xlsx

HEADS = ["Date", "Name", "Price"]
NOON = datetime(2025, 5, 3, 12, 30)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "sales.xlsx"


def one(path: Path, value: Any, number_format: str = "") -> Any:
    """What is read of a cell with this value."""
    book = xlsx(path, {"A": [["Head", "Other"], [value, "x"]]})
    if number_format:
        book["A"]["A2"].number_format = number_format
        book.save(path)
    (found,) = read_workbook(path, ["Head"])
    return found["Head"]


@pytest.mark.parametrize(
    ("value", "number_format", "read"),
    [
        (0.1, "", Decimal("0.1")),
        (0.1 + 0.2, "", Decimal("0.3")),
        (2.2999999999999998, "", Decimal("2.3")),
        (12, "", Decimal(12)),
        (12.0, "", Decimal(12)),
        (-1234.5, "", Decimal("-1234.5")),
        (1e20, "", Decimal(10**20)),
        (0.05, "0%", Decimal("0.05")),
        (1067, "00000", "01067"),
        (123456, "00000", "123456"),
        (-7, "00", "-07"),
        (7, "0", Decimal(7)),
        (7.5, "00", Decimal("7.5")),
        (1067, "00000.0", Decimal(1067)),
        (123456789012345, "", Decimal(123456789012345)),
        ("007", "", "007"),
        ("  text \xa0", "", "text"),
        ("two_x000D_\nlines", "", "two\nlines"),
        (True, "", True),
        (False, "", False),
        (None, "", ""),
        (date(2025, 5, 3), "", date(2025, 5, 3)),
        (datetime(2025, 5, 3), "dd/mm/yyyy", date(2025, 5, 3)),
        (datetime(2025, 5, 3), "dd/mm/yyyy hh:mm", datetime(2025, 5, 3)),
        (NOON, "", NOON),
        (NOON, "dd/mm/yyyy", date(2025, 5, 3)),
        (time(9, 5), "", time(9, 5)),
        (timedelta(hours=30), "", timedelta(hours=30)),
        ("#1!", "", "#1!"),
    ],
)
def test_a_cell_is_what_its_person_sees(path: Path, value: Any, number_format: str, read: Any) -> None:
    found = one(path, value, number_format)
    assert found == read
    assert type(found) is type(read)
    assert str(found) == str(read)


@given(st.decimals(-(10**9), 10**9, places=3))
def test_numbers_have_no_noise(number: Decimal) -> None:
    assert _sheet_number(float(number)) == number
    assert "E" not in str(_sheet_number(float(number)))
    assert "E" not in str(_sheet_number(float(number) * 1e10))


def test_what_is_no_number_is_told() -> None:
    with pytest.raises(ValueError, match=r"^“nan” is not a number\.$"):
        _sheet_number(float("nan"))


def test_rows_stand_below_titles_and_know_their_line(path: Path, told: list[str]) -> None:
    rows: list[list[Any]] = [
        ["Sales of 2025"],
        [],
        HEADS,
        [date(2025, 1, 3), "Anna", 3.5],
        [None, None, None],
        [NOON, "Bob", 4],
        ["date", "NAME", "Price "],
    ]
    xlsx(path, {"A": rows})
    for needed in ([], ["price", "Date"]):
        first, second = read_workbook(path, needed)
        assert (first.file, first.line, str(first)) == ("sales.xlsx", 4, "2025-01-03; Anna; 3.5")
        assert (second.line, str(second)) == (6, "2025-05-03 12:30:00; Bob; 4")
        assert first["Name"] == "Anna"
    assert first == {"Date": date(2025, 1, 3), "Name": "Anna", "price": Decimal("3.5")}
    assert told == []


def test_a_table_may_begin_anywhere(path: Path, told: list[str]) -> None:
    xlsx(
        path, {"A": [[], [None, None, *HEADS, None, "Notes"], [None, None, 1, 2, 3], [None, None, 4, 5, 6, "checked"]]}
    )
    first, second = read_workbook(path)
    assert first == {"Date": 1, "Name": 2, "Price": 3, "Column 4": "", "Notes": ""}
    assert second == {"Date": 4, "Name": 5, "Price": 6, "Column 4": "checked", "Notes": ""}
    assert told == []


def test_merged_cells_say_what_their_first_does(path: Path, told: list[str]) -> None:
    book = xlsx(path, {"A": [["Sales"], HEADS, [1, "Anna", 2], [None, "Bob", 3], [4, "Eve", None]]})
    book["A"].merge_cells("A1:C1")
    book["A"].merge_cells("A3:A4")
    book["A"].merge_cells("B5:C5")
    book["A"].merge_cells("E7:G9")
    book.save(path)
    assert [list(row.values()) for row in read_workbook(path)] == [[1, "Anna", 2], [1, "Bob", 3], [4, "Eve", "Eve"]]


def test_a_cell_far_below_takes_no_walk_to_it(path: Path) -> None:
    book = xlsx(path, {"A": [HEADS, [1, "=1+1", 3]]})
    book["A"]["C1048576"] = 9
    book.save(path)
    started = process_time()
    assert [(row.line, row["Price"]) for row in read_workbook(path, HEADS)] == [(2, 3), (1048576, 9)]
    assert process_time() - started < 5, "it took four times as long to walk"


def test_struck_rows_are_known_and_hidden_ones_read(path: Path) -> None:
    book = xlsx(path, {"A": [HEADS, [1, 2, 3], [4, 5, None], [6, 7, 8], [9, 9, 9]]})
    sheet = book["A"]
    for name in ("A2", "B2", "C2", "A3", "B3", "B4"):
        sheet[name].font = Font(strike=True)
    for name in ("A4", "A5", "B5", "C5"):
        sheet[name].font = Font(bold=True)
    sheet.row_dimensions[5].hidden = True
    sheet.column_dimensions["B"].hidden = True
    book.save(path)
    rows = read_workbook(path, HEADS)
    assert [row.struck for row in rows] == [True, True, False, False]
    assert [row["Name"] for row in rows] == [2, 5, 7, 9]


def test_the_first_sheet_with_the_heads_is_taken_and_the_others_told(path: Path, told: list[str]) -> None:
    xlsx(
        path,
        {"Notes": [["to", "do"]], "2024": [HEADS, [1, 2, 3]], "Empty": [], "2025": [HEADS, [4, 5, 6]], "2026": [HEADS]},
    )
    assert sheets_of(path) == ["Notes", "2024", "Empty", "2025", "2026"]
    assert [row["Price"] for row in read_workbook(path, ["Price"])] == [3]
    assert told == ["sales.xlsx: only the sheet “2024” is read. Left out: “2025”, “2026”"]
    assert [row["Price"] for row in read_workbook(path, ["Price"], "2025")] == [6]
    assert [row["Price"] for row in read_workbook(path, sheet="2025")] == [6]
    assert len(told) == 1
    assert read_workbook(path) == []
    assert told[1] == "sales.xlsx: only the sheet “Notes” is read. Left out: “2024”, “2025”, “2026”"


def test_a_sheet_is_found_by_its_name_or_those_there_are_are_named(path: Path) -> None:
    xlsx(path, {"A b": [HEADS, [1, 2, 3]], "a B ": [HEADS, [4, 5, 6]]})
    assert read_workbook(path, sheet="A b")[0]["Price"] == 3
    assert read_workbook(path, sheet="a B ")[0]["Price"] == 6
    assert read_workbook(path, sheet="AB")[0]["Price"] == 3
    with pytest.raises(CannotRead, match=r"^sales.xlsx has no sheet “C”. There are: “A b”, “a B ”\.$"):
        read_workbook(path, sheet="C")


def test_sheets_that_are_hidden_come_last(path: Path, told: list[str]) -> None:
    book = xlsx(path, {"Old": [HEADS, [1, 2, 3]], "New": [HEADS, [4, 5, 6]]})
    book["Old"].sheet_state = "hidden"
    book.active = 1
    book.save(path)
    assert read_workbook(path, HEADS)[0]["Price"] == 6
    assert told == ["sales.xlsx: only the sheet “New” is read. Left out: “Old”"]


def test_missing_heads_are_those_of_the_sheet_that_has_most(path: Path) -> None:
    xlsx(path, {"A": [["x", "y"], [1, 2]], "B": [["Date", "Name", "Cost"], [1, 2, 3]]})
    message = r"^sales.xlsx: These columns are missing: “Price”. There are: “Date”, “Name”, “Cost”\.$"
    with pytest.raises(CannotRead, match=message):
        read_workbook(path, HEADS)
    with pytest.raises(CannotRead, match=r"There are: “x”, “y”\.$"):
        read_workbook(path, HEADS, "A")


def test_an_empty_workbook_is_told(path: Path) -> None:
    xlsx(path, {"A": [], "B": [[None]]})
    for sheet in ("", "A"):
        with pytest.raises(CannotRead, match=r"^sales.xlsx: It is empty, so there is no table in it\.$"):
            read_workbook(path, HEADS, sheet)


def test_formulas_give_the_value_that_was_kept_and_those_without_are_told(path: Path, told: list[str]) -> None:
    sums = [[None, "=B2+B3", None], [None, None, "=1"]]
    xlsx(path, {"A": [HEADS, [1, "=1+1", "=C9"], ["=A1", 2, 3], *sums], "B": [["x", "y"], ["=1", 2]]})
    read_workbook(path, HEADS)
    assert told == [
        "sales.xlsx: these formulas have no value yet: B2, C2, A3. Open it in Excel or LibreOffice and save it."
    ]
    kept = {
        b"<f>1+1</f><v></v>": b"<f>1+1</f><v>2.5</v>",
        b"<f>1+1</f><v />": b"<f>1+1</f><v>2.5</v>",
        b"<f>1+1</f><v/>": b"<f>1+1</f><v>2.5</v>",
    }
    data = path.read_bytes()
    with zipfile.ZipFile(io.BytesIO(data)) as old, zipfile.ZipFile(path, "w") as new:
        for name in old.namelist():
            content = old.read(name)
            for bare, full in kept.items():
                content = content.replace(bare, full)
            content = re.sub(rb'<c r="C2"[^>]*><f>C9</f><v ?/?>(</v>)?', b'<c r="C2" t="str"><f>C9</f><v></v>', content)
            new.writestr(name, content)
    told.clear()
    rows = read_workbook(path, HEADS)
    assert rows[0] == {"Date": 1, "Name": Decimal("2.5"), "Price": ""}
    assert told == ["sales.xlsx: these formulas have no value yet: A3. Open it in Excel or LibreOffice and save it."]
    told.clear()
    read_workbook(path, ["x"])
    assert told == ["sales.xlsx: these formulas have no value yet: A2. Open it in Excel or LibreOffice and save it."]


def test_a_workbook_without_formulas_is_opened_once(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    opened: list[object] = []
    whole = openpyxl.load_workbook

    def counted(*given: Any, **more: Any) -> openpyxl.Workbook:
        opened.append(given)
        return whole(*given, **more)

    monkeypatch.setattr(openpyxl, "load_workbook", counted)
    xlsx(path, {"A": [HEADS, [1, 2, 3]]})
    read_workbook(path)
    assert len(opened) == 1
    xlsx(path, {"A": [HEADS, [1, 2, "=1"]]})
    read_workbook(path)
    assert len(opened) == 3


OLE = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + b"\0" * 600


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (OLE, "“sales.xlsx” is in an old Excel format. Open it and save it as .xlsx."),
        (OLE + "EncryptedPackage".encode("utf-16-le"), "“sales.xlsx” is protected by a password. Save it without one."),
        (b"", "“sales.xlsx” is no workbook. Open it in Excel or LibreOffice and save it as .xlsx."),
        (b"Name;Price", "“sales.xlsx” is no workbook. Open it in Excel or LibreOffice and save it as .xlsx."),
        (b"<html>", "“sales.xlsx” is no workbook. Open it in Excel or LibreOffice and save it as .xlsx."),
        (b"PK\3\4half", "“sales.xlsx” is damaged, or no workbook of Excel."),
    ],
)
def test_what_is_no_workbook_is_named(path: Path, content: bytes, said: str) -> None:
    path.write_bytes(content)
    for read in (read_workbook, sheets_of):
        with pytest.raises(CannotRead) as problem:
            read(path)
        assert str(problem.value) == said


def test_a_workbook_of_which_half_is_there_is_damaged(path: Path) -> None:
    xlsx(path, {"A": [HEADS, [1, 2, 3]]})
    path.write_bytes(path.read_bytes()[:-400])
    with pytest.raises(CannotRead, match=r"^“sales.xlsx” is damaged, or no workbook of Excel\.$"):
        read_workbook(path)


def test_a_workbook_of_libreoffice_is_named(path: Path) -> None:
    ods(path)
    with pytest.raises(
        CannotRead, match=r"^“sales.xlsx” is a workbook of LibreOffice. Open it and save it as .xlsx\.$"
    ):
        read_workbook(path)


def test_sheets_of_what_is_damaged_are_not_named(path: Path) -> None:
    ods(path)
    path.write_bytes(path.read_bytes()[:-100])
    with pytest.raises(CannotRead, match=r"^“sales.xlsx” is damaged\.$"):
        sheets_of(path)


def test_what_openpyxl_leaves_out_is_no_warning(path: Path, recwarn: pytest.WarningsRecorder) -> None:
    book = xlsx(path, {"A": [HEADS, [1, 2, 3]]})
    book.save(path)
    data = path.read_bytes()
    with zipfile.ZipFile(io.BytesIO(data)) as old, zipfile.ZipFile(path, "w") as new:
        for name in old.namelist():
            ext = b'<extLst><ext uri="{CCE6A557-97BC-4b89-ADB6-D9C93CAAB3DF}"></ext></extLst></worksheet>'
            new.writestr(name, old.read(name).replace(b"</worksheet>", ext))
    openpyxl.load_workbook(path)
    assert len(recwarn) == 1
    recwarn.clear()
    assert len(read_workbook(path)) == 1
    assert len(recwarn) == 0


def test_all_cells_of_a_sheet_with_titles_and_empty_rows(path: Path) -> None:
    xlsx(path, {"A": [["Dogs in December"], [], ["Dog", "Nights"], ["Moose", 3]], "Other": [["x"]]}).save(path)
    assert [row[:2] for row in cells_of(path)] == [
        ["Dogs in December", ""],
        [],
        ["Dog", "Nights"],
        ["Moose", Decimal(3)],
    ]
    assert cells_of(path, "other") == [["x"]]


@pytest.mark.parametrize("shown", ["#N/A", "#DIV/0!", "#REF!", "#NAME?", "#BEZUG!", "#NV", "Err:502"])
def test_an_error_counts_as_an_empty_cell_and_is_told(path: Path, told: list[str], shown: str) -> None:
    xlsx(path, {"A": [["Name", "Fee"], ["Ada", 3], ["Bo", shown], [shown, 4]]})
    assert [dict(row) for row in read_workbook(path, ["Name", "Fee"])] == [
        {"Name": "Ada", "Fee": Decimal(3)},
        {"Name": "Bo", "Fee": ""},
        {"Name": "", "Fee": Decimal(4)},
    ]
    assert told == ["sales.xlsx: cells with an error such as #N/A count as empty, in these rows: 3, 4"]
