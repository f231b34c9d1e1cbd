"""The verdict: what may be said of a program, and why. The one place that says `verified`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from agent.attempts import Attempt
from agent.types import Status
from languages.checks import Check
from languages.types import CheckReport, Verdicts
from message import bare, joined, say, say_count
from wording import error_line

ADVICE: dict[Status, str] = {
    "verified": "",
    "unverified": say(
        "Read what fell short before you rely on the program, or run it again, perhaps with another model."
    ),
    "failed": say(
        "Say more exactly what the program should do, give examples that must hold, or try a stronger model."
    ),
    "cancelled": "",
    "error": "",
}
CONFIRM = say(
    "What is missing is an example that you say is right: confirm one where it is shown, or give one of your own."
)
NO_GROUNDS = say("nothing but tests that a model wrote says that it is right")


def judge(attempt: Attempt, checks: Sequence[Check]) -> tuple[Status, str]:
    """The status of a program that was tested, and the reason in a sentence.

    Every one of `checks` that is required must have passed; one that is missing is as good as not checked.
    """
    verdicts = attempt.verdicts
    if not verdicts.passed:
        return "failed", _failed_reason(verdicts)
    if short := list(_shortfalls(attempt, checks)):
        return "unverified", say("All tests pass, but: %(shortfalls)s.", shortfalls=joined("; ", short))
    clean = say_count(
        "The one test passes and every check is clean.",
        "All %(count)s tests pass and every check is clean.",
        len(verdicts.results),
    )
    strength = [report.summary for report in attempt.reports if report.mutation]
    return "verified", joined(" ", (clean, *map(sentence, (*strength, *attempt.grounds))))


def lacks_only_grounds(attempt: Attempt, checks: Sequence[Check]) -> bool:
    """Whether nothing else keeps it from being verified."""
    return not attempt.grounds and judge(replace(attempt, grounds=("so",)), checks)[0] == "verified"


def sentence(text: str) -> str:
    """`text`, which is a sentence of ours without its full stop or any text, with exactly one at its end."""
    return joined("", (bare(text), "."))


def _shortfalls(attempt: Attempt, checks: Sequence[Check]) -> Iterator[str]:
    by_name = {report.name: report for report in attempt.reports}
    made = (_shortfall(check, by_name.get(check.name)) for check in checks if check.required)
    yield from (reason for reason in made if reason)
    yield from (say("no test is about your example %(number)s", number=number) for number in attempt.unheld)
    yield from (say("no test is about rule %(number)s", number=number) for number in attempt.untested)
    if attempt.doubts:
        yield say_count(
            "%(count)s thing in its results looked wrong, and it isn't settled",
            "%(count)s things in its results looked wrong, and it isn't settled",
            attempt.doubts,
        )
    if not attempt.grounds:
        yield NO_GROUNDS


def _shortfall(check: Check, report: CheckReport | None) -> str:
    if report is None:
        return say("%(check)s not checked", check=check.title)
    summary = bare(report.summary)
    match report.status:
        case "passed":
            return ""
        case "failed":
            return say("%(check)s failed (%(summary)s)", check=check.title, summary=summary)
        case "not_checked":
            return say("%(check)s not checked (%(summary)s)", check=check.title, summary=summary)
        case "error":
            return say("%(check)s not checked, the tool broke (%(summary)s)", check=check.title, summary=summary)


def _failed_reason(verdicts: Verdicts) -> str:
    if verdicts.problem:
        problem = bare(verdicts.problem)
        if not verdicts.load_error:
            return say("The tests gave no result: %(problem)s.", problem=problem)
        error = error_line(verdicts.load_error).rstrip(". ")
        return say("The tests gave no result: %(problem)s: %(error)s.", problem=problem, error=error)
    total = len(verdicts.results)
    return say_count(
        "The best attempt passes %(passed)s of %(count)s test.",
        "The best attempt passes %(passed)s of %(count)s tests.",
        total,
        passed=total - len(verdicts.failures),
    )
