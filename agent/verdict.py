"""The verdict: what may be said of a program, and why. The one place that says `verified`."""

from __future__ import annotations

from collections.abc import Sequence

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


def judge(
    verdicts: Verdicts,
    reports: Sequence[CheckReport],
    checks: Sequence[Check],
    unheld: Sequence[int] = (),
    untested: Sequence[int] = (),
    doubts: int = 0,
) -> tuple[Status, str]:
    """The status of a program that was tested, and the reason in a sentence.

    Every one of `checks` that is required must have passed; one that is missing is as good as not checked. `unheld` are
    the numbers of the person's examples, `untested` those of rules, that no test is about; so many `doubts` are open.
    """
    if not verdicts.passed:
        return "failed", _failed_reason(verdicts)
    by_name = {report.name: report for report in reports}
    short = [_shortfall(check, by_name.get(check.name)) for check in checks if check.required]
    short = [reason for reason in short if reason]
    short += [f"no test is about your example {number}" for number in unheld]
    short += [f"no test is about rule {number}" for number in untested]
    short += [f"{plural(doubts, 'thing')} in its results looked wrong, and it isn't settled"] if doubts else []
    if short:
        return "unverified", sentence("All tests pass, but: " + "; ".join(short))
    count = len(verdicts.results)
    tests = f"All {count} tests pass" if count > 1 else "The one test passes"
    strength = " ".join(report.summary for report in reports if report.mutation)
    return "verified", sentence(f"{tests} and every check is clean. {strength}")


def sentence(text: str) -> str:
    """`text` with exactly one full stop at its end."""
    return f"{text.rstrip('. ')}."


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
