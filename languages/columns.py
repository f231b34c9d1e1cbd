"""How tables that a person brings differ from those that a program was built for: their columns, in sentences."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import islice
from pathlib import PurePosixPath

from languages.laying import header
from languages.outcome import Table
from message import say

MOST_NEWS = 8
MOST_COLUMNS = 12
"""Of a table that was looked at no more columns are known."""

Tables = Mapping[str, Sequence[Table]]
"""What was seen of some files, by their paths."""


def columns_moved(known: Tables, brought: Tables) -> tuple[str, ...]:
    """What is different about the columns of the files that were `brought`; empty where they are like the `known` ones.

    A file is held against the known one of its name, else against that of its kind with the most columns in common.
    """
    return tuple(islice(_news(known, brought), MOST_NEWS))


def _news(known: Tables, brought: Tables) -> Iterator[str]:
    for path, tables in brought.items():
        before = known.get(path) or _alike(path, tables, known)
        for old, new in zip(before, tables, strict=False):
            for sentence in _differences(_header(old), _header(new)):
                yield say("%(file)s: %(sentence)s", file=PurePosixPath(path).name, sentence=sentence)


def _alike(path: str, tables: Sequence[Table], known: Tables) -> Sequence[Table]:
    """The tables of the known file that this one looks like most; none where they have no column in common."""
    names = {name for table in tables for name in _header(table)}

    def common(others: Sequence[Table]) -> int:
        return len(names & {name for table in others for name in _header(table)})

    same_kind = [seen for other, seen in known.items() if PurePosixPath(other).suffix == PurePosixPath(path).suffix]
    best = max(same_kind, key=common, default=())
    return best if common(best) else ()


def _header(table: Table) -> list[str]:
    """The names of its columns."""
    return header(table.rows)


def _differences(before: Sequence[str], now: Sequence[str]) -> Iterator[str]:
    if not before or not now:
        return
    places = {name: place for place, name in enumerate(now, start=1) if name}
    for place, name in enumerate(before, start=1):
        if name and name not in places and len(now) < MOST_COLUMNS:
            yield say("the column “%(name)s” isn't there any more.", name=name)
        elif places.get(name, place) != place:
            yield say(
                "“%(name)s” is column %(now)s, and was column %(before)s.", name=name, now=places[name], before=place
            )
    if len(before) < MOST_COLUMNS:
        for name in (one for one in places if one not in before):
            yield say("the column “%(name)s” is new.", name=name)
