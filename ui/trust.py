"""What a user can trust of a run, drawn from its report: the checklist, and what nobody checked."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from agent.report import Report
from languages.brief import Rule
from languages.failures import UNKNOWN as NOT_KNOWN
from languages.failures import Failure
from languages.types import CheckReport, TestCase, TestResult
from message import say
from ui.evidence import sections

Outcome = Literal["passed", "failed", "not_run"]
UNKNOWN = ("not_checked", "error")


@dataclass(frozen=True, slots=True)
class ChecklistItem:
    """One test as the user reads it; `number` is its place in the file, `message` says what went wrong in the tool's
    words, and `failure` says it in parts."""

    number: int
    description: str
    name: str
    own_example: bool
    outcome: Outcome
    message: str
    code: str
    rules: tuple[int, ...] = ()
    failure: Failure = NOT_KNOWN


@dataclass(frozen=True, slots=True)
class Gap:
    """Something that was not checked, and why."""

    name: str
    reason: str


@dataclass(frozen=True, slots=True)
class Claim:
    """Something that the program does, in words: `tests` show that it `holds` or `fails`, or it isn't known `why`.

    `words` are the person's own that it comes from; `confirmed` says that they said so once they had seen the plan.
    It was `tried` where a program that breaks it was seen to fail.
    """

    text: str
    holds: bool
    fails: bool = False
    why: str = ""
    words: str = ""
    tests: tuple[ChecklistItem, ...] = ()
    confirmed: bool = False
    tried: bool = False


def claims(report: Report) -> list[Claim]:
    """What the program that is handed over does: the plan's rules, or where it has none the sentences of its tests."""
    tests = checklist(report)
    if not report.chosen or not tests:
        return []
    seen = [Claim(text, True) for check in report.checks for text in check.claims]
    if not report.brief or not report.brief.rules:
        return [*(_claim(test.description, [test]) for test in tests), *seen]
    rules = enumerate(report.brief.rules, start=1)
    return [*(_of_rule(number, rule, tests, report) for number, rule in rules), *seen]


def _of_rule(number: int, rule: Rule, tests: Sequence[ChecklistItem], report: Report) -> Claim:
    part = f"rule {number}"
    claim = _claim(rule.rule, [test for test in tests if number in test.rules], rule.words)
    if part in report.unproven and claim.holds:
        claim = replace(claim, holds=False, why=say("Its tests pass, but it isn't shown that any of them can fail."))
    return replace(claim, confirmed=rule.confirmed, tried=any(part in test.fails_for for test in report.suite.tests))


def unknown_first(claims: Sequence[Claim]) -> list[Claim]:
    """What isn't known comes first, then what fails, then what holds."""
    return sorted(claims, key=lambda claim: (claim.holds, claim.fails))


def _claim(text: str, tests: Sequence[ChecklistItem], words: str = "") -> Claim:
    if not tests:
        return Claim(text, False, why=say("No test is about this."), words=words)
    outcomes = {test.outcome for test in tests}
    unknown = say("Its tests gave no result.") if "not_run" in outcomes else ""
    why = say("It fails.") if "failed" in outcomes else unknown
    return Claim(text, outcomes == {"passed"}, "failed" in outcomes, why, words, tuple(tests))


def checklist(report: Report) -> list[ChecklistItem]:
    """The tests with how they ended in the attempt that is handed over; failures first."""
    results = {result.name: result for result in report.chosen.results} if report.chosen else {}
    language = report.language
    sources = language.test_sources(report.suite) if language else {}
    failure = language.failure if language else lambda message: NOT_KNOWN
    items = [
        _item(number, test, results.get(test.name), sources.get(test.name, ""), failure)
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


def _item(
    number: int, test: TestCase, result: TestResult | None, code: str, failure: Callable[[str], Failure]
) -> ChecklistItem:
    outcome: Outcome = "not_run"
    if result is not None and result.outcome not in ("missing", "skipped"):
        outcome = "passed" if result.outcome == "passed" else "failed"
    message = result.message if result and outcome != "passed" else ""
    return ChecklistItem(
        number=number,
        description=test.description or test.name.removeprefix("test_").replace("_", " "),
        name=test.name,
        own_example=test.source == "user",
        outcome=outcome,
        message=message,
        code=code,
        rules=test.rules,
        failure=failure(message) if message else NOT_KNOWN,
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
