"""Runs inside the sandbox: a program's memory as an earlier start left it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import PurePosixPath

from .found import Base, Found, fault_of, of_fault
from .kinds import LOST
from .laid import was_forgotten
from .tried import Desk, Files, Outcome

KIND = "older"
MOST = 2


@dataclass(frozen=True)
class Memory:
    """What an earlier start left in the file by which the program remembers, and all `files` that then lie there.

    Whether it `may_go` for good, nobody knows where that start had other files.
    """

    data: bytes
    files: Files
    may_go: bool


def memories(base: Base, second: Outcome, path: str, others: Sequence[Base]) -> list[Memory]:
    """Those that other starts of its tests left, the shortest first, and its own beside what a second start left."""
    mine = base.outcome.files[path]
    left = {other.outcome.files[path]: other for other in others if path in other.left}
    foreign = [
        Memory(data, {**base.outcome.files, path: data}, not _are_alike(left[data], base))
        for data in sorted(left, key=len)
        if data not in (mine, second.files.get(path))
    ]
    put_back = {**second.files, path: mine}
    own = [Memory(mine, put_back, may_go=True)] if put_back not in (base.outcome.files, second.files) else []
    return foreign[:MOST] + own


def _are_alike(one: Base, other: Base) -> bool:
    """Whether they differ in nothing but what was typed: what is kept of another day may rightly go."""
    what, others = one.launch.what, other.launch.what
    is_same_time = what.settings == others.settings
    return bool(is_same_time and one.launch.files == other.launch.files and what.arguments == others.arguments)


def put_back(desk: Desk, base: Base, second: Outcome, path: str, earlier: Sequence[Memory]) -> Iterator[Found]:
    """Each of these; nothing that was in it may be lost without a word."""
    where = PurePosixPath(path).name
    for memory in earlier:
        outcome = desk.start(base.launch, files=memory.files)
        if fault := fault_of(outcome, base):
            yield of_fault(KIND, KIND, where, fault)
        elif memory.may_go or second.plain == base.outcome.plain:
            continue
        elif was_forgotten(base, outcome, path, memory.data):
            yield Found(KIND, KIND, where, LOST)
