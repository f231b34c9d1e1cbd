"""Texts that are no table."""

from __future__ import annotations

from pathlib import Path

from .decoding import decoded
from .lines import beginning
from .said import Look, Sort, _, listed, ngettext, unknown

TEXTS: dict[str, Sort | str] = {
    ".vcf": _("contacts (vCard)"),
    ".ics": _("a calendar (iCalendar)"),
    ".json": "JSON",
    ".xml": "XML",
    ".html": "HTML",
}


def text(path: Path) -> Look:
    """The encoding, the number of lines and the first ones."""
    found = decoded(path)
    if not found or not found[0]:
        return unknown(path), ""
    lines = found[0].splitlines()
    count = ngettext("%(count)s line", "%(count)s lines", len(lines))
    return listed(TEXTS.get(path.suffix.lower(), _("text")), found[1], count), beginning(lines)
