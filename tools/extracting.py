"""What Babel's own extractors don't find: see `translations/babel.cfg`."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from typing import IO, Any

Found = tuple[int, str, str, list[str]]


def titles(file: IO[bytes], _keywords: Any, _tags: Any, options: Any) -> Iterator[Found]:
    """The title and the line of one of the demo's recordings."""
    recording = tomllib.loads(file.read().decode())
    yield from ((1, "", recording[name], []) for name in ("title", "line") if recording.get(name))
