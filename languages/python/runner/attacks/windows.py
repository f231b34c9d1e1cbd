"""Runs inside the sandbox: one odd answer in each field of a program's windows."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from .found import Base, Found, fault_of, of_fault
from .kinds import ANSWERS
from .tried import Desk

MOST_FIELDS = 8
SENDING = ("click", "press")


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
    """Each field once: those into which a test types something, and then the others that are shown at first."""
    found: dict[str, Field] = {}
    windows = [base for base in bases if base.launch.what.window]
    for base in windows:
        acts = base.launch.asked
        for place, act in enumerate(map(json.loads, acts)):
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
    one alone."""
    left = list(ANSWERS)
    while left:
        outcome = desk.start(replace(one.base.launch, asked=one.acts([ANSWERS[name] for name in left])))
        done = max(0, outcome.acts - len(one.before)) // len(one.sensible) + 1
        taken, left = left[:done], left[done:]
        if not outcome.went_well and taken:
            alone = desk.start(replace(one.base.launch, asked=one.acts([ANSWERS[taken[-1]]])))
            if fault := fault_of(alone, one.base):
                yield of_fault("field", taken[-1], one.label, fault)
