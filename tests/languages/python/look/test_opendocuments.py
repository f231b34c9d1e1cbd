"""What LibreOffice writes; its elements as it names them."""

from __future__ import annotations

import io
import zipfile
from pathlib import Path

import pytest

from tests.languages.python.look.reading import seen

NAMES = " ".join(
    f'xmlns:{name}="urn:oasis:names:tc:opendocument:xmlns:{name}:1.0"' for name in ("office", "table", "text")
)
EMPTY = '<table:table-row table:number-rows-repeated="1048000"><table:table-cell/></table:table-row>'
SHEET = f"""<table:table table:name="Fees"><table:table-row>
<table:table-cell office:value-type="string"><text:p>Paid<text:s/>in</text:p></table:table-cell>
<table:table-cell office:value-type="string" table:number-columns-repeated="2"><text:p>x</text:p></table:table-cell>
<table:table-cell table:number-columns-repeated="16000"/></table:table-row>{EMPTY}
<table:table-row table:number-rows-repeated="40">
<table:table-cell office:value-type="currency" office:value="12.5"><text:p>12,50</text:p></table:table-cell>
<table:table-cell office:value-type="date" office:date-value="2025-05-03"><text:p>3.5.</text:p></table:table-cell>
</table:table-row></table:table>"""
TEXT = """<text:tracked-changes><text:p>gone</text:p></text:tracked-changes>
<text:h text:outline-level="2">Minutes</text:h><text:p>Dear <text:span>a<text:tab/>b</text:span>!</text:p>
<text:list><text:list-item><text:p>Tea</text:p></text:list-item></text:list>"""
TABLE = f"{TEXT}{SHEET}"


def written(kind: str, content: str, before: str = "") -> bytes:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as archive:
        inside = f"<office:body><office:{kind}>{content}</office:{kind}></office:body>"
        archive.writestr("content.xml", f"{before}<office:document-content {NAMES}>{inside}</office:document-content>")
    return buffer.getvalue()


def test_a_spreadsheet_shows_its_rows_as_values(tmp_path: Path) -> None:
    sort, lines = seen(tmp_path, "a.ods", written("spreadsheet", SHEET))
    assert sort == "OpenDocument spreadsheet, 1 sheet"
    assert lines[:3] == [
        "Sheet 'Fees': 41 rows that aren't empty, 3 columns",
        "row 1: ['Paid in', 'x', 'x']",
        "row 1048002: [12.5, '<date 2025-05-03>']",
    ]
    assert len(lines) == 42, "they are short, so all are shown"


def test_a_text_shows_its_paragraphs_and_tables_in_order(tmp_path: Path) -> None:
    assert seen(tmp_path, "a.odt", written("text", TABLE))[1][:5] == [
        "[... deleted as tracked changes, left out here ...]",
        "## Minutes",
        "Dear a\tb!",
        "Tea",
        "row of a table: ['Paid in', 'x', 'x']",
    ]


@pytest.mark.parametrize(
    "content",
    [
        written("text", "<text:p>&a;</text:p>", '<!DOCTYPE x [<!ENTITY a "b">]>'),
        written("text", "<text:section>" * 50_000),
        b"PK\3\4",
    ],
)
def test_what_is_made_to_do_harm_is_broken(tmp_path: Path, content: bytes) -> None:
    assert seen(tmp_path, "a.odt", content)[0] == "a zip, or an Office file, broken"
