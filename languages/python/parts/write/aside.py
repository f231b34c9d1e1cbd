"""What becomes of the program's own earlier result where another one takes its place: nothing in it is lost."""

from __future__ import annotations

import errno
import itertools
import os
import shutil
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from pathlib import Path

from languages.python.parts.folders import _lets_write
from languages.python.parts.own import note_own, whose
from languages.python.parts.telling import sentence, tell
from languages.python.parts.whole import _move_to_free, _new_beside, _remove_quietly, _replace_patiently
from languages.python.parts.write.names import _name_with_tail
from languages.python.parts.write.now import _is_written_now
from languages.python.parts.write.same import _holds_same

_PLACES = 20
"""So many names are tried before the one with the time."""


def _places(wanted: Path, is_taken: Callable[[Path], bool] = lambda place: False) -> Iterator[Path]:
    """Where it may lie; what `is_taken` doesn't count, for the next start shall find the same names again."""
    numbered = (wanted.with_name(_name_with_tail(wanted.name, f" ({number})")) for number in itertools.count(2))
    free = (place for place in itertools.chain([wanted], numbered) if not is_taken(place))
    yield from itertools.islice(free, _PLACES - 1)
    yield wanted.with_name(_name_with_tail(wanted.name, f" ({_now():%Y-%m-%d %H%M%S %f})"))


def _now() -> datetime:
    """As clocks here show it."""
    return datetime.now(UTC).astimezone()


def _put_after_earlier(new: Path, place: Path) -> None:
    """Replace the program's own result; what an earlier start wrote goes on in a folder, unless it says the same."""
    kept = None if _is_written_now(place) or _holds_same(new, place) else _keep_earlier(place)
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
    _lets_write(wanted.parent)  # what a killed start left there goes
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
