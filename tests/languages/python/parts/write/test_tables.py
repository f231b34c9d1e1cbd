"""Tables open in the spreadsheets of each country, and nothing in them is ever a formula."""

from __future__ import annotations

import csv
import io
from datetime import date
from decimal import Decimal
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from languages.python.parts.write.tables import _csv_text, write_table
from tests.languages.python.parts.folder import ProgramFolder

ROWS = [['Ada; "A"', Decimal("1.50"), date(2025, 2, 3)], ["=1+1", -3, None], ["-3,50", True, "+49"]]
COMMA = '\ufeffWho;What;When\r\n"Ada; ""A""";1,50;03.02.2025\r\n\'=1+1;-3;\r\n-3,50;yes;\'+49\r\n'
POINT = '\ufeffWho,What,When\r\n"Ada; ""A""",1.50,2025-02-03\r\n\'=1+1,-3,\r\n"-3,50",yes,\'+49\r\n'


@pytest.mark.parametrize(("language", "content"), [("de", COMMA), ("en", POINT)])
def test_each_country(folder: ProgramFolder, language: str, content: str) -> None:
    folder.speak(language)
    place = write_table("a.csv", ["Who", "What", "When"], ROWS)
    assert place.read_bytes().decode() == content
    assert folder.said == ["“a.csv” was saved in the folder of this program."]


def test_dicts_and_no_rows(folder: ProgramFolder) -> None:
    assert write_table("a.csv", ["b", "a"], iter([{"a": 1, "b": "x"}])).read_text("utf-8-sig") == "b,a\nx,1\n"
    assert write_table("b.csv", ("=b", "a"), []).read_text("utf-8-sig") == "'=b,a\n"


def test_cells_that_are_no_numbers_are_counted(folder: ProgramFolder) -> None:
    rows = [[float("nan"), 1.5], [Decimal("Infinity"), None], [2, Decimal("sNaN")], ["nan", True]]
    assert write_table("a.csv", ["x", "y"], rows).read_text("utf-8-sig") == "x,y\n,1.5\n,\n2,\nnan,yes\n"
    assert folder.said[1:] == ["Cells in “a.csv” are empty, because their value is no number: 3."]


@settings(max_examples=50)
@given(st.lists(st.lists(st.text() | st.integers() | st.none() | st.decimals(), min_size=1), max_size=5))
def test_it_is_read_as_it_was_written(rows: list[list[Any]]) -> None:
    read = list(csv.reader(io.StringIO(_csv_text(rows), newline="")))
    assert [len(row) for row in read] == [len(row) for row in rows]
    for cells, row in zip(read, rows, strict=True):
        for cell, value in zip(cells, row, strict=True):
            assert cell[:1] not in ("=", "+", "@", "\t")
            if isinstance(value, str) and value.isprintable():
                assert cell.removeprefix("'") == value.removeprefix("'")
