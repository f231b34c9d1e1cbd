"""Which tables of a Word document are read, and as one; its text."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from languages.python.parts.read.documents import document_text, read_document
from languages.python.parts.read.files import CannotRead
from tests.languages.python.parts.read.word_documents import (
    BOLD,
    GONE,
    HEADING,
    HEADS,
    box,
    cell,
    deleted,
    document,
    field,
    inserted,
    made,
    paragraph,
    row,
    run,
    span,
    table,
    values,
)

SALES = row(*HEADS)
BREAK = paragraph('<w:r><w:br w:type="page"/></w:r>')
JOINED = "sales.docx: tables without column heads are read as part of the one before: "
LEFT_OUT = "sales.docx: only tables with the columns {} are read. Left out: "


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "sales.docx"


def test_rows_know_where_they_stand_and_what_they_say(path: Path, told: list[str]) -> None:
    made(path, [["Sales", "", ""], HEADS, ["1.5.", "Anna", "3,50"], ["", "", ""], ["2.5.", "two\nlines", ""]])
    first, second = read_document(path, ["Date", "price"])
    assert first == {"Date": "1.5.", "Name": "Anna", "price": "3,50"}
    assert (first.file, first.line, str(first)) == ("sales.docx", 3, "1.5.; Anna; 3,50")
    assert (second.line, second["Name"], second["price"], str(second)) == (5, "two\nlines", "", "2.5.; two\nlines")
    assert told == []


def test_all_tables_with_the_heads_are_read_and_the_others_told(path: Path, told: list[str]) -> None:
    body = [["1.5.", "Anna", "3"]]
    other = [["Item", "Count"], ["Chair", "4"]]
    made(path, [HEADS, *body], other, [["PRICE", "Date"], ["4", "2.5."]], [["Remarks, and\nmore"]], [["", ""]])
    rows = read_document(path, ["Date", "Price"])
    assert [(one["Date"], one["Price"], one.line) for one in rows] == [("1.5.", "3", 2), ("2.5.", "4", 6)]
    assert told == [LEFT_OUT.format("“Date”, “Price”") + "“Item; Count”, “Remarks, and more”"]
    told.clear()
    assert values(read_document(path, "Item")) == [["Chair", "4"]]
    assert told == [LEFT_OUT.format("“Item”") + "“Date; Name; Price”, “PRICE; Date”, “Remarks, and more”"]


def test_without_heads_those_of_the_first_table_are_taken(path: Path, told: list[str]) -> None:
    letterhead = [["Club of 1912", "3 May"]]
    made(
        path,
        letterhead,
        [HEADS, ["1.5.", "Anna", "3"]],
        [["Item", "Count"], ["Chair", "4"]],
        [HEADS, ["2.5.", "", "4"]],
    )
    assert values(read_document(path)) == [["1.5.", "Anna", "3"], ["2.5.", "", "4"]]
    assert told == [LEFT_OUT.format("“Date”, “Name”, “Price”") + "“Club of 1912; 3 May”, “Item; Count”"]
    made(path, [["Name"], ["Anna"], ["Bob"]])
    assert read_document(path) == [{"Name": "Anna"}, {"Name": "Bob"}]
    made(path, [["Name", "Town"]])
    assert read_document(path) == []


def test_missing_heads_are_those_of_the_table_that_has_most(path: Path, told: list[str]) -> None:
    made(path, [["x", "y"], ["1", "2"]], [["Date", "Name", "Cost"], ["1", "2", "3"]], [["Date"], ["z"]])
    message = r"^sales.docx: These columns are missing: “Price”. There are: “Date”, “Name”, “Cost”\.$"
    with pytest.raises(CannotRead, match=message):
        read_document(path, HEADS)
    assert told == []


def after(*inside: str, heads: str = SALES, rows: tuple[str, ...] = ()) -> tuple[str, ...]:
    """What comes after a table of sales."""
    return table(
        heads, *rows or (row("1.5.", "Anna", "3,00"), row("n/a", "Cy", "4,00"), row("2.5.", "Di", ""))
    ), *inside


FEW = row("1.5.", "Anna", ""), row("", "Cy", ""), row("", "Di", "")
HALF = row("1.5.", "Anna", ""), row("n/a", "Cy", ""), row("", "Di", "")


def after_texts(*inside: str) -> tuple[str, ...]:
    return after(
        *inside, heads=row("Name", "Town", "Note"), rows=(row("Anna", "Rome", "x"), row("Bob", "Oslo", "late"))
    )


@pytest.mark.parametrize(
    ("inside", "more", "said"),
    [
        # Numbers stand where they do in other rows.
        (after(table(row("3.5.", "Eve", "5"))), ["Eve"], ""),
        (after(BREAK, table(row("3.5.", "Eve", "5")), table(row("4.5.", "Flo", "6"))), ["Eve", "Flo"], ""),
        (after(table(row("3.5.", "Eve", ""), row("4.5.", "Flo", "6"))), ["Eve", "Flo"], ""),
        (after(paragraph(run("In May")), table(row("3.5.", "Eve", "5"))), ["Eve"], JOINED + "“3.5.; Eve; 5”"),
        (after(table(row(cell("May", of=span(3))), row("3.5.", "Eve", "5"))), ["May", "Eve"], ""),
        (after(table(row("2.5.", "Eve", "")), rows=FEW), ["Eve"], ""),
        (after(table(row("Day", "Eve", "x")), rows=FEW), [], "“Day; Eve; x”"),
        (after(table(row("", "Eve", "")), table(row("", "Flo", ""))), ["Eve", "Flo"], JOINED + "“Eve”, “Flo”"),
        # Heads that are repeated are no row, nor those of the one that goes on.
        (after(table(SALES, row("3.5.", "Eve", "5")), table(row("4.5.", "Flo", "6"))), ["Eve", "Flo"], ""),
        (after(paragraph(run("In May")), table(SALES, row("x", "Eve", "y"))), ["Eve"], ""),
        # None stand where they do in other rows.
        (after(table(row("Day", "Guest", "Cost"), row("3.5.", "Eve", "5"))), [], "“Day; Guest; Cost”"),
        (after(table(row("Who", "Guest", "2025"), row("x", "Eve", "y"))), [], "“Who; Guest; 2025”"),
        (after(table(row(cell("Trips", of=span(3))), row("To", "By", "Far"), row("a", "b", "c"))), [], "“Trips”"),
        (after_texts(table(row("Item", "Count", "x"), row("Cup", "6", "y"))), [], "“Item; Count; x”"),
        # There are numbers, but not where other rows have them.
        (after_texts(table(row("Eve", "5", "6"), row("Flo", "7", "8"))), ["5", "7"], JOINED + "“Eve; 5; 6”"),
        (after_texts(paragraph(run("Left")), table(row("Eve", "5", "6"))), [], "“Eve; 5; 6”"),
        (after(table(row("Eve", "5", "")), heads=row("Name", "Town", "x"), rows=(row(),)), ["5"], JOINED + "“Eve; 5”"),
        # Another number of columns, and what comes after that.
        (
            after(table(row("3.5.", "Eve"), row("4.5.", "Flo")), table(row("4.5.", "Flo", "6"))),
            [],
            "“3.5.; Eve”, “4.5.; Flo; 6”",
        ),
        # It can't be told from a number.
        (after(table(row("Day", "Eve", "x")), rows=HALF), ["Eve"], JOINED + "“Day; Eve; x”"),
        (after_texts(table(row("Eve", "Paris", "x"))), ["Paris"], JOINED + "“Eve; Paris; x”"),
        (after_texts(paragraph(run("  ")), table(row("Eve", "Paris", "x"))), ["Paris"], JOINED + "“Eve; Paris; x”"),
        (after_texts(paragraph(run("Left")), table(row("Eve", "Paris", "x"))), [], "“Eve; Paris; x”"),
        (after_texts(paragraph(run("Left")), table(row("Eve", "Paris", ""))), ["Paris"], JOINED + "“Eve; Paris”"),
        (after_texts(table(row("Eve", "Paris", "x", look=BOLD), row("Flo", "Bonn", "y"))), [], "“Eve; Paris; x”"),
        (after_texts(table(row("Eve", "Paris", "x", of=HEADING), row("Flo", "Bonn", "y"))), [], "“Eve; Paris; x”"),
        (
            after_texts(table(row("Eve", "Paris", "x", look=BOLD), row("Flo", "Bonn", "y", look=BOLD))),
            ["Paris", "Bonn"],
            JOINED + "“Eve; Paris; x”",
        ),
    ],
)
def test_a_table_without_heads_goes_on_from_the_one_before(
    path: Path, inside: tuple[str, ...], more: list[str], said: str, told: list[str]
) -> None:
    document(path, *inside)
    name = "Town" if "Town" in inside[0] else "Name"
    rows = read_document(path, [name])
    before = ["Rome", "Oslo"] * ("Rome" in inside[0]) if name == "Town" else ["Anna", "Cy", "Di"]
    assert [one[name] for one in rows] == [*before, *more]
    assert told == [said if said.startswith(JOINED) else LEFT_OUT.format(f"“{name}”") + said] * bool(said)


def test_heads_that_are_marked_show_which_table_has_none(path: Path, told: list[str]) -> None:
    for heads in (row("Name", "Town", look=BOLD), row("Name", "Town", of=HEADING)):
        document(path, table(heads, row("Anna", "Rome")), paragraph(run("Left")), table(row("Bob", "Oslo")))
        assert values(read_document(path, ["Town"])) == [["Anna", "Rome"], ["Bob", "Oslo"]]
    assert told == [JOINED + "“Bob; Oslo”"] * 2


def test_tables_within_others_are_tables_of_their_own(path: Path, told: list[str]) -> None:
    within = table(row("Name", "Age"), row("Tim", "3"))
    document(
        path,
        table(row("Name", "Note"), row("Anna", cell("tall", within)), row("Bob", cell(table(row("5", "6"))))),
        table(row("Eve", "7"), row("Flo", "8")),
        paragraph(box(table(row("Name", "Note"), row("Gil", "boxed")))),
    )
    rows = read_document(path, ["Name"])
    assert [(one["Name"], one.get("Note", one.get("Age")), one.line) for one in rows] == [
        ("Anna", "tall", 2),
        ("Bob", "", 3),
        ("Tim", "3", 5),
        ("Eve", "7", 7),
        ("Flo", "8", 8),
        ("Gil", "boxed", 10),
    ]
    assert told == [JOINED + "“Eve; 7”", LEFT_OUT.format("“Name”") + "“5; 6”"]


def test_a_page_laid_out_by_a_table_is_read(path: Path, told: list[str]) -> None:
    document(path, table(row(cell(table(SALES, row("1.5.", "Anna", "3"))), cell(table(row("2.5.", "Bob", "4"))))))
    assert values(read_document(path, HEADS)) == [["1.5.", "Anna", "3"]]
    assert told == [LEFT_OUT.format("“Date”, “Name”, “Price”") + "“2.5.; Bob; 4”"]


def test_two_columns_of_one_name_and_what_can_not_be_read_are_told(path: Path, told: list[str]) -> None:
    symbol = paragraph('<w:r><w:sym w:font="Webdings" w:char="F061"/></w:r>')
    document(path, table(row("Name", "Name"), row("Anna", cell(symbol)), row(cell("two", symbol), "lines")))
    assert values(read_document(path, ["Name"])) == [["Anna", "�"], ["two\n�", "lines"]]
    assert told == [
        "sales.docx: There is more than one column “Name”; the first one is taken.",
        "sales.docx, line 2 has characters that can't be read: “Anna; �”",
        "sales.docx, line 3 has characters that can't be read: “two �; lines”",
    ]


def test_its_text_is_that_of_its_paragraphs(path: Path, told: list[str]) -> None:
    whole = made(path, [["a", "b"], ["c\nd", "e"]], between="Before")
    whole.sections[0].header.paragraphs[0].text = "Page"
    whole.add_heading("After")
    whole.save(str(path))
    assert document_text(path) == "Before\na\nb\nc\nd\ne\nAfter"
    document(
        path,
        paragraph(run("Dear "), inserted(run("Anna")), deleted("<w:r><w:delText>Bob</w:delText></w:r>")),
        paragraph(),
        paragraph(run("in"), box(paragraph(run("box")), paragraph(run("two")))),
        field(paragraph(run("a"), mark=GONE)) + paragraph(run("b")),
        table(row("1", cell("2", table(row("3")))), row("gone", of=GONE)),
        paragraph('<w:r><w:sym w:font="Webdings" w:char="F061"/></w:r>'),
    )
    assert document_text(path) == "Dear Anna\n\nin\nbox\ntwo\nab\n1\n2\n3\n�"
    assert told == ["sales.docx, line 10 has characters that can't be read: “�”"]


def test_a_document_without_text_or_tables_is_told(path: Path, told: list[str]) -> None:
    for inside in ((), (table(row("", "")),), (paragraph(run(" ")),), (table(row("x", of=GONE)),)):
        document(path, *inside)
        with pytest.raises(CannotRead, match=r"^“sales.docx” has no table with anything in it\.$"):
            read_document(path, HEADS)
        assert document_text(path).strip() == ""
    assert told == ["“sales.docx” has no text that can be read. It may be scanned."] * 4


CELL = st.text(st.characters(codec="utf-8", exclude_categories=["Cc", "Cf", "Zl", "Zp"]), max_size=6)


@given(st.lists(st.lists(CELL, min_size=3, max_size=3), max_size=5))
def test_what_a_program_writes_comes_back(tmp_path_factory: pytest.TempPathFactory, cells: list[list[str]]) -> None:
    cells = [texts for texts in cells if any(text.strip() for text in texts)]
    path = tmp_path_factory.getbasetemp() / "written.docx"
    heads = ["First Head", "Second", "Third"]
    made(path, [heads, *cells])
    assert values(read_document(path, heads)) == [[text.strip() for text in texts] for texts in cells]
    assert document_text(path) == "\n".join(["", *heads, *(text for texts in cells for text in texts)])
