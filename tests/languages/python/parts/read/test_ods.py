"""Workbooks of LibreOffice; their elements as it writes them."""

from __future__ import annotations

import zipfile
from datetime import date, datetime, time, timedelta
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest

from languages.python.parts.read import ods as module
from languages.python.parts.read.files import CannotRead
from languages.python.parts.read.ods import _column_letters, read_ods
from languages.python.parts.read.workbooks import sheets_of
from tests.languages.python.parts.read.sheets import FILLER, cell, kind, ods, row, sheet

HEADS = row(cell("Date"), cell("Name"), cell("Price"))
STYLED = 'table:style-name="ce1"'
EMPTY = "<table:table-cell/>"
COVERED = "<table:covered-table-cell/>"
THROUGH = "<style:text-properties style:text-line-through-style="
STRUCK = f'<style:style style:name="ce1" style:family="table-cell">{THROUGH}"solid"/></style:style>'
PLAIN = f'<style:style style:name="ce2" style:family="table-cell">{THROUGH}"none"/></style:style>'
BOLD = '<style:style style:name="ce3"><style:text-properties/></style:style>'


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "sales.ods"


@pytest.mark.parametrize(
    ("written", "read"),
    [
        (kind("float", "0.1"), Decimal("0.1")),
        (kind("float", "2.2999999999999998"), Decimal("2.3")),
        (kind("currency", "-12.5"), Decimal("-12.5")),
        (kind("percentage", "0.05"), Decimal("0.05")),
        (kind("float", "1E+020"), Decimal(10**20)),
        (kind("float", "much", shown="much"), "much"),
        (kind("float", "NaN", shown="?"), "?"),
        (kind("date", "2025-05-03"), date(2025, 5, 3)),
        (kind("date", "2025-05-03T12:30:00"), datetime(2025, 5, 3, 12, 30)),
        (kind("date", "-0044-03-15", shown="15.3. 44 BC"), "15.3. 44 BC"),
        (kind("time", "PT09H05M00S"), time(9, 5)),
        (kind("time", "PT09H05M07.5S"), time(9, 5, 7, 500_000)),
        (kind("time", "PT30H00M00S"), timedelta(hours=30)),
        (kind("time", "P1DT0H0M0S"), timedelta(days=1)),
        (kind("time", "-PT1H", shown="-1:00"), "-1:00"),
        (kind("time", "noon", shown="noon"), "noon"),
        (kind("boolean", "true"), True),
        (kind("boolean", "false"), False),
        (cell("007"), "007"),
        (cell("  text \xa0"), "text"),
        (cell("a</text:p><text:p>b"), "a\nb"),
        (cell('a<text:s text:c="3"/>b<text:s/>c<text:tab/>d<text:line-break/>e'), "a   b c\td\ne"),
        (cell("a<text:tab/>b<text:span>c</text:span>"), "a\tbc"),
        (cell('a<text:s text:c="two"/>b<text:s text:c="99999999"/>c'), "a b c"),
        (cell("x", 'table:number-columns-repeated="-1"'), "x"),
        (cell("a <text:span>red</text:span> b"), "a red b"),
        (cell("a</text:p><office:annotation><text:p>remark</text:p></office:annotation><text:p>b"), "a\nb"),
        (cell("a<office:annotation><text:p>remark</text:p></office:annotation>b"), "ab"),
        ('<table:table-cell office:value-type="string" office:string-value="kept"/>', "kept"),
        ('<table:table-cell office:value-type="void"><text:p>?</text:p></table:table-cell>', "?"),
        (EMPTY, ""),
        (cell(""), ""),
    ],
)
def test_a_cell_is_what_its_person_sees(path: Path, written: str, read: Any) -> None:
    ods(path, sheet("A", row(cell("Head"), cell("Other")), row(written, cell("x"))))
    (found,) = read_ods(path, ["Head"])
    assert found["Head"] == read
    assert type(found["Head"]) is type(read)
    assert str(found["Head"]) == str(read)


@pytest.mark.parametrize(
    ("number", "form", "read"),
    [
        ("1067", 'number:decimal-places="0" number:min-integer-digits="5"', "01067"),
        ("123456", 'number:decimal-places="0" number:min-integer-digits="5"', "123456"),
        ("1067", 'number:decimal-places="0" number:min-integer-digits="1"', Decimal(1067)),
        ("1067", 'number:decimal-places="2" number:min-integer-digits="5"', Decimal(1067)),
        ("1067", 'number:decimal-places="0" number:min-integer-digits="5" number:grouping="true"', Decimal(1067)),
    ],
)
def test_a_number_with_zeros_in_front_is_a_text(path: Path, number: str, form: str, read: Any) -> None:
    style = f'<number:number-style style:name="N1"><number:number {form}/></number:number-style>'
    style += '<style:style style:name="ce1" style:family="table-cell" style:data-style-name="N1"/>'
    table = sheet("A", row(cell("Head"), cell("Other")), row(kind("float", number, STYLED), kind("float", number)))
    ods(path, table, styles=style)
    assert read_ods(path) == [{"Head": read, "Other": Decimal(number)}]


def test_rows_stand_where_they_stand(path: Path, told: list[str]) -> None:
    once = row(
        kind("float", "1"),
        cell("x", 'table:number-columns-repeated="2"'),
        '<table:table-cell table:number-columns-repeated="16000"/>',
    )
    twice = row(EMPTY, cell("y"), cell("z"), attributes='table:number-rows-repeated="2"')
    gap = '<table:table-row table:number-rows-repeated="3"><table:table-cell/></table:table-row>'
    ods(
        path,
        sheet(
            "A", row(cell("Title")), HEADS, once, gap, f"<table:table-row-group>{twice}</table:table-row-group>", FILLER
        ),
    )
    first, second, third = read_ods(path, ["Date", "price"])
    assert (first.file, first.line, str(first)) == ("sales.ods", 3, "1; x; x")
    assert first == {"Date": Decimal(1), "Name": "x", "price": "x"}
    assert [(second.line, dict(second)), (third.line, dict(third))] == [
        (7, {"Date": "", "Name": "y", "price": "z"}),
        (8, {"Date": "", "Name": "y", "price": "z"}),
    ]
    assert told == []


def test_merged_cells_say_what_their_first_does(path: Path) -> None:
    spread = 'table:number-columns-spanned="{}" table:number-rows-spanned="{}"'
    hidden = "<table:covered-table-cell><text:p>old</text:p></table:covered-table-cell>"
    ods(
        path,
        sheet(
            "A",
            row(cell("Title", spread.format(3, 1)), COVERED, COVERED),
            HEADS,
            row(kind("float", "1", spread.format(1, 3)), cell("a"), cell("b")),
            row(hidden, cell("c"), cell("d")),
            row(COVERED, cell("e"), cell("f")),
            row(EMPTY, cell("g", spread.format(2, 2)), COVERED),
            row(kind("float", "9"), COVERED, COVERED),
            row(cell("j", spread.format(2, 1)), COVERED, cell("k")),
            row(cell("m", spread.format(1, 3)), cell("n"), EMPTY),
            row(COVERED, EMPTY, EMPTY),
            row(COVERED, cell("o"), EMPTY),
            row(cell("h", spread.format(9000, 9000)), cell("i")),
        ),
    )
    assert [list(found.values()) for found in read_ods(path)] == [
        [1, "a", "b"],
        [1, "c", "d"],
        [1, "e", "f"],
        ["", "g", "g"],
        [9, "g", "g"],
        ["j", "j", "k"],
        ["m", "n", ""],
        ["m", "", ""],
        ["m", "o", ""],
        ["h", "h", "h"],
    ]


def test_struck_rows_are_known(path: Path) -> None:
    struck, plain = 'table:style-name="ce1"', 'table:style-name="ce2"'
    columns = '<table:table-column table:number-columns-repeated="2"/>'
    columns += '<table:table-column table:default-cell-style-name="ce1"/>'
    ods(
        path,
        sheet(
            "A",
            columns,
            row(cell("Date"), cell("Name"), cell("Price", plain)),
            row(cell("1", struck), cell("2", struck), cell("3")),
            row(cell("1", struck), cell("2"), cell("3")),
            row(cell("1", struck), cell("2", struck), cell("3", plain)),
            row(cell("1", struck), EMPTY, EMPTY),
            row(cell("1", struck), cell("2", 'table:style-name="ce3"'), EMPTY),
        ),
        styles=STRUCK + PLAIN + BOLD,
    )
    assert [found.struck for found in read_ods(path)] == [True, False, False, True, False]


def test_the_first_sheet_with_the_heads_is_taken_and_the_others_told(path: Path, told: list[str]) -> None:
    body = row(cell("1"), cell("2"), cell("3"))
    ods(path, sheet("Notes", row(cell("x"))), sheet("2024", HEADS, body), sheet("2025", HEADS))
    assert sheets_of(path) == ["Notes", "2024", "2025"]
    assert read_ods(path, ["Price"])[0]["Price"] == "3"
    assert told == ["sales.ods: only the sheet “2024” is read. Left out: “2025”"]
    assert read_ods(path, sheet="2025") == []
    with pytest.raises(CannotRead, match=r"^sales.ods has no sheet “2023”. There are: “Notes”, “2024”, “2025”\.$"):
        read_ods(path, sheet="2023")


def test_formulas_without_a_value_are_told(path: Path, told: list[str]) -> None:
    bare = '<table:table-cell table:formula="of:=1+1"/>'
    kept = kind("float", "2", 'table:formula="of:=1+1"')
    ods(path, sheet("A", HEADS, row(kept, bare, bare), row(cell("1"), kept, cell("", 'table:formula="of:=T()"'))))
    rows = read_ods(path)
    assert [list(found.values()) for found in rows] == [[2, "", ""], ["1", 2, ""]]
    assert told == ["sales.ods: these formulas have no value yet: B2, C2. Open it in Excel or LibreOffice and save it."]


def test_an_empty_workbook_is_told(path: Path) -> None:
    for inside in (sheet("A"), sheet("A", FILLER), ""):
        ods(path, inside)
        with pytest.raises(CannotRead, match=r"^sales.ods: It is empty, so there is no table in it\.$"):
            read_ods(path)


def test_what_can_not_be_read_is_named(path: Path) -> None:
    ods(path, sheet("A", HEADS), manifest="<x><manifest:encryption-data/></x>")
    with pytest.raises(CannotRead, match=r"^“sales.ods” is protected by a password. Save it without one\.$"):
        read_ods(path)
    ods(path, sheet("A", HEADS), manifest=None)
    assert read_ods(path) == []
    for content in (path.read_bytes()[:-200], path.read_bytes().replace(b"content.xml", b"cuntent.xml")):
        path.write_bytes(content)
        with pytest.raises(CannotRead, match=r"^“sales.ods” is damaged\.$"):
            read_ods(path)
    for content in (b"PK\3\4" + b"x" * 200, b"Name;Price", b""):
        path.write_bytes(content)
        with pytest.raises(
            CannotRead, match=r"^“sales.ods” is no workbook of LibreOffice. Open it there and save it as .ods\.$"
        ):
            read_ods(path)
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("mimetype", "application/vnd.oasis.opendocument.spreadsheet")
        archive.writestr("content.xml", "<half>")
    with pytest.raises(CannotRead, match=r"^“sales.ods” is no XML, or it is damaged in line 1\.$"):
        read_ods(path)


def test_a_sheet_filled_to_its_end_is_read_in_time(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "_MOST_REPEATED", 1000)
    body = row(cell("1"), cell("2"), cell("3"), attributes='table:number-rows-repeated="1048575"')
    ods(path, sheet("A", HEADS, body))
    assert len(read_ods(path, ["Price"])) == 1000


@pytest.mark.parametrize(("column", "letters"), [(0, "A"), (25, "Z"), (26, "AA"), (51, "AZ"), (52, "BA"), (702, "AAA")])
def test_columns_have_their_letters(column: int, letters: str) -> None:
    assert _column_letters(column) == letters
