"""Runs inside the sandbox: one odd answer at each question, and an end between two answers."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import PurePosixPath

from .found import (
    GAVE_UP,
    GONE,
    SHOWS,
    Base,
    Found,
    fault_of,
    gone,
    of_fault,
    same_question,
)
from .kinds import ANSWERS, ENDING, ENDS, LOST
from .tried import ENDLESS, Desk, Fault, Outcome
from .typist import Script

MOST_QUESTIONS = 10
NO_NUMBER = re.compile(r"(?<![\w.])-?(?:nan|inf|infinity|∞)(?!\w)", re.IGNORECASE)
ODD = {text for name, text in ANSWERS.items() if name not in ENDING}
NUMBERLIKE = ("nan", "infinite", "exponent")
NUMBER = re.compile(r"[-+]?\d+([.,]\d+)?\s*\D{0,3}")


@dataclass(frozen=True)
class Asked:
    """A question of a start: the answer at which place of `base` it is."""

    base: Base
    place: int

    @property
    def question(self) -> str:
        return str(self.base.outcome.talk[self.place][0])

    @property
    def before(self) -> list[str]:
        return list(self.base.answers[: self.place])

    @property
    def after(self) -> list[str]:
        return list(self.base.answers[self.place :])

    @property
    def earlier(self) -> list[int]:
        """At which places the same was asked before."""
        talk, key = self.base.outcome.talk, same_question(self.question)
        return [place for place in range(self.place) if same_question(talk[place][0]) == key]


def asked_in(bases: Sequence[Base]) -> list[Asked]:
    """Each question once, as late as possible, when something has been entered; those first that need an answer."""
    found: dict[str, Asked] = {}
    for base in bases:
        new: dict[str, Asked] = {}
        for place, (question, answer) in enumerate(base.outcome.talk):
            key = same_question(question)
            if key not in found and (answer.strip() or key not in new):
                new[key] = Asked(base, place)
        found |= new
    ordered = sorted(found.values(), key=lambda one: not one.base.answers[one.place].strip())
    return ordered[:MOST_QUESTIONS]


def odd_answers(desk: Desk, asked: Asked) -> Iterator[Found]:
    """Each of `ANSWERS` there. As long as the same is asked again they come one after the other; where something is
    wrong in the end, each of them alone."""
    left = list(ANSWERS)
    while left:
        script = Script(asked.before, [ANSWERS[name] for name in left], asked.after)
        outcome = desk.start(asked.base.launch, script)
        taken, left = left[: max(1, outcome.odd_given)], left[max(1, outcome.odd_given) :]
        if _is_odd(outcome, asked):
            for name in taken:
                yield from _alone(desk, asked, name)


def _is_odd(outcome: Outcome, asked: Asked) -> bool:
    """Whether something might be wrong with what came of it."""
    is_fine = outcome.went_well and not gone(outcome, asked.base)
    return bool(not is_fine or NO_NUMBER.search(outcome.plain) or asked.earlier)


def _alone(desk: Desk, asked: Asked, name: str) -> Iterator[Found]:
    outcome = desk.start(asked.base.launch, Script(asked.before, [ANSWERS[name]], asked.after))
    if fault := fault_of(outcome, asked.base):
        yield _found(asked, outcome, name, fault)
    elif lost := gone(outcome, asked.base):
        yield Found("answer", name, asked.question, GONE, 0, PurePosixPath(lost[0]).name)
    elif _shows_no_number(desk, asked, name, outcome):
        shown = NO_NUMBER.search(outcome.after(asked.place))
        yield Found("answer", name, asked.question, SHOWS, 0, shown[0] if shown else "")
    elif _gave_up(asked, outcome):
        yield Found("answer", name, asked.question, GAVE_UP, 0, outcome.plain[-300:])
    elif name not in ENDING and _forgot(desk, asked, outcome):
        yield Found("answer", name, asked.question, LOST, 0, outcome.plain[-300:])


def _found(asked: Asked, outcome: Outcome, name: str, fault: Fault) -> Found:
    """The fault, with the last question that got an odd answer, or that it goes on asking."""
    question, typed = outcome.talk[-1] if outcome.talk else ("", "")
    is_there = fault.error == ENDLESS or typed in ODD
    return of_fault("answer", name, question if question and is_there else asked.question, fault)


def _shows_no_number(desk: Desk, asked: Asked, name: str, outcome: Outcome) -> bool:
    """Whether it took that for a number, and its result is none: with mere letters it says something else."""
    answer = asked.base.answers[asked.place]
    if name not in NUMBERLIKE or not NUMBER.fullmatch(answer.strip()) or NO_NUMBER.search(asked.base.outcome.plain):
        return False
    shown = outcome.after(asked.place)
    if not NO_NUMBER.search(shown):
        return False
    letters = desk.start(asked.base.launch, Script(asked.before, [ANSWERS["letters"]], asked.after))
    return _masked(shown, ANSWERS[name]) != _masked(letters.after(asked.place), ANSWERS["letters"])


def _masked(text: str, answer: str) -> str:
    return re.sub(re.escape(answer), "…", text, flags=re.IGNORECASE)


def _gave_up(asked: Asked, outcome: Outcome) -> bool:
    """Whether it ended as one that failed, though the same had been answered before, and left nothing of that."""
    return bool(asked.earlier) and not outcome.went_well and outcome.files == asked.base.launch.files


def _forgot(desk: Desk, asked: Asked, outcome: Outcome) -> bool:
    """Whether it goes on as if the same had never been answered before, though else it tells that it was."""
    if not asked.earlier or not outcome.went_well or len(outcome.talk) <= asked.place + 1:
        return False
    if outcome.talk[asked.place + 1][0] != asked.question:
        return False  # it was taken for an answer
    rest = outcome.after(asked.place + 1)
    if rest == asked.base.outcome.after(asked.place):
        return False
    only = [answer for place, answer in enumerate(asked.before) if place not in asked.earlier]
    fresh = desk.start(asked.base.launch, Script(only, (), asked.after))
    return bool(fresh.after(len(only)) == rest)


def early_ends(desk: Desk, asked: Asked) -> Iterator[Found]:
    """Ctrl+C and Ctrl+D in place of an answer."""
    for end in ENDS:
        outcome = desk.start(asked.base.launch, Script(asked.before, (), (), end))
        if fault := fault_of(outcome, asked.base):
            yield of_fault("end", end, asked.question, fault)
        for path in gone(outcome, asked.base):
            yield Found("end", end, asked.question, GONE, 0, PurePosixPath(path).name)
