"""Runs inside the sandbox: files that the program may not read, as those of somebody else."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import PurePosixPath

from .found import Base, Found, fault_of, of_fault
from .hindrances import Unreadable
from .kinds import LOST
from .tried import Desk, Outcome

KIND = "unreadable"


def unreadable_input(desk: Desk, base: Base, path: str) -> Iterator[Found]:
    """The given file may not be read."""
    outcome = desk.start(base.launch, hindrance=Unreadable(path))
    if fault := fault_of(outcome, base):
        yield of_fault(KIND, KIND, PurePosixPath(path).name, fault)


def unreadable_memory(desk: Desk, base: Base, second: Outcome, path: str) -> Iterator[Found]:
    """What it left may not be read any more, and none is put in its place without a word."""
    outcome, where = desk.start(base.launch, files=second.files, hindrance=Unreadable(path)), PurePosixPath(path).name
    if fault := fault_of(outcome, base):
        yield of_fault(KIND, KIND, where, fault)
    elif outcome.plain == base.outcome.plain and outcome.files.get(path) not in second.files.values():
        yield Found(KIND, KIND, where, LOST)
