"""The tables in files that a person brings beside those of a run: looked at in the sandbox, as all files are."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import islice
from pathlib import PurePosixPath

from agent.outcomes import Run, looked_at
from languages.base import Language
from languages.columns import Tables
from languages.laying import Columns, header
from languages.outcome import Pair, Start

MOST_HELD = 10
"""So many files of each side are looked at."""


def tables_of(sides: Sequence[Mapping[str, bytes]], language: Language, run: Run) -> Sequence[Tables]:
    """The tables in the files of these sides, as far as there are files of one kind on all; nothing of others.

    Raises what `run` does.
    """
    kinds = set.intersection(*({PurePosixPath(path).suffix.lower() for path in side} for side in sides))
    if not kinds:
        return [{} for _ in sides]
    alike = [{path: side[path] for path in side if PurePosixPath(path).suffix.lower() in kinds} for side in sides]
    held = [dict(islice(side.items(), MOST_HELD)) for side in alike]
    lefts = [(Start(), {path: Pair(None, content) for path, content in side.items()}) for side in held]
    seen = looked_at(lefts, language, run)
    return [{file.path: file.tables for file in start.files} for start in seen.starts]


def columns_of(files: Mapping[str, bytes], tables: Tables) -> Columns:
    """The names of the columns of all these files, none where no table of one was seen."""
    return {path: [name for table in tables.get(path, ()) for name in header(table.rows)] for path in files}
