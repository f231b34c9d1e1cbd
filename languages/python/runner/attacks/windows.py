"""Runs inside the sandbox: one odd answer in each field of a program's windows, and an end in the middle."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence, Set
from dataclasses import dataclass, replace
from itertools import islice
from pathlib import PurePosixPath

from .found import Base, Found, fault_of, of_fault
from .kinds import ANSWERS, BREAKS, LOST
from .tried import Desk, Outcome

KIND = "broken off"
MOST_FIELDS = 8
SENDING = ("click", "square", "press")


@dataclass(frozen=True)
class Field:
    """A field of a window: its `label`, what is done `before` something is typed into it, what is `typed` there, and
    what is done `then`, up to the next click or key."""

    base: Base
    label: str
    before: Sequence[str]
    typed: str
    then: Sequence[str]

    def acts(self, values: Sequence[str]) -> list[str]:
        """Each of these values typed into it, one after the other, and at last what the test typed."""
        return [*self.before, *(one for value in values for one in (self._with(value), *self.then)), *self.sensible]

    @property
    def sensible(self) -> list[str]:
        return [self.typed, *self.then]

    def _with(self, value: str) -> str:
        return json.dumps({**json.loads(self.typed), "value": value})


def fields_in(bases: Sequence[Base]) -> list[Field]:
    """Each field once: those into which a test types something, as late as it does, when something has been entered;
    and then the others that are shown at first."""
    found: dict[str, Field] = {}
    windows = [base for base in bases if base.launch.what.window]
    for base in windows:
        acts = base.launch.asked
        for place, act in reversed([*enumerate(map(json.loads, acts))]):
            if act["act"] == "type":
                then = _until_sent(acts[place + 1 :])
                found.setdefault(act["label"], Field(base, act["label"], acts[:place], acts[place], then))
    for base in windows:
        for label, value in base.outcome.fields.items():
            typed = json.dumps({"act": "type", "label": label, "value": value, "answers": []})
            found.setdefault(label, Field(base, label, [], typed, _until_sent(base.launch.asked)))
    return list(found.values())[:MOST_FIELDS]


def _until_sent(acts: Sequence[str]) -> list[str]:
    sent = (place for place, act in enumerate(acts) if json.loads(act)["act"] in SENDING)
    return list(acts[: next(sent, len(acts)) + 1])


def odd_fields(desk: Desk, one: Field) -> Iterator[Found]:
    """Each of `ANSWERS` in the field, one after the other in the same window; where something is wrong then, the last
    one alone, or where something was lost, each of them."""
    left, entered = list(ANSWERS), _entered(desk, one)
    while left:
        outcome = desk.start(replace(one.base.launch, asked=one.acts([ANSWERS[name] for name in left])))
        done = max(0, outcome.acts - len(one.before)) // len(one.sensible) + 1
        taken, left = left[:done], left[done:]
        if not outcome.went_well:
            yield from _alone(desk, one, taken[-1:], entered)
        elif _lost(entered, outcome):
            yield from islice(_alone(desk, one, taken, entered), 1)


def _alone(desk: Desk, one: Field, names: Sequence[str], entered: Set[str]) -> Iterator[Found]:
    for name in names:
        outcome = desk.start(replace(one.base.launch, asked=one.acts([ANSWERS[name]])))
        if fault := fault_of(outcome, one.base):
            yield of_fault("field", name, one.label, fault)
        elif outcome.went_well and (lost := _lost(entered, outcome)):
            yield Found("field", name, one.label, LOST, 0, lost[0])


def _entered(desk: Desk, one: Field) -> set[str]:
    """The lines that stand in the window since what was done before, and stay there, however often something sensible
    is entered."""
    if not one.before:
        return set()
    once = desk.start(replace(one.base.launch, asked=one.acts([])))
    twice = desk.start(replace(one.base.launch, asked=[*one.acts([]), *one.sensible]))
    if min(len(once.views), len(twice.views)) <= len(one.before):
        return set()
    new = _lines(once.views[len(one.before)]) - _lines(once.views[0])
    return new & _lines(_at_end(once)) & _lines(_at_end(twice))


def _lost(entered: Set[str], outcome: Outcome) -> list[str]:
    return sorted(entered - _lines(_at_end(outcome)))


def _at_end(outcome: Outcome) -> str:
    """What the windows showed before they were closed."""
    return outcome.views[outcome.acts] if outcome.acts < len(outcome.views) else ""


def _lines(text: str) -> set[str]:
    return {line.strip() for line in text.splitlines() if line.strip()}


def broken_off(desk: Desk, base: Base, path: str) -> Iterator[Found]:
    """A start whose windows are closed, or that is killed, in the middle of what is entered, and then a new one: what
    it remembered by is still there."""
    kept, acts = base.outcome.files, base.launch.asked[: (len(base.launch.asked) + 1) // 2]
    where = str(json.loads(acts[-1])["label"])
    for end in BREAKS:
        stopped = desk.start(replace(base.launch, asked=acts, breaks=end == "kill"), files=kept)
        if kept[path] and not stopped.files.get(path):
            yield Found(KIND, end, where, LOST, 0, PurePosixPath(path).name)
        elif stopped.files != kept and (fault := fault_of(desk.start(base.launch, files=stopped.files), base)):
            yield of_fault(KIND, end, where, fault)
