"""What of a picture a program can sort or name it by; nothing of where somebody was."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from PIL import Image

from tests.languages.python.look.reading import looked

EXIF, GPS = 0x8769, 0x8825


def test_dates_come_as_they_are_written_and_a_place_without_where(tmp_path: Path) -> None:
    exif = Image.Exif()
    exif[306] = "2025-01-02T03:04:05"
    exif.get_ifd(EXIF).update({36867: "2024:07:30 09:12:00", 36881: "+02:00", 36868: "2024:08:01 10:00:00"})
    exif[GPS] = {1: "N", 2: (50.0, 56.0, 17.0), 3: "E", 4: (6.0, 57.0, 31.0)}
    Image.new("RGB", (2, 1)).save(tmp_path / "a.jpg", exif=exif)
    dates = "date taken: 2024:07:30 09:12:00; date changed: 2025-01-02T03:04:05; date scanned: 2024:08:01 10:00:00; "
    place = "offset of the date taken: +02:00; GPS position: is in it"
    assert looked(tmp_path / "a.jpg")[1] == [dates + place]


@pytest.mark.parametrize(
    ("name", "mode", "said"),
    [
        ("a.gif", "RGB", "pages or frames: 2"),
        ("a.tif", "CMYK", "mode: CMYK; pages or frames: 2"),
        ("a.png", "L", "No date and no camera is written in it."),
    ],
)
def test_pages_and_colours_that_surprise_are_said(tmp_path: Path, name: str, mode: str, said: str) -> None:
    first, second = Image.new(mode, (2, 2)), Image.new(mode, (2, 2), "white" if mode == "RGB" else None)
    more: dict[str, Any] = {"save_all": True, "append_images": [second]} if name != "a.png" else {}
    first.save(tmp_path / name, **more)
    assert looked(tmp_path / name)[1] == [said]
