"""Word documents that tests make, by python-docx, or with elements as Word writes them where it can't."""

from __future__ import annotations

import zipfile
from pathlib import Path
from typing import Any

import docx

from languages.python.parts.read.rows import Row

NAMES = " ".join(
    f'xmlns:{name}="{address}"'
    for name, address in {
        "w": "http://schemas.openxmlformats.org/wordprocessingml/2006/main",
        "m": "http://schemas.openxmlformats.org/officeDocument/2006/math",
        "mc": "http://schemas.openxmlformats.org/markup-compatibility/2006",
        "v": "urn:schemas-microsoft-com:vml",
        "wps": "http://schemas.microsoft.com/office/word/2010/wordprocessingShape",
        "w16se": "http://schemas.microsoft.com/office/word/2015/wordml/symex",
    }.items()
)
HEADS = ["Date", "Name", "Price"]
STRUCK, BOLD = "<w:strike/>", "<w:b/>"
HEADING = "<w:tblHeader/>"
GONE = "<w:del w:id='7' w:author='Bo'/>"
RESTART, BELOW = '<w:vMerge w:val="restart"/>', "<w:vMerge/>"


def run(text: str, look: str = "") -> str:
    return f'<w:r><w:rPr>{look}</w:rPr><w:t xml:space="preserve">{text}</w:t></w:r>'


def paragraph(*inside: str, mark: str = "") -> str:
    """Of runs and what stands around them."""
    looks = '<w:pPr><w:tabs><w:tab w:val="left" w:pos="720"/></w:tabs><w:rPr>' + mark + "</w:rPr></w:pPr>"
    return f"<w:p>{looks}{''.join(inside)}</w:p>"


def cell(*texts: str, look: str = "", of: str = "") -> str:
    """With a paragraph for each text; one that is no text but an element stands as it is."""
    inside = "".join(text if text.startswith("<") else paragraph(run(text, look)) for text in texts)
    return f"<w:tc><w:tcPr>{of}</w:tcPr>{inside or paragraph()}</w:tc>"


def span(count: int) -> str:
    return f'<w:gridSpan w:val="{count}"/>'


def row(*cells: str, look: str = "", of: str = "") -> str:
    """Of cells, or of texts that are put into one each."""
    inside = "".join(one if one.startswith("<") else cell(*[one] * bool(one), look=look) for one in cells)
    return f"<w:tr><w:trPr>{of}</w:trPr>{inside}</w:tr>"


def table(*rows: str, widths: tuple[object, ...] = ()) -> str:
    grid = "".join(f'<w:gridCol w:w="{width}"/>' for width in widths)
    return f"<w:tbl><w:tblPr/><w:tblGrid>{grid}</w:tblGrid>{''.join(rows)}</w:tbl>"


def field(inside: str, properties: str = "") -> str:
    """A content control."""
    return f"<w:sdt><w:sdtPr>{properties}</w:sdtPr><w:sdtContent>{inside}</w:sdtContent></w:sdt>"


def inserted(inside: str) -> str:
    return f'<w:ins w:id="1" w:author="Bo">{inside}</w:ins>'


def deleted(inside: str) -> str:
    return f'<w:del w:id="2" w:author="Bo">{inside}</w:del>'


def box(*paragraphs: str) -> str:
    """A text box, which stands in the file twice."""
    content = f"<w:txbxContent>{''.join(paragraphs)}</w:txbxContent>"
    new = f'<mc:Choice Requires="wps"><w:drawing><wps:txbx>{content}</wps:txbx></w:drawing></mc:Choice>'
    old = f"<mc:Fallback><w:pict><v:textbox>{content}</v:textbox></w:pict></mc:Fallback>"
    return f"<w:r><mc:AlternateContent>{new}{old}</mc:AlternateContent></w:r>"


def document(path: Path, *inside: str, part: str = "word/document.xml", names: str = NAMES) -> Path:
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("[Content_Types].xml", "<Types/>")
        archive.writestr(part, f"<w:document {names}><w:body>{''.join(inside)}<w:sectPr/></w:body></w:document>")
    return path


def made(path: Path, *tables: list[list[str]], between: str = "") -> Any:
    """By python-docx; change what is returned and save it anew for more than texts."""
    whole = docx.Document()
    for rows in tables:
        whole.add_paragraph(between)
        filled = whole.add_table(len(rows), len(rows[0]))
        for cells, texts in zip(filled.rows, rows, strict=True):
            for one, text in zip(cells.cells, texts, strict=True):
                one.text = text
    whole.save(str(path))
    return whole


def values(rows: list[Row]) -> list[list[str]]:
    return [list(found.values()) for found in rows]
