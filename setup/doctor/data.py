"""Where Assay keeps what is the user's: the folder, the history in it, and room on the disk."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator

from rich.filesize import decimal

from errors import AssayError
from settings import Settings
from setup.doctor.finding import Finding
from setup.fetching import free_bytes

GIGABYTE = 10**9
NEEDED, PLENTY = GIGABYTE // 5, 5 * GIGABYTE
"""Below the one nothing can be relied on; below the other an image or a model hardly fits."""


def examine_data(settings: Settings) -> Iterator[Finding]:
    """The folder, the history, the disk."""
    yield _folder(settings)
    yield _history(settings)
    yield _disk(settings)


def _folder(settings: Settings) -> Finding:
    try:
        settings.home.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=settings.home):
            pass
    except OSError as problem:
        summary = f"Nothing can be written to {settings.home}: {problem.strerror}."
        advice = "Make it writable, or set ASSAY_HOME to another folder."
        return Finding("Data folder", "missing", summary, advice, "not_writable")
    return Finding("Data folder", "ok", f"{settings.home} can be written.")


def _history(settings: Settings) -> Finding:
    from storage.store import Store

    try:
        Store(settings.database).close()
    except AssayError as problem:
        return Finding("History", "missing", problem.message, problem.advice, "not_usable")
    return Finding("History", "ok", "The database can be written.")


def _disk(settings: Settings) -> Finding:
    free = free_bytes(settings.home)
    summary = f"{decimal(free)} are free where Assay keeps its data."
    if free >= PLENTY:
        return Finding("Disk", "ok", summary)
    advice = "Make room: the sandbox image and a model take several gigabytes."
    return Finding("Disk", "missing" if free < NEEDED else "optional", summary, advice, "nearly_full")
