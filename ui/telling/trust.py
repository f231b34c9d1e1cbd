"""What a user can trust of a run, drawn from its report: the checklist, and what nobody checked."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Literal

import agent.claims
from agent.report import Report
from languages.failures import UNKNOWN as NOT_KNOWN
from languages.failures import Failure
from languages.types import CheckReport, TestCase, TestResult
from message import joined, say
from ui.telling.evidence import sections

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
    """Something that is claimed of the program, as `agent/claims.py` has it, with its `tests` as people read them.

    It `holds`, or it `fails`, or it isn't known `why`; where it holds and no test does, `shown_by` says what shows it.
    """

    text: str
    holds: bool
    fails: bool = False
    why: str = ""
    words: str = ""
    tests: tuple[ChecklistItem, ...] = ()
    confirmed: bool = False
    tried: bool = False
    shown_by: str = ""


def claims(report: Report) -> list[Claim]:
    """What the program that is handed over does: the plan's rules, or where it has none the sentences of its tests."""
    return _with_tests(report, agent.claims.of_program(report))


def evidence(report: Report) -> list[Claim]:
    """What else is claimed of it, by what speaks for it beside its rules."""
    return _with_tests(report, agent.claims.evidence(report))


def _with_tests(report: Report, claimed: Sequence[agent.claims.Claim]) -> list[Claim]:
    items = {item.name: item for item in checklist(report)}
    return [
        Claim(
            one.claim,
            one.holds is True,
            one.holds is False,
            "" if one.holds else one.said,
            one.words,
            tuple(items[name] for name in one.tests),
            one.confirmed,
            one.tried,
            one.said if one.holds else "",
        )
        for one in claimed
    ]


def unknown_first(claims: Sequence[Claim]) -> list[Claim]:
    """What isn't known comes first, then what fails, then what holds."""
    return sorted(claims, key=lambda claim: (claim.holds, claim.fails))


def checklist(report: Report, told: Sequence[TestResult] = ()) -> list[ChecklistItem]:
    """The tests with how they ended in the attempt that is handed over; failures first.

    Until it is known how, they have ended as is `told` while they are tried.
    """
    known = (report.chosen and report.chosen.results) or told
    results = {result.name: result for result in known}
    language = report.language
    sources = language.test_sources(report.suite) if language else {}
    failure = language.failure if language else lambda message: NOT_KNOWN
    names = {test.name for test in report.suite.tests}
    # As those that lie beside, of what was found in an earlier program.
    others = [
        TestCase(name, "") for name, one in results.items() if name not in names and one.outcome in ("failed", "error")
    ]
    items = [
        _item(number, test, results.get(test.name), sources.get(test.name, ""), failure)
        for number, test in enumerate((*report.suite.tests, *others), start=1)
    ]
    order: dict[Outcome, int] = {"failed": 0, "not_run": 1, "passed": 2}
    return sorted(items, key=lambda item: order[item.outcome])


def gaps(report: Report) -> list[Gap]:
    """What nobody checked, in a run that is over. A check that is missing is as good as not checked."""
    if report.status == "running":
        return []
    missing = [one for one in sections(report) if one.made is None or one.made.status in UNKNOWN]
    return [*_untested(report), *(Gap(one.title, _why(one.made, report)) for one in missing)]


def by_reason(gaps: Sequence[Gap]) -> list[Gap]:
    """Those that follow each other and have the same reason as one, with all of their names."""
    grouped = groupby(gaps, lambda gap: gap.reason)
    return [Gap(joined(", ", (gap.name for gap in group)), reason) for reason, group in grouped]


def _item(
    number: int, test: TestCase, result: TestResult | None, code: str, failure: Callable[[str], Failure]
) -> ChecklistItem:
    outcome: Outcome = "not_run"
    if result is not None and result.outcome not in ("missing", "skipped", "unjudged"):
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
