"""What nothing here opens: a program needs a package for it that isn't there."""

from __future__ import annotations

from pathlib import Path

from .said import NOT_READ, Look, unknown

PACKAGES = {".xls": "xlrd", ".msg": "extract_msg"}


def old_office(path: Path) -> Look:
    """What Office wrote before 2007, and what Outlook writes."""
    package = PACKAGES.get(path.suffix.lower())
    return unknown(path), missing(package) if package else ""


def heic(_path: Path) -> Look:
    """A picture as newer phones take it."""
    return NOT_READ, missing("pillow_heif")


def missing(package: str) -> str:
    return f"It can't be opened here: {package} is missing."
