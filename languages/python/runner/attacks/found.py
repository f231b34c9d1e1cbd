"""Runs inside the sandbox: what an attack found, and the starts that all attacks begin from."""

from __future__ import annotations

import contextlib
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from .tried import RECORD, SLOW, Desk, Fault, Launch, NoTime, Outcome

MOST_STARTS, MOST_TRIED = 4, 12
MOST_QUESTION = 120
SHOWS, GAVE_UP, GONE, SCRIPT = "shows", "gave up", "gone", "script"
UNOPENED, HALF, REPLACED = "unopened", "half", "replaced"
"""What may come of an attack beside an error, and beside what is `LOST`, or what one of two starts left `UNSAVED`: the
result shows something that is no number, the program ended with what was entered, a file is gone, and a script of its
page fell over; nobody can open a result, half of it looks whole, and an earlier one is cut, or replaced by less."""


@dataclass(frozen=True)
class Found:
    """One thing found: by which `attack` of which `kind` of `kinds.py`, `where` (a question, or a file), and what came:
    an error of Python's or one of the words above, in which `line` of the program, and what was `shown` last; and the
    `start` of which it came, as `retold.py` tells it."""

    kind: str
    attack: str
    where: str
    came: str
    line: int = 0
    shown: str = ""
    start: Mapping[str, Any] | None = None

    @property
    def cause(self) -> tuple[str, int]:
        """Those of one cause are told together: whatever ends with an error in the same line, or comes to the same."""
        return ("", self.line) if self.line else (f"{self.kind} {self.came}", 0)

    def told(self) -> dict[str, Any]:
        """As JSON knows it."""
        return asdict(self)


@dataclass(frozen=True)
class Base:
    """A start that went well, and what came of it: what an attack is compared with."""

    launch: Launch
    outcome: Outcome

    @property
    def answers(self) -> list[str]:
        """What was typed, one answer after the other."""
        return [typed for _, typed in self.outcome.talk]

    @property
    def left(self) -> list[str]:
        """The files that it left, and that weren't there before; not the one by which parts know them again."""
        return [path for path in self.outcome.files if path not in (*self.launch.files, RECORD)]


def of_fault(kind: str, attack: str, where: str, fault: Fault) -> Found:
    """A fault that no person should meet."""
    return Found(kind, attack, where[:MOST_QUESTION], fault.error, fault.line, fault.shown)


def fault_of(outcome: Outcome, base: Base) -> Fault | None:
    """What no person should meet; not that it doesn't end, where it takes long anyway."""
    fault = outcome.fault
    return None if fault and outcome.status is None and base.outcome.seconds > SLOW else fault


def gone(outcome: Outcome, base: Base) -> list[str]:
    """The files that were given, stay where nothing odd is done, and are away or empty now.

    One that it only writes is a result of its own from an earlier start.
    """
    given, opened = base.launch.files, base.outcome.opened
    its_own = {path for path, writes in opened if writes} - {path for path, writes in opened if not writes}
    kept = [path for path in given if given[path] and base.outcome.files.get(path) == given[path]]
    return [path for path in kept if path not in its_own and not outcome.files.get(path)]


def same_question(text: str) -> str:
    """The question without its numbers, by which one that is asked again is known."""
    return re.sub(r"\d+", "#", text)


def bases(desk: Desk, launches: Sequence[Launch]) -> Iterator[Base]:
    """Of the starts that go well those that show the most: each asks or reads something that none before does."""
    known: set[Any] = set()
    tried = list(_good(desk, launches))
    tried.sort(key=lambda base: (-len(base.outcome.talk), -base.outcome.acts))
    chosen = 0
    for base in tried:
        new = {same_question(asked) for asked, _ in base.outcome.talk} | set(base.launch.asked)
        new |= set[Any]((*base.outcome.opened, *base.left))
        if (new - known or not known) and chosen < MOST_STARTS:
            known |= new
            chosen += 1
            yield base


def _good(desk: Desk, launches: Sequence[Launch]) -> Iterator[Base]:
    """Those that go well, as many as there is time for; one that doesn't end says nothing of the next."""
    with contextlib.suppress(NoTime):
        for launch in _distinct(launches):
            desk.allow(sure=1)
            outcome = desk.start(launch)
            if outcome.went_well:
                yield Base(launch, outcome)


def _distinct(launches: Sequence[Launch]) -> Iterator[Launch]:
    seen: set[Any] = set()
    for launch in launches:
        done = (tuple(launch.typed), tuple(launch.asked), tuple(launch.what.arguments))
        key = (done, tuple(sorted(launch.files.items())))
        if key not in seen and (len(seen) < MOST_TRIED or launch is launches[-1]):  # that is the one alone
            seen.add(key)
            yield launch
