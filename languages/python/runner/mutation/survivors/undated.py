"""Runs inside the sandbox: files without what only says when they were made, which differs each second.

A workbook or Word document is what can be read in it, and a picture what can be seen in it, so that nobody takes
another column's width, a document's properties, or a picture that was packed a little otherwise, for another result.
"""

import base64
import binascii
import hashlib
import importlib
import io
import re
import zipfile
from collections.abc import Iterator, Mapping
from contextlib import suppress
from typing import Any

MOST_BYTES = 64 * 1024 * 1024
MOST_TEXT = 6_000  # characters of a workbook or document that can be compared by eye
DATED = re.compile(rb"<dcterms:(?:created|modified)[^>]*>[^<]*<|/(?:CreationDate|ModDate)\s*\([^)]*\)|/ID\s*\[[^\]]*\]")
"""As documents of Office and of PDF have it."""
WRITERS = {"openpyxl": "openpyxl", "xlsxwriter": "openpyxl", "pandas": "openpyxl", "docx": "docx", "PIL": "PIL.Image"}
"""What reads that which a program writes that has one of these names in it."""
WORKBOOK, DOCUMENT = "xl/workbook.xml", "word/document.xml"
PICTURES = (b"\xff\xd8\xff", b"\x89PNG", b"GIF8", b"RIFF")
PACKED = re.compile(r"(?<![A-Za-z0-9+/=])((?:/9j/|iVBORw0KGgo|R0lGOD|UklGR)[A-Za-z0-9+/=]{64,})")
"""The same as base64, as in a page's `data:image/png;base64,…`."""
ABOUT = "≈ "
"""Stands before what is only said about a picture: nobody could work it out, or expect it."""
CELLS = 4  # of each of a picture's sides
NEAR = 24  # of 256 of a colour, which nobody tells apart
COLOURS = re.compile(r"in the colours((?: [0-9a-f]{6})+)")


def prepare(source: str) -> None:
    """Load what reads documents and pictures, if the program in `source` may write any, once for all forks."""
    for reader in {reader for name, reader in WRITERS.items() if name in source}:
        importlib.import_module(reader)


def undated(content: Any, depth: int = 4) -> Any:
    """The same for what was made alike, also in containers so many deep; other texts as they are."""
    if depth and type(content) in (list, tuple):
        return type(content)(undated(one, depth - 1) for one in content)
    if depth and type(content) is dict:
        return {key: undated(one, depth - 1) for key, one in content.items()}
    if isinstance(content, str):
        return PACKED.sub(_packed, content)
    if not isinstance(content, bytes):
        return content
    if content.startswith(PICTURES):
        return _picture(content)
    try:
        with zipfile.ZipFile(io.BytesIO(content)) as packed:
            if sum(one.file_size for one in packed.infolist()) <= MOST_BYTES:
                for read in [read for part, read in READERS.items() if part in packed.namelist()]:
                    with suppress(Exception):  # a library may fall over anything in it
                        return _cut("\n".join(read(content)))
                return "; ".join(f"{name} {_digest(packed.read(name))}" for name in packed.namelist()).encode()
    except Exception:  # it is no zip, or none that can be read
        return DATED.sub(b"", content)
    return DATED.sub(b"", content)


def _cells(content: bytes) -> Iterator[str]:
    """A line for each cell that says something, with how its value is shown."""
    book = importlib.import_module("openpyxl").load_workbook(io.BytesIO(content))
    cells = [cell for sheet in book.worksheets for row in sheet.iter_rows() for cell in row if cell.value is not None]
    yield ", ".join(book.sheetnames)
    yield from (
        f"{one.parent.title} {one.coordinate}: {one.value} {_shown(one.number_format)}".rstrip() for one in cells
    )


def _paragraphs(content: bytes) -> Iterator[str]:
    """The lines of a document, with what is bold, rows of tables with tabs, and what can be seen in its pictures."""
    document = importlib.import_module("docx").Document(io.BytesIO(content))
    ends = [one for section in document.sections for one in (section.header, section.footer)]
    for part in (document, *ends):
        for one in part.iter_inner_content():
            rows = getattr(one, "rows", None)
            yield _runs(one) if rows is None else "\n".join("\t".join(cell.text for cell in row.cells) for row in rows)
    pictures = (one for one in document.part.package.iter_parts() if one.partname.startswith("/word/media/"))
    yield from (str(undated(one.blob)) for one in pictures)


def _runs(paragraph: Any) -> str:
    runs = paragraph.iter_inner_content()  # and links, which are never bold by themselves
    return "".join(f"**{one.text}**" if getattr(one, "bold", False) and one.text.strip() else one.text for one in runs)


READERS = {WORKBOOK: _cells, DOCUMENT: _paragraphs}


def _cut(text: str) -> str:
    return text if len(text) <= MOST_TEXT else f"{text[:MOST_TEXT]}… {_digest(text.encode())}"


def _packed(found: re.Match[str]) -> str:
    try:
        picture = _picture(base64.b64decode(found[1]))
    except binascii.Error:
        return found[0]
    return picture if isinstance(picture, str) else found[0]


def _picture(content: bytes) -> str | bytes:
    """Its sort, its size, what is written about it, and roughly which colours are where."""
    image = importlib.import_module("PIL.Image")
    try:
        with image.open(io.BytesIO(content)) as opened:
            sort, size, facts = opened.format, f"{opened.width} x {opened.height}", dict(opened.getexif())
            small = opened.convert("RGB").resize((CELLS, CELLS), image.Resampling.BOX)
    except Exception:  # a library may fall over anything in it
        return content
    data, colours = small.tobytes().hex(), 6  # digits of a colour
    seen = " ".join(data[place : place + colours] for place in range(0, len(data), colours))
    return f"{ABOUT}{sort} picture, {size}, {_digest(repr(facts).encode())}, in the colours {seen}"


def alike(one: Mapping[str, str], other: Mapping[str, str]) -> bool:
    """Whether two outcomes are the same, with pictures that nobody could tell apart."""
    return one == other or (one.keys() == other.keys() and all(_near(one[key], other[key]) for key in one))


def _near(one: str, other: str) -> bool:
    first, second = (bytes.fromhex("".join(COLOURS.findall(text))) for text in (one, other))
    if len(first) != len(second) or COLOURS.sub("", one) != COLOURS.sub("", other):
        return False
    return all(abs(ours - theirs) <= NEAR for ours, theirs in zip(first, second, strict=True))


def _shown(number_format: str) -> str:
    return "" if number_format == "General" else f"as {number_format}"


def _digest(content: bytes) -> str:
    return hashlib.sha256(DATED.sub(b"", content)).hexdigest()[:16]
