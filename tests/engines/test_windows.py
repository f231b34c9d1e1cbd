"""What comes of windows and goes to them is held against limits, whoever says it."""

from __future__ import annotations

import base64
import io
import json
import zlib

import pytest
from PIL import Image

from engines.windows import MOST_SHOWN, Sight, Watching, line_of

PIXELS = bytes(range(2 * 3 * 3))


def told(pixels: bytes = PIXELS, **place: object) -> str:
    """A line of a picture of two by three pixels, unless it is said otherwise."""
    sent = {"left": 5, "top": 6, "width": 2, "height": 3, "title": "<b>", **place}
    return json.dumps({"pixels": base64.b64encode(zlib.compress(pixels)).decode(), **sent}) + "\n"


def test_of_pixels_a_picture_is_made() -> None:
    heard: list[str | Sight] = []
    watching = Watching(heard.append)
    line = told() + json.dumps({"shown": "said"}) + "\n" + told()
    for piece in (line[:7], line[7:40], line[40:]):
        watching.hear(piece)
    first, said, second = heard
    assert isinstance(first, Sight)
    assert isinstance(second, Sight)
    assert (first.number, second.number, said, watching.shown) == (1, 2, "said", "said")
    assert (first.left, first.top, first.width, first.height, first.title) == (5, 6, 2, 3, "<b>")
    picture = Image.open(io.BytesIO(first.picture))
    assert (picture.format, picture.size, picture.tobytes()) == ("PNG", (2, 3), PIXELS)


@pytest.mark.parametrize(
    "line",
    [
        "nonsense\n",
        "[1]\n",
        json.dumps({"pixels": base64.b64encode(b"<svg>").decode(), "width": 2, "height": 3}) + "\n",
        told(PIXELS[:-1]),
        told(bytes(10_000_000)),
        told(bytes(12_000_003), width=4000, height=4000),
        told(left=-1),
        told(b"", width=0),
    ],
)
def test_of_anything_else_nothing_is(line: str) -> None:
    heard: list[str | Sight] = []
    Watching(heard.append).hear(line)
    assert heard == []


def test_what_is_printed_without_end_is_kept_to_a_limit() -> None:
    heard: list[str | Sight] = []
    watching = Watching(heard.append)
    for _ in range(3):
        watching.hear(json.dumps({"shown": "x" * MOST_SHOWN}) + "\n")
    assert len(watching.shown) == sum(len(text) for text in heard if isinstance(text, str)) == MOST_SHOWN


@pytest.mark.parametrize(
    "act",
    [
        None,
        [],
        {"click": [1]},
        {"click": [-1, 5]},
        {"click": [1, 2], "button": 9},
        {"drag": [[1, 2]]},
        {"drag": [[1, 2]] * 501},
        {"wheel": [1, 2], "by": 21},
        {"type": "x" * 1001},
        {"key": "Power"},
        {"key": "a", "held": ["Super"]},
        {"close": False},
        {"run": "rm"},
    ],
)
def test_only_real_acts_get_through(act: object) -> None:
    assert line_of(act) == ""


def test_acts_are_lines() -> None:
    acts = [
        {"click": [1, 2], "button": 3},
        {"drag": [[1, 2], [3, 4]]},
        {"wheel": [1, 2], "by": -3},
        {"type": "a\n"},
        {"key": "Tab", "held": ["Shift"]},
    ]
    assert [json.loads(line_of(act)) for act in acts] == acts
    assert all(line_of(act).count("\n") == 1 for act in acts)
