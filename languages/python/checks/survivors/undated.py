"""Runs inside the sandbox: files without what only says when they were made, which differs each second.

A workbook is what can be read in it, and a picture what can be seen in it, so that nobody takes another column's
width, or a picture that was packed a little otherwise, for another result.
"""

import base64
import binascii
import hashlib
import importlib
import io
import re
import zipfile
from collections.abc import Mapping
from typing import Any

MOST_BYTES = 64 * 1024 * 1024
MOST_TEXT = 6_000  # characters of a workbook that can be compared by eye
DATED = re.compile(rb"<dcterms:(?:created|modified)[^>]*>[^<]*<|/(?:CreationDate|ModDate)\s*\([^)]*\)|/ID\s*\[[^\]]*\]")
"""As documents of Office and of PDF have it."""
WRITERS = ("openpyxl", "xlsxwriter", "pandas")
WORKBOOK = "xl/workbook.xml"
PICTURES = (b"\xff\xd8\xff", b"\x89PNG", b"GIF8", b"RIFF")
PACKED = re.compile(r"(?<![A-Za-z0-9+/=])((?:/9j/|iVBORw0KGgo|R0lGOD|UklGR)[A-Za-z0-9+/=]{64,})")
"""The same as base64, as in a page's `data:image/png;base64,…`."""
ABOUT = "≈ "
"""Stands before what is only said about a picture: nobody could work it out, or expect it."""
CELLS = 4  # of each of a picture's sides
NEAR = 24  # of 256 of a colour, which nobody tells apart
COLOURS = re.compile(r"in the colours((?: [0-9a-f]{6})+)")


def prepare(source: str) -> None:
    """Load what reads workbooks and pictures, if the program in `source` may write any, once for all forks."""
    if any(name in source for name in WRITERS):
        importlib.import_module("openpyxl")
    if "PIL" in source:
        importlib.import_module("PIL.Image")


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
                if WORKBOOK in packed.namelist():
                    return _cells(content)
                return "; ".join(f"{name} {_digest(packed.read(name))}" for name in packed.namelist()).encode()
    except Exception:  # it is no zip, or none that can be read; a library may fall over anything in it
        return DATED.sub(b"", content)
    return DATED.sub(b"", content)


def _cells(content: bytes) -> str:
    """A line for each cell that says something, with how its value is shown."""
    book = importlib.import_module("openpyxl").load_workbook(io.BytesIO(content))
    cells = [cell for sheet in book.worksheets for row in sheet.iter_rows() for cell in row if cell.value is not None]
    lines = [f"{one.parent.title} {one.coordinate}: {one.value} {_shown(one.number_format)}".rstrip() for one in cells]
    text = "\n".join([", ".join(book.sheetnames), *lines])
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
