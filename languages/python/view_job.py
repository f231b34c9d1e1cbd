"""Runs inside the sandbox: shows what a program left. Each file lies as `after/NAME` or `before/NAME`, or as both.

Prints a line of JSON for each name given as an argument, {name, sort, excerpt, tables, picture, difference, unseen}.
A picture is drawn anew, so that nothing of the file itself is shown. As by `look_job.py`, each file is looked at in a
process of its own. Brings `look` along, and what reads pages (`runner/_scenario/page.py`).
"""

from __future__ import annotations

import base64
import csv
import io
import json
import os
import sys
from collections.abc import Callable, Iterable
from datetime import datetime, time
from difflib import unified_diff
from functools import partial
from itertools import accumulate, islice
from pathlib import Path
from typing import Any

from languages.python.look.apart import apart
from languages.python.look.decoding import decoded
from languages.python.look.lines import MOST_SHORT, WHOLE_TEXT, cut, ends
from languages.python.look.notes import Note, as_data, cut_off
from languages.python.look.readers import look_at, preload
from languages.python.look.said import _, unseen
from languages.python.look.tables import likely_delimiter
from languages.python.runner._scenario import page

MOST_ROWS, LAST_ROWS, MOST_COLUMNS = 60, 6, 12
LONGEST_CELL, LONGEST_OF_FEW = 60, 400  # characters of a cell, also of one in a short table
LEAST_SHEETS, MOST_SHEETS, SHEETS_TEXT = 3, 40, 14_000  # the text in characters of all cells
PAGES, PAGE_LINES = (".html", ".htm"), 150
MOST_LINES = 5_000  # that are compared: the time grows with their square
DIFFERENCES = 200
LONGEST_LINE = 300
SIDE = 640  # pixels
MOST_PIXELS = 50_000_000
LARGEST_PICTURE = 400_000  # bytes


def tables_of(path: Path) -> list[dict[str, Any]]:
    """Both ends of a file with a table, or of a workbook's first sheets, of short ones all; none of any other."""
    sheets = SHEETS.get(path.suffix.lower(), no_sheets)(path)
    sizes = accumulate(sum(len(cell) for row in rows for cell in row) for _title, rows in sheets)
    most = max(LEAST_SHEETS, sum(size <= SHEETS_TEXT for size in islice(sizes, MOST_SHEETS)))
    shown = [{"title": as_data(title), **both_ends(rows)} for title, rows in sheets[:most]]
    more = [{"title": f"[... +{len(sheets) - most:,} ...]", **both_ends([])}] if sheets[most:] else []
    return [*shown, *more]


def both_ends(rows: list[list[str]]) -> dict[str, Any]:
    """All rows that have anything where they are few or short, else the first and the last: sums stand there. Their
    `numbers` count those without anything as well. In a short table cells are shown whole."""
    filled = [(number, row) for number, row in enumerate(rows, start=1) if row]
    is_short = len(filled) <= MOST_SHORT and sum(len(cell) for _, row in filled for cell in row) <= WHOLE_TEXT
    more = 0 if is_short else max(0, len(filled) - MOST_ROWS)
    first, last = filled[: MOST_ROWS - LAST_ROWS if more else None], filled[-LAST_ROWS:] if more else []
    numbers = [number for number, _row in first + last]
    longest = LONGEST_OF_FEW if is_short else LONGEST_CELL
    return {"rows": shown(first, longest), "more": more, "last": shown(last, longest), "numbers": numbers}


def shown(rows: list[tuple[int, list[str]]], longest: int) -> list[list[str]]:
    """The first cells of rows, each cut to so many characters, and how many more there are."""
    return [[cut_off(cell, longest) for cell in row[:MOST_COLUMNS]] + more_than(row) for _number, row in rows]


def more_than(row: list[str]) -> list[str]:
    return [f"[... +{len(row) - MOST_COLUMNS:,} ...]"] if row[MOST_COLUMNS:] else []


def csv_sheets(path: Path) -> list[tuple[str, list[list[str]]]]:
    content = (decoded(path) or ("", ""))[0]
    delimiter = likely_delimiter(content)
    rows = list(csv.reader(io.StringIO(content, newline=""), delimiter=delimiter))
    return [("", rows)] if any(rows) else []


def workbook_sheets(path: Path) -> list[tuple[str, list[list[str]]]]:
    """Of formulas what they say, for the program that wrote them didn't work them out."""
    import openpyxl

    book = openpyxl.load_workbook(path, read_only=True)
    return [
        (sheet.title, list(map(cells, sheet.iter_rows(min_row=1, min_col=1, values_only=True))))
        for sheet in book.worksheets
    ]


def cells(row: Iterable[object]) -> list[str]:
    """A row as text, without the empty cells at its end."""
    texts = ["" if cell is None else _as_shown(cell) for cell in row]
    while texts and not texts[-1]:
        texts.pop()
    return texts


def _as_shown(cell: object) -> str:
    """A day without a time of day is kept with midnight, which nobody is shown."""
    is_day = isinstance(cell, datetime) and cell.time() == time()
    return f"{cell:%Y-%m-%d}" if is_day else str(cell)


def no_sheets(path: Path) -> list[tuple[str, list[list[str]]]]:
    return []


SHEETS: dict[str, Callable[[Path], list[tuple[str, list[list[str]]]]]] = {
    **dict.fromkeys((".csv", ".tsv"), csv_sheets),
    **dict.fromkeys((".xlsx", ".xlsm"), workbook_sheets),
}
TABLES = {
    **dict.fromkeys((".csv", ".tsv"), _("table")),
    **dict.fromkeys((".xlsx", ".xlsm"), _("Excel workbook")),
}
PICTURES = (".jpg", ".jpeg", ".png", ".gif", ".webp", ".tif", ".tiff", ".bmp")


# Why: docs/decisions.md, "What a model or a program made reaches the browser escaped, drawn anew or without scripts"
def picture_of(path: Path) -> str:
    """A small picture of a picture or of a PDF's first page, as base64; empty of anything else."""
    suffix = path.suffix.lower()
    small = page_of(path) if suffix == ".pdf" else upright(path) if suffix in PICTURES else None
    if small is None:
        return ""
    small.thumbnail((SIDE, SIDE))
    drawn = io.BytesIO()
    small.convert("RGBA").save(drawn, "PNG")
    if drawn.tell() > LARGEST_PICTURE:
        drawn = io.BytesIO()
        small.convert("RGB").save(drawn, "JPEG", quality=80)
    return base64.b64encode(drawn.getvalue()).decode()


def upright(path: Path) -> Any:
    """A picture as it is meant to be seen; None where it is too large."""
    from PIL import Image, ImageOps

    with Image.open(path) as image:
        return ImageOps.exif_transpose(image) if image.width * image.height <= MOST_PIXELS else None


def page_of(path: Path) -> Any:
    """The first page of a PDF."""
    import pypdfium2

    page = pypdfium2.PdfDocument(path)[0]
    return page.render(scale=SIDE / max(page.get_size())).to_pil()


def lines_of(path: Path) -> list[str]:
    """What a file says, as lines that can be compared; none where it says nothing that can be read."""
    if path.suffix.lower() in (".xlsx", ".xlsm"):
        return [f"{title}: {' | '.join(row)}" for title, rows in workbook_sheets(path) for row in rows if row]
    if path.suffix.lower() == ".docx":
        import docx

        return [paragraph.text for paragraph in docx.Document(str(path)).paragraphs]
    content = (decoded(path) or ("", ""))[0]
    return content.splitlines()


def difference(before: Path, after: Path) -> list[str]:
    """The lines of a unified diff, without its heading; none where one can't be made."""
    old, new = lines_of(before), lines_of(after)
    if max(len(old), len(new)) > MOST_LINES:
        return []
    lines = list(islice(unified_diff(old, new, lineterm="", n=1), 2, None))
    more = [f"[... +{len(lines) - DIFFERENCES:,} ...]"] if lines[DIFFERENCES:] else []
    return [*(cut_off(line, LONGEST_LINE) for line in lines[:DIFFERENCES]), *more]


def view(name: str, drawn: bool) -> dict[str, Any]:
    """All that can be shown, a picture only if it is `drawn`. What breaks is left away; `look_at` says that it did."""
    before, after = Path("_assay/before", name), Path("_assay/after", name)
    path = after if after.exists() else before
    sort, excerpt = look_at(path)
    tables = tried(lambda: tables_of(path), [])
    return {
        "name": name,
        "sort": TABLES[path.suffix.lower()] if tables else sort,  # what else it says is for who reads it by a program
        "excerpt": tried(lambda: read_of(path), "") or excerpt,
        "tables": tables,
        "picture": tried(lambda: picture_of(path), "") if drawn else "",
        "difference": tried(lambda: difference(before, after), []) if before.exists() and after.exists() else [],
        "unseen": "" if tables else unseen(sort, excerpt),
    }


def read_of(path: Path) -> str:
    """What a person reads on a page, of bounded length; nothing of any other file."""
    if path.suffix.lower() not in PAGES:
        return ""
    read = page.read(path.name, {path.name: path.read_bytes()})
    pictures = [Note(f"[... picture: {cut(one.words or 'without words')} ...]") for one in read.pictures]
    fields = [Note(f"[... {kind}: {cut(name)} ...]") for name, kind in read.fields]
    title = [Note(f"[... title of its tab: {cut(read.title)} ...]")] if read.title else []
    lines = [*title, *read.text.splitlines(), *pictures, *fields]
    shown = ends(lines[:PAGE_LINES], lines[PAGE_LINES:][-MOST_SHORT:], len(lines), "lines")
    return "\n".join(map(cut, shown))


def tried(make: Callable[[], Any], otherwise: Any) -> Any:
    try:
        return make()
    except Exception:
        return otherwise


def say(name: str, drawn: bool) -> None:
    """Print one line, however long: a pipe may take it in pieces."""
    data = json.dumps(view(name, drawn)).encode() + b"\n"
    while data:
        data = data[os.write(1, data) :]


if __name__ == "__main__":
    for each in sys.argv[1:]:
        preload(each)
        # What draws a PDF or a picture may crash, or never end; what it says is then shown all the same.
        if not apart(partial(say, each, drawn=True)):
            apart(partial(say, each, drawn=False))
