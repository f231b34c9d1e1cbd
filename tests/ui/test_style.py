"""The style sheets: enough contrast in both palettes, and six sizes of letters."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import ui
from ui.serving.launch import STYLES

SHEETS = {name: (Path(ui.__file__).parent / name).read_text(encoding="utf-8") for name in STYLES}
STYLE = SHEETS["view.css"]
SIZES = dict(re.findall(r"--assay-([a-z]+): ([\d.]+)rem;", STYLE))
"""In units of what is 16 pixels where nobody asked for larger letters."""
PAIRS = [
    ("text", "surface"), ("text", "sunken"), ("quiet", "surface"), ("quiet", "sunken"),
    *((tone, "surface") for tone in ("good", "bad", "unsure", "busy")),
    *((tone, f"{tone}-surface") for tone in ("good", "bad", "unsure", "busy")),
    *(("text", f"{tone}-surface") for tone in ("good", "bad", "unsure", "busy")),
    *(("quiet", f"{tone}-surface") for tone in ("good", "bad", "unsure", "busy")),
]  # fmt: skip


def palettes() -> list[dict[str, str]]:
    blocks = re.findall(r"(?:^|\s)(?::root|\.dark|\.assay-page) \{([^}]*--assay-text:[^}]*)\}", STYLE)
    return [dict(re.findall(r"--assay-([a-z-]+): #([0-9a-f]{6});", block)) for block in blocks]


def luminance(colour: str) -> float:
    """Source: WCAG 2.2, definition of relative luminance."""
    parts = [int(colour[place : place + 2], 16) / 255 for place in (0, 2, 4)]
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def test_light_and_dark_have_the_same_colours_and_the_report_has_the_dark_ones() -> None:
    light, dark, report = palettes()
    assert light.keys() == dark.keys()
    assert dark == report


@pytest.mark.parametrize("palette", [0, 1])
@pytest.mark.parametrize(("front", "back"), PAIRS)
def test_every_text_can_be_read_on_its_ground(palette: int, front: str, back: str) -> None:
    colours = palettes()[palette]
    lighter, darker = sorted((luminance(colours[front]), luminance(colours[back])), reverse=True)
    assert (lighter + 0.05) / (darker + 0.05) >= 4.5


def test_letters_have_one_of_six_sizes() -> None:
    assert [16 * float(size) for size in SIZES.values()] == [14, 16, 18, 20, 24, 32]
    known = {f"var(--assay-{name})" for name in SIZES} | {"inherit", "0"}  # of what isn't to be read
    for name, sheet in SHEETS.items():
        sizes = re.findall(r"font(?:-size)?: *([^;} /]+)", sheet)
        assert sizes
        assert set(sizes) <= known, name
