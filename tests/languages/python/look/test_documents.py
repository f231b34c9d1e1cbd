"""Word documents: what their text doesn't show, tables in all their forms, what stands around the pages."""

from __future__ import annotations

import docx
import pytest
from docx.oxml import parse_xml
from docx.oxml.ns import nsdecls

from tests.languages.python.look.reading import looked

INSERTED = "<w:ins w:id='1' w:author='Bo'><w:r><w:t>new</w:t></w:r></w:ins>"
MERGED_IN = "<w:r><w:fldChar w:fldCharType='begin'/><w:instrText> MERGEFIELD  Name </w:instrText></w:r>"
CONTROL = (
    "<w:sdtPr><w:alias w:val='Born'/></w:sdtPr><w:sdtContent><w:p><w:r><w:t>1.2.90</w:t></w:r></w:p></w:sdtContent>"
)
BOX = "<w:r><w:fldChar w:fldCharType='begin'><w:ffData><w:name w:val='Yes1'/><w:checkBox/></w:ffData></w:fldChar></w:r>"


@pytest.fixture(scope="module")
def lines(tmp_path_factory: pytest.TempPathFactory) -> list[str]:
    made = docx.Document()
    made.add_heading("Minutes", 2)
    made.add_paragraph("Tea", style="List Bullet")
    small = made.add_table(3, 3)
    small.cell(0, 0).merge(small.cell(0, 1)).text = "Name"
    small.cell(2, 0).add_table(1, 1)
    made.add_paragraph("Between")
    long = made.add_table(40, 2)
    for number, row in enumerate(long.rows):
        row.cells[1].text = "none" if number == 30 else f"{number},50"
    for part in (f"<w:p {nsdecls('w')}>{INSERTED}{MERGED_IN}{BOX}</w:p>", f"<w:sdt {nsdecls('w')}>{CONTROL}</w:sdt>"):
        made.element.body.insert(0, parse_xml(part))
    row = small.add_row()
    for cell, text in zip(row.cells, ("Lea", "9", "17"), strict=True):
        cell.text = text
    wrapped = parse_xml(f"<w:sdt {nsdecls('w')}><w:sdtPr/><w:sdtContent/></w:sdt>")
    row._tr.addprevious(wrapped)
    wrapped[1].append(row._tr)
    made.sections[0].footer.add_table(1, 1, docx.shared.Cm(5)).cell(0, 0).text = "Page"
    second = made.add_section()
    second.header.is_linked_to_previous = False
    second.header.paragraphs[0].text = "Annex"
    path = tmp_path_factory.mktemp("look") / "minutes.docx"
    made.save(str(path))
    return looked(path)[1]


@pytest.mark.parametrize(
    "line",
    [
        "inserted as a tracked change, so in no paragraph's text x1; tables within tables x1",
        "styles: Normal x4, Heading 2 x1, List Bullet x1",
        "tables: 1: 4 rows x 3 cells, some merged, so their text is repeated; 2: 40 rows x 2 cells",
        "content control 'Born': 1.2.90",
        "form fields: Yes1",
        "fields: MERGEFIELD Name x1",
        "## Minutes",
        "- Tea",
        "row of a table: ['', 'none']",
        "row of a table: ['Lea', '9', '17']",
        "footer: Page",
        "header: Annex",
    ],
)
def test_what_is_in_it_is_said(lines: list[str], line: str) -> None:
    assert line in lines


def test_tables_stand_where_they_are_in_the_text(lines: list[str]) -> None:
    first, text, last = map(
        lines.index, ("row of a table: ['Name', 'Name', '']", "Between", "row of a table: ['', '0,50']")
    )
    assert first < text < last
