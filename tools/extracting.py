"""What Babel's own extractors don't find: see `translations/babel.cfg`."""

from __future__ import annotations

import ast
import tomllib
from collections.abc import Iterator
from typing import IO, Any

Found = tuple[int, str, str, list[str]]


def titles(file: IO[bytes], _keywords: Any, _tags: Any, options: Any) -> Iterator[Found]:
    """The title and the line of one of the demo's recordings."""
    recording = tomllib.loads(file.read().decode())
    yield from ((1, "", recording[name], []) for name in ("title", "line") if recording.get(name))


def docstrings(file: IO[bytes], _keywords: Any, _tags: Any, options: Any) -> Iterator[Found]:
    """What tests that the check of starts brings stand for."""
    for node in ast.parse(file.read()).body:  # noqa: TID251  (in a process of its own)
        if isinstance(node, ast.FunctionDef) and (text := ast.get_docstring(node)):
            yield node.lineno, "", text.replace("%", "%%"), []
