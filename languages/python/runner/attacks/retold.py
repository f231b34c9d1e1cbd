"""Runs inside the sandbox: a start in the words of the test kit, from which a test of it can be written."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from .. import scenario

MOST_BYTES = 2000  # of all that lies there; nobody reads more in a test
PROGRAM = "program/"


def retold(what: Any, files: Mapping[str, bytes], typed: Sequence[str], end: str) -> dict[str, Any] | None:
    """As JSON knows it: what is `typed` and how that ends, the `files` that lie there, beside the person's own where
    these do (`own`), and the rest of a start. None where the kit has no words for it, or it would be a long test."""
    settings = what.settings
    laid = {name.removeprefix(PROGRAM): data for name, data in files.items()}
    own = {name: Path(name).read_bytes() for name in scenario.own_files(Path.cwd())}
    has_own = bool(own) and own.keys() <= laid.keys()
    new = {name: data for name, data in laid.items() if not has_own or own.get(name) != data}
    is_elsewhere = any(not name.startswith(PROGRAM) for name in files)
    if what.window or settings["web"] is not None or is_elsewhere or sum(map(len, new.values())) > MOST_BYTES:
        return None
    told = {"typed": list(typed), "end": end, "args": list(what.arguments), "now": settings["now"]}
    return {**told, "seed": settings["seed"], "own": has_own, "files": {name: _text(new[name]) for name in new}}


def of_start(launch: Any, script: Any, files: Mapping[str, bytes] | None) -> dict[str, Any] | None:
    """The same of a start as `tried.py` has it, in which that is typed, among these files or its own."""
    if script.end not in ("enter", "eof", "interrupt"):
        return None
    lines = [*script.before, *script.odd, *script.after]
    return retold(launch.what, launch.files if files is None else files, lines, script.end)


def _text(data: bytes) -> str:
    """Each byte a character, as JSON knows no bytes."""
    return data.decode("latin-1")
