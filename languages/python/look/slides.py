"""PowerPoint's slides, books (EPUB) and Rich Text: what they say, in order."""

from __future__ import annotations

import re
import zipfile
from collections.abc import Iterator
from encodings.aliases import aliases
from html.parser import HTMLParser
from itertools import islice
from pathlib import Path, PurePosixPath
from typing import Any

from .decoding import decoded
from .lines import FIRST, beginning, cut
from .records import fitting
from .said import Look, _, ngettext
from .texts import text as plain_text

MOST_PARTS = 20
PARAGRAPHS = 3  # of each chapter
LARGEST = 2_000_000  # bytes of a chapter
ROOM = 3_000  # characters
LONGEST_RTF = 200_000  # characters
PIECE = re.compile(r"\\'([0-9a-fA-F]{2})|\\u(-?\d{1,6}) ?\??|\\([a-z]{1,32})-?\d{0,10} ?|\\(.)|([{}])|([^\\{}\r\n]+)")
SILENT = ("fonttbl", "colortbl", "stylesheet", "info", "pict", "listtable", "themedata", "*")
SIGNS = {"par": "\n", "line": "\n", "row": "\n", "tab": "\t", "cell": " | ", "emdash": "\u2014", "endash": "\u2013"}


def slides(path: Path) -> Look:
    """Each slide with its title, texts, tables and notes."""
    import pptx

    opened = pptx.Presentation(str(path))
    found = list(opened.slides)
    lines = [line for number, slide in enumerate(found, start=1) for line in slide_lines(number, slide)]
    count = ngettext("PowerPoint, %(count)s slide", "PowerPoint, %(count)s slides", len(found))
    return count, "\n".join(fitting(beginning(lines).splitlines(), ROOM))


def slide_lines(number: int, slide: Any) -> Iterator[str]:
    yield f"slide {number}: {', '.join(shape.name for shape in slide.shapes)}"
    for shape in slide.shapes:
        if shape.has_text_frame:
            yield from (paragraph.text for paragraph in shape.text_frame.paragraphs if paragraph.text.strip())
        elif getattr(shape, "has_table", False):
            rows = ([cell.text for cell in row.cells] for row in islice(shape.table.rows, FIRST))
            yield from (cut(f"row of a table: {row}") for row in rows)
    if slide.has_notes_slide and slide.notes_slide.notes_text_frame.text.strip():
        yield f"notes: {slide.notes_slide.notes_text_frame.text}"


class Said(HTMLParser):
    """The paragraphs of a page."""

    def __init__(self) -> None:
        super().__init__()
        self.paragraphs = [""]

    def handle_starttag(self, tag: str, _attrs: list[tuple[str, str | None]]) -> None:
        """See `HTMLParser`."""
        if tag in ("p", "h1", "h2", "h3", "h4", "li", "div", "br", "body") and self.paragraphs[-1].strip():
            self.paragraphs.append("")

    def handle_data(self, data: str) -> None:
        """See `HTMLParser`."""
        self.paragraphs[-1] += data


def book(path: Path) -> Look:
    """What is known of a book, and how its chapters begin."""
    with zipfile.ZipFile(path) as opened:
        names = [
            name for name in opened.namelist() if PurePosixPath(name).suffix.lower() in (".xhtml", ".html", ".htm")
        ]
        facts = [line for name in opened.namelist() if name.endswith(".opf") for line in known(part(opened, name))]
        chapters = [line for name in names[:MOST_PARTS] for line in [f"{name}:", *chapter(part(opened, name))]]
    count = ngettext("EPUB, %(count)s part", "EPUB, %(count)s parts", len(names))
    return count, "\n".join(fitting([*facts, *map(cut, chapters)], ROOM))


def part(opened: zipfile.ZipFile, name: str) -> str:
    with opened.open(name) as file:
        return file.read(LARGEST).decode("utf-8", "replace")


def known(package: str) -> list[str]:
    """The title, the author and so on."""
    found = re.findall(r"<(dc:\w{1,20})[^<>]{0,200}>([^<>]{1,200})<", package)
    return [f"{name}: {' '.join(value.split())}" for name, value in found[:FIRST]]


def chapter(content: str) -> list[str]:
    said = Said()
    said.feed(content)
    return [" ".join(one.split()) for one in said.paragraphs if one.strip()][: PARAGRAPHS + 1]


def rich_text(path: Path) -> Look:
    """What a Rich Text says, without how it looks, and how its source begins."""
    found = decoded(path)
    if not found or not found[0].startswith("{\\rtf"):
        return plain_text(path)
    said = "".join(pieces(found[0][:LONGEST_RTF]))
    lines = [" ".join(line.split()) for line in said.split("\n") if line.strip()]
    return _("Rich Text"), "\n".join(fitting(beginning(lines).splitlines(), ROOM))


def pieces(source: str) -> Iterator[str]:
    """The text in it; of groups that say nothing, such as lists of fonts, none."""
    page = next(re.finditer(r"\\ansicpg(\d{3,5})", source[:1000]), None)
    encoding = f"cp{page[1]}" if page and f"cp{page[1]}" in aliases.values() else "cp1252"
    depth, silent, previous = 0, 0, ""
    for coded, unicode, word, sign, brace, text in PIECE.findall(source):
        depth += {"{": 1, "}": -1}.get(brace, 0)
        silent = 0 if depth < silent else silent
        if previous == "{" and not silent and (word or sign) in SILENT:
            silent = depth
        previous = brace
        if not silent:
            yield said_by(coded, unicode, word, sign, encoding) or text


def said_by(coded: str, unicode: str, word: str, sign: str, page: str) -> str:
    if coded:
        return bytes.fromhex(coded).decode(page, "replace")
    if unicode:
        return chr(int(unicode) % 0x10000)
    return SIGNS.get(word, "") if word else {"~": "\xa0", "_": "-"}.get(sign, sign if sign in "\\{}" else "")
