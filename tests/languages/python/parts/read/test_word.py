"""What stands in a Word document, in fields, tracked changes and merged cells, as Word writes them."""

from __future__ import annotations

import zipfile
from contextlib import suppress
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.strategies import SearchStrategy

from languages.python.parts.read.documents import document_text, read_document
from languages.python.parts.read.files import CannotRead
from tests.languages.python.parts.read.word_documents import (
    BELOW,
    GONE,
    HEADS,
    NAMES,
    RESTART,
    STRUCK,
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


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "sales.docx"


@pytest.mark.parametrize(
    ("written", "read"),
    [
        (cell("text"), "text"),
        (cell("  text \xa0"), "text"),
        (cell("007"), "007"),
        (cell("two", "lines"), "two\nlines"),
        (cell("two", "", "lines", ""), "two\n\nlines"),
        (cell(), ""),
        (
            cell(paragraph(run("a"), "<w:r><w:tab/><w:t>b</w:t><w:br/><w:t>c</w:t><w:cr/></w:r>", run("d"))),
            "a\tb\nc\nd",
        ),
        (cell(paragraph("<w:r><w:t>5</w:t><w:noBreakHyphen/><w:t>7</w:t><w:ptab/><w:softHyphen/></w:r>")), "5-7"),
        (cell(paragraph(run("a"), inserted(run("b")), deleted("<w:r><w:tab/><w:delText>x</w:delText></w:r>"))), "ab"),
        (cell(paragraph(run("a"), f"<w:moveFrom>{run('x')}</w:moveFrom><w:moveTo>{run('b')}</w:moveTo>")), "ab"),
        (cell(paragraph(f"<w:hyperlink>{run('a')}</w:hyperlink>", f"<w:smartTag>{run('b')}</w:smartTag>")), "ab"),
        (cell(paragraph(field(run("a")), f"<w:customXml>{field(run('b'))}</w:customXml>")), "ab"),
        (cell(field(paragraph(run("a")))), "a"),
        (field(cell("a")), "a"),
        (field(cell("a"), '<w:showingPlcHdr w:val="0"/>'), "a"),
        (field(cell("Click here to enter text."), "<w:showingPlcHdr/>"), ""),
        (cell(paragraph(run("a"), field(run("Choose an item."), "<w:showingPlcHdr/>"))), "a"),
        (cell(paragraph(run("a"), mark=GONE), paragraph(run("b"))), "ab"),
        (cell(paragraph(run("a"), mark="<w:moveFrom/>"), paragraph(run("b"), mark="<w:ins/>"), "c"), "ab\nc"),
        (cell(paragraph("<w:r><w:instrText> PAGE </w:instrText></w:r>", run("3"))), "3"),
        (cell(paragraph(f'<w:fldSimple w:instr="PAGE">{run("3")}</w:fldSimple>')), "3"),
        (
            cell(
                paragraph(f"<w:r><w:ruby><w:rt>{run('kan')}</w:rt><w:rubyBase>{run('漢')}</w:rubyBase></w:ruby></w:r>")
            ),
            "漢",
        ),
        (cell(paragraph("<m:oMath><m:r><m:t>½</m:t></m:r></m:oMath>")), "½"),
        (cell(paragraph(run("a"), box(paragraph(run("b")))), "c"), "a\nb\nc"),
        (cell("a", table(row("x", "y"))), "a"),
        (cell(paragraph('<w:r><w:sym w:font="Wingdings" w:char="F0FC"/></w:r>')), "✓"),
        (cell(paragraph('<w:r><w:sym w:font="Wingdings 2" w:char="0052"/></w:r>')), "☑"),
        (cell(paragraph('<w:r><w:sym w:font="Segoe UI Symbol" w:char="2713"/></w:r>')), "✓"),
        (cell(paragraph('<w:r><w:sym w:font="Webdings" w:char="F0FC"/></w:r>')), "�"),
        (cell(paragraph('<w:r><w:sym w:font="Arial" w:char="D800"/><w:sym w:char="X"/><w:sym/></w:r>')), "���"),
        (
            cell(
                paragraph(
                    '<w:r><mc:AlternateContent><mc:Choice Requires="w16se"><w16se:symEx w16se:char="1F600"/>'
                    "</mc:Choice><mc:Fallback><w:t>😀</w:t></mc:Fallback></mc:AlternateContent></w:r>"
                )
            ),
            "😀",
        ),
    ],
)
def test_a_cell_is_what_its_person_sees(path: Path, written: str, read: str) -> None:
    document(path, table(row("Head", "Other"), row(written, "x")))
    assert read_document(path, ["Head"])[0]["Head"] == read


@pytest.mark.parametrize(
    "rows",
    [
        field(row("1.5.", "Anna", "3")) + field(field(row("2.5.", "Bob", "4"))),
        inserted(row("1.5.", "Anna", "3")) + row("2.5.", "Bob", "4", of="<w:ins/>"),
        row("1.5.", "Anna", "3") + row("1.6.", "Eve", "9", of=GONE) + row("2.5.", "Bob", "4"),
        row(field(cell("1.5.")), "Anna", inserted(cell("3"))) + f"<w:customXml>{row('2.5.', 'Bob', '4')}</w:customXml>",
        row("1.5.", cell("gone", of="<w:cellDel/>"), "Anna", "3") + row("2.5.", "Bob", "4", ""),
    ],
)
def test_no_row_is_lost_in_fields_and_changes(path: Path, rows: str, told: list[str]) -> None:
    document(path, field(table(SALES, rows)))
    found = read_document(path, HEADS)
    assert values(found) == [["1.5.", "Anna", "3"], ["2.5.", "Bob", "4"]]
    assert [one.line for one in found] == [2, 3]
    assert told == []


def test_merged_cells_say_what_their_first_does(path: Path, told: list[str]) -> None:
    rows = [["Sales", "", ""], HEADS, ["1", "Anna", "2"], ["", "Bob", "3"], ["4", "Eve", ""], ["", "", "9"]]
    whole = made(path, rows)
    merged = whole.tables[0]
    for (top, left), (bottom, right) in [((0, 0), (0, 2)), ((2, 0), (3, 0)), ((4, 1), (4, 2)), ((4, 0), (5, 0))]:
        merged.cell(top, left).merge(merged.cell(bottom, right))
    whole.save(str(path))
    assert values(read_document(path, HEADS)) == [
        ["1", "Anna", "2"],
        ["1", "Bob", "3"],
        ["4", "Eve", "Eve"],
        ["4", "", "9"],
    ]
    assert told == []


def test_a_block_of_merged_cells_is_filled(path: Path) -> None:
    whole = made(path, [HEADS, ["1", "x", ""], ["2", "", ""], ["3", "b", "c"]])
    whole.tables[0].cell(1, 1).merge(whole.tables[0].cell(2, 2))
    whole.save(str(path))
    assert values(read_document(path, HEADS)) == [["1", "x", "x"], ["2", "x", "x"], ["3", "b", "c"]]


def test_heads_in_two_lines_are_filled_from_above(path: Path) -> None:
    document(
        path,
        table(
            row(cell("Name", of=RESTART), cell("Hours", of=span(2))),
            row(cell(of=BELOW), "from", "to"),
            row("Anna", "9", "12"),
            row(cell(of='<w:vMerge w:val="continue"/>'), "13", "15"),
        ),
    )
    assert values(read_document(path, ["Name", "from", "to"])) == [["Anna", "9", "12"], ["Anna", "13", "15"]]


def test_a_merged_cell_whose_first_is_gone_says_what_is_in_it(path: Path) -> None:
    gone = row(cell("x", of=RESTART), "y", of=GONE)
    document(path, table(gone, row(cell("Name", of=BELOW), "Town"), row("Anna", "Rome")))
    assert read_document(path, ["Name"]) == [{"Name": "Anna", "Town": "Rome"}]


def test_borders_that_stand_a_little_beside_others_merge_nothing(path: Path, told: list[str]) -> None:
    document(
        path,
        table(
            row("Date", cell("Name", of=span(2)), "Price"),
            row(cell("1.5.", of=span(2)), "Anna", "3"),
            row(cell("a", of=span(2)), cell("both", of=span(2))),
            row("b", cell("far", of=span(3))),
            row(cell("all", of=span(999_999_999))),
            row(cell("c", of='<w:gridSpan w:val="many"/>'), cell("Eve", of=span(2))),
            widths=(1900, 100, 2000, 2000),
        ),
    )
    assert values(read_document(path, HEADS)) == [
        ["1.5.", "Anna", "3"],
        ["a", "both", "both"],
        ["b", "far", "far"],
        ["all", "", ""],
        ["c", "Eve", ""],
    ]
    assert told == []


def test_narrow_columns_between_borders_count_for_little(path: Path) -> None:
    document(
        path,
        table(
            row("Date", cell("Name", of=span(3)), "Price"),
            row(cell("1.5.", of=span(3)), cell("both", of=span(2))),
            widths=(1000, 20, 20, 2000, 1000),
        ),
    )
    assert values(read_document(path, HEADS)) == [["1.5.", "both", "both"]]


def test_a_row_may_begin_further_to_the_right_and_end_sooner(path: Path) -> None:
    further = '<w:gridBefore w:val="{}"/>'
    document(
        path,
        table(
            SALES,
            row("Anna", "3", of=further.format(1)),
            row("4", of=further.format(2)),
            row("1.5."),
            widths=("1.5cm", 0, 900),
        ),
    )
    assert values(read_document(path, HEADS)) == [["", "Anna", "3"], ["", "", "4"], ["1.5.", "", ""]]


def test_a_row_with_more_cells_than_heads_keeps_them(path: Path, told: list[str]) -> None:
    document(path, table(row("Name", "Town"), row("Anna", "Rome", "left"), row("Bob", "Oslo"), widths=(9, 9, 9)))
    assert read_document(path, ["Name"]) == [
        {"Name": "Anna", "Town": "Rome", "Column 3": "left"},
        {"Name": "Bob", "Town": "Oslo", "Column 3": ""},
    ]
    assert told == []


def test_struck_rows_are_known(path: Path) -> None:
    whole = made(path, [HEADS, ["1", "2", "3"], ["4", "", "6"], ["7", "8", ""], ["", "9", ""]])
    for number, places in {1: (0, 1), 2: (0, 2), 3: (0, 1), 4: (1,)}.items():
        for place in places:
            font = whole.tables[0].cell(number, place).paragraphs[0].runs[0].font
            font.strike, font.double_strike = place != 2, place == 2
    whole.tables[0].cell(4, 1).paragraphs[0].runs[0].font.strike = False
    whole.save(str(path))
    assert [one.struck for one in read_document(path, HEADS)] == [False, True, True, False]
    struck = row(cell(paragraph(run("1", STRUCK), run(" "), deleted(run("x")))), cell("2", look=STRUCK))
    document(path, table(row("Name", "Town"), struck, row("3", "4", look='<w:strike w:val="false"/>')))
    assert [one.struck for one in read_document(path, ["Name"])] == [True, False]


def test_other_names_that_programs_give_are_known(path: Path) -> None:
    strict = NAMES.replace(
        "http://schemas.openxmlformats.org/wordprocessingml/2006/main",
        "http://purl.oclc.org/ooxml/wordprocessingml/main",
    )
    for part, names in (("word/document2.xml", NAMES), ("word/document.xml", strict)):
        document(path, table(SALES, row("1", "2", "3")), part=part, names=names)
        assert values(read_document(path, HEADS)) == [["1", "2", "3"]]


OLE = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + b"\0" * 600
NO_DOCUMENT = "“sales.docx” is no Word document. Open it in Word or LibreOffice and save it as .docx."


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (OLE, "“sales.docx” is in an old Word format. Open it and save it as .docx."),
        (OLE + "EncryptedPackage".encode("utf-16-le"), "“sales.docx” is protected by a password. Save it without one."),
        (b"", NO_DOCUMENT),
        (rb"{\rtf1 text}", NO_DOCUMENT),
        (b"<html>", NO_DOCUMENT),
        (b"PK\3\4half", "“sales.docx” is damaged."),
    ],
)
def test_what_is_no_document_is_named(path: Path, content: bytes, said: str) -> None:
    path.write_bytes(content)
    for read in (read_document, document_text):
        with pytest.raises(CannotRead) as problem:
            read(path)
        assert str(problem.value) == said


def test_another_archive_or_a_damaged_document_is_named(path: Path) -> None:
    document(path, part="content.xml")
    with pytest.raises(CannotRead) as problem:
        read_document(path)
    assert str(problem.value) == NO_DOCUMENT
    made(path, [HEADS])
    whole = path.read_bytes()
    for content in (whole[:-400], whole.replace(b"word/document.xml", b"word/document.xmk", 1)):
        path.write_bytes(content)
        with pytest.raises(CannotRead, match=r"^“sales.docx” is damaged\.$"):
            read_document(path)
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("word/document.xml", f"<w:document {NAMES}/>")
    with pytest.raises(CannotRead, match=r"^“sales.docx” is damaged\.$"):
        document_text(path)
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("word/document.xml", "<half>")
    with pytest.raises(CannotRead, match=r"^“sales.docx” is no XML, or it is damaged in line 1\.$"):
        document_text(path)


ELEMENTS: SearchStrategy[str] = st.recursive(
    st.sampled_from([run("a"), run("5", STRUCK), GONE, "<w:tab/>", "<w:t/>", "<w:vMerge/>", span(3), "<w:tblHeader/>"]),
    lambda inside: st.builds(
        lambda tag, parts: f"<{tag}>{''.join(parts)}</{tag}>",
        st.sampled_from(
            [*(f"w:{tag}" for tag in ("tbl", "tr", "tc", "p", "r", "del", "ins", "sdt", "trPr", "tcPr")), "mc:Fallback"]
        ),
        st.lists(inside, max_size=4),
    ),
    max_leaves=30,
)


@given(st.lists(ELEMENTS, max_size=4))
def test_no_elements_crash_it(tmp_path_factory: pytest.TempPathFactory, inside: list[str]) -> None:
    path = document(tmp_path_factory.getbasetemp() / "odd.docx", *inside)
    text, rows = document_text(path), []
    with suppress(CannotRead):
        rows = read_document(path)
    assert len({one.line for one in rows}) == len(rows)
    assert all(value in text for one in rows for value in one.values())
