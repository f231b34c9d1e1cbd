"""Which reader looks at which file, by its ending."""

from __future__ import annotations

import importlib
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

from .archives import archive
from .documents import document
from .jsons import json_records
from .pdfs import pdf
from .pictures import picture
from .said import Look, _, listed, unknown
from .tables import table
from .texts import text
from .webpages import webpage
from .workbooks import workbook
from .xmls import xml


def needs(module: str) -> Callable[[Path], Look]:
    """The reader of what can be opened only with a module that a program has to bring."""

    def refuse(path: Path) -> Look:
        return unknown(path), f"It can't be opened here: {module} is missing."

    return refuse


READERS: dict[str, tuple[str, Callable[[Path], Look]]] = {
    **dict.fromkeys((".csv", ".tsv"), ("", table)),
    **dict.fromkeys((".xlsx", ".xlsm"), ("openpyxl", workbook)),
    **dict.fromkeys((".jpg", ".jpeg", ".png", ".gif", ".webp", ".tif", ".tiff", ".bmp"), ("PIL.Image", picture)),
    ".docx": ("docx", document),
    ".pdf": ("pypdf", pdf),
    **dict.fromkeys((".json", ".jsonl", ".ndjson", ".geojson"), ("", json_records)),
    **dict.fromkeys((".xml", ".gpx", ".kml", ".xmp", ".svg", ".rss", ".opml"), ("", xml)),
    **dict.fromkeys((".html", ".htm", ".xhtml"), ("", webpage)),
    ".zip": ("", archive),
    ".xls": ("", needs("xlrd")),
    ".ods": ("", needs("odf")),
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
