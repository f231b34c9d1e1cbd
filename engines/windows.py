"""Windows of a program that runs elsewhere: what a person sees of them, and does in them. See `languages/trial.py`.

What is seen comes out of the sandbox, and what is done from a browser, so both are held against limits here. Only
pixels come, of which a picture is made here, so that no browser decodes what a program could have made itself.
"""

from __future__ import annotations

import io
import itertools
import zlib
from collections.abc import Callable
from dataclasses import dataclass
from typing import Annotated, Literal

from PIL import Image
from pydantic import AfterValidator, Base64Bytes, BaseModel, ConfigDict, Field, ValidationError

from languages.trial import KEYS

MOST_LINE = 8_000_000
"""Characters of one that comes out."""
MOST_SHOWN = 200_000
MOST_TYPED = 1_000
MOST_PLACES = 500
MOST_TURNED = 20
"""Notches of the mouse's wheel in one act."""
MOST_TITLE = 200
FARTHEST = 4_000
MOST_PIXELS = 4_000_000

Place = Annotated[int, Field(ge=0, le=FARTHEST)]
Point = tuple[Place, Place]


@dataclass(frozen=True, slots=True)
class Sight:
    """The windows as they are now: a PNG, which place of the screen is its corner, how large it is, and the title
    of the one that is used. All of it is the program's doing. `number` counts them."""

    number: int
    picture: bytes
    left: int
    top: int
    width: int
    height: int
    title: str


Heard = Callable[[str | Sight], None]
"""Gets what a program shows: its words, and its windows."""


def _known(key: str) -> str:
    if key not in KEYS and len(key) != 1:
        raise ValueError(key)
    return key


class Act(BaseModel):
    """One thing that a person does: exactly one of `click`, `drag`, `wheel`, `type`, `key` and `close`."""

    model_config = ConfigDict(extra="forbid", strict=False)

    click: Point | None = None
    button: Literal[1, 3] | None = None
    drag: Annotated[list[Point], Field(min_length=2, max_length=MOST_PLACES)] | None = None
    wheel: Point | None = None
    by: Annotated[int, Field(ge=-MOST_TURNED, le=MOST_TURNED)] | None = None
    type: Annotated[str, Field(max_length=MOST_TYPED)] | None = None
    key: Annotated[str, AfterValidator(_known)] | None = None
    held: list[Literal["Shift", "Control", "Alt"]] | None = None
    close: Literal[True] | None = None


def line_of(act: object) -> str:
    """An act as the job reads it; empty for what is none."""
    try:
        return Act.model_validate(act).model_dump_json(exclude_none=True) + "\n"
    except ValidationError:
        return ""


class _Told(BaseModel):
    """A line that comes out."""

    pixels: Base64Bytes = b""
    left: Place = 0
    top: Place = 0
    width: Place = 0
    height: Place = 0
    title: str = ""
    shown: str = ""


# Why: docs/decisions.md, "Tests drive a program from inside, and a person has its display and keyboard"
class Watching:
    """Makes of what comes out what `heard` gets. `shown` is what the program printed."""

    def __init__(self, heard: Heard) -> None:
        self._heard, self._rest = heard, ""
        self._numbers = itertools.count(1)
        self.shown = ""

    def hear(self, text: str) -> None:
        """The next piece of it. Whatever can't be read is nothing."""
        *lines, rest = (self._rest + text).split("\n")
        # A program could write for ever without ending its line.
        self._rest = rest if len(rest) <= MOST_LINE else ""
        for line in lines:
            try:
                self._tell(_Told.model_validate_json(line))
            except ValidationError:
                continue

    def _tell(self, told: _Told) -> None:
        if shown := told.shown[: MOST_SHOWN - len(self.shown)]:
            self.shown += shown
            self._heard(shown)
        if picture := _png(told.width, told.height, told.pixels):
            box = told.left, told.top, told.width, told.height
            self._heard(Sight(next(self._numbers), picture, *box, told.title[:MOST_TITLE]))


def _png(width: int, height: int, packed: bytes) -> bytes:
    """A picture of these pixels; empty where they aren't so many."""
    size = 3 * width * height
    if not 0 < size <= 3 * MOST_PIXELS:
        return b""
    try:
        # One byte more than there should be is enough to see that it is too much; a bomb never unfolds.
        pixels = zlib.decompressobj().decompress(packed, size + 1)
    except zlib.error:
        return b""
    if len(pixels) != size:
        return b""
    made = io.BytesIO()
    Image.frombytes("RGB", (width, height), pixels).save(made, "PNG")
    return made.getvalue()
