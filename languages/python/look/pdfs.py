"""PDFs."""

from __future__ import annotations

from pathlib import Path

from .lines import beginning
from .said import Look, _, ngettext


def pdf(path: Path) -> Look:
    """The number of pages, and the text of the first."""
    import pypdf

    opened = pypdf.PdfReader(path)
    if opened.is_encrypted:
        return _("PDF, locked with a password"), ""
    said = opened.pages[0].extract_text().strip() if opened.pages else ""
    sort = ngettext("PDF, %(count)s page", "PDF, %(count)s pages", len(opened.pages))
    return sort, beginning(said.splitlines()) or "There is no text in it, only pictures."
