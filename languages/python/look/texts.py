"""Texts that are no table."""

from __future__ import annotations

from pathlib import Path

from .decoding import decoded
from .invisible import endings, margins, remarks
from .lines import beginning, split
from .said import BROKEN, Look, Sort, _, listed, ngettext, unknown

TEXTS: dict[str, Sort | str] = {
    ".json": "JSON",
    ".jsonl": "JSON Lines",
    ".ndjson": "JSON Lines",
    ".xml": "XML",
    ".html": "HTML",
}


def text(path: Path) -> Look:
    """The encoding, the number of lines and the first ones."""
    found = decoded(path)
    if not found or not found[0]:
        return unknown(path), ""
    content, encoding = found
    return described(TEXTS.get(path.suffix.lower(), _("text")), content, encoding), written(content)


def broken(path: Path, problem: object) -> Look:
    """What can't be read as what it should be, as a text unless its first bytes say what it is."""
    begun = unknown(path)
    sort, excerpt = text(path) if begun == _("binary") else (begun, "")
    return listed(sort, BROKEN), f"It can't be opened as {path.suffix}: {problem}\n{excerpt}".rstrip()


def described(sort: Sort | str, content: str, encoding: Sort | str) -> Sort:
    """What it is, with the encoding, the number of lines and how they end."""
    count = ngettext("%(count)s line", "%(count)s lines", len(split(content)))
    ended = endings(content)
    more = [_("lines end in %(ending)s", ending=ended[0])] if len(ended) == 1 and ended != ["LF"] else []
    return listed(sort, encoding, count, *more)


def written(content: str) -> str:
    """What nobody would see of a text, and then its lines."""
    lines = split(content)
    return "\n".join([*remarks(lines), *margins(content, lines), beginning(lines)])
