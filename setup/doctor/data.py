"""Where Assay keeps what is the user's: the folder, the history in it, and room on the disk."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator

from rich.filesize import decimal

from errors import AssayError
from message import say
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
        summary = say(
            "Nothing can be written to %(home)s: %(strerror)s.", home=str(settings.home), strerror=str(problem.strerror)
        )
        advice = say("Make it writable, or set ASSAY_HOME to another folder.")
        return Finding(say("Data folder"), "missing", summary, advice, "not_writable")
    return Finding(say("Data folder"), "ok", say("%(home)s can be written.", home=str(settings.home)))


def _history(settings: Settings) -> Finding:
    from storage.store import Store

    try:
        Store(settings.database).close()
    except AssayError as problem:
        return Finding(say("History"), "missing", problem.message, problem.advice, "not_usable")
    return Finding(say("History"), "ok", say("The database can be written."))


def _disk(settings: Settings) -> Finding:
    free = free_bytes(settings.home)
    summary = say("%(free)s are free where Assay keeps its data.", free=decimal(free))
    if free >= PLENTY:
        return Finding(say("Disk"), "ok", summary)
    advice = say("Make room: the sandbox image and a model take several gigabytes.")
    return Finding(say("Disk"), "missing" if free < NEEDED else "optional", summary, advice, "nearly_full")
