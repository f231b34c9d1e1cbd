"""Which reader looks at which file, by its ending."""

from __future__ import annotations

import importlib
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

from .archives import archive, packed
from .cards import calendar, contacts
from .databases import database
from .documents import document
from .mail import mail, mailbox
from .pdfs import pdf
from .pictures import picture
from .said import Look, _, listed, unknown
from .statements import mt940
from .subtitles import cues, lyrics, substation
from .tables import table
from .texts import text
from .workbooks import workbook

READERS: dict[str, tuple[str, Callable[[Path], Look]]] = {
    **dict.fromkeys((".csv", ".tsv"), ("", table)),
    **dict.fromkeys((".xlsx", ".xlsm"), ("openpyxl", workbook)),
    **dict.fromkeys((".jpg", ".jpeg", ".png", ".gif", ".webp", ".tif", ".tiff", ".bmp"), ("PIL.Image", picture)),
    ".docx": ("docx", document),
    ".pdf": ("pypdf", pdf),
    ".zip": ("", archive),
    **dict.fromkeys((".tar", ".tgz", ".gz", ".bz2", ".xz"), ("", packed)),
    **dict.fromkeys((".ics", ".ical", ".ifb", ".icalendar"), ("", calendar)),
    **dict.fromkeys((".vcf", ".vcard"), ("", contacts)),
    ".eml": ("", mail),
    **dict.fromkeys((".mbox", ".mbx"), ("", mailbox)),
    **dict.fromkeys((".sta", ".mt940", ".940", ".mta"), ("", mt940)),
    **dict.fromkeys((".srt", ".vtt"), ("", cues)),
    **dict.fromkeys((".ass", ".ssa"), ("", substation)),
    ".lrc": ("", lyrics),
    **dict.fromkeys((".db", ".db3", ".sqlite", ".sqlite3"), ("", database)),
}
PLAIN: tuple[str, Callable[[Path], Look]] = ("", text)


def look_at(path: Path) -> Look:
    """The look at one file; what it isn't after all is looked at by what is in it."""
    reader = READERS.get(path.suffix.lower(), PLAIN)[1]
    try:
        return reader(path)
    except ModuleNotFoundError as missing:
        return unknown(path), f"It can't be opened here: {missing.name} is missing."
    except MemoryError:
        return unknown(path), "It takes too much memory to be opened."
    except Exception as problem:
        return listed(unknown(path), _("broken")), f"It can't be opened as {path.suffix}: {problem}"


def preload(path: str) -> None:
    """Load what reads such a file, so that it is loaded once for all."""
    module, _ = READERS.get(Path(path).suffix.lower(), PLAIN)
    if module:
        with suppress(ImportError):
            importlib.import_module(module)
