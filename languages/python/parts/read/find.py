"""Which files a program is to work on."""

from __future__ import annotations

import math
import os
import re
import sys
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from fnmatch import fnmatchcase
from itertools import islice
from pathlib import Path

from languages.python.parts.own import here, whose
from languages.python.parts.read.alike import _alike, _letters
from languages.python.parts.telling import sentence, tell

_HANDED_OVER = frozenset(
    ("requirements.txt", "pyproject.toml", "brief.json", "report.json", "report.md", "report.html", "sbom.cdx.json")
) | {"log.txt", "error log.txt", "solution.html", "uv.lock", "conftest.py"}
_HANDED_OVER_TOO = re.compile(r"start .*\.(bat|command|sh|html)|test_.*\.py")
"""More files with which a program is handed over."""
_UNFINISHED = (".crdownload", ".part", ".partial", ".download", ".opdownload")
_LOCKS = (".", "~$")
_OF_SYSTEMS = ("desktop.ini", "thumbs.db")
_MOST_FOLDERS, _MOST_BELOW = 5, 20_000
_FILES_GIVEN: set[Path] = set()
"""What this start has taken so far, perhaps by other patterns."""
_FOLDERS_TOLD: set[tuple[str, bool]] = set()
"""Of which this start has told whether their files are taken."""
_ALIKE_TOLD: set[Path] = set()
"""Of which this start has told what is called almost so."""
_HIDDEN = 2  # as Windows says it


def find_files(*patterns: str) -> list[Path]:
    """The person's files with names like "*.csv": dropped on the program (folders, too), else beside it, else in its
    folders; a whole name also beside what was dropped. None that it wrote; in order, [] if there are none."""
    dropped = [given for given in sys.argv[1:] if given and not (given.startswith("-") and not _is_there(given))]
    wanted = [
        f"*{_letters(pattern)}" if pattern.startswith(".") else _letters(pattern) for pattern in patterns or ("*",)
    ]
    if dropped:
        given = [place for one in dropped for place in _dropped(one)]
        found = _fitting(given, wanted)
        return found or _fitting(
            [place.parent / name for place in given for name in patterns if _is_a_name(name)], wanted
        )
    _tell_alike(patterns)
    beside, below = _fitting(_files_in(here(), deep=False), wanted), _fitting(_files_below(here()), wanted)
    if not beside:
        _tell_folders(below, is_read=True)
    elif wanted != ["*"]:  # all that lies there hardly anybody means
        _tell_folders([place for place in below if place not in _FILES_GIVEN], is_read=False)
    _FILES_GIVEN.update(beside or below)
    return beside or below


def _fitting(places: Iterable[Path], wanted: Sequence[str]) -> list[Path]:
    """Those of the person's whose names fit, each once, in order."""
    found = {
        place.resolve(): place for place in places if any(fnmatchcase(_letters(place.name), one) for one in wanted)
    }
    return sorted((place for place in found.values() if _is_persons(place)), key=_natural)


def _is_a_name(pattern: str) -> bool:
    """Whether it is that of one file."""
    return not pattern.startswith(".") and not any(sign in pattern for sign in "*?[")


def _tell_alike(patterns: Iterable[str]) -> None:
    """Which files are called almost as one that is wanted: perhaps they are newer, or the ones that are meant."""
    for place in [here() / pattern for pattern in patterns if _is_a_name(pattern)]:
        if place in _ALIKE_TOLD or not (others := _alike(place, same_ending=place.exists())):
            continue
        _ALIKE_TOLD.add(place)
        if place.exists():
            tell(sentence("Only “{name}” is taken, not: {others}", name=place.name, others=others))
        else:
            tell(sentence("“{name}” isn't there, but there is: {others}", name=place.name, others=others))


def _tell_folders(places: Iterable[Path], is_read: bool) -> None:
    """In which of the folders beside the program these files are, and whether they are taken."""
    for name in [*dict.fromkeys(map(_folder_beside, places))][:_MOST_FOLDERS]:
        if (name, is_read) in _FOLDERS_TOLD:
            continue
        _FOLDERS_TOLD.add((name, is_read))
        if is_read:
            tell(sentence("The files are taken from the folder “{name}”.", name=name))
        else:
            tell(sentence("The folder “{name}” has more such files, which aren't taken.", name=name))


def _folder_beside(place: Path) -> str:
    folder = here().resolve()
    return place.relative_to(folder).parts[0] if place.is_relative_to(folder) else place.parent.name


def _is_there(given: str) -> bool:
    with suppress(OSError):  # of a name that is too long
        return Path(given).exists()
    return False


def _dropped(given: str) -> Iterator[Path]:
    """The file, or those in the folder and in folders within it."""
    if not _is_there(given):
        tell(sentence("“{name}” isn't there, so it is left out.", name=given))
    elif Path(given).is_dir():
        yield from _files_in(Path(given).absolute(), deep=True)
    else:
        yield Path(given).absolute()


def _files_in(folder: Path, deep: bool) -> Iterator[Path]:
    for place, folders, names in os.walk(folder, onerror=_tell_unread):
        folders[:] = sorted(name for name in folders if deep and not name.startswith(_LOCKS))
        yield from (Path(place, name) for name in names)


def _files_below(folder: Path) -> Iterator[Path]:
    """Those in the folders that lie there, and in folders within these; of very many only the first."""
    with suppress(OSError):
        for inner in sorted(folder.iterdir()):
            if inner.is_dir() and not inner.name.startswith(_LOCKS):
                yield from islice(_files_in(inner, deep=True), _MOST_BELOW)


def _tell_unread(problem: OSError) -> None:
    tell(sentence("The folder “{name}” can't be read, so it is left out.", name=problem.filename))


def _is_persons(place: Path) -> bool:
    """Whether it is neither the program, nor what belongs to it or to other programs."""
    name = _letters(place.name)
    if name.startswith(_LOCKS) or name.endswith(_UNFINISHED) or name in _OF_SYSTEMS or not place.is_file():
        return False
    if getattr(place.stat(), "st_file_attributes", 0) & _HIDDEN or place.resolve() in _programs():
        return False
    return not _is_handed_over(place, name) and whose(place) not in ("program", "changed")


def _programs() -> set[Path]:
    return {Path(place).resolve() for place in (__file__, *sys.argv[:1])}


def _is_handed_over(place: Path, name: str) -> bool:
    """What has such a name elsewhere is the person's."""
    folder = place.resolve().parent
    with_it = name in _HANDED_OVER or _HANDED_OVER_TOO.fullmatch(name) is not None
    with_tests = (here() / inner in (folder, *folder.parents) for inner in ("tests", "_scenario"))
    return (with_it and folder == here()) or any(with_tests)


def _natural(place: Path) -> list[tuple[float, str]]:
    """By letters, and by numbers as these follow each other: scan2 before scan10."""
    pieces = re.findall(r"\d+|\D+", _letters(str(place.with_suffix(""))))  # scan before scan2
    return [(int(piece), "") if piece.isdecimal() else (math.inf, piece) for piece in pieces]
