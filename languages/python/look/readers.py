"""Which reader looks at which file: by its ending, or else by how it begins."""

from __future__ import annotations

import importlib
import re
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import cast

from .said import Look, unknown

READERS: dict[str, tuple[str, str]] = {
    **dict.fromkeys((".csv", ".tsv"), ("", "tables.table")),
    **dict.fromkeys((".xlsx", ".xlsm"), ("openpyxl", "workbooks.workbook")),
    **dict.fromkeys(
        (".jpg", ".jpeg", ".png", ".gif", ".webp", ".tif", ".tiff", ".bmp"), ("PIL.Image", "pictures.picture")
    ),
    ".docx": ("docx", "documents.document"),
    ".pptx": ("pptx", "slides.slides"),
    **dict.fromkeys((".ods", ".ots"), ("defusedxml.ElementTree", "opendocuments.spreadsheet")),
    **dict.fromkeys((".odt", ".ott", ".odp"), ("defusedxml.ElementTree", "opendocuments.opendocument")),
    ".epub": ("", "slides.book"),
    ".rtf": ("", "slides.rich_text"),
    ".pdf": ("pypdf", "pdfs.pdf"),
    **dict.fromkeys((".json", ".jsonl", ".ndjson", ".geojson", ".ipynb", ".har"), ("", "jsons.json_records")),
    **dict.fromkeys((".xml", ".gpx", ".kml", ".tcx", ".xmp", ".svg", ".rss", ".opml", ".xspf"), ("", "xmls.xml")),
    **dict.fromkeys((".html", ".htm", ".xhtml"), ("", "webpages.webpage")),
    ".zip": ("", "archives.archive"),
    **dict.fromkeys((".mp3", ".flac", ".ogg", ".oga", ".opus"), ("", "sounds.tagged")),
    ".wav": ("", "sounds.wav"),
    **dict.fromkeys((".mp4", ".m4a", ".m4v", ".mov", ".3gp"), ("", "sounds.film")),
    **dict.fromkeys((".tar", ".tgz", ".gz", ".bz2", ".xz"), ("", "archives.packed")),
    **dict.fromkeys((".ics", ".ical", ".ifb", ".icalendar"), ("", "cards.calendar")),
    **dict.fromkeys((".vcf", ".vcard"), ("", "cards.contacts")),
    ".eml": ("", "mail.mail"),
    **dict.fromkeys((".mbox", ".mbx"), ("", "mail.mailbox")),
    **dict.fromkeys((".sta", ".mt940", ".940"), ("", "statements.mt940")),
    **dict.fromkeys((".srt", ".vtt"), ("", "subtitles.cues")),
    **dict.fromkeys((".ass", ".ssa"), ("", "subtitles.substation")),
    ".lrc": ("", "subtitles.lyrics"),
    **dict.fromkeys((".m3u", ".m3u8"), ("", "keyed.playlist")),
    **dict.fromkeys((".ini", ".cfg", ".conf", ".properties", ".env", ".strings"), ("", "keyed.settings")),
    **dict.fromkeys((".url", ".desktop", ".pls"), ("", "keyed.settings")),
    **dict.fromkeys((".ofx", ".qfx"), ("", "keyed.ofx")),
    ".qif": ("", "keyed.qif"),
    **dict.fromkeys((".db", ".db3", ".sqlite", ".sqlite3"), ("", "databases.database")),
}
"""For each ending what is loaded once for all such files, and the function that reads one, which is loaded when it is
needed: most runs have files of one sort or two."""
BEGINNINGS = (
    (rb"SQLite format 3\x00", "databases.database"),
    (rb"PK\x03\x04", "archives.archive"),
    (rb"%PDF", "pdfs.pdf"),
    (rb"\xd0\xcf\x11\xe0", "unread.old_office"),
    (rb"(?s)....ftyp(?:hei[cx]|mif1)", "unread.heic"),
    (rb"\s*BEGIN:VCALENDAR", "cards.calendar"),
    (rb"\s*BEGIN:VCARD", "cards.contacts"),
    (rb"From \S+ .*\d\d:\d\d.*\d{4}\s", "mail.mailbox"),
    (rb"(?s)(?=.*\n(?:Received|MIME-Version|Message-ID): )[A-Za-z-]+: ", "mail.mail"),
    (rb"(?:\{1:.*)?\s*:20:.*\s+:2[1358]", "statements.mt940"),
    (rb"WEBVTT|\s*\d+\s*\n\d\d:\d\d:\d\d[.,]\d{3} -->", "subtitles.cues"),
    (rb"\[Script Info\]", "subtitles.substation"),
    (rb"#EXTM3U", "keyed.playlist"),
    (rb"OFXHEADER|\s*<OFX>", "keyed.ofx"),
    (rb"\s*(?i:<!DOCTYPE html|<html)", "webpages.webpage"),
    (rb"\s*<\?xml", "xmls.xml"),
)
"""How a file begins that has another ending or none, and what reads it."""
MARK, BEGINNING = b"\xef\xbb\xbf", 2_000  # bytes
PLAIN = ("", "texts.text")


def reader_of(path: Path) -> Callable[[Path], Look]:
    return _loaded((READERS.get(path.suffix.lower()) or ("", begun(path)))[1])


def _loaded(place: str) -> Callable[..., Look]:
    module, _dot, name = place.partition(".")
    return cast("Callable[..., Look]", getattr(importlib.import_module(f".{module}", __package__), name))


def begun(path: Path) -> str:
    """What reads a file that begins so."""
    with path.open("rb") as file:
        head = file.read(BEGINNING).removeprefix(MARK)
    return next((reader for pattern, reader in BEGINNINGS if re.match(pattern, head)), PLAIN[1])


def look_at(path: Path) -> Look:
    """The look at one file; what it isn't after all is looked at by what is in it."""
    try:
        return reader_of(path)(path)
    except ModuleNotFoundError as missing:
        return unknown(path), f"It can't be opened here: {missing.name} is missing."
    except MemoryError:
        return unknown(path), "It takes too much memory to be opened."
    except Exception as problem:
        return _loaded("texts.broken")(path, problem)


def preload(path: str) -> None:
    """Load what reads such a file, so that it is loaded once for all."""
    module, _reader = READERS.get(Path(path).suffix.lower(), PLAIN)
    if module:
        with suppress(ImportError):
            importlib.import_module(module)
