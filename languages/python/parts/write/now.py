"""What this start has written already, and for which request: nothing else takes its place."""

from __future__ import annotations

import os
from dataclasses import dataclass, field
from pathlib import Path
from time import monotonic

from languages.python.parts.own import whose
from languages.python.parts.telling import _LAST_WORDS, _STARTS
from languages.python.parts.write.names import _name_compared
from languages.python.parts.write.same import _adds_lines, _holds_same

_AT_ONCE_SECONDS = 5


@dataclass(frozen=True)
class _Request:
    """What the program asked for: a file of that `name`, before it was made safe, from that `source` if it is a copy;
    and when."""

    name: str
    source: str
    began: float = field(compare=False)


@dataclass(frozen=True)
class _Written:
    """At which `place` and for which request something was written, at which `moment`, after how many `questions`; and
    whether it `renewed` what an earlier start had written there."""

    place: Path
    request: _Request
    moment: float
    questions: int
    renewed: bool


_WRITTEN_NOW: dict[str, _Written] = {}
"""By its place, which is one for all names that are one on some disk, what this start wrote already. The same request
may write it again and again."""


def _note_written(place: Path, request: _Request, replaced: bool) -> None:
    """It may have `replaced` a result of its own: of an earlier start, unless this one wrote there before."""
    questions = _STARTS[-1].questions if _STARTS else 0
    before = _WRITTEN_NOW.get(_place_compared(place))
    renewed = before.renewed if before else replaced
    _WRITTEN_NOW[_place_compared(place)] = _Written(place, request, monotonic(), questions, renewed)


def _is_written_now(place: Path) -> bool:
    return _place_compared(place) in _WRITTEN_NOW


def _is_taken_now(place: Path, new: Path, request: _Request) -> bool:
    """Whether another result of this start lies there, which the new one must not replace."""
    written = _WRITTEN_NOW.get(_place_compared(place))
    if written is None or not os.path.lexists(written.place):
        return False
    if written.request != request:
        return True
    return _is_at_once(written, request) and whose(place) == "program" and not _is_only_more(new, place)


def _is_at_once(written: _Written, request: _Request) -> bool:
    """Whether nobody can have done anything in between, so that it is about something else of the same name."""
    if not _STARTS or _STARTS[-1].window or _LAST_WORDS:
        return False
    return _STARTS[-1].questions == written.questions and request.began - written.moment < _AT_ONCE_SECONDS


def _is_only_more(new: Path, place: Path) -> bool:
    return _adds_lines(new, place) or _holds_same(new, place)


def _place_compared(place: Path) -> str:
    return _name_compared(str(place))
