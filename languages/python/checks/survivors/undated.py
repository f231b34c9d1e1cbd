"""Runs inside the sandbox: files without what only says when they were made, which differs each second.

A workbook is what can be read in it, so that nobody takes another column's width for another result.
"""

import hashlib
import importlib
import io
import re
import zipfile
from typing import Any

MOST_BYTES = 64 * 1024 * 1024
MOST_TEXT = 6_000  # characters of a workbook that can be compared by eye
DATED = re.compile(rb"<dcterms:(?:created|modified)[^>]*>[^<]*<|/(?:CreationDate|ModDate)\s*\([^)]*\)|/ID\s*\[[^\]]*\]")
"""As documents of Office and of PDF have it."""
WRITERS = ("openpyxl", "xlsxwriter", "pandas")
WORKBOOK = "xl/workbook.xml"


def prepare(source: str) -> None:
    """Load what reads workbooks, if the program in `source` may write any, once for all that are forked."""
    if any(name in source for name in WRITERS):
        importlib.import_module("openpyxl")


def undated(content: Any) -> Any:
    """The same for what was made alike; texts as they are."""
    if not isinstance(content, bytes):
        return content
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


def _shown(number_format: str) -> str:
    return "" if number_format == "General" else f"as {number_format}"


def _digest(content: bytes) -> str:
    return hashlib.sha256(DATED.sub(b"", content)).hexdigest()[:16]
