"""The bytes of a file that a person gave, or in words why there are none."""

from __future__ import annotations

import os
from pathlib import Path

from languages.python.parts.own import here
from languages.python.parts.read.alike import _alike
from languages.python.parts.telling import sentence

_PICTURES = (b"\x89PNG", b"\xff\xd8\xff", b"GIF87a", b"GIF89a", b"II*\0", b"MM\0*")
_OLD_OFFICE = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
_ENCRYPTED = "EncryptedPackage".encode("utf-16-le")
"""What is in an Office document that is protected by a password."""
_ZIP = b"PK\x03\x04"
_MOST_SHOWN = 100


class CannotRead(ValueError):
    """A file can't be read as a whole: `raise CannotRead("which and why, in words")`."""


def _content_of(path: str | Path) -> bytes:
    """All that is in the file; a relative path means beside the program. Raises `CannotRead`."""
    place = _place_of(path)
    name = place.name or str(place)
    try:
        if place.is_dir():
            raise CannotRead(sentence("“{name}” is a folder, not a file.", name=name))
        return place.read_bytes()
    except FileNotFoundError:
        raise CannotRead(_not_there(place)) from None
    except PermissionError:
        raise CannotRead(
            sentence(
                "“{name}” can't be opened. If another program has it open, close it there."
                " Otherwise you aren't allowed to read it.",
                name=name,
            )
        ) from None
    except OSError as problem:
        reason = problem.strerror or problem
        raise CannotRead(sentence("“{name}” can't be read: {reason}.", name=name, reason=reason)) from None


def _not_there(place: Path) -> str:
    if others := _alike(place):
        return sentence("“{name}” isn't there, but there is: {others}", name=place.name, others=others)
    return sentence("“{name}” isn't there.", name=place.name)


def _place_of(path: str | Path) -> Path:
    """Beside the program, or where it isn't there, in the folder from which it was started."""
    if "\0" in str(path):
        raise CannotRead(sentence("“{name}” is not a valid file name.", name=str(path).replace("\0", "�")))
    beside = here() / path
    return Path(path) if not os.path.lexists(beside) and os.path.lexists(path) else beside


def _other_kind(data: bytes, name: str) -> str:
    """What a file is that should have been a text, in a sentence; empty where it isn't known to be something else."""
    if data.startswith(b"%PDF-"):
        return sentence("“{name}” can't be read here: it is a PDF.", name=name)
    if data.startswith(_PICTURES):
        return sentence("“{name}” can't be read here: it is a picture.", name=name)
    if data.startswith(_OLD_OFFICE):
        return sentence(
            "“{name}” can't be read here: it is a file of an old Office program, or protected by a password.", name=name
        )
    if not data.startswith(_ZIP):
        return ""
    if b"xl/workbook" in data or b"opendocument.spreadsheet" in data[:100]:
        return sentence("“{name}” can't be read here: it is a workbook.", name=name)
    return sentence("“{name}” can't be read here: it is a ZIP archive or an Office document.", name=name)


def _shortened(text: str) -> str:
    """In one line, and no longer than can be read at a glance."""
    line = " ".join(text.split())
    return line if len(line) <= _MOST_SHOWN else line[: _MOST_SHOWN - 1] + "…"
