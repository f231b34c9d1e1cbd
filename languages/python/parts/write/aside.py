"""What becomes of the program's own earlier result where another one takes its place: nothing in it is lost."""

from __future__ import annotations

import errno
import filecmp
import os
import shutil
import zipfile
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

from languages.python.parts.own import note_own, whose
from languages.python.parts.telling import sentence, tell
from languages.python.parts.whole import _move_to_free, _new_beside, _remove_quietly, _replace_patiently
from languages.python.parts.write.names import _name_with_tail

_PLACES = 20
"""So many names are tried before the one with the time."""
_WRITTEN_NOW: set[Path] = set()
"""What this start wrote already, which it may write again and again."""
_ABOUT_ZIPPED = ("docProps/core.xml", "meta.xml")
"""Where a document says when it was made."""


def _places(wanted: Path) -> Iterator[Path]:
    yield wanted
    for number in range(2, _PLACES):
        yield wanted.with_name(_name_with_tail(wanted.name, f" ({number})"))
    yield wanted.with_name(_name_with_tail(wanted.name, f" ({_now():%Y-%m-%d %H%M%S %f})"))


def _now() -> datetime:
    """As clocks here show it."""
    return datetime.now(UTC).astimezone()


def _put_after_earlier(new: Path, place: Path) -> None:
    """Replace the program's own result; what an earlier start wrote goes on in a folder, unless it says the same."""
    kept = None if place in _WRITTEN_NOW or _holds_same(new, place) else _keep_earlier(place)
    try:
        _replace_patiently(new, place)
    except OSError:
        if kept:
            _remove_quietly(kept)
        raise
    if kept:
        note_own(kept)
        tell(
            sentence("The earlier “{name}” is in the folder “{folder}” now.", name=place.name, folder=kept.parent.name)
        )


def _keep_earlier(place: Path) -> Path:
    """A copy of it, so that it is at its place as well until the new one is."""
    tail = sentence("until {moment}", moment=f"{_now():%Y-%m-%d %H%M}")
    wanted = place.parent / sentence("Earlier results") / _name_with_tail(place.name, f" ({tail})")
    wanted.parent.mkdir(exist_ok=True)
    copied = _new_beside(wanted)
    try:
        shutil.copy2(place, copied)
        return _moved_to_free(copied, wanted)
    finally:
        _remove_quietly(copied)


def _put_beside_changed(new: Path, place: Path) -> None:
    """Take the place of a result that a person has changed; theirs gets a name that says what it is."""
    tail = sentence("changed by you, {moment}", moment=f"{_now():%Y-%m-%d %H%M}")
    kept = _moved_to_free(place, place.with_name(_name_with_tail(place.name, f" ({tail})")))
    try:
        _move_to_free(new, place)
    except OSError:
        _move_to_free(kept, place)
        raise
    note_own(kept)  # it is no input of the next start
    tell(sentence("You have changed “{name}”. Your version is now called “{kept}”.", name=place.name, kept=kept.name))


def _moved_to_free(path: Path, wanted: Path) -> Path:
    """Where it is then: at `wanted`, or at a name beside that which nobody has."""
    for place in _places(wanted):
        if whose(place) == "nobody":
            _move_to_free(path, place)
            return place
    raise FileExistsError(errno.EEXIST, os.strerror(errno.EEXIST))


def _has_same(new: Path, place: Path) -> bool:
    try:
        return place.is_file() and not place.is_symlink() and filecmp.cmp(new, place, shallow=False)
    except OSError:
        return False


def _holds_same(new: Path, place: Path) -> bool:
    """Whether two documents differ at most in when they were made."""
    try:
        with zipfile.ZipFile(new) as one, zipfile.ZipFile(place) as other:
            return _zipped(one) == _zipped(other)
    except (OSError, zipfile.BadZipFile, NotImplementedError):
        return False


def _zipped(archive: zipfile.ZipFile) -> dict[str, tuple[int, int]]:
    return {one.filename: (one.CRC, one.file_size) for one in archive.infolist() if one.filename not in _ABOUT_ZIPPED}
