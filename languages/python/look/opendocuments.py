"""What LibreOffice writes (OpenDocument): the sheets of spreadsheets, the paragraphs and tables of texts."""

from __future__ import annotations

import zipfile
from collections import deque
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import Any

from .lines import FIRST, MOST_SHORT, beginning, cut, ends
from .notes import Note
from .records import fitting
from .said import Look, _, listed, ngettext
from .tables import odd_ones

OFFICE, TABLE, TEXT = (f"{{urn:oasis:names:tc:opendocument:xmlns:{part}:1.0}}" for part in ("office", "table", "text"))
BLANKS = {f"{TEXT}s": " ", f"{TEXT}tab": "\t", f"{TEXT}line-break": "\n"}
DELETED = f"{TEXT}tracked-changes"
LARGEST = 20_000_000  # bytes of XML
MOST_ROWS = 20_000
MOST_CELLS = 200  # of one row
ROOM = 3_000  # characters


def spreadsheet(path: Path) -> Look:
    """The sheets of an ODS, each with its used size, and its first and last rows as values."""
    sheets = list(content_of(path).iter(f"{TABLE}table"))
    lines = [line for sheet in sheets for line in sheet_lines(sheet)]
    count = ngettext("%(count)s sheet", "%(count)s sheets", len(sheets))
    return listed(_("OpenDocument spreadsheet"), count), "\n".join(lines)


def opendocument(path: Path) -> Look:
    """The paragraphs and tables of an ODT, or of the pages of an ODP."""
    lines = list(blocks(content_of(path)))
    return _("OpenDocument text or slides"), "\n".join(fitting(beginning(lines).splitlines(), ROOM))


def content_of(path: Path) -> Any:
    """What is in the document, read without the entities that a file may declare; raises where it can't be read."""
    from defusedxml.ElementTree import fromstring

    with zipfile.ZipFile(path) as opened, opened.open("content.xml") as file:
        content = file.read(LARGEST + 1)
    if len(content) > LARGEST:
        raise ValueError(f"its text takes more than {LARGEST:,} bytes")
    return fromstring(content, forbid_dtd=True).find(f"{OFFICE}body")


def sheet_lines(sheet: Any) -> Iterator[str]:
    """A sheet's name and size, then rows as Python values."""
    rows = dict(islice(rows_of(sheet), MOST_ROWS))
    lines = [cut(f"row {number}: {row}") for number, row in rows.items()]
    columns = max(map(len, rows.values()), default=0)
    yield f"Sheet {sheet.get(f'{TABLE}name')!r}: {len(rows):,} rows that aren't empty, {columns} columns"
    kept = dict(enumerate(rows.items(), start=1))
    odd = odd_ones({place: row for place, (_number, row) in kept.items()}, len(kept))
    if len(rows) == MOST_ROWS:
        yield Note(f"[... only the first {MOST_ROWS:,} rows were looked at ...]")
    between = [cut(f"row {kept[place][0]}, unlike those shown: {kept[place][1]}") for place in odd]
    yield from ends(lines[:FIRST], deque(lines[FIRST:], MOST_SHORT), len(lines), "rows", between)


def rows_of(sheet: Any) -> Iterator[tuple[int, list[object]]]:
    """The rows that aren't empty, each with its number; what is said to be repeated comes once more for each."""
    number = 0
    for row in sheet.iter(f"{TABLE}table-row"):
        times = repeated(row, "rows")
        cells = [value for cell in row for value in [value_of(cell)] * min(repeated(cell, "columns"), MOST_CELLS)]
        while cells and cells[-1] is None:
            cells.pop()
        yield from ((number + more + 1, cells) for more in range(min(times, MOST_ROWS)) if cells)
        number += times


def repeated(element: Any, what: str) -> int:
    said = element.get(f"{TABLE}number-{what}-repeated", "1")
    return int(said) if said.isdecimal() and len(said) < 10 else 1


def value_of(cell: Any) -> object:
    """What a cell has: a number, a date as text that can't be taken for one, text; of a formula its result."""
    kind = cell.get(f"{OFFICE}value-type")
    if kind in ("float", "currency", "percentage"):
        return float(cell.get(f"{OFFICE}value", "nan"))
    if kind in ("date", "time", "boolean"):
        return f"<{kind} {cell.get(f'{OFFICE}{kind}-value')}>"
    text = "\n".join(said_in(paragraph) for paragraph in cell.findall(f"{TEXT}p"))
    return text or None


def blocks(element: Any) -> Iterator[str]:
    """The headings, paragraphs and rows of tables in an element, in order."""
    for child in element:
        if child.tag == f"{TEXT}h":
            level = child.get(f"{TEXT}outline-level", "1")
            yield "#" * (int(level) if level.isdecimal() and len(level) < 2 else 1) + f" {said_in(child)}"
        elif child.tag == f"{TEXT}p":
            yield from filter(None, [said_in(child).strip()])
        elif child.tag == f"{TABLE}table":
            yield from (f"row of a table: {row}" for _number, row in islice(rows_of(child), FIRST))
        elif child.tag == DELETED:
            yield Note("[... deleted as tracked changes, left out here ...]")
        else:
            yield from blocks(child)


def said_in(element: Any) -> str:
    """The text in it, with the blanks that are elements of their own."""
    inside = (BLANKS.get(child.tag, "") + said_in(child) + (child.tail or "") for child in element)
    return (element.text or "") + "".join(inside)
