"""Zips."""

from __future__ import annotations

import zipfile
from pathlib import Path

from .lines import beginning
from .said import Look, ngettext


def archive(path: Path) -> Look:
    """What is in a zip, and how large that says it is."""
    with zipfile.ZipFile(path) as opened:
        entries = opened.infolist()
    listing = [f"{one.filename} ({one.file_size:,} bytes, {written(one.date_time)})" for one in entries]
    return ngettext("zip of %(count)s entry", "zip of %(count)s entries", len(entries)), beginning(listing)


def written(date: tuple[int, ...]) -> str:
    """When an entry of a zip was written, which nobody has checked: there is no month 0."""
    return "{:04}-{:02}-{:02} {:02}:{:02}:{:02}".format(*date)
