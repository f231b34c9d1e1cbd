"""Files that are called almost as the one that is meant: a second download, a copy, another ending."""

from __future__ import annotations

import unicodedata
from contextlib import suppress
from pathlib import Path

from languages.python.parts.own import whose

_MOST_ALIKE = 5


def _alike(place: Path, same_ending: bool = False) -> str:
    """The names of the person's files beside `place` that begin as it does, with a mark behind: for `list.csv`, those
    of `list (1).csv` and, unless they need the same ending, `list.xlsx`. Empty where there are none."""
    stem, ending = _letters(place.stem), _letters(place.suffix)
    found: list[str] = []
    with suppress(OSError):
        for other in sorted(place.parent.iterdir()):
            rest = _letters(other.name).removeprefix(stem)
            fits = stem and rest != _letters(other.name) and rest != ending and not rest[:1].isalnum()
            if fits and (rest.endswith(ending) or not same_ending) and whose(other) not in ("program", "changed"):
                found += [f"“{other.name}”"] if other.is_file() else []
    return ", ".join(found[:_MOST_ALIKE])


def _letters(name: str) -> str:
    """macOS writes ü as two characters."""
    return unicodedata.normalize("NFC", name).casefold()
