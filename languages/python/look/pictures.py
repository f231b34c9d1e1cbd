"""Pictures: their size, and what the camera wrote into them."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any

from .lines import cut
from .said import GPS_THERE, Look, _

EXIF, GPS = 0x8769, 0x8825
COPIED, MAKER, CAMERA, TURNED = 306, 271, 272, 274
TAKEN, SCANNED, OFFSET, FRACTION = 36867, 36868, 36881, 37521
LATITUDE = 2
UNUSUAL = ("CMYK", "LAB", "YCbCr", "I", "I;16", "F")


def picture(path: Path) -> Look:
    """The size in pixels, and what the camera wrote into it; of a place only that it is there."""
    from PIL import Image

    Image.MAX_IMAGE_PIXELS = None  # it is only opened, not unpacked
    with Image.open(path) as image:
        exif = image.getexif()
        facts = {**dated(exif), **drawn(image), **placed(exif)}
        size = {"width": str(image.width), "height": str(image.height)}
        sort = _("%(format)s picture, %(width)s x %(height)s pixels", format=str(image.format), **size)
    known = [f"{name}: {value}" for name, value in facts.items() if value]
    return sort, cut("; ".join(known)) or "No date and no camera is written in it."


def dated(exif: Any) -> Mapping[str, object]:
    """The dates as they are written, the camera, and how it was held."""
    more = exif.get_ifd(EXIF)
    return {
        "date taken": more.get(TAKEN),
        "date changed": exif.get(COPIED),
        "camera": " ".join(str(exif[tag]) for tag in (MAKER, CAMERA) if tag in exif),
        "orientation": exif.get(TURNED),
        "date scanned": more.get(SCANNED) if more.get(SCANNED) != more.get(TAKEN) else None,
        "offset of the date taken": more.get(OFFSET),
        "fraction of its second": more.get(FRACTION),
    }


def drawn(image: Any) -> Mapping[str, object]:
    """What of how it is stored isn't usual."""
    pages = 1
    with suppress(Exception):  # what comes after the first may be broken
        pages = getattr(image, "n_frames", 1)
    return {"mode": image.mode if image.mode in UNUSUAL else "", "pages or frames": pages if pages > 1 else None}


def placed(exif: Any) -> Mapping[str, object]:
    """Whether the place is in it. Which, is nobody's business but the person's."""
    there = LATITUDE in exif.get_ifd(GPS)
    name, value = GPS_THERE.split(": ")
    return {name: value if there else None}
