"""The ways on from a run, and what they ask for."""

from __future__ import annotations

from dataclasses import replace

import pytest

from agent.errors import BadTask
from agent.events import RunFinished, RunStarted, TestsRan
from agent.loop import MORE_TIME
from agent.report import Report
from agent.types import Earlier, Review, Step
from agent.verdict import ADVICE
from languages.brief import Brief, Example, Rule
from languages.outcome import AT_ONCE, Outcome, Said, Start
from languages.packages import PackageProblem
from languages.python.candidates import program, suite
from languages.types import CheckReport, Finding, Mutation, TestResult
from tests.fakes.told_runs import ADD, NO_PACKAGES, REQUEST, SECURE, STRONG, TEST_CODE, checked, report_of, whole_run
from ui.telling.ways import ANEW, BACK, CHANGE, CHECK, FIX, MODEL, PLAN, REPEAT, REWORD, STRONGER, ways_on, wish_of

WRONG = TestResult("test_more", "failed", "E   assert 4 == 3\nE    +  where 4 = add(1, 2)")
RISKY = CheckReport("bandit", "failed", "", (Finding("B324", "md5", "high", 3, meaning="Its hash is weak."),))
LOST = replace(
    report_of([*whole_run()[:1], RunFinished("cancelled", "You stopped it.", 1.0)]),
    request=replace(
        REQUEST, model="ollama:x", earlier=Earlier("before", program(ADD), suite(TEST_CODE, ()), ("Sing.",))
    ),
)
WEAK = CheckReport("mutmut", "failed", "Too few", mutation=Mutation(1, 9, 0, 0, 10))
BROKE = CheckReport("pip-audit", "not_checked", "Nobody answered")


def of(*events: object, model: str = "ollama:x") -> Report:
    report = report_of([*whole_run()[:10], *events])  # type: ignore[list-item]
    return replace(report, request=replace(REQUEST, model=model))


def ended(step: Step, *checks: CheckReport, model: str = "ollama:x") -> Report:
    finished = RunFinished("unverified", "", 1.0, attempt=1, step=step)
    return of(*whole_run()[10:11], *checked(*checks), finished, model=model)


def came_along(report: Report) -> Report:
    assert report.request
    return replace(report, request=replace(report.request, taken_in="all"))


def beside_own(report: Report) -> Report:
    """With a result of the person's own file."""
    start = Start(AT_ONCE, given=("a.csv",), said=(Said("3"),), own=True)
    return replace(report, attempts=tuple(replace(one, outcome=Outcome((start,))) for one in report.attempts))


def uncalled(report: Report) -> Report:
    """With a program of which nothing can be called, and so nothing asked."""
    mute = program("print(1)\n")
    return replace(report, attempts=tuple(replace(one, candidate=mute) for one in report.attempts))


FAILED = of(TestsRan(1, (TestResult("test_add", "passed"), WRONG), 0.1), RunFinished("failed", "", 1.0, attempt=1))


@pytest.mark.parametrize(
    ("report", "actions"),
    [
        (report_of(whole_run()), []),
        (report_of(whole_run()[:10]), []),
        (FAILED, [FIX, REWORD, CHANGE]),
        (of(RunFinished("error", "", 1.0)), [REPEAT, REWORD, CHANGE]),
        (of(TestsRan(1, (WRONG,), 0.1), RunFinished("error", "", 1.0, "Run it again.", 1)), [FIX, REPEAT, CHANGE]),
        (of(RunFinished("failed", "", 1.0, ADVICE["failed"])), [REPEAT, REWORD, CHANGE]),
        (of(RunFinished("failed", "Time is up.", 1.0, MORE_TIME)), [REPEAT, CHANGE]),
        (of(RunFinished("failed", "No package.", 1.0, PackageProblem("").advice)), [REPEAT, CHANGE]),
        (ended("repair", RISKY, NO_PACKAGES, STRONG), [FIX]),
        (ended("check", SECURE, BROKE, WEAK), [CHECK]),
        (ended("nothing"), [CHANGE]),
        (replace(ended("nothing"), brief=Brief("function", examples=(Example("1", "2"),))), [PLAN]),
        (ended("connect", BROKE), [CHECK]),
        (ended("decide"), [CHANGE]),
        (replace(ended("decide"), review=Review(("The sum looks wrong",))), []),
        (ended("tests", WEAK), [STRONGER]),
        (ended("tests", WEAK, model="demo"), [CHANGE]),
        (beside_own(ended("confirm")), []),
        (replace(ended("confirm"), brief=Brief("function", examples=(Example("1", "2"),))), []),
        (replace(uncalled(ended("confirm")), brief=Brief("dialogue", examples=(Example("1", "2"),))), [PLAN]),
        (uncalled(ended("confirm")), [REWORD]),
        (ended("time"), [REWORD]),
        (ended(""), [CHECK]),
        (LOST, [BACK, REPEAT]),
        (report_of([RunStarted(REQUEST), RunFinished("error", "", 1.0, "Pick another model.")]), [REPEAT, MODEL]),
        (came_along(ended("anew")), [ANEW]),
        (came_along(ended("repair", RISKY, NO_PACKAGES, STRONG)), [ANEW]),
        (came_along(FAILED), [ANEW, FIX, REWORD]),
    ],
)
def test_what_the_verdict_says_is_missing_comes_first_and_alone_where_there_is_one(
    report: Report, actions: list[str]
) -> None:
    assert [way.action for way in ways_on(report)] == actions
    assert all(way.label and way.leads for way in ways_on(report))


def test_what_is_asked_for_says_what_was_expected_and_what_came() -> None:
    assert ways_on(FAILED)[0].label == "Fix the problem"
    assert wish_of(FIX, FAILED) == (
        "Mend this, and leave all else as it is: It adds more: for add(1, 2), 3 has to come, and 4 comes."
    )
    assert "Its hash is weak (line 3)." in wish_of(FIX, ended("repair", RISKY))
    planned = replace(ended("tests", WEAK), brief=Brief("function", rules=(Rule("It sings."),)))
    assert wish_of(STRONGER, planned).endswith("No test is about this yet: It sings.")
    toothless = replace(ended("tests", replace(WEAK, unproven=("rule 1",))), brief=planned.brief)
    assert wish_of(STRONGER, toothless).endswith("a test can fail for this: It sings.")
    with pytest.raises(BadTask):
        wish_of(FIX, report_of(whole_run()))
