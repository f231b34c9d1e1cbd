"""What a look says: a sentence of what the file is, and how it begins."""

from __future__ import annotations

from pathlib import Path
from typing import Any

Sort = dict[str, Any]
"""A sentence of ours, whose parts are texts, numbers or sentences, so that it can be said in other languages."""
Look = tuple[Sort, str]
"""What a file is, in a few words, and how it begins."""


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
    b"\xd0\xcf\x11\xe0": _("an old Office file (.xls, .doc or .ppt), or a mail of Outlook"),
    b"SQLite format 3": _("an SQLite database"),
    b"Rar!": _("a RAR archive"),
    b"7z\xbc\xaf": _("a 7-Zip archive"),
    b"\x1f\x8b": _("a gzip archive"),
    b"bplist00": _("a binary property list (Apple)"),
}


OPENED = tuple(MAGIC[beginning] for beginning in (b"PK\x03\x04", b"%PDF", b"\xff\xd8\xff", b"\x89PNG", b"GIF8"))
"""What a reader opens, unless it is broken."""
NOT_READ = _("a HEIC picture")
LOCKED = _("PDF, locked with a password")
BINARY = _("binary")
BROKEN = _("broken")
GPS_THERE = "GPS position: is in it"


def unseen(sort: Sort | str, excerpt: str) -> str:
    """What of a file can't be shown to anybody, as `languages.files.Unseen` has it, by what was said of it."""
    first = sort["with"].get("part0", sort) if isinstance(sort, dict) else sort
    is_broken = isinstance(sort, dict) and sort["with"].get("part1") == BROKEN
    if is_broken and first in OPENED:
        return ""  # it is what its name says, cut off, and nobody could read more
    if first in (*MAGIC.values(), NOT_READ, LOCKED, BINARY):
        return "content"
    return "place" if GPS_THERE in excerpt else ""


def unknown(path: Path) -> Sort:
    """What a file is by its first bytes."""
    with path.open("rb") as file:
        head = file.read(16)
    return next((sort for magic, sort in MAGIC.items() if head.startswith(magic)), BINARY if head else _("empty"))
