"""Which files beside the program are its own: written by it, and as it left them.

It notes the SHA-256 of each file that it writes in one small file beside it. Where that is missing, all files are the person's.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
from pathlib import Path
from typing import Literal

RECORD = ".written by this program.json"


def here() -> Path:
    """The folder in which the program lies."""
    return Path(__file__).resolve().parent


def whose(path: Path) -> Literal["nobody", "program", "changed", "person"]:
    """Whose file lies at `path`: `nobody` where none does, `changed` where somebody has changed what the program wrote."""
    if not path.exists():
        return "nobody"
    noted = _noted().get(_name(path))
    if noted is None or not path.is_file():
        return "person"
    return "program" if noted == _digest(path) else "changed"


def note_own(path: Path) -> None:
    """Remember that the program wrote what is at `path` now; where that can't be kept, it will be taken for the person's."""
    noted = {**_noted(), _name(path): _digest(path)}
    with contextlib.suppress(OSError):
        (here() / RECORD).write_text(json.dumps(noted, indent=1, ensure_ascii=False), encoding="utf-8")


def _noted() -> dict[str, str]:
    try:
        noted = json.loads((here() / RECORD).read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    return noted if isinstance(noted, dict) else {}


def _name(path: Path) -> str:
    with contextlib.suppress(ValueError):
        return path.resolve().relative_to(here()).as_posix()
    return str(path.resolve())


def _digest(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()
