"""Word documents: what is in them, their paragraphs and tables in order, and what stands around the pages."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby, islice
from pathlib import Path
from typing import Any

from .lines import FIRST, MOST_SHORT, WHOLE, WHOLE_TEXT, beginning, cut, ends
from .notes import Note
from .records import fitting, short
from .said import Look, _
from .tables import odd_ones

MOST_TABLES = 4
NORMAL = "Normal"
MOST_SECTIONS = 5
MOST_NAMED = 10
MOST_ROWS = 500  # of one table
PARTS = {
    "pictures": ".//pic:pic",
    "links": ".//w:hyperlink",
    "inserted as a tracked change, so in no paragraph's text": ".//w:ins",
    "deleted as a tracked change": ".//w:del",
    "pieces of text struck through": ".//w:r[w:rPr/w:strike[not(@w:val='0' or @w:val='false')]]",
    "comments": ".//w:commentReference",
    "footnotes": ".//w:footnoteReference",
    "text boxes, whose text is in no paragraph": ".//w:txbxContent",
    "tables within tables": ".//w:tbl//w:tbl",
    "page breaks": ".//w:br[@w:type='page']",
}


def document(path: Path) -> Look:
    """What there is that its text doesn't show, then the text with its tables."""
    import docx

    opened = docx.Document(str(path))
    named = list(fields(opened.element.body))
    unwrap(opened.element.body)
    paragraphs = sum(bool(paragraph.text.strip()) for paragraph in opened.paragraphs)
    sort = _(
        "Word document, %(paragraphs)s paragraphs with text, %(tables)s tables",
        paragraphs=paragraphs,
        tables=len(opened.tables),
    )
    text = fitting(beginning(list(blocks(opened))).splitlines(), WHOLE_TEXT)
    return sort, "\n".join([*facts(opened), *named, *text, *edges(opened.sections)])


def unwrap(body: Any) -> None:
    """Have what is in content controls stand in their place: the library passes over rows and cells that are in one."""
    from docx.oxml.ns import qn

    for control in body.xpath(".//w:sdt"):
        for content in control.findall(qn("w:sdtContent")):
            for inside in list(content):
                control.addprevious(inside)
        control.getparent().remove(control)


def facts(opened: Any) -> Iterator[str]:
    """What else there is and how often, the styles, and the tables' sizes."""
    body = opened.element.body
    found = {name: len(body.xpath(path)) for name, path in PARTS.items()}
    if any(found.values()):
        yield "; ".join(f"{name} x{count:,}" for name, count in found.items() if count)
    names = style_names(opened)
    styles = Counter(names[paragraph._p.style] for paragraph in opened.paragraphs)
    if set(styles) - {NORMAL}:
        yield cut("styles: " + ", ".join(f"{style} x{count:,}" for style, count in styles.most_common(MOST_NAMED)))
    sizes = [(number, size(table)) for number, table in enumerate(opened.tables, start=1)]
    if any(surprising for _number, (_size, surprising) in sizes) or len(sizes) > MOST_TABLES:
        yield cut("tables: " + "; ".join(f"{number}: {said}" for number, (said, _surprising) in sizes))


def size(table: Any) -> tuple[str, bool]:
    """How many rows, of how many cells, and whether that surprises: it is long, or some are merged."""
    counts = sorted({len(row.cells) for row in islice(table.rows, MOST_ROWS)})
    merged = bool(table._tbl.xpath("./w:tr/w:tc/w:tcPr[w:gridSpan or w:vMerge]"))
    columns = " or ".join(map(str, counts[:MOST_NAMED]))
    said = f"{len(table.rows):,} rows x {columns} cells{', some merged, so their text is repeated' if merged else ''}"
    return said, merged or len(counts) > 1 or len(table.rows) > WHOLE


def fields(body: Any) -> Iterator[str]:
    """What is to be filled in or worked out, by name: content controls, form fields, fields such as MERGEFIELD."""
    from docx.oxml.ns import nsmap

    for control in body.xpath(".//w:sdt[w:sdtPr/w:alias or w:sdtPr/w:tag]")[:MOST_NAMED]:
        name = control.xpath("string((w:sdtPr/w:alias | w:sdtPr/w:tag)[1]/@w:val)", namespaces=nsmap)
        text = "".join(control.xpath("w:sdtContent//w:t/text()", namespaces=nsmap))
        yield f"content control {name!r}: {short(text)}"
    named = body.xpath(".//w:ffData/w:name/@w:val")
    if named:
        yield cut("form fields: " + ", ".join(named[:MOST_NAMED]))
    asked = [*body.xpath(".//w:fldSimple/@w:instr"), *body.xpath(".//w:instrText/text()")]
    told = Counter(" ".join(one.split()) for one in asked if one.strip())
    if told:
        yield cut("fields: " + ", ".join(f"{one} x{count:,}" for one, count in told.most_common(MOST_NAMED)))


def blocks(opened: Any) -> Iterator[str]:
    """The paragraphs and tables in their order, headings and items of lists marked; of tables the first ones."""
    from docx.table import Table

    tables, names = 0, style_names(opened)
    for block in opened.iter_inner_content():
        if isinstance(block, Table):
            tables += 1
            yield from rows(block) if tables <= MOST_TABLES else ()
        elif block.text.strip():
            yield mark_of(names[block._p.style]) + marked(block)
    if tables > MOST_TABLES:
        yield Note(f"[... the rows of {tables - MOST_TABLES:,} more tables left out here ...]")


def style_names(opened: Any) -> Mapping[str | None, str]:
    """The names of styles by what paragraphs call them. The library takes a hundred times as long to say each."""
    return defaultdict(lambda: NORMAL, {style.style_id: str(style.name) for style in opened.styles})


def rows(table: Any) -> Iterator[str]:
    """The first rows of a table, those that are unlike these, and the last."""
    found = [[cell.text for cell in row.cells] for row in islice(table.rows, MOST_ROWS)]
    lines = [cut(f"row of a table: {row}") for row in found]
    odd = [lines[number - 1] for number in odd_ones(dict(enumerate(found, start=1)), len(found))]
    yield from ends(lines[:FIRST], lines[FIRST:][-MOST_SHORT:], len(lines), "rows", odd)


def mark_of(style: str) -> str:
    """Heading 2 is ##, and an item of a list -, as in Markdown."""
    if style.startswith("Heading ") and style[8:].isdecimal():
        return "#" * int(style[8:]) + " "
    return "- " if style.startswith("List") else ""


def marked(paragraph: Any) -> str:
    """Its text, in which what is bold stands between ** where that isn't all of it."""
    pieces = [(bold, "".join(run.text for run in runs)) for bold, runs in groupby(paragraph.runs, is_bold)]
    if len(pieces) < 2 or "".join(text for _, text in pieces) != paragraph.text:  # links are no runs
        return str(paragraph.text)
    return "".join(f"**{text}**" if bold else text for bold, text in pieces)


def is_bold(run: Any) -> bool:
    return bool(run.bold)


def edges(sections: Sequence[Any]) -> Iterator[str]:
    """What stands at the top and the bottom of pages, each text once."""
    seen: dict[str, None] = {}
    for section in list(sections)[:MOST_SECTIONS]:
        parts = {"header": section.header, "footer": section.footer}
        if section.different_first_page_header_footer:
            parts |= {"first header": section.first_page_header, "first footer": section.first_page_footer}
        for name, part in parts.items():
            cells = [cell for table in part.tables for row in islice(table.rows, FIRST) for cell in row.cells]
            for paragraph in [*part.paragraphs, *(one for cell in cells for one in cell.paragraphs)]:
                if paragraph.text.strip():
                    seen.setdefault(cut(f"{name}: {paragraph.text}"))
    yield from list(seen)[:MOST_NAMED]
