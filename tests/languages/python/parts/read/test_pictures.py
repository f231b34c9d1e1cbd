"""Pictures, made by Pillow."""

from __future__ import annotations

import io
from datetime import datetime
from pathlib import Path
from typing import Any

import pytest
from PIL import Image, ImageCms

from languages.python.parts.read.files import CannotRead
from languages.python.parts.read.pictures import open_picture, taken_at

TURNED, EXIF, ORIGINAL, DIGITIZED, WRITTEN = 0x0112, 0x8769, 0x9003, 0x9004, 0x0132


def saved(path: Path, picture: Image.Image, **more: Any) -> Path:
    picture.save(path, **more)
    return path


def exif(values: dict[int, Any], inner: dict[int, Any] | None = None) -> Image.Exif:
    made = Image.Exif()
    made.update(values)
    made.get_ifd(EXIF).update(inner or {})
    return made


def test_a_photo_is_upright_and_says_nothing_of_itself(tmp_path: Path) -> None:
    picture = Image.new("RGB", (40, 20), "red")
    picture.paste("blue", (0, 0, 20, 20))
    path = saved(tmp_path / "a.jpg", picture, exif=exif({TURNED: 6, 0x010F: "Own"}), quality=95, comment=b"secret")
    found = open_picture(path)
    assert (found.mode, found.size) == ("RGB", (20, 40))
    assert found.getpixel((10, 5))[2] > 200 > 100 > found.getpixel((10, 35))[2]
    assert not found.info
    assert not found.getexif()
    again = Image.open(saved(tmp_path / "b.jpg", found))
    assert not again.getexif()
    assert "comment" not in again.info


@pytest.mark.parametrize(
    ("mode", "colour", "options", "read_mode", "read"),
    [
        ("RGB", (1, 2, 3), {}, "RGB", (1, 2, 3)),
        ("RGBA", (1, 2, 3, 4), {}, "RGBA", (1, 2, 3, 4)),
        ("L", 7, {}, "RGB", (7, 7, 7)),
        ("LA", (7, 9), {}, "RGBA", (7, 7, 7, 9)),
        ("1", 1, {}, "RGB", (255, 255, 255)),
        ("P", 0, {}, "RGB", (0, 0, 0)),
        ("P", 0, {"transparency": 0}, "RGBA", (0, 0, 0, 0)),
        ("I;16", 0x8000, {}, "RGB", (128, 128, 128)),
    ],
)
def test_all_kinds_of_colours_become_usual_ones(
    tmp_path: Path, mode: str, colour: Any, options: dict[str, Any], read_mode: str, read: tuple[int, ...]
) -> None:
    picture = Image.new(mode, (3, 2), colour)
    if mode == "P":
        picture.putpalette([0, 0, 0, 255, 255, 255])
    found = open_picture(saved(tmp_path / "a.png", picture, **options))
    assert (found.mode, found.size, found.getpixel((0, 0))) == (read_mode, (3, 2), read)
    assert not found.info


def test_colours_of_print_and_other_profiles_are_shown_as_on_screens(tmp_path: Path) -> None:
    assert (
        open_picture(saved(tmp_path / "a.jpg", Image.new("CMYK", (8, 8), (0, 255, 255, 0)), quality=100)).mode == "RGB"
    )
    red = Image.new("RGB", (8, 8), (200, 30, 30))
    lab = ImageCms.ImageCmsProfile(ImageCms.createProfile("sRGB"))
    same = open_picture(saved(tmp_path / "b.png", red, icc_profile=lab.tobytes()))
    assert same.getpixel((0, 0)) == (200, 30, 30)
    assert not same.info
    damaged = open_picture(saved(tmp_path / "c.png", red, icc_profile=b"none"))
    assert damaged.getpixel((0, 0)) == (200, 30, 30)
    grey = open_picture(saved(tmp_path / "d.png", red.convert("L"), icc_profile=lab.tobytes()))
    assert grey.mode == "RGB"
    holes = open_picture(saved(tmp_path / "e.png", red.convert("RGBA"), icc_profile=lab.tobytes()))
    assert holes.getpixel((0, 0)) == (200, 30, 30, 255)


def linear_profile() -> bytes:
    """sRGB whose curves are straight lines: what is dark in it is lighter on screens."""
    data = bytearray(ImageCms.ImageCmsProfile(ImageCms.createProfile("sRGB")).tobytes())
    for place in range(data[131]):
        entry = 132 + 12 * place
        if bytes(data[entry : entry + 4]) in (b"rTRC", b"gTRC", b"bTRC"):
            start = int.from_bytes(data[entry + 4 : entry + 8], "big")
            data[start : start + 12] = b"curv" + bytes(8)
            data[entry + 8 : entry + 12] = (12).to_bytes(4, "big")
    return bytes(data)


def test_a_profile_changes_how_colours_are_kept(tmp_path: Path) -> None:
    dark = Image.new("RGB", (8, 8), (55, 55, 55))
    found = open_picture(saved(tmp_path / "a.png", dark, icc_profile=linear_profile()))
    assert found.getpixel((0, 0))[0] in range(120, 135)
    dark.putalpha(100)
    found = open_picture(saved(tmp_path / "b.png", dark, icc_profile=linear_profile()))
    assert found.getpixel((0, 0))[0] in range(120, 135)
    assert found.getpixel((0, 0))[3] == 100
    assert not found.info


def heic() -> bytes:
    return b"\0\0\0\x18ftypheic" + b"\0" * 40


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"", "“a.jpg” is not a picture, or it is damaged."),
        (b"text", "“a.jpg” is not a picture, or it is damaged."),
        (heic(), "“a.jpg” is a photo in Apple's HEIC format. Save it as JPEG first."),
    ],
)
def test_what_is_no_picture_is_told(tmp_path: Path, content: bytes, said: str) -> None:
    (tmp_path / "a.jpg").write_bytes(content)
    for read in (open_picture, taken_at):
        with pytest.raises(CannotRead) as problem:
            read(tmp_path / "a.jpg")
        assert str(problem.value) == said


def test_half_a_picture_is_damaged(tmp_path: Path) -> None:
    path = saved(tmp_path / "a.jpg", Image.effect_noise((90, 90), 50))
    path.write_bytes(path.read_bytes()[:1500])
    with pytest.raises(CannotRead, match=r"^“a.jpg” is damaged\.$"):
        open_picture(path)


@pytest.mark.parametrize(
    ("size", "is_read"), [((10_000, 10_000), True), ((10_001, 10_000), False), ((20_000, 20_000), False)]
)
def test_a_picture_has_no_more_pixels_than_fit(
    tmp_path: Path, size: tuple[int, int], is_read: bool, recwarn: pytest.WarningsRecorder
) -> None:
    small = io.BytesIO()
    Image.new("1", (8, 8)).save(small, "PNG")
    data = bytearray(small.getvalue())
    data[16:24] = size[0].to_bytes(4, "big") + size[1].to_bytes(4, "big")
    import zlib

    data[29:33] = zlib.crc32(data[12:29]).to_bytes(4, "big")
    (tmp_path / "a.png").write_bytes(data)
    if is_read:
        assert taken_at(tmp_path / "a.png") is None
    else:
        with pytest.raises(CannotRead, match=r"^“a.png” has too many pixels. Make it smaller first\.$"):
            open_picture(tmp_path / "a.png")
    assert len(recwarn) == 0


@pytest.mark.parametrize(
    ("outer", "inner", "taken"),
    [
        ({}, {ORIGINAL: "2025:05:03 12:30:07"}, datetime(2025, 5, 3, 12, 30, 7)),
        (
            {WRITTEN: "2026:01:01 00:00:00"},
            {DIGITIZED: "2025:06:01 00:00:00", ORIGINAL: "2025:05:03 12:30:07"},
            datetime(2025, 5, 3, 12, 30, 7),
        ),
        ({WRITTEN: "2026:01:01 00:00:00"}, {DIGITIZED: "2025:06:01 00:00:00"}, datetime(2025, 6, 1)),
        ({WRITTEN: "2026:01:01 00:00:09"}, {ORIGINAL: "0000:00:00 00:00:00"}, datetime(2026, 1, 1, 0, 0, 9)),
        ({WRITTEN: "2026-01-01T01:02:03Z"}, {}, datetime(2026, 1, 1, 1, 2, 3)),
        ({WRITTEN: "    :  :     :  :  "}, {}, None),
        ({}, {}, None),
    ],
)
def test_a_photo_says_when_it_was_taken(
    tmp_path: Path, outer: dict[int, Any], inner: dict[int, Any], taken: datetime | None
) -> None:
    path = saved(tmp_path / "a.jpg", Image.new("RGB", (4, 4)), exif=exif(outer, inner))
    assert taken_at(path) == taken


def test_a_photo_with_damaged_notes_says_nothing(tmp_path: Path) -> None:
    path = saved(tmp_path / "a.jpg", Image.new("RGB", (4, 4)), exif=b"Exif\0\0II*\0\xff\xff\xff\xff")
    assert taken_at(path) is None
    assert open_picture(path).size == (4, 4)
