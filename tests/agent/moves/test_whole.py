"""Whose verdict a run ends with, whatever is done in whatever order: the real loop, with outcomes that are drawn."""

from __future__ import annotations

from collections.abc import Generator, Iterator
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import pairwise
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from agent import loop
from agent.attempts import Attempt, best
from agent.checking import PUT_OFF, GoesBack
from agent.deciding.voices import another_program
from agent.events import CheckFinished, CodeReady, Event, RunFinished, TestsProgressed
from agent.feedback import NO_LOOKS, Looks
from agent.models.base import Delta, ModelFinished, Prompt, TextDelta
from agent.moves import MOVES
from agent.report import fold
from agent.search.bench import Search
from agent.search.loop import search_by
from agent.strategies import STRATEGIES, Strategy
from agent.types import Earlier, Ground, Limits, Request, Usage
from cancel import Cancel
from languages.python.candidates import program, suite
from languages.python.language import PYTHON
from languages.types import Candidate, CheckReport, Finding, Suite, TestCase, TestResult, Verdicts
from tests.fakes.scripted_model import fenced

NAMES = ("test_a", "test_b")
PROGRAMS = tuple(program(f"def a():\n    return {number}\n") for number in range(5))
SUITES = tuple(
    suite(f"from solution import a\n\nSUITE = {number}\n", tuple(TestCase(name, "") for name in NAMES))
    for number in range(3)
)
PASSED, FAILED = TestResult("", "passed"), TestResult("", "failed")
CHECKS = PYTHON.checks
PUT_OFF_REPORT = CheckReport("mutmut", "not_checked", PUT_OFF, helps="again")
MOST = 4
STEPS = ("review", "widen", "strengthen", "compare", "thicken", "prove")
DONE = (("tests", "program"), ("tests", "program", "program"), ("program", "tests"), ("ground",), ("again",), ())
"""What a move does, one after the other; mostly what can lead to another attempt."""
MEND = Earlier("r1", PROGRAMS[0], SUITES[0], ("Mend it.",), mends="program")
REQUEST = Request("Write a().", "drawn", "drawn", "drawn", limits=Limits(attempts=MOST), earlier=MEND)


@dataclass
class Drawn:
    """What comes of programs, and what a model and the steps do next. The same program always fares the same."""

    chance: Random
    name: str = "drawn"
    outcomes: dict[tuple[str, str], tuple[TestResult, ...]] = field(default_factory=dict)
    reports: dict[tuple[str, str], tuple[CheckReport, ...]] = field(default_factory=dict)

    def stream(self, _: Prompt, __: Cancel) -> Iterator[Delta]:
        """A program, or only a reason why a test is wrong."""
        number = self.chance.randint(0, len(PROGRAMS))
        disputed = "DISPUTE test_a: it is wrong"
        yield TextDelta(disputed if number == len(PROGRAMS) else fenced(PROGRAMS[number].source))
        yield ModelFinished(Usage())

    def results(self, candidate: Candidate, tests: Suite) -> tuple[TestResult, ...]:
        """How its tests end."""
        key = candidate.source, tests.source
        if key not in self.outcomes:
            ends = (PASSED, FAILED)
            self.outcomes[key] = tuple(replace(self.chance.choice(ends), name=name) for name in NAMES)
        return self.outcomes[key]

    def found(self, candidate: Candidate, tests: Suite) -> tuple[CheckReport, ...]:
        """What the checks find."""
        key = candidate.source, tests.source
        if key not in self.reports:
            faulty = self.chance.choice(("", "", "", "bandit"))
            self.reports[key] = tuple(_report(check.name, check.name == faulty) for check in CHECKS)
        return self.reports[key]

    def settle(self, search: Search) -> Generator[Event, None, None]:
        """What is in dispute may be settled."""
        before = len(search.attempts), search.suite
        yield from self.step(search)
        if before != (len(search.attempts), search.suite):
            search.state = replace(search.state, turn=replace(search.state.turn, settled=True, by_best=True))

    def hear(self, search: Search) -> Generator[Event, None, None]:
        """Others may be heard; the program that is written apart is the real one's."""
        while self.chance.random() < 0.5 and (yield from another_program(search)):
            yield from self.settle(search)

    def step(self, search: Search) -> Generator[Event, None, None]:
        """Any of what moves do."""
        for what in self.chance.choice(DONE):
            yield from self.do(search, what, best(search.attempts))

    def do(self, search: Search, what: str, chosen: Attempt | None) -> Generator[Event, None, None]:
        """One of them."""
        match what:
            case "tests":
                yield from search.change_tests(self.chance.choice(SUITES), ())
            case "program":
                yield from another_program(search)
            case "ground" if chosen:
                search.speak_for(chosen, Ground("second", "Another one does the same."))
            case "again" if chosen and chosen.reports:
                yield from search.check_again()


def _report(name: str, faulty: bool) -> CheckReport:
    findings = (Finding("B307", "It uses eval", "high"),) if faulty else ()
    return CheckReport(name, "failed" if faulty else "passed", f"{name} {faulty}", findings)


class ScriptedSandbox:
    """In place of `RunSandbox`: nothing runs, all that comes of it is drawn."""

    def __init__(self, drawn: Drawn, *_: object) -> None:
        self._drawn = drawn

    def __enter__(self) -> ScriptedSandbox:
        return self

    def __exit__(self, *_: object) -> None: ...

    def require(self, *_: object) -> None: ...

    def provide(self, _: object) -> Generator[Event, None, None]:
        """It has all packages."""
        yield from ()

    def upgrade(self, _: object) -> Generator[Event, None, bool]:
        """There are no other versions."""
        yield from ()
        return False

    def test(self, candidate: Candidate, tests: Suite) -> Generator[Event, None, Verdicts]:
        """See `RunSandbox.test`."""
        yield from ()
        return Verdicts(self._drawn.results(candidate, tests), 0.0)

    def test_attempt(self, attempt: int, candidate: Candidate, tests: Suite) -> Generator[Event, None, Verdicts]:
        """See `RunSandbox.test_attempt`."""
        yield TestsProgressed(attempt, self._drawn.results(candidate, tests)[:1])
        return (yield from self.test(candidate, tests))

    def check(
        self,
        candidate: Candidate,
        tests: Suite,
        attempt: int,
        _: object = None,
        goes_back: GoesBack = lambda reports: False,
    ) -> Generator[Event, None, tuple[CheckReport, ...]]:
        """See `RunSandbox.check`."""
        reports = self._drawn.found(candidate, tests)
        if goes_back(reports):
            reports = tuple(PUT_OFF_REPORT if one.name == "mutmut" else one for one in reports)
        yield from (CheckFinished(report, attempt) for report in reports)
        return reports


def played(drawn: Drawn, monkeypatch: pytest.MonkeyPatch, request: Request = REQUEST) -> list[Event]:
    made = {"settle": drawn.settle, "hear others": drawn.hear} | dict.fromkeys(STEPS, drawn.step)
    moves = [replace(one, make=made.get(one.name, one.make)) for one in MOVES]
    moves = [replace(one, applies=_passes) if one.name in STEPS else one for one in moves]
    monkeypatch.setitem(STRATEGIES, "drawn", Strategy("drawn", "Anything", partial(search_by, moves)))
    monkeypatch.setattr("agent.moves.writing.look_into", _no_looks)
    monkeypatch.setattr(loop, "RunSandbox", partial(ScriptedSandbox, drawn))
    return list(loop.run(request, loop.Parts(drawn, drawn, _no_sandbox), Cancel()))


def _passes(search: Search) -> bool:
    return search.state.passing is not None


def _no_looks(*_: object) -> Generator[Event, None, Looks]:
    yield from ()
    return NO_LOOKS


def _no_sandbox(_: object) -> Any:
    raise AssertionError("nothing runs")


@settings(deadline=None, max_examples=300)
@given(st.randoms(use_true_random=True))
def test_what_is_handed_over_is_what_was_judged_whatever_is_done_in_between(chance: Random) -> None:
    drawn = Drawn(chance)
    with pytest.MonkeyPatch.context() as monkeypatch:
        events = played(drawn, monkeypatch)
    report, end = fold(events), events[-1]
    written = [event for event in events if isinstance(event, CodeReady)]
    numbers = [event.attempt for event in written]
    assert all(one < other for one, other in pairwise([0, *numbers])), "numbers rise, and none comes twice"
    assert numbers[-1] <= MOST
    assert [(one.number, one.candidate) for one in report.attempts] == [(one.attempt, one.candidate) for one in written]
    assert all(one.results == drawn.results(one.candidate, report.suite) for one in report.attempts)
    assert isinstance(end, RunFinished)
    assert report.chosen is not None
    assert (end.judged, end.status) == (report.chosen.candidate.fingerprint, report.status)
    if report.status == "verified":
        assert report.chosen.all_passed
        assert report.chosen.checks == drawn.found(report.chosen.candidate, report.suite)
