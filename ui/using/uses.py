"""When a program was used last, what came out, and how that differs from the time before."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import PurePosixPath

from agent.events import ProgramUsed
from agent.result import values_of
from engines.tryout import TryResult
from storage.errors import UnknownRun
from storage.store import Store
from storage.types import KeptProgram

MOST_LOOKED_AT = 10
"""Uses: of a file that didn't fit nothing came."""
MOST_SHOWN = 3
"""Values of the last use that stand on a card."""


@dataclass(frozen=True, slots=True)
class Came:
    """A value that came out: what it is of, and what it was the time `before`; empty where it was the same or new."""

    name: str
    value: str
    before: str = ""


@dataclass(frozen=True, slots=True)
class Use:
    """The last use of a program: when, with which files, by name, and what came, what changed first."""

    at: datetime
    made_of: tuple[str, ...] = ()
    came: Sequence[Came] = ()


def note_use(store: Store, run_id: str, result: TryResult) -> None:
    """Remember that the program of a run was used, and what came of it; not where the run is gone."""
    starts = result.outcome.starts
    names = tuple(PurePosixPath(path).name for path in result.opened)
    came = values_of(starts[0]) if starts else ()
    with suppress(UnknownRun):
        store.say_after(run_id, ProgramUsed(datetime.now(UTC).isoformat(), names, came))


def last_use(store: Store, program: KeptProgram) -> Use | None:
    """The last use of any version of it, of which something came if there is one; None where it wasn't used yet.

    Raises `StorageError`.
    """
    every = store.uses([version.run_id for version in program.versions], most=MOST_LOOKED_AT)
    if not every:
        return None
    used = [one for one in every if one.came] or every
    last, before = used[0], dict(used[1].came) if len(used) > 1 else {}
    came = [Came(name, value, _other(before.get(name, ""), value)) for name, value in last.came]
    came.sort(key=lambda one: not one.before)
    return Use(datetime.fromisoformat(last.at), last.made_of, came[:MOST_SHOWN])


def _other(before: str, value: str) -> str:
    return before if before != value else ""
