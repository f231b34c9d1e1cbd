"""What a look says of a file that a test makes."""

from __future__ import annotations

from pathlib import Path

from pydantic import TypeAdapter

from languages.python.look.readers import look_at
from message import Sentence

MORE = "\n" * 20
"""Blank lines, with which a text isn't so short that it needs no summary."""


def seen(folder: Path, name: str, content: str | bytes) -> tuple[str, list[str]]:
    """What a file of that name is, and the lines of its excerpt."""
    path = folder / name
    path.write_bytes(content.encode() if isinstance(content, str) else content)
    return looked(path)


def looked(path: Path) -> tuple[str, list[str]]:
    sort, excerpt = look_at(path)
    said: str = TypeAdapter(Sentence).validate_python(sort)
    return said, excerpt.splitlines()
