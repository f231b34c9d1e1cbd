"""What is saved only once, under whatever name it comes: documents that are fetched, or collected from many folders."""

from __future__ import annotations

import contextlib
from pathlib import Path

from languages.python.parts.telling import sentence, tell
from languages.python.parts.write.placing import _place_wanted, write_with


def write_once(name: str | Path, data: bytes) -> tuple[Path, bool]:
    """Save bytes, unless a file in that folder has the same in it under any name, which is told: (where it lies, is it
    new)."""
    wanted = _place_wanted(name)
    if other := _with_the_same(wanted.parent, data):
        if other != wanted:
            tell(sentence("“{name}” is saved already, as “{other}”.", name=wanted.name, other=other.name))
        return other, False
    return write_with(name, lambda path: path.write_bytes(data)), True


def _with_the_same(folder: Path, data: bytes) -> Path | None:
    """The first file there with this content; what can't be read isn't known."""
    with contextlib.suppress(OSError):
        for place in sorted(folder.iterdir()):
            with contextlib.suppress(OSError):
                if place.is_file() and place.stat().st_size == len(data) and place.read_bytes() == data:
                    return place
    return None
