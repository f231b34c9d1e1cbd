"""Runs inside the sandbox: says of each file named as an argument what it is and how it begins.

Prints a line of JSON for each, {"path", "sort", "excerpt"}, where `sort` is a sentence as `message.py` reads it. A file
may be made to do harm to whoever reads it, so each is looked at in a process of its own, which ends with it.
"""

from __future__ import annotations

import codecs
import csv
import importlib
import io
import json
import os
import signal
import sys
import zipfile
from collections import Counter, deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from itertools import groupby
from pathlib import Path
from typing import Any

from look_odd import MOST_ROWS, Row, unlike  # type: ignore[import-not-found]

SECONDS = 8
LONGEST = 4_000
LONGEST_LINE = 200
FIRST, LAST = 10, 3
WHOLE = 30  # lines and rows that are shown without a gap: who adds them up needs each
REST = WHOLE - FIRST
FIRST_LINES = 40
DELIMITERS = ";\t,|"
ENCODINGS = ("utf-8", "cp1252")
MARKS = {codecs.BOM_UTF8: "utf-8-sig", codecs.BOM_UTF16_LE: "utf-16", codecs.BOM_UTF16_BE: "utf-16"}
Sort = dict[str, Any]
"""A sentence of ours, whose parts are texts, numbers or sentences, so that it can be said in other languages."""


def _(template: str, **values: Any) -> Sort:
    return {"say": template, "with": values}


def ngettext(one: str, many: str, count: int) -> Sort:
    return {"say": one, "many": many, "with": {"count": count}}


def listed(*parts: Any) -> Sort:
    """The parts with commas between them."""
    named = {f"part{number}": part for number, part in enumerate(parts)}
    return {"say": ", ".join(f"%({name})s" for name in named), "with": named}


MAGIC = {
    b"PK\x03\x04": _("a zip, or an Office file"),
    b"%PDF": _("a PDF"),
    b"\xff\xd8\xff": _("a JPEG picture"),
    b"\x89PNG": _("a PNG picture"),
    b"GIF8": _("a GIF picture"),
    b"RIFF": _("a recording, or a WebP picture"),
    b"ID3": _("an MP3"),
    b"\xd0\xcf\x11\xe0": _("an old Office file (.xls, .doc or .ppt)"),
    b"SQLite format 3": _("an SQLite database"),
    b"Rar!": _("a RAR archive"),
    b"7z\xbc\xaf": _("a 7-Zip archive"),
    b"\x1f\x8b": _("a gzip archive"),
}
TEXTS: dict[str, Sort | str] = {
    ".vcf": _("contacts (vCard)"),
    ".ics": _("a calendar (iCalendar)"),
    ".json": "JSON",
    ".xml": "XML",
    ".html": "HTML",
}
EXIF, TAKEN, COPIED, MAKER, CAMERA, TURNED = 0x8769, 36867, 306, 271, 272, 274

Look = tuple[Sort, str]
"""What a file is, in a few words, and how it begins."""


def look_at(path: Path) -> Look:
    """The look at one file; what it isn't after all is looked at by what is in it."""
    reader = READERS.get(path.suffix.lower(), PLAIN)[1]
    try:
        return reader(path)
    except ModuleNotFoundError as missing:
        return unknown(path), f"It can't be opened here: {missing.name} is missing."
    except MemoryError:
        return unknown(path), "It takes too much memory to be opened."
    except Exception as problem:
        return listed(unknown(path), _("broken")), f"It can't be opened as {path.suffix}: {problem}"


def unknown(path: Path) -> Sort:
    """What a file is by its first bytes."""
    with path.open("rb") as file:
        head = file.read(16)
    return next((sort for magic, sort in MAGIC.items() if head.startswith(magic)), _("binary") if head else _("empty"))


def decoded(path: Path) -> tuple[str, str] | None:
    """A text with the name of its encoding; None for what is no text."""
    data = path.read_bytes()
    marked = [name for mark, name in MARKS.items() if data.startswith(mark)]
    for encoding in marked or ENCODINGS:
        with suppress(UnicodeError):
            text = data.decode(encoding)
            return None if "\0" in text else (text, encoding)
    return None


def text(path: Path) -> Look:
    """The encoding, the number of lines and the first ones."""
    found = decoded(path)
    if not found or not found[0]:
        return unknown(path), ""
    lines = found[0].splitlines()
    count = ngettext("%(count)s line", "%(count)s lines", len(lines))
    return listed(TEXTS.get(path.suffix.lower(), _("text")), found[1], count), beginning(lines)


def beginning(lines: Sequence[str]) -> str:
    """The first lines and the last, long ones cut, and a note where there are more."""
    return "\n".join(ends(map(cut, lines[:FIRST_LINES]), map(cut, lines[FIRST_LINES:][-REST:]), len(lines), "lines"))


def ends(
    first: Iterable[str], rest: Iterable[str], total: int, what: str, between: Sequence[str] = ()
) -> Iterator[str]:
    """The first ones, how many were left out, those from `between` that aren't, the last ones; `rest` ends with these,
    and of few it is all."""
    first, rest = list(first), list(rest)
    last = rest if total <= WHOLE else rest[-LAST:]
    yield from first
    if left_out := total - len(first) - len(last) - len(between):
        yield f"[... {left_out:,} {what} left out here ...]"
    yield from between
    yield from last


def cut(line: str) -> str:
    """The line, or its beginning where it is long."""
    return line if len(line) <= LONGEST_LINE else f"{line[:LONGEST_LINE]}[... {len(line) - LONGEST_LINE:,} more]"


def table(path: Path) -> Look:
    """How a table is written: encoding, delimiter, columns and rows; then its own first and last lines."""
    found = decoded(path)
    if not found or not found[0].strip():
        return text(path)
    content, encoding = found
    delimiter = likely_delimiter(content)
    reader = csv.reader(io.StringIO(content, newline=""), delimiter=delimiter)
    rows, columns, kept = 0, 0, dict[int, list[str]]()
    for row in reader:
        rows, columns = rows + any(row), max(columns, len(row))
        if any(row) and rows <= MOST_ROWS:
            kept[reader.line_num] = row
    lines = [line.rstrip("\r\n") for line in io.StringIO(content, newline="")]
    ending = "CRLF" if "\r\n" in content else "LF"
    odd = [f"line {number}, unlike those shown: {cut(lines[number - 1])}" for number in odd_ones(kept, len(lines))]
    shown = ends(map(cut, lines[:FIRST]), map(cut, lines[FIRST:][-REST:]), len(lines), "lines", odd)
    sort = _(
        "table, %(encoding)s, delimiter %(delimiter)s, %(columns)s columns, %(rows)s filled rows with the first, "
        "lines end in %(ending)s",
        encoding=encoding,
        delimiter=repr(delimiter),
        columns=columns,
        rows=rows,
        ending=ending,
    )
    return sort, "\n".join(shown)


def odd_ones(rows: Mapping[int, Row], total: int) -> list[int]:
    """The numbers of rows that are written otherwise than the first and last ones, of a table of `total`."""
    numbers = list(rows)
    shown = [place for place, number in enumerate(numbers) if number <= FIRST or number > total - LAST]
    return [numbers[place] for place in unlike(list(rows.values()), shown)] if total > WHOLE else []


def likely_delimiter(content: str) -> str:
    """The character that splits most of the first rows into equally many cells, the more the better."""

    def fits(delimiter: str) -> int:
        sample = content[:20_000].splitlines()[:30]
        ((cells, times),) = Counter(map(len, csv.reader(sample, delimiter=delimiter))).most_common(1) or [(1, 0)]
        return times * (cells - 1)

    return max(DELIMITERS, key=fits)


def workbook(path: Path) -> Look:
    """The sheets, each with its used size, and its first and last rows as values; of formulas the stored results."""
    import openpyxl

    book = openpyxl.load_workbook(path, read_only=True, data_only=True)
    parts = [sheet_lines(sheet) for sheet in book.worksheets]
    count = ngettext("%(count)s sheet", "%(count)s sheets", len(parts))
    return listed(_("Excel workbook"), count), "\n".join(line for part in parts for line in part)


def sheet_lines(sheet: Any) -> Iterator[str]:
    """A sheet's name and size, then rows as Python values."""
    first: list[str] = []
    rest: deque[str] = deque(maxlen=REST)
    columns, used, kept = 0, 0, dict[int, tuple[int, list[object]]]()
    for number, row in enumerate(sheet.iter_rows(values_only=True), start=1):
        cells = list(row)
        while cells and cells[-1] is None:
            cells.pop()
        if cells:
            columns, used = max(columns, len(cells)), used + 1
            (first if used <= FIRST else rest).append(cut(f"row {number}: {[plain(cell) for cell in cells]}"))
            if used <= MOST_ROWS:
                kept[used] = number, cells
    hidden = "" if sheet.sheet_state == "visible" else f" ({sheet.sheet_state})"
    yield f"Sheet {sheet.title!r}{hidden}: {used:,} rows that aren't empty, {columns} columns"
    odd = [kept[place] for place in odd_ones({place: cells for place, (_, cells) in kept.items()}, used)]
    between = [cut(f"row {number}, unlike those shown: {[plain(cell) for cell in cells]}") for number, cells in odd]
    yield from ends(first, rest, used, "rows", between)


def plain(cell: object) -> object:
    """A cell as its row shows it: dates as text that can't be taken for a number."""
    return f"<date {cell.isoformat(' ')}>" if hasattr(cell, "isoformat") and hasattr(cell, "year") else cell


def document(path: Path) -> Look:
    """The first paragraphs, then how the tables begin, and what stands at the top and the bottom of its pages."""
    import docx

    opened = docx.Document(str(path))
    paragraphs = [marked(paragraph) for paragraph in opened.paragraphs if paragraph.text.strip()]
    tables = [[cell.text for cell in row.cells] for table in opened.tables[:3] for row in table.rows[:3]]
    edges = {"header": opened.sections[0].header, "footer": opened.sections[0].footer} if opened.sections else {}
    around = [f"{name}: {part.text}" for name, edge in edges.items() for part in edge.paragraphs if part.text.strip()]
    sort = _(
        "Word document, %(paragraphs)s paragraphs with text, %(tables)s tables",
        paragraphs=len(paragraphs),
        tables=len(opened.tables),
    )
    rows = [f"row of a table: {row}" for row in tables]
    return sort, "\n".join([beginning(paragraphs), *map(cut, (*rows, *around[:4]))])


def marked(paragraph: Any) -> str:
    """Its text, in which what is bold stands between ** where that isn't all of it."""
    pieces = [(bold, "".join(run.text for run in runs)) for bold, runs in groupby(paragraph.runs, is_bold)]
    if len(pieces) < 2 or "".join(text for _, text in pieces) != paragraph.text:  # links are no runs
        return str(paragraph.text)
    return "".join(f"**{text}**" if bold else text for bold, text in pieces)


def is_bold(run: Any) -> bool:
    return bool(run.bold)


def archive(path: Path) -> Look:
    """What is in a zip, and how large that says it is."""
    with zipfile.ZipFile(path) as opened:
        entries = opened.infolist()
    listing = [f"{one.filename} ({one.file_size:,} bytes, {written(one.date_time)})" for one in entries]
    return ngettext("zip of %(count)s entry", "zip of %(count)s entries", len(entries)), beginning(listing)


def written(date: tuple[int, ...]) -> str:
    """When an entry of a zip was written, which nobody has checked: there is no month 0."""
    return "{:04}-{:02}-{:02} {:02}:{:02}:{:02}".format(*date)


def picture(path: Path) -> Look:
    """The size in pixels, and what the camera wrote into it."""
    from PIL import Image

    Image.MAX_IMAGE_PIXELS = None  # it is only opened, not unpacked
    with Image.open(path) as image:
        exif = image.getexif()
        facts = {
            "date taken": exif.get_ifd(EXIF).get(TAKEN),
            "date changed": exif.get(COPIED),
            "camera": " ".join(str(exif[tag]) for tag in (MAKER, CAMERA) if tag in exif),
            "orientation": exif.get(TURNED),
        }
        size = {"width": str(image.width), "height": str(image.height)}
        sort = _("%(format)s picture, %(width)s x %(height)s pixels", format=str(image.format), **size)
    known = [f"{name}: {value}" for name, value in facts.items() if value]
    return sort, cut("; ".join(known) or "No date and no camera is written in it.")


def pdf(path: Path) -> Look:
    """The number of pages, and the text of the first."""
    import pypdf

    opened = pypdf.PdfReader(path)
    if opened.is_encrypted:
        return _("PDF, locked with a password"), ""
    said = opened.pages[0].extract_text().strip() if opened.pages else ""
    sort = ngettext("PDF, %(count)s page", "PDF, %(count)s pages", len(opened.pages))
    return sort, beginning(said.splitlines()) or "There is no text in it, only pictures."


READERS: dict[str, tuple[str, Callable[[Path], Look]]] = {
    **dict.fromkeys((".csv", ".tsv"), ("", table)),
    **dict.fromkeys((".xlsx", ".xlsm"), ("openpyxl", workbook)),
    **dict.fromkeys((".jpg", ".jpeg", ".png", ".gif", ".webp", ".tif", ".tiff", ".bmp"), ("PIL.Image", picture)),
    ".docx": ("docx", document),
    ".pdf": ("pypdf", pdf),
    ".zip": ("", archive),
}
PLAIN: tuple[str, Callable[[Path], Look]] = ("", text)


def look_apart(path: str) -> None:
    """Look at one file in a process of its own, and say what it is even where that doesn't come to its end."""
    preload(path)
    if not apart(lambda: say(path, *look_at(Path(path)))):
        say(path, unknown(Path(path)), "To look at it took too long or too much memory.")


def preload(path: str) -> None:
    """Load what reads such a file, so that it is loaded once for all."""
    module, _ = READERS.get(Path(path).suffix.lower(), PLAIN)
    if module:
        with suppress(ImportError):
            importlib.import_module(module)


def apart(work: Callable[[], None]) -> bool:
    """Do `work` in a process of its own; false where that didn't come to its end."""
    child = os.fork()
    if not child:
        signal.setitimer(signal.ITIMER_PROF, SECONDS)  # of its own work; nothing in the file can put off the end
        work()
        os._exit(0)
    _, status = os.waitpid(child, 0)
    return status == 0


def say(path: str, sort: Sort, excerpt: str) -> None:
    """Print one look, all at once."""
    line = json.dumps({"path": path, "sort": sort, "excerpt": excerpt[:LONGEST]})
    os.write(1, f"{line}\n".encode())


if __name__ == "__main__":
    for name in sys.argv[1:]:
        look_apart(name)
