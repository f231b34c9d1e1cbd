"""Runs inside the sandbox: what becomes of a result when the disk fills up, or what is read is empty."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import PurePosixPath

from .found import HALF, REPLACED, Base, Found, fault_of, of_fault
from .hindrances import LittleRoom
from .kinds import RESULTS
from .laid import inputs, is_kept
from .tried import Desk, Outcome

KIND = "result"
FILLING, EMPTIED = RESULTS
IGNORED = re.compile(r"^Exception ignored .*?^\w*Error\b[^\n]*\n?", re.MULTILINE | re.DOTALL)
"""What Python says where a file is closed by nobody: no words of the program's."""


def odd_results(desk: Desk, base: Base, second: Outcome, path: str, remembers: bool) -> Iterator[Found]:
    """Each of `RESULTS` with the file that it leaves there. `second` is what comes where nothing is odd. What it
    `remembers`, and a copy, may rightly be less where less is given."""
    yield from _on_a_full_disk(desk, base, path)
    given = inputs(base)
    is_a_copy = base.outcome.files[path] in base.launch.files.values()
    if given and not remembers and not is_a_copy:
        files = {**base.outcome.files, **dict.fromkeys(given, b"")}
        outcome = desk.start(base.launch, files=files)
        if _says_the_same(outcome, second) and _is_less(base.outcome.files[path], outcome, path):
            yield Found(KIND, EMPTIED, PurePosixPath(path).name, REPLACED)


def _on_a_full_disk(desk: Desk, base: Base, path: str) -> Iterator[Found]:
    """Only half of the result fits. That an earlier one is ruined then happens to nearly every program."""
    good, name = base.outcome.files[path], PurePosixPath(path).name
    room = LittleRoom(len(good) // 2)
    fresh = desk.start(base.launch, hindrance=room)
    if fault := fault_of(fresh, base):
        yield of_fault(KIND, FILLING, name, fault)
    elif fresh.files.get(path, good) != good and _says_the_same(fresh, base.outcome):
        yield Found(KIND, FILLING, name, HALF)


def _says_the_same(outcome: Outcome, other: Outcome) -> bool:
    return bool(IGNORED.sub("", outcome.plain).strip() == other.plain.strip())


def _is_less(good: bytes, outcome: Outcome, path: str) -> bool:
    """Whether less is there now, or nothing, and the good one in no other file."""
    return bool(len(outcome.files.get(path, b"")) < len(good) and not is_kept(good, outcome))
