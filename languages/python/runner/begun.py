"""What a command of this language gets, see `Begun` in the runner's `language.py`, which isn't imported from here."""

from __future__ import annotations

from pathlib import Path
from typing import Protocol


class Begun(Protocol):
    """As there."""

    command: list[str]
    report: int
    secrets: dict[str, str]
    spare_folder: Path
