"""A verdict in three sentences, for who has to decide: may I use it, what was shown, and what wasn't."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from agent.claims import of_program
from agent.reasons import CAME_ALONG, NOTHING_CAME, sentence, shortfalls
from agent.report import AttemptReport, Report
from agent.result import result_of
from agent.types import Step
from agent.vouching import attempt_of
from message import say

Tone = Literal["good", "almost", "unsure", "bad", "stopped"]
"""How it looks: `almost` is one that lacks nothing but what the internet would tell."""


@dataclass(frozen=True, slots=True)
class Summary:
    """The sentences, each empty where there is nothing to say; `do` is the one thing to do about what is `open`."""

    tone: Tone
    use: str
    shown: str = ""
    open: str = ""
    do: str = ""


USE: Mapping[Step, str] = {
    "": say("Yes, you can use it."),
    "connect": say("Yes, you can use it."),
    "repair": say("Better not yet: something goes wrong with it."),
    "check": say("Better not yet: not all of it could be looked at."),
    "plan": say("Only for a part: it isn't sure that it does all that you asked for."),
    "decide": say("Look at its results first: one of them may be wrong."),
    "tests": say("Only with care: a mistake in it could go unnoticed."),
    "confirm": say("Look at its result first: nobody knows yet whether it is right."),
    "time": say("Better not yet: there was no time to look at all of it."),
    "anew": say("Better not yet: nobody here has tried what it does."),
    "nothing": say("Only with your own eyes on it: no check can vouch for a program like this."),
}
"""By the first of the verdict's steps."""
DO: Mapping[Step, str] = {
    "": "",
    "connect": say("Connect this computer to the internet, and check it again."),
    "repair": say("Have that mended."),
    "check": say("Check it again."),
    "plan": say("Say more exactly what it should do."),
    "decide": say("Say whether it is."),
    "tests": say("Have stronger tests written."),
    "confirm": say("Say whether its result is right."),
    "time": say("Give it more time."),
    "anew": say("Have tests written here."),
    "nothing": say("Look whether it does what you mean."),
}
SHOWN: Mapping[str, str] = {
    "example": say("All of its tests pass, no check found anything wrong, and your example comes out right."),
    "second": say(
        "All of its tests pass, no check found anything wrong, and a second program, written without seeing it, gives "
        "the same."
    ),
    "reading": say(
        "All of its tests pass, no check found anything wrong, and a model that compared its results with your words "
        "found them right."
    ),
    "person": say("All of its tests pass, no check found anything wrong, and you said that its result is right."),
    "": say("All of its tests pass, and no check found anything wrong."),
}
"""By what speaks for a program beside its tests and checks."""
NO_PROGRAM = say("There is no program.")
NO_CHANGE = say("The version before is as it was. There is no new one.")
UNASKED = say("Only a list on the internet, of packages with security holes, couldn't be asked.")
LOOK = say("Nobody can try everything: look at its result, and say whether it is right.")
LOOK_AGAIN = say("Nobody can try everything: look at each new result before you rely on it.")


def summary_of(report: Report) -> Summary:
    """The three sentences of a run that is over."""
    chosen = report.chosen
    if chosen is None:
        earlier = report.request.earlier if report.request else None
        use = NO_CHANGE if earlier and earlier.run_id else NO_PROGRAM
        return Summary(_tone(report), use, open=report.reason, do=report.further)
    match report.status:
        case "verified":
            return _verified(report, chosen)
        case "unverified":
            return _unverified(report, chosen)
        case "failed":
            use = say("No: it doesn't do all that you asked for.")
            return Summary("bad", use, _passing(chosen), _failing(report), report.further)
        case _:
            use = say("Better not yet: the run ended before the program was tried to the end.")
            return Summary(_tone(report), use, _passing(chosen), sentence(report.reason), report.further)


def _verified(report: Report, chosen: AttemptReport) -> Summary:
    look = LOOK if result_of(report) and not report.vouched else LOOK_AGAIN
    return Summary("good", USE[""], _shown(report, chosen), look)


def _unverified(report: Report, chosen: AttemptReport) -> Summary:
    step = report.step
    if report.came_along:
        tried = (say("The tests that came with it pass."), CAME_ALONG) if chosen.results else (NOTHING_CAME, "")
        return Summary("unsure", USE["anew"], *tried, DO["anew"])
    short = shortfalls(attempt_of(report, chosen), report.table)
    first = next((one for one in short if one.step == step), None)
    missing = sentence(first.said) if first else "" if step else sentence(report.reason)
    if step == "connect":
        return Summary("almost", USE[step], _shown(report, chosen), UNASKED, DO[step])
    return Summary("unsure", USE[step] if step else USE["check"], _shown(report, chosen), missing, DO[step])


def _shown(report: Report, chosen: AttemptReport) -> str:
    if not chosen.all_passed:
        return say("None of its tests fails.")
    if "repair" in report.steps or any(check.status == "failed" for check in report.checks):
        return _without_checks(report)
    kinds = [one.kind for one in report.grounds]
    return SHOWN["person" if "person" in kinds else next(iter(kinds), "")]


def _without_checks(report: Report) -> str:
    """Where a check found something, which is said apart."""
    if report.vouched:
        return say("All of its tests pass, and you said that its result is right.")
    return say("All of its tests pass.")


def _passing(chosen: AttemptReport) -> str:
    if chosen.problem or not chosen.results:
        return say("Its tests came to no result.")
    return say("Some of its tests pass.") if chosen.passed else say("None of its tests passes.")


def _failing(report: Report) -> str:
    """The first thing that it doesn't do."""
    return next((sentence(one.claim) for one in of_program(report) if one.holds is False), "")


def _tone(report: Report) -> Tone:
    return "stopped" if report.status == "cancelled" else "bad"
