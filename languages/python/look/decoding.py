"""Texts, whose encoding nobody tells."""

from __future__ import annotations

import codecs
from contextlib import suppress
from pathlib import Path

ENCODINGS = ("utf-8", "cp1252")
MARKS = {codecs.BOM_UTF8: "utf-8-sig", codecs.BOM_UTF16_LE: "utf-16", codecs.BOM_UTF16_BE: "utf-16"}


def decoded(path: Path) -> tuple[str, str] | None:
    """A text with the name of its encoding; None for what is no text."""
    data = path.read_bytes()
    marked = [name for mark, name in MARKS.items() if data.startswith(mark)]
    for encoding in marked or ENCODINGS:
        with suppress(UnicodeError):
            text = data.decode(encoding)
            return None if "\0" in text else (text, encoding)
    return None
