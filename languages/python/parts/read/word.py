"""What stands in a Word document (.docx) once its tracked changes are accepted: paragraphs, and tables line by line."""

from __future__ import annotations

import io
import re
import zipfile
import zlib
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import accumulate
from pathlib import Path
from xml.etree import ElementTree

from languages.python.parts.read.files import _ENCRYPTED, _OLD_OFFICE, _ZIP, CannotRead, _content_of, _place_of
from languages.python.parts.read.heads import _TableLine
from languages.python.parts.read.rows import _bare
from languages.python.parts.read.sheets import _sheet_line
from languages.python.parts.read.text import _UNREAD
from languages.python.parts.read.xmls import _xml_of
from languages.python.parts.telling import sentence

_WORD_NAMES = "http://schemas.openxmlformats.org/wordprocessingml/2006/main"
_WORD_STRICT_NAMES = b"http://purl.oclc.org/ooxml/wordprocessingml/main"
_WORD = f"{{{_WORD_NAMES}}}"
_WORD_MAIN = re.compile(r"word/document\d*\.xml")
_WORD_TABLE, _WORD_ROW, _WORD_CELL, _WORD_PARAGRAPH, _WORD_RUN = (
    f"{_WORD}{tag}" for tag in ("tbl", "tr", "tc", "p", "r")
)
_WORD_TEXTS = {f"{_WORD}t", "{http://schemas.openxmlformats.org/officeDocument/2006/math}t"}
_WORD_MARKS = {"tab": "\t", "ptab": "\t", "br": "\n", "cr": "\n", "noBreakHyphen": "-"}
_WORD_UNSAID = {_WORD_PARAGRAPH, f"{_WORD}pPr", f"{_WORD}rPr", f"{_WORD}rt"}
"""In a paragraph: those of text boxes, tab stops and other looks, and how something is pronounced."""
_WORD_GONE = {
    f"{_WORD}del",
    f"{_WORD}moveFrom",
    "{http://schemas.openxmlformats.org/markup-compatibility/2006}Fallback",
}
_WORD_GONE_MARKS = {_WORD_ROW: f"{_WORD}trPr/{_WORD}del", _WORD_CELL: f"{_WORD}tcPr/{_WORD}cellDel"}
_WORD_SYMBOLS = {
    "Wingdings": dict(zip(b"\xfb\xfc\xfd\xfe\xa8\x6f\xe0", "✗✓☒☑☐☐→", strict=True)),
    "Wingdings 2": dict(zip(b"OPQRST\xa3", "✗✓☒☑☒☒☐", strict=True)),
}
"""Of fonts of pictures those with which people tick off; what the others mean can't be told."""
_WORD_CHARACTER = re.compile(r"[0-9A-Fa-f]{1,5}")


def _word_body(path: str | Path) -> ElementTree.Element:
    """The element with all that is on its pages. Raises `CannotRead`."""
    data, name = _content_of(path), _place_of(path).name
    if _ENCRYPTED in data:
        raise CannotRead(sentence("“{name}” is protected by a password. Save it without one.", name=name))
    if data.startswith(_OLD_OFFICE):
        raise CannotRead(sentence("“{name}” is in an old Word format. Open it and save it as .docx.", name=name))
    root = _xml_of(_word_content(data, name), name)
    body = root.find(f"{_WORD}body")
    if body is None:
        raise CannotRead(sentence("“{name}” is damaged.", name=name))
    _accept_changes(body)
    return body


def _word_content(data: bytes, name: str) -> bytes:
    """The XML with the text, which some programs call document2.xml; names of the strict kind become the usual ones."""
    content = None
    try:
        if data.startswith(_ZIP):
            with zipfile.ZipFile(io.BytesIO(data)) as parts:
                content = next((parts.read(part) for part in parts.namelist() if _WORD_MAIN.fullmatch(part)), None)
    except (zipfile.BadZipFile, KeyError, OSError, RuntimeError, NotImplementedError, zlib.error):
        raise CannotRead(sentence("“{name}” is damaged.", name=name)) from None
    if content is None:
        raise CannotRead(
            sentence("“{name}” is no Word document. Open it in Word or LibreOffice and save it as .docx.", name=name)
        )
    return content.replace(_WORD_STRICT_NAMES, _WORD_NAMES.encode())


def _accept_changes(body: ElementTree.Element) -> None:
    """Take out what was deleted, what stands there once more for older programs, and hints in fields left empty."""
    for element in list(body.iter()):
        element[:] = [child for child in element if not _is_gone(child)]
    for field in body.iter(f"{_WORD}sdt"):
        if _is_on(field.find(f"{_WORD}sdtPr/{_WORD}showingPlcHdr")):
            for text in field.iter(f"{_WORD}t"):
                text.text = ""


def _is_gone(element: ElementTree.Element) -> bool:
    if element.tag in _WORD_GONE:
        return len(element) > 0  # without anything in it, it is said of the row or the paragraph around it
    mark = _WORD_GONE_MARKS.get(element.tag)
    return mark is not None and element.find(mark) is not None


def _is_on(element: ElementTree.Element | None) -> bool:
    return element is not None and element.get(f"{_WORD}val") not in ("0", "false", "off")


def _word_inside(element: ElementTree.Element, tag: str) -> Iterator[ElementTree.Element]:
    """All of this tag, in whatever fields and changes they are, but not in a table within."""
    for child in element:
        if child.tag == tag:
            yield child
        if child.tag != _WORD_TABLE:
            yield from _word_inside(child, tag)


def _word_blocks(element: ElementTree.Element) -> Iterator[ElementTree.Element]:
    """The paragraphs and tables that stand below each other."""
    for child in element:
        if child.tag in (_WORD_PARAGRAPH, _WORD_TABLE):
            yield child
        else:
            yield from _word_blocks(child)


def _word_lines_of(paragraphs: Iterable[ElementTree.Element]) -> str:
    """The text of each in a line; what stands behind a mark that was deleted goes on in the same."""
    text = ""
    for paragraph in paragraphs:
        marks = (paragraph.find(f"{_WORD}pPr/{_WORD}rPr/{_WORD}{mark}") for mark in ("del", "moveFrom"))
        text += _word_text(paragraph) + ("\n" if all(mark is None for mark in marks) else "")
    return text.removesuffix("\n")


def _word_text(element: ElementTree.Element) -> str:
    return "".join(_word_piece(child) for child in element if child.tag not in _WORD_UNSAID)


def _word_piece(element: ElementTree.Element) -> str:
    if element.tag in _WORD_TEXTS:
        return element.text or ""
    if element.tag.endswith(("}sym", "}symEx")):
        return _word_symbol({key.rpartition("}")[2]: said for key, said in element.attrib.items()})
    return _WORD_MARKS.get(element.tag.removeprefix(_WORD)) or _word_text(element)


def _word_symbol(said: dict[str, str]) -> str:
    """What has a place in a font only is unread, unless it is known."""
    code = said.get("char", "")
    number = int(code, 16) if _WORD_CHARACTER.fullmatch(code) else 0
    known = _WORD_SYMBOLS.get(said.get("font", ""), {}).get(number & 0xFF)
    return known or (chr(number) if chr(number).isprintable() else _UNREAD)


@dataclass(frozen=True)
class _WordCell:
    """A cell, from where to where it reaches, and whether it is the same as that above it."""

    start: int
    end: int
    text: str = ""
    is_below: bool = False


def _word_lines(table: ElementTree.Element, number: int) -> Iterator[_TableLine]:
    """Its rows, counted on from `number`. Merged cells are filled."""
    rows = list(_word_inside(table, _WORD_ROW))
    places = [0, *accumulate(_word_widths(table))]
    grid = _word_grid([list(_word_cells(row, places)) for row in rows])
    for line, (row, cells) in enumerate(zip(rows, grid, strict=True), start=number + 1):
        yield _sheet_line(line, cells, _has_all(row, "strike", "dstrike"))


def _word_widths(table: ElementTree.Element) -> Iterator[int]:
    for column in table.findall(f"{_WORD}tblGrid/{_WORD}gridCol"):
        yield _word_count(column, f"{_WORD}w") or 1


def _word_count(element: ElementTree.Element | None, attribute: str = f"{_WORD}val") -> int:
    said = "" if element is None else element.get(attribute, "")
    return int(said) if said.isdecimal() and len(said) < 8 else 0


def _word_cells(row: ElementTree.Element, places: Sequence[int]) -> Iterator[_WordCell]:
    """Each with where it begins and ends; one for what a row leaves free before its first."""
    column = _word_count(row.find(f"{_WORD}trPr/{_WORD}gridBefore"))
    if column:
        yield _WordCell(0, _word_place(places, column))
    for cell in _word_inside(row, _WORD_CELL):
        start = column
        column += _word_count(cell.find(f"{_WORD}tcPr/{_WORD}gridSpan")) or 1
        merged = cell.find(f"{_WORD}tcPr/{_WORD}vMerge")
        text = _bare(_word_lines_of(_word_inside(cell, _WORD_PARAGRAPH)))
        is_below = merged is not None and merged.get(f"{_WORD}val") != "restart"
        yield _WordCell(_word_place(places, start), _word_place(places, column), text, is_below)


def _word_place(places: Sequence[int], column: int) -> int:
    last = len(places) - 1
    return places[min(column, last)] + max(0, column - last)


def _word_grid(rows: Sequence[Sequence[_WordCell]]) -> Iterator[list[str]]:
    """The columns are those of the row with most cells. Of another with as many each is one, though its borders stand
    a little beside the others', as they do where people moved them."""
    widest = max(rows, key=len, default=[])
    above = [""] * len(widest)
    for row in rows:
        cells = row if len(row) == len(widest) else [_word_cell_at(row, (cell.start + cell.end) / 2) for cell in widest]
        above = [(before if cell.is_below else "") or cell.text for before, cell in zip(above, cells, strict=True)]
        yield above


def _word_cell_at(row: Sequence[_WordCell], place: float) -> _WordCell:
    return next((cell for cell in row if cell.start <= place < cell.end), _WordCell(0, 0))


def _has_all(row: ElementTree.Element, *looks: str) -> bool:
    """Whether all text in it looks so, in one way or another."""
    runs = [run for run in _word_inside(row, _WORD_RUN) if _word_text(run).strip()]
    paths = [f"{_WORD}rPr/{_WORD}{look}" for look in looks]
    return bool(runs) and all(any(_is_on(run.find(path)) for path in paths) for run in runs)


def _is_headed(table: ElementTree.Element) -> bool:
    """Whether its first row comes again on each page, or is bold above others that aren't."""
    rows = [row for row in _word_inside(table, _WORD_ROW) if _word_lines_of(_word_inside(row, _WORD_PARAGRAPH)).strip()]
    if not rows or _is_on(rows[0].find(f"{_WORD}trPr/{_WORD}tblHeader")):
        return bool(rows)
    return _has_all(rows[0], "b") and not all(_has_all(row, "b") for row in rows)
