"""What goes on in a run at this moment, in one plain sentence. A pure function of its events."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from typing import assert_never

from agent.events import (
    CheckFinished,
    CheckProgressed,
    CheckStarted,
    CodeReady,
    Event,
    ModelAnswered,
    ModelAsked,
    ModelRestarted,
    ModelText,
    Notice,
    ReplyRejected,
    RunFinished,
    RunStarted,
    SandboxReady,
    Stuck,
    TestsRan,
    TestsReady,
    UnknownEvent,
)
from agent.types import Role, Status
from languages.registry import check_named, title_of
from wording import plural

VERDICTS: dict[Status, str] = {
    "verified": "it is verified",
    "unverified": "it is not verified",
    "failed": "it failed",
    "cancelled": "it was stopped",
    "error": "it could not be finished",
}


@dataclass(frozen=True, slots=True)
class Doing:
    """What goes on now. `tests` is how many there are; `checks` maps those under way to done and total."""

    sentence: str = "Waiting for its turn."
    answering: Role | None = None
    testing: bool = False
    tests: int = 0
    checks: dict[str, tuple[int, int]] = field(default_factory=dict)


def doing_after(events: Iterable[Event]) -> Doing:
    """What goes on after these events, in order."""
    doing = Doing()
    for event in events:
        doing = _next(doing, event)
    return doing


def _next(doing: Doing, event: Event) -> Doing:
    match event:
        case Notice(text):
            return replace(doing, sentence=text)
        case RunFinished(status):
            return replace(doing, sentence=f"This run is over: {VERDICTS[status]}.")
        case ModelAsked() | ModelRestarted() | ModelAnswered() | ReplyRejected():
            return _asking(doing, event)
        case RunStarted() | TestsReady() | CodeReady() | TestsRan() | Stuck():
            return _working(doing, event)
        case CheckStarted() | CheckProgressed() | CheckFinished():
            return _checking(doing, event)
        case SandboxReady() | ModelText() | UnknownEvent():
            return doing
        case _:
            assert_never(event)


def _asking(doing: Doing, event: ModelAsked | ModelRestarted | ModelAnswered | ReplyRejected) -> Doing:
    match event:
        case ModelAsked(role, model, purpose):
            return Doing(f"{model} was asked to {purpose}.", answering=role, tests=doing.tests)
        case ModelRestarted(_, reason) | ReplyRejected(_, reason):
            return replace(doing, sentence=f"The answer can't be used and is asked for again: {reason}")
        case ModelAnswered():
            return Doing("The answer is complete and is being read.", tests=doing.tests)


def _working(doing: Doing, event: RunStarted | TestsReady | CodeReady | TestsRan | Stuck) -> Doing:
    match event:
        case RunStarted():
            return Doing("Starting.")
        case TestsReady(suite):
            return Doing(f"{plural(len(suite.tests), 'test')} written. Next comes the program.", tests=len(suite.tests))
        case CodeReady(attempt):
            sentence = f"Attempt {attempt} is run against {plural(doing.tests, 'test')}."
            return Doing(sentence, testing=True, tests=doing.tests)
        case TestsRan():
            return Doing(_after_tests(event), tests=doing.tests)
        case Stuck(_, reason):
            sentence = f"The attempts go round in circles ({reason}), so another approach is tried."
            return Doing(sentence, tests=doing.tests)


def _after_tests(ran: TestsRan) -> str:
    failing = sum(result.outcome != "passed" for result in ran.results)
    if ran.problem:
        return f"Attempt {ran.attempt} could not be tested; it has to be repaired."
    if failing:
        return f"{failing} of {plural(len(ran.results), 'test')} failed, so the program has to be repaired."
    return f"All {plural(len(ran.results), 'test')} pass. Next, the program is checked."


def _checking(doing: Doing, event: CheckStarted | CheckProgressed | CheckFinished) -> Doing:
    match event:
        case CheckStarted(check):
            checks = {**doing.checks, check: (0, 0)}
        case CheckProgressed(check, done, total):
            checks = {**doing.checks, check: (done, total)}
        case CheckFinished(report):
            checks = {name: at for name, at in doing.checks.items() if name != report.name}
    return Doing(_check_sentence(checks), tests=doing.tests, checks=checks)


def _check_sentence(checks: dict[str, tuple[int, int]]) -> str:
    names = [title_of(name).lower() for name in checks]
    if not names:
        return "The checks are done."
    only = check_named(next(iter(checks))) if len(checks) == 1 else None
    if only:
        return only.purpose
    return f"Being checked: {', '.join(names)}."
