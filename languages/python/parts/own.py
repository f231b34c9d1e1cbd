"""Which files beside the program are its own: written by it, and as it left them.

It notes the SHA-256 of each file that it writes in one small file beside it, or in a folder of the person's where it
may not write beside itself. Where that is missing, all files are the person's.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import stat
import unicodedata
from collections.abc import Iterator
from pathlib import Path
from typing import Literal

from languages.python.parts.folders import _lets_write, _persons_folders
from languages.python.parts.whole import _held, _write_whole

RECORD = ".written by this program.json"


def here() -> Path:
    """The folder in which the program lies."""
    return Path(__file__).resolve().parent


def whose(path: Path) -> Literal["nobody", "program", "changed", "person"]:
    """Whose file lies at `path`: `nobody` where none does, `changed` where it is the program's no more."""
    try:
        is_plain = stat.S_ISREG(path.lstat().st_mode)
    except (FileNotFoundError, NotADirectoryError):
        return "nobody"
    except (OSError, ValueError):
        return "person"
    noted = _own_noted().get(_own_name(path)) if is_plain else None
    if noted is None:
        return "person"
    return "program" if noted == _own_digest(path) else "changed"


def note_own(path: Path) -> None:
    """Remember that the program wrote what is at `path` now; where that can't be kept, it counts as the person's."""
    record = next((one for one in _own_records() if _lets_write(one.parent)), here() / RECORD)
    with contextlib.suppress(OSError), _held(record):
        noted = {**_own_noted_in(record), _own_name(path): _own_digest(path)}
        _write_whole(record, json.dumps(noted, indent=1).encode())


def _own_records() -> Iterator[Path]:
    yield here() / RECORD
    program = hashlib.sha256(os.fsencode(here().resolve())).hexdigest()[:8]
    yield from (folder / f"{Path(RECORD).stem} {program}.json" for folder in _persons_folders())


def _own_noted() -> dict[str, str]:
    return {name: noted for one in _own_records() for name, noted in _own_noted_in(one).items()}


def _own_noted_in(record: Path) -> dict[str, str]:
    try:
        noted = json.loads(record.read_text(encoding="utf-8"))
    except (OSError, ValueError, RecursionError):
        return {}
    return noted if isinstance(noted, dict) else {}


def _own_name(path: Path) -> str:
    """As it is noted: from the program's folder on, so that all can be moved; in one form, for macOS has another."""
    whole = path.parent.resolve() / path.name
    with contextlib.suppress(ValueError):
        whole = whole.relative_to(here().resolve())
    return unicodedata.normalize("NFC", whole.as_posix())


def _own_digest(path: Path) -> str:
    """Empty where it can't be read now."""
    try:
        with path.open("rb") as file:
            return hashlib.file_digest(file, "sha256").hexdigest()
    except OSError:
        return ""
