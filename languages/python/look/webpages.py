"""Web pages: what is on one, and how its source begins."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path

from .decoding import decoded
from .invisible import remarks
from .lines import BELOW, are_seen, beginning, cut, split
from .said import Look
from .texts import described, text, written

MOST_HEADINGS, MOST_TABLES, MOST_FIELDS, FIRST_ROWS = 10, 6, 20, 3
HEADINGS = ("title", "h1", "h2", "h3")
BY_TAGS = "[... what is on the page, by its tags: ...]"
COUNTED = ("a", "img", "li", "p", "script")
FIELDS = ("input", "select", "textarea", "button")


class Page(HTMLParser):
    """What was met on a page."""

    def __init__(self) -> None:
        super().__init__()
        self.headings: list[str] = []
        self.tables: list[list[list[str]]] = []
        self.fields: list[str] = []
        self.counts: Counter[str] = Counter()
        self._into: list[str] | None = None

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """See `HTMLParser`."""
        self.counts[tag] += 1
        if tag in HEADINGS:
            self._begin(self.headings, f"{tag}: ")
        elif tag == "table":
            self.tables.append([])
        elif tag == "tr" and self.tables:
            self.tables[-1].append([])
        elif tag in ("td", "th") and self.tables and self.tables[-1]:
            self._begin(self.tables[-1][-1])
        elif tag in FIELDS:
            given = dict(attrs)
            self.fields.append(f"{tag} {given.get('name') or given.get('id') or ''} {given.get('type') or ''}".strip())

    def handle_endtag(self, tag: str) -> None:
        """See `HTMLParser`."""
        if tag in HEADINGS or tag in ("td", "th", "tr", "table"):
            self._into = None

    def handle_data(self, data: str) -> None:
        """See `HTMLParser`."""
        if self._into is not None and len(self._into[-1]) < 200:
            self._into[-1] = f"{self._into[-1]}{data}"

    def _begin(self, into: list[str], what: str = "") -> None:
        into.append(what)
        self._into = into


def webpage(path: Path) -> Look:
    """Its headings, tables and fields, and the first lines of its source."""
    found = decoded(path)
    if not found or not found[0].strip():
        return text(path)
    content, encoding = found
    page, lines = Page(), split(content)
    page.feed(content)
    about = [*remarks(lines), BY_TAGS, *map(cut, _about(page)), "[... it begins: ...]", beginning(lines, BELOW)]
    return described("HTML", content, encoding), written(content) if are_seen(lines) else "\n".join(about)


def _about(page: Page) -> Iterator[str]:
    """In HTML's own words, so that whoever reads it needs no translation."""
    yield from (" ".join(heading.split()) for heading in page.headings[:MOST_HEADINGS])
    for number, rows in enumerate(page.tables[:MOST_TABLES], start=1):
        yield f"table {number}: {len(rows):,} tr"
        yield from (f"tr: {[' '.join(cell.split()) for cell in row]}" for row in rows[:FIRST_ROWS])
    yield from page.fields[:MOST_FIELDS]
    yield ", ".join(
        f"{page.counts[tag]:,} {tag}" for tag in ("table", *HEADINGS, *FIELDS, *COUNTED) if page.counts[tag]
    )
