"""The verdict: what may be said of a program, and why. The one place that says `verified`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from agent.attempts import Attempt
from agent.types import Status
from languages.checks import Check
from languages.types import CheckReport, CheckStatus, Verdicts
from wording import error_line, plural

ADVICE: dict[Status, str] = {
    "verified": "",
    "unverified": "Read what fell short before you rely on the program, or run it again, perhaps with another model.",
    "failed": "Say more exactly what the program should do, give examples that must hold, or try a stronger model.",
    "cancelled": "",
    "error": "",
}
SHORTFALLS: dict[CheckStatus, str] = {
    "failed": "failed",
    "not_checked": "not checked",
    "error": "not checked, the tool broke",
}
CONFIRM = "What is missing is an example that you say is right: confirm one where it is shown, or give one of your own."
NO_GROUNDS = "nothing but tests that a model wrote says that it is right"


def judge(attempt: Attempt, checks: Sequence[Check]) -> tuple[Status, str]:
    """The status of a program that was tested, and the reason in a sentence.

    Every one of `checks` that is required must have passed; one that is missing is as good as not checked.
    """
    verdicts = attempt.verdicts
    if not verdicts.passed:
        return "failed", _failed_reason(verdicts)
    if short := list(_shortfalls(attempt, checks)):
        return "unverified", sentence("All tests pass, but: " + "; ".join(short))
    count = len(verdicts.results)
    tests = f"All {count} tests pass" if count > 1 else "The one test passes"
    strength = [report.summary for report in attempt.reports if report.mutation]
    return "verified", " ".join(map(sentence, (f"{tests} and every check is clean", *strength, *attempt.grounds)))


def lacks_only_grounds(attempt: Attempt, checks: Sequence[Check]) -> bool:
    """Whether nothing else keeps it from being verified."""
    return not attempt.grounds and judge(replace(attempt, grounds=("so",)), checks)[0] == "verified"


def sentence(text: str) -> str:
    """`text` with exactly one full stop at its end."""
    return f"{text.rstrip('. ')}."


def _shortfalls(attempt: Attempt, checks: Sequence[Check]) -> Iterator[str]:
    by_name = {report.name: report for report in attempt.reports}
    made = (_shortfall(check, by_name.get(check.name)) for check in checks if check.required)
    yield from (reason for reason in made if reason)
    yield from (f"no test is about your example {number}" for number in attempt.unheld)
    yield from (f"no test is about rule {number}" for number in attempt.untested)
    if attempt.doubts:
        yield f"{plural(attempt.doubts, 'thing')} in its results looked wrong, and it isn't settled"
    if not attempt.grounds:
        yield NO_GROUNDS


def _shortfall(check: Check, report: CheckReport | None) -> str:
    if report is None:
        return f"{check.title} {SHORTFALLS['not_checked']}"
    if report.status == "passed":
        return ""
    return f"{check.title} {SHORTFALLS[report.status]} ({report.summary.rstrip('.')})"


def _failed_reason(verdicts: Verdicts) -> str:
    if verdicts.problem:
        error = f": {error_line(verdicts.load_error)}" if verdicts.load_error else ""
        return sentence(f"The tests gave no result: {verdicts.problem.rstrip('.')}{error}")
    passed = len(verdicts.results) - len(verdicts.failures)
    return f"The best attempt passes {passed} of {plural(len(verdicts.results), 'test')}."
