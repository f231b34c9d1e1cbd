"""The verdict: what may be said of a program, and why. The one place that says `verified`."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from agent import reasons
from agent.attempts import Attempt
from agent.reasons import shortfalls
from agent.types import Ground, Status, Step
from languages.checks import Check
from message import joined, say

ADVICE: dict[Status, str] = {
    "verified": "",
    "unverified": "",
    "failed": say("Run it again with an example of what must come out, or with a stronger model."),
    "cancelled": "",
    "error": "",
}
STEPS: dict[Step, str] = {
    "repair": say("Have a model mend what was found, or say what to change."),
    "check": say("Check it again; if it says the same, do so on another computer."),
    "decide": say("Look at its results, and say what is wrong, if anything is."),
    "tests": say(
        "Open the run in the history and press “Write stronger tests”: a model takes some minutes for them. Until "
        "then, look at its results yourself before you rely on them."
    ),
    "plan": say("Change the plan, or say more exactly what the program should do."),
    "confirm": say("Confirm an example that is right, or give one of your own."),
    "connect": say(
        "Connect this computer to the internet, open the run in the history and press “Check it again”. That takes no "
        "model."
    ),
    "anew": say(
        "Read its task, change it until it says what you mean, and have a model of yours write new tests for it."
    ),
    "nothing": say(
        "Use it, and look whether it does what you mean: a program like this can't be called verified, now or later. "
        "An example that you confirm is tested from then on."
    ),
    "time": say("Give it more time, or take a faster model."),
    "": "",
}
"""What to do about each thing that a program lacks whose tests all pass: see `steps`."""
CONFIRM_ALONE: tuple[tuple[Step, ...], ...] = (("confirm",), ("confirm", "connect"))
"""All that is missing where an example that the person confirms is all that is, here and now."""


def judge(attempt: Attempt, checks: Sequence[Check]) -> tuple[Status, str]:
    """The status of a program that was tested, and the reason in a few sentences: see `reasons.py`.

    Every one of `checks` that is required must have passed; one that is missing is as good as not checked.
    """
    verdicts = attempt.verdicts
    if attempt.came_along and (verdicts.passed or not verdicts.results):
        return "unverified", reasons.of_shared(attempt, [*reasons.of_checks(attempt, checks)])
    if not verdicts.stands:
        return "failed", reasons.of_failed(verdicts)
    if short := shortfalls(attempt, checks):
        return "unverified", reasons.of_unverified(attempt, short)
    return "verified", reasons.of_verified(attempt)


def lacks_only_grounds(attempt: Attempt, checks: Sequence[Check]) -> bool:
    """Whether nothing else keeps it from being verified, but at most a connection, or tests not seen to fail."""
    grounded = replace(_connected(attempt), grounds=(Ground("example", ""),), unproven=())
    return not attempt.grounds and judge(grounded, checks)[0] == "verified"


def lacks_only_proof(attempt: Attempt, checks: Sequence[Check]) -> bool:
    """Whether nothing but tests that weren't seen to fail keeps it from being verified, and at most a connection."""
    proven = replace(_connected(attempt), unproven=())
    return bool(attempt.unproven) and judge(proven, checks)[0] == "verified"


# Why: docs/decisions.md, "A missing connection ends no run, and an old answer about packages counts for thirty days"
def _connected(attempt: Attempt) -> Attempt:
    """`attempt` as it is if all is well that only a connection can tell: the search goes on as if it were."""
    reports = (replace(one, status="passed") if one.lacks_connection else one for one in attempt.reports)
    return replace(attempt, reports=tuple(reports))


def steps(attempt: Attempt, checks: Sequence[Check]) -> tuple[Step, ...]:
    """All that keeps a program whose tests pass from its verdict, the most useful first; nothing where nothing does.

    That is what others depend on, as tests of a program that has to be mended are others; and what needs no connection
    comes before what does. It is `nothing`, beside a repair, and no more, where no step leads there, for a check would
    say each time that it can't be made on this program.
    """
    if judge(attempt, checks)[0] != "unverified":
        return ()
    wanted = tuple(dict.fromkeys(one.step for one in shortfalls(attempt, checks)))
    last: Step = "anew" if attempt.came_along else "nothing"
    if last == "anew" or last in wanted:
        return (*(one for one in wanted if one == "repair"), last)
    return wanted


def further(reason: str, whole: str, missing: Sequence[Step]) -> str:
    """What the `whole` advice says beside what the reason says already."""
    if not whole or whole in reason:
        return ""
    first = STEPS[next(iter(missing), "")]
    return advice(missing[1:]) if first and first in reason else whole


def advice(missing: Sequence[Step]) -> str:
    """What to do about all these, in sentences."""
    return joined(" ", (STEPS[one] for one in missing))
