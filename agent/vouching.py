"""What a person says of a result once its run is over: that it is right. It speaks for the program from then on."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime
from typing import cast

from agent.attempts import Attempt
from agent.errors import BadTask
from agent.events import ResultVouched, RunFinished
from agent.promising import not_promised, promises_nothing
from agent.report import AttemptReport, Report
from agent.types import Ground, Status, Vouched
from agent.verdict import CONFIRM_ALONE, STEPS, advice, judge, steps
from languages.types import Verdicts
from message import joined, say


def vouching(report: Report, made_of: Sequence[str], at: datetime) -> ResultVouched:
    """That the person says, `at` this time (UTC), that what came of the files `made_of` is right.

    Raises `BadTask` for a run that goes on or has no program.
    """
    vouched = Vouched(at.isoformat(timespec="seconds"), tuple(made_of))
    others = [one for one in report.grounds if one.kind != "person"]
    return ResultVouched(_verdict(report, (*others, Ground("person", said_of(vouched)))), vouched)


def taking_back(report: Report) -> ResultVouched:
    """That the person takes back all that they said so. Raises likewise."""
    return ResultVouched(_verdict(report, tuple(one for one in report.grounds if one.kind != "person")))


def said_of(vouched: Vouched) -> str:
    """What the person said, in a sentence without its full stop."""
    if not vouched.made_of:
        return say("You looked at its result on %(day)s, and said that it is right", day=vouched.day)
    return say(
        "You looked at what it makes of %(files)s on %(day)s, and said that it is right",
        files=vouched.files,
        day=vouched.day,
    )


def attempt_of(report: Report, chosen: AttemptReport) -> Attempt:
    """The program that a run hands over, as its verdict is made of it."""
    request, brief, language = report.request, report.brief, report.language
    return Attempt(
        chosen.number,
        chosen.candidate,
        Verdicts(chosen.results, chosen.seconds, chosen.problem),
        report.checks,
        unheld=report.unheld_examples,
        untested=report.untested_rules,
        unproven=report.unproven,
        empty_plan=bool(request and language and promises_nothing(brief, request, language)),
        left_out=not_promised(brief, request) if request else (),
        doubts=report.review.doubts,
        unseen=report.review.unseen,
        grounds=report.grounds,
        came_along=report.came_along,
    )


# Why: docs/decisions.md, "A Yes to a result speaks for the program, and the verdict is made anew at once"
def _verdict(report: Report, grounds: tuple[Ground, ...]) -> RunFinished:
    """What is said of the run with these `grounds`: another verdict only where it was for want of any, or had none
    but what is taken back."""
    chosen = report.chosen
    if report.status == "running" or not chosen:
        raise BadTask(say("There is no result of which anything could be said."), say("Wait for the end of the run."))
    said = _as_it_is(report, grounds)
    lacked = "confirm" in report.steps
    if report.status not in ("verified", "unverified") or (bool(grounds) != lacked):
        return said
    attempt = replace(attempt_of(report, chosen), grounds=grounds)
    status, reason = judge(attempt, report.table)
    missing = steps(attempt, report.table)
    return replace(
        said,
        status=status,
        reason=joined(" ", (reason, STEPS[missing[0]] if missing else "")),
        advice=advice(missing),
        unconfirmed=missing in CONFIRM_ALONE,
        step=next(iter(missing), ""),
        then=missing[1:],
    )


def _as_it_is(report: Report, grounds: tuple[Ground, ...]) -> RunFinished:
    return RunFinished(
        cast("Status", report.status),  # of a run that is over
        report.reason,
        report.total_seconds,
        report.advice,
        report.chosen_number,
        report.missing,
        report.steps in CONFIRM_ALONE,
        report.step,
        grounds,
        report.chosen.candidate.fingerprint if report.chosen else "",
        report.steps[1:],
        report.review,
    )
