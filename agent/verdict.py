"""The verdict: what may be said of a program, and why. The one place that says `verified`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from agent.attempts import Attempt
from agent.types import Ground, Status, Step
from languages.checks import Check
from languages.types import CheckReport, Helps, Verdicts
from message import bare, joined, say, say_count
from wording import error_line

ADVICE: dict[Status, str] = {
    "verified": "",
    "unverified": "",
    "failed": say(
        "Say more exactly what the program should do, give examples that must hold, or try a stronger model."
    ),
    "cancelled": "",
    "error": "",
}
STEPS: dict[Step, str] = {
    "repair": say("What the checks found has to be mended: have a model do it, or say what to change."),
    "check": say("One check could not run: check it again on a computer where all tools run."),
    "decide": say("Your answer is needed: look at the result, and say what is wrong."),
    "tests": say("Its tests are too weak: have more written, or run it again, perhaps with another model."),
    "confirm": say("No example is confirmed by you yet: confirm one that is shown, or add your own."),
    "connect": say(
        "Its packages couldn't be looked up: connect this computer to the internet, then open the run in the history "
        "and press “Check it again”. That takes no model."
    ),
    "anew": say(
        "Its tests weren't written here: read its task, change it until it says what you mean, and have a model of "
        "yours write new ones."
    ),
    "nothing": say(
        "Not all can be checked in a program like this, now or later, so it can't be called verified: use it, and look "
        "whether it does what you mean. An example that you confirm is tested from then on."
    ),
    "time": say("Give it more time among the limits, or take a faster model."),
    "": "",
}
"""What to do about each thing that a program lacks whose tests all pass: see `steps`."""
# Why: docs/decisions.md, "Tests of a model's own aren't enough for `verified`"
NO_GROUNDS = say("nothing but tests that a model wrote says that it is right")
CAME_ALONG = say(
    "Whether these expect what is right, and try what matters to you, isn't known: whoever shared it may have made "
    "them fit."
)


def judge(attempt: Attempt, checks: Sequence[Check]) -> tuple[Status, str]:
    """The status of a program that was tested, and the reason in a sentence.

    Every one of `checks` that is required must have passed; one that is missing is as good as not checked.
    """
    verdicts = attempt.verdicts
    if attempt.came_along and (verdicts.passed or not verdicts.results):
        return "unverified", _came_along(attempt, checks)
    if not verdicts.stands:
        return "failed", _failed_reason(verdicts)
    if short := list(_shortfalls(attempt, checks)):
        told = joined("; ", short)
        if verdicts.unjudged:
            return "unverified", say("No test fails, but: %(shortfalls)s.", shortfalls=told)
        return "unverified", say("All tests pass, but: %(shortfalls)s.", shortfalls=told)
    clean = say_count(
        "The one test passes and every check is clean.",
        "All %(count)s tests pass and every check is clean.",
        len(verdicts.results),
    )
    strength = [report.summary for report in attempt.reports if report.mutation]
    slips = [say("Worth knowing: %(slip)s", slip=finding.message) for finding in attempt.slips[:1]]
    said = (*strength, *(one.said for one in attempt.grounds), *_unread(attempt), *slips)
    return "verified", joined(" ", (clean, *map(sentence, said)))


def lacks_only_grounds(attempt: Attempt, checks: Sequence[Check]) -> bool:
    """Whether nothing else keeps it from being verified, but at most a connection, or tests not seen to fail."""
    grounded = replace(_connected(attempt), grounds=(Ground("example", ""),), unproven=())
    return not attempt.grounds and judge(grounded, checks)[0] == "verified"


def lacks_only_proof(attempt: Attempt, checks: Sequence[Check]) -> bool:
    """Whether nothing but tests that weren't seen to fail keeps it from being verified, and at most a connection."""
    proven = replace(_connected(attempt), unproven=())
    return bool(attempt.unproven) and judge(proven, checks)[0] == "verified"


# Why: docs/decisions.md, "What lacks only a connection doesn't end a run"
def _connected(attempt: Attempt) -> Attempt:
    """`attempt` as it is if all is well that only a connection can tell: the search goes on as if it were."""
    reports = (replace(one, status="passed") if one.lacks_connection else one for one in attempt.reports)
    return replace(attempt, reports=tuple(reports))


def steps(attempt: Attempt, checks: Sequence[Check]) -> tuple[Step, ...]:
    """All that keeps a program whose tests pass from its verdict, the most useful first; nothing where nothing does.

    That is what others depend on, as tests of a program that has to be mended are others; and what needs no connection
    comes before what does. It is `nothing`, and no more, where no step leads there, for a check would say each time
    that it can't be made on this program.
    """
    return tuple(dict.fromkeys(_steps(attempt, checks))) if judge(attempt, checks)[0] == "unverified" else ()


def advice(missing: Sequence[Step]) -> str:
    """What to do about all these, in sentences."""
    return joined(" ", (STEPS[one] for one in missing))


def _steps(attempt: Attempt, checks: Sequence[Check]) -> Iterator[Step]:
    by_name = {report.name: report for report in attempt.reports}
    made = [by_name.get(check.name) for check in checks if check.required]
    failed = [report for report in made if report and report.status == "failed"]
    if not all(report.mutation for report in failed):
        yield "repair"
    wanted = {_helps(report) for report in made}
    if attempt.came_along or "nothing" in wanted:
        yield "anew" if attempt.came_along else "nothing"
        return
    if attempt.verdicts.unjudged or "again" in wanted:
        yield "check"
    if attempt.doubts:
        yield "decide"
    weak = "tests" in wanted or any(report.mutation for report in failed)
    # Whether tests can fail is looked into only once all else speaks for it.
    if attempt.unheld or attempt.untested or weak or (attempt.grounds and attempt.unproven):
        yield "tests"
    if not attempt.grounds:
        yield "confirm"
    if "connection" in wanted:
        yield "connect"


def _helps(report: CheckReport | None) -> Helps | None:
    """What helps to know what a check would say; None where it said something."""
    if report is None or report.status == "error":
        return "again"
    return report.helps if report.status == "not_checked" else None


def sentence(text: str) -> str:
    """`text`, which is a sentence of ours without its full stop or any text, with exactly one at its end."""
    return joined("", (bare(text), "."))


def _came_along(attempt: Attempt, checks: Sequence[Check]) -> str:
    """What was tried of a program that somebody shared, and what isn't known. They wrote its plan, too."""
    count = len(attempt.verdicts.results)
    if not count:
        return say("No tests came with it that can be run here, so nothing of what it should do was tried.")
    held = say_count(
        "It was held against the one test that came with it, and passes.",
        "It was held against the %(count)s tests that came with it, and passes them.",
        count,
    )
    short = list(_failed_checks(attempt, checks))
    also = say("And: %(shortfalls)s.", shortfalls=joined("; ", short)) if short else ""
    return joined(" ", (held, CAME_ALONG, also))


def _failed_checks(attempt: Attempt, checks: Sequence[Check]) -> Iterator[str]:
    by_name = {report.name: report for report in attempt.reports}
    made = (_shortfall(check, by_name.get(check.name)) for check in checks if check.required)
    yield from (reason for reason in made if reason)


def _shortfalls(attempt: Attempt, checks: Sequence[Check]) -> Iterator[str]:
    if unjudged := attempt.verdicts.unjudged:
        yield say_count(
            "%(count)s test gave no result, through no fault of the program (%(why)s)",
            "%(count)s tests gave no result, through no fault of the program (%(why)s)",
            len(unjudged),
            why=bare(unjudged[0].message),
        )
    yield from _failed_checks(attempt, checks)
    yield from (say("no test is about your example %(number)s", number=number) for number in attempt.unheld)
    yield from (say("no test is about rule %(number)s", number=number) for number in attempt.untested)
    yield from map(_unproven, attempt.unproven)
    if attempt.doubts:
        yield say_count(
            "%(count)s thing in its results looked wrong, and it isn't settled",
            "%(count)s things in its results looked wrong, and it isn't settled",
            len(attempt.doubts),
        )
    if not attempt.grounds:
        yield NO_GROUNDS
        yield from map(bare, _unread(attempt))


def _unread(attempt: Attempt) -> Iterator[str]:
    """What a reader of its results couldn't vouch for."""
    if attempt.unseen:
        yield say("its results could not be read as a whole: %(why)s", why=joined("; ", attempt.unseen))


def _unproven(part: str) -> str:
    kind, _, number = part.partition(" ")
    if kind == "rule":
        return say("it isn't shown that any test of rule %(number)s can fail", number=number)
    return say("it isn't shown that any test of your example %(number)s can fail", number=number)


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
        passed=sum(result.outcome == "passed" for result in verdicts.results),
    )
