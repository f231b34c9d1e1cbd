"""A page that a program made, as a document for a frame in which nothing of it can do anything.

The frame has no rights at all (an empty `sandbox`): no script runs, no form is sent, no window opens. What it may load
is said in its first line, and where it may be led to by the page around it (`ui/serving/gate.py`): nowhere.
"""

from __future__ import annotations

import base64
import re
from collections.abc import Mapping
from posixpath import dirname, join, normpath

from languages.outcome import PICTURES

# Why: docs/decisions.md, "What a model or a program made reaches the browser escaped, drawn anew or without scripts"
POLICY = "default-src 'none'; img-src data:; style-src 'unsafe-inline'; font-src data:"
MOST_CHARACTERS = 1_000_000
MOST_PICTURES = 3_000_000
"""Bytes of all pictures of a page that are put into it."""
ENDS = (".html", ".htm")

_SCRIPT = re.compile(r"<script\b.*?(?:</script\s*>|\Z)", re.IGNORECASE | re.DOTALL)
_SOURCE = re.compile(r"""(\bsrc\s*=\s*)(["'])([^"':]{1,300})\2""", re.IGNORECASE)
_KINDS = dict(zip(PICTURES, ("image/png", "image/jpeg"), strict=True))


def is_page(name: str) -> bool:
    """Whether a browser would show a file of this name as a page."""
    return name.lower().endswith(ENDS)


def framed(name: str, files: Mapping[str, bytes]) -> tuple[str, bool]:
    """The page of this name among `files` with the pictures beside it in it, and whether it lost scripts; empty where
    it is too large."""
    text = files[name].decode("utf-8", "replace")
    if len(text) > MOST_CHARACTERS:
        return "", False
    without = _SCRIPT.sub("", text)  # they wouldn't run, and each would be a complaint in the browser's console
    room = MOST_PICTURES

    def filled(found: re.Match[str]) -> str:
        nonlocal room
        content = files.get(normpath(join(dirname(name), found[3])), b"")
        kind = next((kind for magic, kind in _KINDS.items() if content.startswith(magic)), "")
        if not kind or len(content) > room:
            return found[0]
        room -= len(content)
        return f'{found[1]}"data:{kind};base64,{base64.b64encode(content).decode()}"'

    head = f'<!DOCTYPE html><meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="{POLICY}">'
    return head + _SOURCE.sub(filled, without), without != text
