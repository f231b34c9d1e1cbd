"""What a user can trust of a run, drawn from its report: the checklist, and what nobody checked."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from agent.report import Report
from languages.types import CheckReport, TestCase, TestResult
from message import say
from ui.evidence import sections

Outcome = Literal["passed", "failed", "not_run"]
UNKNOWN = ("not_checked", "error")


@dataclass(frozen=True, slots=True)
class ChecklistItem:
    """One test as the user reads it; `number` is its place in the file, `message` says what went wrong."""

    number: int
    description: str
    name: str
    own_example: bool
    outcome: Outcome
    message: str
    code: str
    rules: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Gap:
    """Something that was not checked, and why."""

    name: str
    reason: str


@dataclass(frozen=True, slots=True)
class Claim:
    """Something that the program does, in words: a test shows that it `holds` or `fails`, or it isn't known `why`."""

    text: str
    holds: bool
    fails: bool = False
    why: str = ""


def claims(report: Report) -> list[Claim]:
    """What the program that is handed over does: the plan's rules, or where it has none the sentences of its tests."""
    tests = checklist(report)
    if not report.chosen or not tests:
        return []
    seen = [Claim(text, True) for check in report.checks for text in check.claims]
    if not report.brief or not report.brief.rules:
        return [*seen, *(_claim(test.description, [test]) for test in tests)]
    rules = enumerate(report.brief.rules, start=1)
    return [*(_claim(rule.rule, [test for test in tests if number in test.rules]) for number, rule in rules), *seen]


def _claim(text: str, tests: Sequence[ChecklistItem]) -> Claim:
    if not tests:
        return Claim(text, False, why=say("No test is about this."))
    outcomes = {test.outcome for test in tests}
    unknown = say("Its tests gave no result.") if "not_run" in outcomes else ""
    return Claim(
        text, outcomes == {"passed"}, "failed" in outcomes, say("It fails.") if "failed" in outcomes else unknown
    )


def checklist(report: Report) -> list[ChecklistItem]:
    """The tests with how they ended in the attempt that is handed over; failures first."""
    results = {result.name: result for result in report.chosen.results} if report.chosen else {}
    sources = report.language.test_sources(report.suite) if report.language else {}
    items = [
        _item(number, test, results.get(test.name), sources.get(test.name, ""))
        for number, test in enumerate(report.suite.tests, start=1)
    ]
    order: dict[Outcome, int] = {"failed": 0, "not_run": 1, "passed": 2}
    return sorted(items, key=lambda item: order[item.outcome])


def gaps(report: Report) -> list[Gap]:
    """What nobody checked, in a run that is over. A check that is missing is as good as not checked."""
    if report.status == "running":
        return []
    missing = [one for one in sections(report) if one.made is None or one.made.status in UNKNOWN]
    return [*_untested(report), *(Gap(one.title, _why(one.made, report)) for one in missing)]


def _item(number: int, test: TestCase, result: TestResult | None, code: str) -> ChecklistItem:
    outcome: Outcome = "not_run"
    if result is not None and result.outcome not in ("missing", "skipped"):
        outcome = "passed" if result.outcome == "passed" else "failed"
    return ChecklistItem(
        number=number,
        description=test.description or test.name.removeprefix("test_").replace("_", " "),
        name=test.name,
        own_example=test.source == "user",
        outcome=outcome,
        message=result.message if result and outcome != "passed" else "",
        code=code,
        rules=test.rules,
    )


def _why(check: CheckReport | None, report: Report) -> str:
    if check is not None:
        return check.summary
    if report.chosen is None:
        return say("There is no program that could be checked.")
    if not report.chosen.all_passed:
        return say("Only a program that passes all of its tests is checked.")
    if report.status == "verified":
        return say("This run is older than the check.")
    return say("The run ended before this check was made.")


def _untested(report: Report) -> list[Gap]:
    items = checklist(report)
    not_run = sum(item.outcome == "not_run" for item in items)
    if not items:
        return [Gap(say("Tests"), say("The run ended before there were tests."))]
    if report.chosen is None:
        return [Gap(say("Tests"), say("The run ended before there was a program to test."))]
    if report.chosen.problem:
        return [Gap(say("Tests"), say("They gave no result: %(problem)s", problem=report.chosen.problem))]
    return (
        [Gap(say("Tests"), say("%(not_run)s of %(count)s gave no result.", not_run=not_run, count=len(items)))]
        if not_run
        else []
    )
