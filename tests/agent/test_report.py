import json
from collections.abc import Iterator
from dataclasses import asdict
from functools import reduce

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from agent import events as ev
from agent.doing import Doing, going_on
from agent.report import fold
from agent.report_json import as_json
from agent.types import Request, TestChange, Usage
from languages.python.candidates import program, suite
from languages.types import CheckReport, DroppedTest, Mutation, Needs, TestCase, TestResult

EVENTS: list[ev.Event] = [
    ev.RunStarted(Request("a task", "demo", "demo")),
    ev.ModelAnswered("tests", Usage(10, 5, 0.01), 1.0, cut_off=False),
    ev.TestsReady(
        suite("tests", (TestCase("test_a", "A."), TestCase("test_b", "B.", "user")), (DroppedTest("test_c", "cut"),))
    ),
    ev.CodeReady(1, program("first")),
    ev.TestsRan(1, (TestResult("test_a", "passed"), TestResult("test_b", "failed", "no")), 0.5),
    ev.ModelAnswered("code", Usage(20, 5, 0.02), 2.0, cut_off=False),
    ev.CodeReady(2, program("second")),
    ev.TestsRan(2, (TestResult("test_a", "passed"), TestResult("test_b", "passed")), 0.25),
    ev.CheckFinished(CheckReport("bandit", "passed", "clean")),
    ev.CheckFinished(CheckReport("mutmut", "passed", "strong", mutation=Mutation(31, 2, 0, 1, 34))),
    ev.CheckFinished(CheckReport("pip-audit", "passed", "fine", needs=Needs(("six==1.17.0",)))),
    ev.RunFinished("verified", "All is well.", 9.0, attempt=2),
]


def test_the_report_has_what_is_relied_on_from_outside() -> None:
    report = json.loads(json.dumps(as_json(fold(EVENTS), "r1")))
    assert report["run_id"] == "r1"
    assert (report["task"], report["model"], report["status"]) == ("a task", "demo", "verified")
    assert report["attempts"][0]["tests"] == {"passed": 1, "failed": 1, "total": 2}
    assert report["dropped_tests"] == [
        {"name": "test_c", "reason": "cut", "expected": "", "instead": "", "rules": [], "choices": [], "came": ""}
    ]
    assert {"name", "status", "summary", "findings"} <= report["checks"][0].keys()
    mutation = {"killed": 31, "survived": 2, "no_tests": 0, "timeout": 1, "total": 34, "score": 0.9412}
    assert mutation.items() <= report["mutation"].items()
    assert report["usage"] == {"input_tokens": 30, "output_tokens": 10, "cost_usd": 0.03}
    assert report["seconds"] == {"total": 9.0, "model": 3.0, "waited": 0.0}
    assert report["requirements"] == ["six==1.17.0"]


def test_checks_stand_in_a_fixed_order_and_those_of_another_version_last() -> None:
    events = [*EVENTS[:-1], ev.CheckFinished(CheckReport("spelling", "passed", "fine")), EVENTS[-1]]
    assert [check.name for check in fold(events).checks] == ["bandit", "pip-audit", "mutmut", "spelling"]


def test_every_beginning_of_a_run_has_a_report() -> None:
    for length in range(len(EVENTS)):
        report = fold(EVENTS[:length])
        assert report.status == "running"
        assert json.dumps(as_json(report, "r1"))


def test_checks_belong_to_the_attempt_that_is_handed_over() -> None:
    finished = ev.RunFinished("failed", "Worse.", 9.0, attempt=1)
    report = fold([*EVENTS[:-1], finished])
    assert report.chosen is not None
    assert report.chosen.source == "first"
    assert report.checks == ()


def test_tests_that_change_take_the_place_of_the_first_and_what_was_checked_with_those_is_gone() -> None:
    dropped = DroppedTest("test_b", "The task asks for 2.", "1", "2")
    fewer = suite("tests", (TestCase("test_a", "A."),), (dropped,))
    changed = ev.TestsChanged(fewer, (TestChange("test_b", "dropped", "The task asks for 2."),))
    report = fold([*EVENTS[:-1], changed, ev.TestsRan(2, (TestResult("test_a", "passed"),), 0.25), EVENTS[-1]])
    assert [(attempt.passed, len(attempt.results)) for attempt in report.attempts] == [(1, 2), (1, 1)]
    assert report.checks == ()
    assert as_json(report, "r1")["dropped_tests"] == [asdict(dropped)]


RUN, GOOD, BAD = EVENTS[:3], program("good"), program("bad")
PASSED, FAILED = TestResult("test_a", "passed"), TestResult("test_a", "failed", "no")
TWICE: list[ev.Event] = [
    ev.CodeReady(1, GOOD),
    ev.TestsRan(1, (PASSED,), 0.5),
    ev.CheckFinished(CheckReport("bandit", "passed", "clean"), 1),
]
OTHER: list[ev.Event] = [ev.CodeReady(1, BAD), ev.TestsRan(1, (FAILED,), 0.5)]
RETESTED = ev.TestsRan(1, (PASSED,), 0.5)


@pytest.mark.parametrize("judged", ["", GOOD.fingerprint, BAD.fingerprint])
@pytest.mark.parametrize(
    "told",
    [[*TWICE, *OTHER], [*OTHER, *TWICE], [*TWICE, *OTHER, RETESTED], [*TWICE, OTHER[0], RETESTED], [*TWICE, OTHER[0]]],
    ids=["then a wrong one", "after a wrong one", "and the first again", "or both", "not tested"],
)
def test_of_two_programs_with_one_number_none_is_verified_and_none_has_what_the_other_got(
    told: list[ev.Event], judged: str
) -> None:
    end = ev.RunFinished("verified", "All is well.", 9.0, attempt=1, judged=judged)
    report = fold([*RUN, *told, end])
    assert (report.status, report.step) == ("unverified", "check")
    assert not (report.checks and report.chosen and report.chosen.candidate == BAD)


@pytest.mark.parametrize(
    ("judged", "status"), [(GOOD.fingerprint, "verified"), ("", "verified"), (BAD.fingerprint, "unverified")]
)
def test_only_the_program_that_was_judged_is_verified(judged: str, status: str) -> None:
    end = ev.RunFinished("verified", "All is well.", 9.0, attempt=1, judged=judged)
    assert fold([*RUN, *TWICE, end]).status == status


def one_attempt(number: int) -> list[ev.Event]:
    """All that is told of one attempt; seconds and costs are such that their sums are exact in any order."""
    return [
        ev.ModelAsked("code", "demo", "write the program", "", number),
        ev.ModelText("code", f"the program {number}", attempt=number),
        ev.ModelAnswered("code", Usage(number, 1, 0.25 * number), 0.5 * number, cut_off=False, attempt=number),
        ev.CodeReady(number, program(f"number = {number}")),
        ev.TestsProgressed(number, (TestResult("test_a", "passed"),)),
        ev.TestsRan(number, (TestResult("test_a", "passed"), TestResult("test_b", "passed")), 0.125),
        ev.CheckStarted("bandit", number),
        ev.CheckStarted("mutmut", number),
        ev.CheckProgressed("mutmut", 1, 2, number),
        ev.CheckFinished(CheckReport("bandit", "passed", f"clean {number}"), number),
        ev.CheckFinished(CheckReport("mutmut", "passed", f"strong {number}"), number),
    ]


@st.composite
def interleaved(draw: st.DrawFn) -> list[ev.Event]:
    """The events of four attempts in any order that keeps the order within each attempt."""
    turns = draw(st.permutations([number for number in range(1, 5) for _ in one_attempt(number)]))
    streams: dict[int, Iterator[ev.Event]] = {number: iter(one_attempt(number)) for number in range(1, 5)}
    return [next(streams[number]) for number in turns]


@settings(deadline=None)
@given(interleaved())
def test_attempts_may_be_told_in_any_order(events: list[ev.Event]) -> None:
    one_by_one = [event for number in range(1, 5) for event in one_attempt(number)]
    assert fold([*EVENTS[:3], *events, EVENTS[-1]]) == fold([*EVENTS[:3], *one_by_one, EVENTS[-1]])
    doing = reduce(going_on, events, Doing())
    assert (doing.answering, doing.testing, doing.checks) == ({}, {}, {})
