"""Runs inside the sandbox: the results of a program, opened as other programs do."""

from __future__ import annotations

import base64
import contextlib
import io
import json
import time
import zipfile
import zlib
from collections.abc import Callable, Iterator, Mapping
from pathlib import PurePosixPath
from xml.etree import ElementTree

from ..mutation.survivors.workers import BUSY_FACTOR, Budget, each
from .found import UNOPENED, Base, Found
from .tried import Desk

KIND = "opened"
SECONDS = 5.0
MOST_UNPACKED = 100_000_000  # bytes: of who makes more, nothing is said
MOST_PIXELS = 50_000_000
MOST_SAID = 200
NOBODYS_FAULT = (ImportError, MemoryError, RecursionError)  # but ours
WIDE = (b"\xff\xfe", b"\xfe\xff")  # the beginning of a text in UTF-16


def _zip(data: bytes) -> None:
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        if sum(part.file_size for part in archive.infolist()) <= MOST_UNPACKED and (broken := archive.testzip()):
            raise ValueError(broken)


def _office(data: bytes, needed: str = "[Content_Types].xml") -> None:
    """An archive with that part, in which each part of XML can be read."""
    _zip(data)
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        archive.getinfo(needed)
        for part in archive.infolist():
            if part.filename.endswith((".xml", ".rels")) and part.file_size <= MOST_UNPACKED:
                _xml(archive.read(part))


def _xml(data: bytes) -> None:
    ElementTree.fromstring(data)  # noqa: S314  # nosec B314  (its parser limits what entities grow to)


def _workbook(data: bytes) -> None:
    import openpyxl

    _office(data)
    openpyxl.load_workbook(io.BytesIO(data))


def _document(data: bytes) -> None:
    import docx

    _office(data)
    docx.Document(io.BytesIO(data))


def _slides(data: bytes) -> None:
    import pptx

    _office(data)
    pptx.Presentation(io.BytesIO(data))


def _open_document(data: bytes) -> None:
    _office(data, "content.xml")


def _pdf(data: bytes) -> None:
    import pypdf

    if not pypdf.PdfReader(io.BytesIO(data)).pages:
        raise ValueError("0")


def _picture(data: bytes) -> None:
    from PIL import Image

    Image.MAX_IMAGE_PIXELS = None
    with Image.open(io.BytesIO(data)) as picture:
        if picture.width * picture.height <= MOST_PIXELS:
            picture.load()


def _json(data: bytes) -> None:
    """One value, or one in each line."""
    try:
        json.loads(data)
    except ValueError:
        for line in filter(bytes.strip, data.splitlines()):
            json.loads(line)


def _text(data: bytes) -> None:
    if b"\0" in data and not data.startswith(WIDE):
        raise ValueError("NUL")


READERS: Mapping[str, Callable[[bytes], None]] = {
    **dict.fromkeys((".xlsx", ".xlsm"), _workbook),
    ".docx": _document,
    ".pptx": _slides,
    **dict.fromkeys((".ods", ".odt", ".odp"), _open_document),
    ".zip": _zip,
    ".pdf": _pdf,
    **dict.fromkeys((".png", ".jpg", ".jpeg", ".gif", ".bmp", ".webp", ".tif", ".tiff", ".ico"), _picture),
    ".json": _json,
    **dict.fromkeys((".xml", ".svg", ".gpx", ".kml"), _xml),
    **dict.fromkeys((".csv", ".tsv", ".txt", ".html", ".htm"), _text),
}
"""What opens a file with that ending, and raises something where it can't."""


def has_one(path: str) -> bool:
    """Whether there is a reader for such files."""
    return _ending(path) in READERS


def opened(desk: Desk, base: Base, path: str) -> Iterator[Found]:
    """That result, in a process of its own. What only came along in a given file, or from the web, is nobody's
    work here. Raises `NoTime`."""
    desk.count()
    data, given = base.outcome.files[path], _given(base)
    if any(_came_along(data, one) for one in given.values()) or _is_broken_as_given(given, path):
        return
    if why := _why_not(READERS[_ending(path)], data):
        yield Found(KIND, KIND, PurePosixPath(path).name, UNOPENED, 0, why)


def _ending(path: str) -> str:
    return PurePosixPath(path).suffix.casefold()


def _given(base: Base) -> Mapping[str, bytes]:
    """What lies there and what it finds on the web, by paths and addresses."""
    web = base.launch.what.settings["web"] or {}
    return {**base.launch.files, **{address: content.encode("latin-1") for address, content in web.items()}}


def _is_broken_as_given(given: Mapping[str, bytes], path: str) -> bool:
    """Whether its tests give it such files that can't be opened either."""
    ending = _ending(path)
    same = (data for name, data in given.items() if _ending(name) == ending)
    return any(_why_not(READERS[ending], data) for data in same)


def _why_not(read: Callable[[bytes], None], data: bytes) -> str:
    """What the reader says; nothing where it takes too long."""
    found = each(
        lambda one: _problem(read, one), [data], SECONDS, Budget(SECONDS, time.monotonic() + BUSY_FACTOR * SECONDS)
    )
    return "".join(found[0])


def _problem(read: Callable[[bytes], None], data: bytes) -> Iterator[str]:
    try:
        read(data)
    except NOBODYS_FAULT:
        return
    except Exception as error:
        yield f"{type(error).__name__}: {error}".strip(": ")[:MOST_SAID]


def _came_along(data: bytes, given: bytes) -> bool:
    """Whether it stands in that file, be it as it is, packed, or as mails have it."""
    if data in given or base64.b64encode(data) in b"".join(given.split()):
        return True
    with (
        contextlib.suppress(zipfile.BadZipFile, NotImplementedError, RuntimeError, zlib.error, OSError, EOFError),
        zipfile.ZipFile(io.BytesIO(given)) as archive,
    ):
        return any(part.file_size == len(data) and archive.read(part) == data for part in archive.infolist())
    return False
