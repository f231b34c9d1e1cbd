"""Files that only the person who started Assay can read."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path


def write_private(place: Path, text: str) -> None:
    """Write `text` to `place`, which nobody else can read at any moment; what was there is replaced in one step.

    The folder is made where there is none, for this user alone. Raises `OSError`, and leaves nothing behind then.
    """
    place.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    descriptor, part = tempfile.mkstemp(dir=place.parent, prefix=f"{place.name}.")  # made with 0600
    try:
        with os.fdopen(descriptor, "w", encoding="utf-8") as file:
            file.write(text)
        Path(part).replace(place)
    except OSError:
        Path(part).unlink(missing_ok=True)
        raise


def is_private(place: Path) -> bool:
    """Whether the file is this user's, and nobody else can read it. Windows keeps the person's folder from others."""
    if os.name == "nt":
        return True
    found = place.stat()
    return found.st_uid == os.getuid() and not found.st_mode & 0o077
