"""Subtitles of films (.srt)."""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import timedelta
from pathlib import Path
from typing import Any

from languages.python.parts.read.files import CannotRead, _place_of
from languages.python.parts.read.rows import _tell_left_out
from languages.python.parts.read.text import read_text
from languages.python.parts.telling import sentence

_SHOWN_AT = r"(?:(\d{1,3}):)?(\d{1,2}):(\d{1,2})(?:[,.](\d{1,3}))?"
_SHOWN_FROM_TO = re.compile(rf"\s*{_SHOWN_AT}\s*-->\s*{_SHOWN_AT}(?:\s.*)?")


def read_subtitles(path: str | Path) -> list[dict[str, Any]]:
    """The subtitles of an .srt, each a dict: number (int), start and end (timedelta), text (str)."""
    lines, name = read_text(path).split("\n"), _place_of(path).name
    places = [place for place, line in enumerate(lines) if "-->" in line]
    if not places:
        raise CannotRead(sentence("“{name}” has no subtitles.", name=name))
    subtitles: list[dict[str, Any]] = []
    for index, place in enumerate(places):
        after = (*places, len(lines))[index + 1]
        if found := _SHOWN_FROM_TO.fullmatch(lines[place]):
            start, end = _shown_at(*found.groups()[:4]), _shown_at(*found.groups()[4:])
            number = _subtitle_number(lines, place) or len(subtitles) + 1
            last = after - 1 if after < len(lines) and _subtitle_number(lines, after) else after
            text = "\n".join(lines[place + 1 : last]).strip()
            subtitles.append({"number": number, "start": start, "end": end, "text": text})
        else:
            _tell_left_out(name, place + 1, lines[place], sentence("The times in it can't be read."))
    return subtitles


def _shown_at(hours: str | None, minutes: str, seconds: str, part: str | None) -> timedelta:
    """`part` of a second is written as what follows the point."""
    whole = timedelta(hours=int(hours or 0), minutes=int(minutes), seconds=int(seconds))
    return whole + timedelta(milliseconds=int((part or "").ljust(3, "0")))


def _subtitle_number(lines: Sequence[str], place: int) -> int:
    """The number above the times in line `place`; 0 where there is none."""
    above = lines[place - 1].strip() if place else ""
    return int(above) if re.fullmatch(r"[0-9]{1,9}", above) else 0
