"""PDFs: the form fields, and how each page begins."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from .lines import MOST_SHORT, WHOLE_TEXT, cut
from .said import LOCKED, Look, Sort, _, listed, ngettext

MOST_PAGES = 40
MOST_FIELDS = 40
ALL_LINES = 60
"""That are shown of all pages together where these are too long to be whole; of each as many as of the others."""


def pdf(path: Path) -> Look:
    """The number of pages, the form's fields with what is filled in, and the text with which each page begins."""
    import pypdf

    opened = pypdf.PdfReader(path)
    if opened.is_encrypted and not opened.decrypt(""):
        return LOCKED, ""
    pages = list(opened.pages[:MOST_PAGES])
    lines = [*_fields(opened.get_fields() or {}), *_pages(pages, len(opened.pages))]
    return _sort(opened), "\n".join(lines)


def _sort(opened: Any) -> Sort:
    count = ngettext("PDF, %(count)s page", "PDF, %(count)s pages", len(opened.pages))
    return listed(count, _("encrypted, but with no password")) if opened.is_encrypted else count


def _fields(fields: dict[str, Any]) -> Iterator[str]:
    asked = {name: field for name, field in fields.items() if "/FT" in field}
    for name, field in list(asked.items())[:MOST_FIELDS]:
        states = "".join(f" {state}" for state in field.get("/_States_", ()))
        yield f"[... form field {cut(repr(name))} ({field['/FT']}{states}): {cut(_value(field))} ...]"
    if len(asked) > MOST_FIELDS:
        yield f"[... {len(asked) - MOST_FIELDS:,} form fields left out here ...]"


def _value(field: dict[str, Any]) -> str:
    value = field.get("/V")
    return "-" if value is None else repr(value if isinstance(value, list) else str(value))


def _pages(pages: list[Any], total: int) -> Iterator[str]:
    texts = [page.extract_text().strip().splitlines() for page in pages]
    is_short = sum(len(line) for lines in texts for line in lines) <= WHOLE_TEXT
    room = MOST_SHORT if is_short else max(1, ALL_LINES // (len(pages) or 1))
    for number, (page, lines) in enumerate(zip(pages, texts, strict=True), start=1):
        turned = f", turned by {page.rotation} degrees" if page.rotation else ""
        if total > 1 or turned:
            yield f"[... page {number} of {total:,}, {len(lines):,} lines{turned} ...]"
        yield from map(cut, lines[:room] or ["There is no text in it, only pictures."])
        if len(lines) > room and total == 1:
            yield f"[... {len(lines) - room:,} lines left out here ...]"
    if total > len(pages):
        yield f"[... {total - len(pages):,} pages left out here ...]"
