"""Tables in texts, as programs and people write them."""

from __future__ import annotations

import csv
import io
from collections.abc import Callable
from contextlib import suppress
from decimal import Decimal
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from languages.python.parts.read.files import CannotRead
from languages.python.parts.read.heads import _head_key
from languages.python.parts.read.rows import Row, skipping
from languages.python.parts.read.tables import read_table, table_rows
from languages.python.parts.telling import sentence
from languages.python.parts.understand.dates import to_date

ANNA, BOB = {"Name": "Anna", "Price": "3,50"}, {"Name": "Bob", "Price": "4"}


@pytest.mark.parametrize(
    "text",
    [
        "Name;Price\nAnna;3,50\nBob;4\n",
        "Name\tPrice\nAnna\t3,50\nBob\t4",
        "Name|Price\nAnna|3,50\nBob|4\n",
        'Name,Price\nAnna,"3,50"\nBob,4\n',
        'Name, Price\nAnna, "3,50"\nBob, 4\n',
        "Name;Price\r\nAnna;3,50\r\nBob;4\r\n",
        "Name;Price\rAnna;3,50\rBob;4\r",
        "\n\nName;Price\n\n;\nAnna;3,50\n  ;  \nBob;4\n\n",
        "sep=;\nName;Price\nAnna;3,50\nBob;4\n",
        'SEP=,\nName,Price\nAnna,"3,50"\nBob,4\n',
        "Name;Price;\nAnna;3,50;\nBob;4;\n",
        "Name;Price\nAnna;3,50;;\nBob;4\n",
        "|Name|Price|\n|Anna|3,50|\n|Bob|4|\n",
        '"Name";"Price"\n"Anna";"3,50"\n"Bob";"4"\n',
        "Sales 2025\nprinted on;3.5.2025\n\nName;Price\nAnna;3,50\nBob;4\n",
        "Sales 2025;\n;\nName;Price\nAnna;3,50\nBob;4\n",
        "Name;Price\nAnna;3,50\nName;Price\nBob;4\nNAME ; price\n",
        "Name;Price\nAnna;3,50\n\ufeffName;Price\nBob;4\n",
        "\u200bName\ufeff;Price\nAnna\u200b;\xa03,50\nBob;4\n",
    ],
)
@pytest.mark.parametrize("needed", [(), ["Name", "Price"], ["Price"]])
def test_a_table_is_read_however_it_is_written(text: str, needed: list[str], told: list[str]) -> None:
    assert table_rows(text, needed) == [ANNA, BOB]
    assert told == []


@pytest.mark.parametrize(
    ("text", "needed", "rows"),
    [
        ("a;b\n1,5;2,5\n1,5;2,5\n1,5;2,5", [], [{"a": "1,5", "b": "2,5"}] * 3),
        ("a;b\n1,5;2,5\n1,5;2,5\n1,5;2,5;3", [], [{"a": "1,5", "b": "2,5"}] * 2),
        (";Name;Price\n0;Anna;4", [], [{"Column 1": "0", "Name": "Anna", "Price": "4"}]),
        (
            "Name;;Price\nAnna;x;4\nBob;;5",
            [],
            [{"Name": "Anna", "Column 2": "x", "Price": "4"}, {"Name": "Bob", "Column 2": "", "Price": "5"}],
        ),
        ("Name;2024;2025\nAnna;x;y", [], [{"Name": "Anna", "2024": "x", "2025": "y"}]),
        ("1;2;3\n4;5;6", [], [{"1": "4", "2": "5", "3": "6"}]),
        ("Name\nAnna\nBob", [], [{"Name": "Anna"}, {"Name": "Bob"}]),
        ("People, all\nName\nAnna, Bob", ["Name"], [{"Name": "Anna, Bob"}]),
        ("People\nName\nAnna", "Name", [{"Name": "Anna"}]),
        ("a;a;b\nx;y;z", [], [{"a": "x", "a (2)": "y", "b": "z"}]),
        ("a;a;a;b\nx;y;z;1", [], [{"a": "x", "a (2)": "y", "a (3)": "z", "b": "1"}]),
        ("Title;Title\na;b\nx;y", [], [{"a": "x", "b": "y"}]),
        ("Title;of it\nName;Price\nx;5", ["Price"], [{"Name": "x", "Price": "5"}]),
        ("a;b\nx;y", ["b", "b", "a"], [{"a": "x", "b": "y"}]),
        (
            "first name;PRICE (EUR);Straße\nx;y;z",
            ["First_Name", "Price EUR", "STRASSE"],
            [{"First_Name": "x", "Price EUR": "y", "STRASSE": "z"}],
        ),
        ("Prénom;№\nx;1", ["prenom", "No"], [{"prenom": "x", "No": "1"}]),
        ("#;%\n1;2", ["%"], [{"#": "1", "%": "2"}]),
        ("Price (€);Price\n1;2", ["Price"], [{"Price (€)": "1", "Price": "2"}]),
        ("Price (€);Price\n1;2", ["Price", "Price €"], [{"Price €": "1", "Price": "2"}]),
        ("A  B;C\n1;2", ["A B"], [{"A B": "1", "C": "2"}]),
        ("Date;Amount;Note\n1;2\n", ["Date", "Amount"], [{"Date": "1", "Amount": "2", "Note": ""}]),
        ("Date;Amount;Note\n1;2\n", ["Date"], [{"Date": "1", "Amount": "2", "Note": ""}]),
        ("Date;Amount;\n1;2\n", [], [{"Date": "1", "Amount": "2"}]),
        ("Name;Price", [], []),
        ("5;x\nName;Price\nAnna;4", ["Price", "Name"], [{"Name": "Anna", "Price": "4"}]),
        ("a;b,c\nsep=;\n1;2,3", [], [{"a": "sep=", "b,c": ""}, {"a": "1", "b,c": "2,3"}]),
        ("sep=:\na:b\n1:2", [], [{"a": "1", "b": "2"}]),
        ("sep=;\nName\nAnna", [], [{"Name": "Anna"}]),
        (
            "Name;Note, long, text\nAnna;x\nBob;y, z, w\nEve;a, b, c",
            [],
            [
                {"Name": "Anna", "Note, long, text": "x"},
                {"Name": "Bob", "Note, long, text": "y, z, w"},
                {"Name": "Eve", "Note, long, text": "a, b, c"},
            ],
        ),
        ("To;From\nsame;same\nx;y", [], [{"To": "same", "From": "same"}, {"To": "x", "From": "y"}]),
    ],
)
def test_heads_are_found_and_named(text: str, needed: list[str], rows: list[dict[str, str]], told: list[str]) -> None:
    assert table_rows(text, needed) == rows


def test_rows_know_where_they_stand_and_what_they_say(tmp_path: Path, told: list[str]) -> None:
    path = tmp_path / "sales.csv"
    path.write_text('Sales\n\nDate;Note;Price\n1.1.;"two\nlines; ""x""";6.50\n\n2.1.; - ;7\n')
    first, second = read_table(path, ["date", "Price"])
    assert first == {"date": "1.1.", "Note": 'two\nlines; "x"', "Price": "6.50"}
    assert list(first) == ["date", "Note", "Price"]
    assert (first.file, first.line, str(first)) == ("sales.csv", 4, '1.1.;"two\nlines; ""x""";6.50')
    assert (second.file, second.line, str(second)) == ("sales.csv", 7, "2.1.; - ;7")
    assert second["Note"] == "-"
    assert not first.struck
    assert isinstance(first, Row)
    assert isinstance(first, dict)


def test_a_line_is_counted_once_however_it_ends() -> None:
    for ending in ("\n", "\r\n", "\r"):
        assert [row.line for row in table_rows(ending.join(("a;b", "1;2", "", "3;4")))] == [2, 4]
    row = Row({"a": 1}.items(), "file", 3, "text")
    assert (row, row.file, row.line, str(row), row.struck) == ({"a": 1}, "file", 3, "text", False)


def test_rows_that_do_not_fit_are_told_and_left_out(told: list[str]) -> None:
    text = "Date;Price;Note\n1;2;3\n4\n5;6;7;8\n9;8;7;;\n1;2\n"
    table = table_rows(text, file="s.csv")
    rows = [list(row.values()) for row in table]
    assert getattr(table, "odd") == [(3, "4"), (4, "5;6;7;8")]  # noqa: B009 - programs know it from its document
    assert rows == [["1", "2", "3"], ["9", "8", "7"], ["1", "2", ""]], "one that ends early lacks what is empty there"
    assert told == [
        "s.csv, line 3 is left out (“4”): Cells: 1, column heads: 3.",
        "s.csv, line 4 is left out (“5;6;7;8”): Cells: 4, column heads: 3.",
    ]


def test_rows_that_lack_a_needed_cell_have_it_empty_but_one_cell_is_a_remark(told: list[str]) -> None:
    rows = table_rows("Date;Price;Note\n1\n2;3\n4;5;6", ["Price", "Note"])
    assert [(row["Price"], row["Note"]) for row in rows] == [("3", ""), ("5", "6")]
    assert told == ["Line 2 is left out (“1”): Cells: 1, column heads: 3."]


def test_of_many_rows_that_do_not_fit_all_are_named(told: list[str]) -> None:
    table_rows("a;b\n" + "1;2\n" * 40 + "1;2;3\n" * 23, file="s.csv")
    assert len(told) == 21
    assert told[19].startswith("s.csv, line 61 is left out")
    assert told[20] == "s.csv: These lines don't fit the column heads either and are left out: 62, 63, 64"


def test_a_list_of_lines_ends_somewhere(told: list[str]) -> None:
    table_rows("a;b\n" + "1;2\n" * 900 + "1;2;3\n" * 300)
    assert len(told[-1].partition(": ")[2]) == 500
    assert told[-1].endswith("…")


@pytest.mark.parametrize("number", ["3", "-3,50 €", "31.12.2025", "June 4, 2025", "2025"])
def test_a_row_like_the_first_is_no_row_of_heads_unless_that_can_be_one(number: str) -> None:
    text = f"Anna;{number}\nBert;4\nAnna;{number}\nCarl;5"
    assert [row["Anna"] for row in table_rows(text)] == ["Bert", "Anna", "Carl"]
    assert [row["Anna"] for row in table_rows(text, ["Anna", number])] == ["Bert", "Carl"]


def test_missing_heads_are_named_with_those_that_are_there(tmp_path: Path) -> None:
    path = tmp_path / "sales.csv"
    path.write_text("Sales;of 2025\nDay;Price;Note\n1;2;3\n")
    with pytest.raises(CannotRead) as problem:
        read_table(path, ["Date", "Price", "Sum"])
    assert str(problem.value) == (
        "sales.csv: These columns are missing: “Date”, “Sum”. There are: “Day”, “Price”, “Note”."
    )
    with pytest.raises(CannotRead) as problem:
        table_rows("Day;Number\n1;2\n", ["Date"])
    assert str(problem.value) == "These columns are missing: “Date”. There are: “Day”, “Number”."
    with pytest.raises(CannotRead, match=r"There are: (“x\d*”, ){60}.*…\.$"):
        table_rows(";".join(f"x{number}" for number in range(300)), ["Date"])


@pytest.mark.parametrize("text", ["", "\n \n", ";;\n;;", "\ufeff"])
def test_an_empty_table_is_told(text: str) -> None:
    with pytest.raises(CannotRead, match=r"^a.csv: It is empty, so there is no table in it\.$"):
        table_rows(text, file="a.csv")
    with pytest.raises(CannotRead, match=r"so there is no table"):
        table_rows(text, ["Name"])


@pytest.mark.parametrize("page", ["<!DOCTYPE html><table>", "\n <HTML>", "<table>", '<?xml version="1.0"?>'])
def test_a_web_page_is_no_table(tmp_path: Path, page: str) -> None:
    path = tmp_path / "export.csv"
    path.write_text(page)
    with pytest.raises(CannotRead, match=r"^“export.csv” can't be read here: it is a web page or XML\.$"):
        read_table(path)


def test_two_columns_of_one_name_are_told(told: list[str]) -> None:
    assert table_rows("Name;Price;Price\nx;1;2", ["Price"], "s.csv") == [{"Name": "x", "Price": "1", "Price (2)": "2"}]
    assert told == ["s.csv: There is more than one column “Price”; the first one is taken."]
    assert table_rows("price;PRICE\n1;2", ["Price"]) == [{"Price": "1", "PRICE": "2"}]
    assert told[1:] == ["There is more than one column “Price”; the first one is taken."]
    table_rows("Price (€);Price\n1;2", ["Price"])
    table_rows("Price;Note;Note\n1;2;3", ["Price"])
    assert len(told) == 2


def test_a_quotation_mark_that_is_not_closed_swallows_no_rows(told: list[str]) -> None:
    text = 'Name;Size\nTV;"5 inch\nRadio;3\nPC;"4\nPan;"6 ""deep"""\n'
    rows = table_rows(text, file="s.csv")
    assert [list(row.values()) for row in rows] == [
        ["TV", '"5 inch'],
        ["Radio", "3"],
        ["PC", '"4'],
        ["Pan", '6 "deep"'],
    ]
    assert [row.line for row in rows] == [2, 3, 4, 5]
    assert told == ["s.csv: Quotation marks aren't closed in these lines: 2, 4"]


def test_quotation_marks_within_a_text_harm_nothing(told: list[str]) -> None:
    rows = table_rows('Name;Size\nTV;5" screen\n"The "big" one";"4" inch\nPC;"a\nb"\n')
    assert [row["Size"] for row in rows] == ['5" screen', "4 inch", "a\nb"]
    assert rows[1]["Name"] == 'The big" one"'
    assert table_rows('Name;Size\n"a" b; "c d"\n') == [{"Name": "a b", "Size": "c d"}]
    assert str(table_rows('Name;Size\n"a" b; "c d"\n')[0]) == '"a" b; "c d"'
    assert [row.line for row in rows] == [2, 3, 4]
    assert told == []


def test_a_cell_may_be_long(told: list[str]) -> None:
    assert table_rows(f"a;b\nx;{'y' * 200_000}")[0]["b"] == "y" * 200_000


def test_skipping_tells_which_row_is_left_out_and_why(told: list[str]) -> None:
    numbers = []
    for row in table_rows("Date;Number;Price\n1.1.;1;5\n31.02.2025;2;6.50\n3.1.;3;7\n", file="sales.csv"):
        with skipping(row):
            if row["Date"].startswith("31.02"):
                raise ValueError(sentence("“{text}” is not a date.", text=row["Date"]))
            numbers.append(row["Number"])
    assert numbers == ["1", "3"]
    assert told == ["sales.csv, line 3 is left out (“31.02.2025;2;6.50”): “31.02.2025” is not a date."]


@pytest.mark.parametrize(
    ("cell", "reason"),
    [
        ("x", "This line can't be understood."),
        ("1,5", "This line can't be understood."),
        ("0", "This line can't be understood."),
        ("many", "This line can't be understood."),
        ("31.02.2025", "“31.02.2025” is not a date."),
    ],
)
def test_skipping_says_nothing_in_the_words_of_python(cell: str, reason: str, told: list[str]) -> None:
    counts: dict[str, Callable[[str], object]] = {
        "x": int,
        "1,5": Decimal,
        "0": lambda text: 1 // int(text),
        "many": dict[str, int]().__getitem__,
    }
    row = table_rows(f"Name;Number\nAnna;{cell}", file="sales.csv")[0]
    with skipping(row):
        counts.get(row["Number"], to_date)(row["Number"])
    assert told == [f"sales.csv, line 2 is left out (“Anna;{cell}”): {reason}"]


def test_skipping_hides_no_mistake_of_the_program(told: list[str]) -> None:
    row = table_rows("a;b\n1;2")[0]
    with pytest.raises(KeyError), skipping(row):
        row["c"]
    with skipping(row):
        read_table(row["a"])
    assert told == ["Line 2 is left out (“1;2”): “1” isn't there."]


CELL = st.text(st.characters(codec="utf-8", exclude_categories=["Cc", "Cf", "Zl", "Zp"]), max_size=6)


@given(
    st.lists(st.lists(CELL, min_size=3, max_size=3), max_size=6),
    st.sampled_from(",;\t|"),
    st.sampled_from([csv.QUOTE_MINIMAL, csv.QUOTE_ALL]),
)
def test_what_a_program_writes_comes_back(cells: list[list[str]], separator: str, quoting: int) -> None:
    cells = [row for row in cells if any(cell.strip() for cell in row)]
    file = io.StringIO()
    writer = csv.writer(file, delimiter=separator, quoting=quoting)  # type: ignore[arg-type]
    writer.writerows([["First Head", "Second", "Third"], *cells])
    rows = table_rows(file.getvalue(), ["First Head", "Second", "Third"])
    assert [list(row.values()) for row in rows] == [[cell.strip() for cell in row] for row in cells]


@given(st.text(st.sampled_from('ab1;,\t|" \n'), max_size=40))
def test_no_text_crashes_it(text: str) -> None:
    rows: list[Row] = []
    with suppress(CannotRead):
        rows = table_rows(text)
    assert len({tuple(row) for row in rows}) < 2


@pytest.mark.parametrize(
    ("head", "key"),
    [
        ("  Price (EUR) ", "priceeur"),
        ("ÜBER", "uber"),
        ("Größe", "grosse"),
        ("²", "2"),
        ("%", "%"),
        ("价格", "价格"),
        ("ﬁrst", "first"),
    ],
)
def test_heads_are_compared_without_case_and_marks(head: str, key: str) -> None:
    assert _head_key(head) == key
