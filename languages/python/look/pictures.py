"""Pictures."""

from __future__ import annotations

from pathlib import Path

from .lines import cut
from .said import Look, _

EXIF, TAKEN, COPIED, MAKER, CAMERA, TURNED = 0x8769, 36867, 306, 271, 272, 274


def picture(path: Path) -> Look:
    """The size in pixels, and what the camera wrote into it."""
    from PIL import Image

    Image.MAX_IMAGE_PIXELS = None  # it is only opened, not unpacked
    with Image.open(path) as image:
        exif = image.getexif()
        facts = {
            "date taken": exif.get_ifd(EXIF).get(TAKEN),
            "date changed": exif.get(COPIED),
            "camera": " ".join(str(exif[tag]) for tag in (MAKER, CAMERA) if tag in exif),
            "orientation": exif.get(TURNED),
        }
        size = {"width": str(image.width), "height": str(image.height)}
        sort = _("%(format)s picture, %(width)s x %(height)s pixels", format=str(image.format), **size)
    known = [f"{name}: {value}" for name, value in facts.items() if value]
    return sort, cut("; ".join(known) or "No date and no camera is written in it.")
