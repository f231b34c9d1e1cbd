"""Results of earlier starts that lie among those of this one, perhaps about what isn't so any more."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

from languages.python.parts.own import _own_noted, here, whose
from languages.python.parts.telling import ERROR_LOG, sentence, tell
from languages.python.parts.write.now import _WRITTEN_NOW, _is_written_now

_FEWEST_NOW = 2
"""So many results of one sort in a folder: there each is about something else, and none follows upon another."""
_MOST_NAMES, _MOST_STALE_FOLDERS = 5, 5


def _tell_stale() -> None:
    """Name those that this start didn't write again, folder by folder, where it wrote others again."""
    written = Counter(_sort_of(one.place) for one in _WRITTEN_NOW.values())
    renewed = {_sort_of(one.place) for one in _WRITTEN_NOW.values() if one.renewed}
    stale: dict[Path, list[str]] = {}
    for place in map(here().resolve().joinpath, sorted(_own_noted())):
        if written[_sort_of(place)] >= _FEWEST_NOW and _sort_of(place) in renewed and _is_stale(place):
            stale.setdefault(place.parent, []).append(f"“{place.name}”")
    for folder, names in [*stale.items()][:_MOST_STALE_FOLDERS]:
        more = ["…"] if len(names) > _MOST_NAMES else []
        told = ", ".join([*names[:_MOST_NAMES], *more])
        tell(sentence("From an earlier start, “{folder}” still has: {names}", folder=folder.name, names=told))


def _sort_of(place: Path) -> tuple[Path, str]:
    return place.parent, place.suffix.casefold()


def _is_stale(place: Path) -> bool:
    """What the person changed was put aside under a name that says so."""
    put_aside = sentence("changed by you, {moment}", moment="") in place.name
    return whose(place) == "program" and not (_is_written_now(place) or put_aside or place.name == ERROR_LOG)
