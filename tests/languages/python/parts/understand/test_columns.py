"""Numbers and dates of files from another country, read as the table shows that it writes them."""

from __future__ import annotations

import copy
import csv
import io
import json
import pickle
from collections.abc import Callable
from datetime import date
from decimal import Decimal
from pathlib import Path

import openpyxl
import pytest

from languages.python.parts.read.rows import Row
from languages.python.parts.read.tables import read_table, table_rows
from languages.python.parts.read.workbooks import read_workbook
from languages.python.parts.understand.amounts import to_amount
from languages.python.parts.understand.dates import to_date
from languages.python.parts.understand.numbers import to_number, to_whole
from tests.languages.python.parts.folder import ProgramFolder

AMERICAN = 'Item,Price,Qty,Date\nA,2.50,"1,000",3/4/2025\nB,"1,234.50",2,4/25/2025\nC,"12,000",1,1/2/25\n'
NUMBERS = "The numbers are written as in another country: "


@pytest.fixture
def said(folder: ProgramFolder, speak: Callable[[str], None]) -> list[str]:
    """What is told by a program for Germans."""
    speak("de-DE")
    return folder.said


def test_a_file_from_another_country_is_read_as_it_is_written_and_told_once(tmp_path: Path, said: list[str]) -> None:
    (tmp_path / "sales.csv").write_text(AMERICAN)
    rows = read_table(tmp_path / "sales.csv")
    assert [to_amount(row["Price"]) for row in rows] == [Decimal("2.50"), Decimal("1234.50"), 12000]
    assert [to_number(row["Qty"].strip(" x")) for row in rows] == [1000, 2, 1], "its column shows nothing, but another"
    assert [to_whole(row["Qty"]) for row in rows] == [1000, 2, 1]
    assert [to_date(row["Date"]) for row in rows] == [date(2025, 3, 4), date(2025, 4, 25), date(2025, 1, 2)]
    assert to_whole(read_table(tmp_path / "sales.csv")[0]["Qty"]) == 1000
    assert said == [
        "sales.csv: The numbers are written as in another country: “12,000” is read as 12000.",
        "sales.csv: The dates are written as in another country: “3/4/2025” is read as 2025-03-04.",
    ]


def test_who_gives_the_sign_or_the_order_has_it_so(said: list[str]) -> None:
    row = table_rows(AMERICAN)[0]
    assert to_number(row["Qty"], ",") == 1
    assert to_date(row["Date"], "dmy") == date(2025, 4, 3)
    assert said == []


@pytest.mark.parametrize(
    ("texts", "number"),
    [
        ("Price;Sum\n1,50;1.000", 1000),
        ("Price;Sum\n1.50;1.000\n2,50;2", 1000),
        ("Sum;Price\n1.000;1\n2,50;1.50", 1000),
        ("Day;Sum\n31.12.;1.000\n30.12.;3", 1000),
        ("Time;Sum\n9:30.5;1.000", 1000),
        ("Place;Sum\nRoom 1.5/2;1.000", 1000),
        ("Sum;Sold\n1.000;", 1000),
    ],
)
def test_where_nothing_is_shown_or_all_is_the_language_decides(texts: str, number: int, said: list[str]) -> None:
    assert to_number(table_rows(texts)[0]["Sum"]) == number
    assert said == []


@pytest.mark.parametrize(
    ("texts", "number"),
    [
        ("Sum;Price\n1.000;1,50\n2.75;1", 1),
        ("Price;Sum\n$ 1.50;1.000", 1),
        ("Price;Sum\n1.50 kg;1.000", 1),
        ("Price;Sum\n;1.000\n1.50;2", 1),
    ],
)
def test_a_column_decides_before_the_others(texts: str, number: int, said: list[str]) -> None:
    assert to_number(table_rows(texts)[0]["Sum"]) == number
    assert said == [f"{NUMBERS}“1.000” is read as 1,000."]


def test_a_language_that_is_not_known_is_not_contradicted(said: list[str], speak: Callable[[str], None]) -> None:
    speak("xx")
    row = table_rows(AMERICAN)[0]
    assert (to_whole(row["Qty"]), to_date(row["Date"])) == (1000, date(2025, 3, 4))
    assert to_whole(table_rows("Sum\n1.000\n2.5")[0]["Sum"]) == 1
    assert said == []


def test_dates_go_by_their_column_before_other_columns_with_slashes(said: list[str]) -> None:
    first, _ = table_rows("Ordered;Sent;Written\n3/4/2025;3-4-2025;3.4.2025\n25/12/2025;12-26-2025;4.5.2025")
    assert [to_date(first[head]) for head in first] == [date(2025, 4, 3), date(2025, 3, 4), date(2025, 4, 3)]
    first, _ = table_rows("Ordered;Sent;Written\n3/4/2025;3/5/2025;3.4.2025\n3/4/2025;12/26/2025;4.5.2025")
    assert to_date(first["Ordered"]) == date(2025, 3, 4)


def test_years_in_front_are_known_by_their_column(said: list[str]) -> None:
    assert [to_date(row["Day"]) for row in table_rows("Day\n99/12/31\n01/02/03")] == [
        date(1999, 12, 31),
        date(2001, 2, 3),
    ]
    assert said == ["The dates are written as in another country: “01/02/03” is read as 2001-02-03."]


def test_texts_of_a_workbook_know_their_column(tmp_path: Path, said: list[str]) -> None:
    book = openpyxl.Workbook()
    for row in (["Name", "Sum"], ["A", "1,000"], ["B", 7], ["C", "2.5"]):
        book.active.append(row)
    book.save(tmp_path / "sales.xlsx")
    assert [to_number(row["Sum"]) for row in read_workbook(tmp_path / "sales.xlsx")] == [1000, 7, Decimal("2.5")]
    assert said == [f"sales.xlsx: {NUMBERS}“1,000” is read as 1000."]


def test_a_cell_is_a_text_like_any_other(tmp_path: Path) -> None:
    cell = table_rows(AMERICAN)[0]["Qty"]
    assert isinstance(cell, str)
    assert {cell: 1} == {"1,000": 1}
    assert f"{cell} {cell!r} {cell:>6}" == "1,000 '1,000'  1,000"
    assert json.dumps([cell]) == '["1,000"]'
    for other in (
        pickle.loads(pickle.dumps(cell)),
        copy.deepcopy(cell),
        cell[:],
        cell[1:],
        str(cell),
        cell + "",
        cell.lower(),
    ):
        assert type(other) is str
    csv.writer(file := io.StringIO()).writerow([cell])
    assert file.getvalue() == '"1,000"\r\n'
    book = openpyxl.Workbook()
    book.active.append([cell])
    book.save(tmp_path / "a.xlsx")
    assert openpyxl.load_workbook(tmp_path / "a.xlsx").active["A1"].value == "1,000"


def test_a_copy_of_a_row_has_its_cells(said: list[str]) -> None:
    row = table_rows(AMERICAN)[0]
    copies: list[dict[str, str]] = [dict(row), {**row}, row | {"More": ""}, copy.copy(row), Row(row.items(), "", 1, "")]
    assert [to_whole(one["Qty"]) for one in copies] == [1000] * 5


def test_texts_that_nobody_doubts_are_plain() -> None:
    first, *_ = table_rows("Price;Day;Note\n1234.50;2025-03-04;x\n2,5;31.12.2025;y\n0,50;4 June 2025;12.5")
    assert {type(cell) for cell in first.values()} == {str}
