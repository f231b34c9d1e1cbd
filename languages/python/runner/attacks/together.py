"""Runs inside the sandbox: a second start that comes and goes while the first one waits for somebody."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from pathlib import PurePosixPath

from .found import Base, Found, fault_of, of_fault
from .kinds import UNSAVED
from .tried import ENDLESS, Desk, Fault, Outcome
from .typist import Script

KIND = "together"
TWICE = re.compile(r" #\d+$", re.MULTILINE)


def waits(base: Base) -> bool:
    """Whether it waits for somebody, so that there is time for a second start."""
    return bool(base.outcome.talk or base.launch.what.window)


def two_at_once(desk: Desk, base: Base, second: Outcome, memory: Sequence[str]) -> Iterator[Found]:
    """The second one comes at the first question, and at the last one that needs an answer. `second` is what comes of a
    start after the first one has ended."""
    for place in _pauses(base):
        before, after = base.answers[:place], base.answers[place:]
        question = base.outcome.talk[place][0] if base.outcome.talk else ""
        kept = base.outcome.files
        first, other = desk.both(base.launch, Script(before, (), after, pauses=True), kept)
        if other.status is None:  # it waits for the first one, as it may
            return
        fault = _fault(base, other) or _fault(base, first)
        if fault is None and first.files not in (kept, second.files):
            fault = _fault(base, desk.start(base.launch, files=first.files))
        if fault and not second.fault:
            yield of_fault(KIND, KIND, question, fault)
            continue
        for path in memory:
            if _is_as_after(second, first, path) and _kept_more(desk, base, second, other, before, path):
                yield Found(KIND, KIND, question, UNSAVED, 0, PurePosixPath(path).name)
                return


def _fault(base: Base, outcome: Outcome) -> Fault | None:
    fault: Fault | None = fault_of(outcome, base)
    return fault if fault and fault.error != ENDLESS else None


def _pauses(base: Base) -> list[int]:
    needed = [place for place, answer in enumerate(base.answers) if answer.strip()]
    return sorted({0, *needed[-1:]})


def _is_as_after(alone: Outcome, first: Outcome, path: str) -> bool:
    """Whether the first one said and left what it does where nobody comes meanwhile."""
    return bool(first.plain == alone.plain and first.files.get(path) == alone.files.get(path))


def _words(outcome: Outcome) -> str:
    """What was said, without the number that Tk puts behind the title of a window that is open twice."""
    return TWICE.sub("", outcome.plain)


def _kept_more(desk: Desk, base: Base, second: Outcome, other: Outcome, before: Sequence[str], path: str) -> bool:
    """Whether the other one said nothing of it, and alone would have left more there, as each further start does."""
    kept = base.outcome.files
    there = desk.start(base.launch, Script(before, end="kill"), kept).files if base.outcome.talk else kept
    alone = desk.start(base.launch, files=there)
    if _words(alone) != _words(other) or alone.files.get(path) == there.get(path):
        return False
    further = desk.start(base.launch, files=second.files).files.get(path)
    return bool(kept[path] != second.files.get(path) != further)
