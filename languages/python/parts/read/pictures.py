"""Photos and other pictures."""

from __future__ import annotations

import io
import re
import warnings
from contextlib import suppress
from datetime import datetime
from pathlib import Path
from typing import Any

from languages.python.parts.read.files import CannotRead, _content_of, _place_of
from languages.python.parts.telling import sentence

_MOST_PIXELS = 100_000_000
_EXIF_PART = 0x8769
_TAKEN = ((_EXIF_PART, 0x9003), (_EXIF_PART, 0x9004), (0, 0x0132))
"""When it was taken, made digital, or at least written."""
_EXIF_TIME = re.compile(r"(\d{4})\D(\d\d)\D(\d\d)\D(\d\d)\D(\d\d)\D(\d\d)")
_APPLE_PHOTO = re.compile(rb"....ftyp(?:heic|heix|hevc|mif1|msf1)", re.DOTALL)


def open_picture(path: str | Path) -> Any:
    """A PIL.Image.Image, upright, in RGB or (where it is see-through) RGBA, without metadata."""
    from PIL import Image, ImageOps

    name = _place_of(path).name
    found = _opened_picture(path)
    try:
        found.load()
        upright = _in_usual_colours(ImageOps.exif_transpose(found))
    except Exception:  # whatever it meets in a file that is damaged
        raise CannotRead(sentence("“{name}” is damaged.", name=name)) from None
    bare = Image.new(upright.mode, upright.size)
    bare.paste(upright)
    return bare


def taken_at(path: str | Path) -> datetime | None:
    """When a photo was taken, by the clock of its camera; None where it doesn't say."""
    found = _opened_picture(path)
    with suppress(Exception):  # what is damaged says nothing
        exif = found.getexif()
        for part, tag in _TAKEN:
            written = (exif.get_ifd(part) if part else exif).get(tag)
            if when := _exif_moment(str(written)):
                return when
    return None


def _exif_moment(written: str) -> datetime | None:
    found = _EXIF_TIME.match(written)
    if found is None:
        return None
    year, month, day, hour, minute, second = map(int, found.groups())
    with suppress(ValueError):
        return datetime(year, month, day, hour, minute, second)  # noqa: DTZ001 (no camera says where)
    return None


def _opened_picture(path: str | Path) -> Any:
    """By Pillow, which has read only its beginning."""
    from PIL import Image

    data, name = _content_of(path), _place_of(path).name
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            found = Image.open(io.BytesIO(data))
        except Image.DecompressionBombError:
            raise CannotRead(sentence("“{name}” has too many pixels. Make it smaller first.", name=name)) from None
        except Exception:  # whatever it meets in a file that is none
            raise CannotRead(_no_picture(data, name)) from None
    if found.width * found.height > _MOST_PIXELS:
        raise CannotRead(sentence("“{name}” has too many pixels. Make it smaller first.", name=name))
    return found


def _no_picture(data: bytes, name: str) -> str:
    if _APPLE_PHOTO.match(data):
        return sentence("“{name}” is a photo in Apple's HEIC format. Save it as JPEG first.", name=name)
    return sentence("“{name}” is not a picture, or it is damaged.", name=name)


def _in_usual_colours(picture: Any) -> Any:
    """RGB or RGBA, as screens show it."""
    if picture.mode.startswith("I;16"):
        picture = picture.point(lambda value: value * (1 / 256))
    has_holes = "A" in picture.getbands() or "transparency" in picture.info
    usual = picture.convert("RGBA" if has_holes else "RGB")
    with suppress(Exception):  # where it has no profile, or one for other colours, or Pillow can't deal with them
        from PIL import ImageCms

        profile = ImageCms.ImageCmsProfile(io.BytesIO(picture.info["icc_profile"]))
        return ImageCms.profileToProfile(usual, profile, ImageCms.createProfile("sRGB"))
    return usual
