"""The ways on from a run that isn't verified: at most three buttons, each saying what it leads to."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice

from agent.errors import BadTask
from agent.report import Report
from agent.request import checked, going_on, mending
from agent.result import result_of
from agent.verdict import ADVICE
from languages.failures import Failure
from languages.types import Finding
from message import Translatable, bare, joined, say, say_count
from ui.form.anew import WRITE
from ui.form.changing import by_model
from ui.form.files import Asked
from ui.live.services import Services
from ui.telling.trust import checklist
from wording import cut

FIX, STRONGER, CHECK, REPEAT, REWORD, ANEW = "fix", "stronger", "check", "repeat", "reword", "anew"
MODEL = "model"
"""Asks anew, with another model."""
BACK = "back"
"""To the program that the run goes on from."""
CHANGE, PLAN = "see:change", "see:plan"
"""What the buttons say; the last ones lead to a part of the page, see `run_tab.SEE`."""
RECORDED = "demo"
"""The model whose answers are recorded: it can be asked for nothing else."""
MOST, NAMED, LONGEST = 3, 5, 300


@dataclass(frozen=True, slots=True)
class Way:
    """A button, by what it says to the page, and what it leads to."""

    action: str
    label: str
    leads: str


CHECKING = Way(CHECK, say("Check it again"), say("The same program is tested and checked once more, without a model."))
CONNECTING = Way(
    CHECK,
    say("Check it again"),
    say("Connect this computer to the internet first. Then Assay can look up its packages, without a model."),
)
REWORDING = Way(REWORD, say("Say it more exactly"), say("Your words are back in the field, with your files."))
WITH_MORE = {
    "plan": REWORDING,
    "confirm": Way(
        REWORD, say("Give an example"), say("Your words are back in the field: add what must come of what.")
    ),
    "time": Way(
        REWORD,
        say("Give it more time"),
        say("Your words are back in the field, and the limits are under “More settings”."),
    ),
}
"""By the step of the verdict."""
GOING_BACK = Way(
    BACK, say("Back to the version before"), say("It is there as it was; what should be different can be said again.")
)


def ways_on(report: Report) -> list[Way]:
    """What helps with this run: the one thing that its verdict lacks, or several where it came to none.

    Nothing while it goes on, where it is verified, or where it is the person who is asked, beside the result.
    """
    if report.status in ("running", "verified") or _is_asked(report):
        return []
    return list(islice(_ways(report), 1 if report.status == "unverified" else MOST))


def _is_asked(report: Report) -> bool:
    """Whether what helps first is an answer that is asked for elsewhere on the page."""
    match report.step:
        case "confirm":
            return bool(report.question or result_of(report))
        case "decide":
            return bool(report.objections)
    return False


def _ways(report: Report) -> Iterator[Way]:
    """The one thing that would make it verified first, as the verdict says; then others that go on from the run."""
    lost = _changed_nothing(report)
    if lost:
        yield GOING_BACK
    if report.came_along and report.chosen:
        leads = say("A model that you pick writes them from the task below, and the program is held against them.")
        yield Way(ANEW, WRITE, leads)
    yield from _step(report)
    if report.status != "unverified":
        yield from _fixing(report)
        # What failed in a run that came to no end may have been about to be mended.
        if report.status != "failed" or not _problems(report):
            yield Way(
                REPEAT,
                say("Run it again"),
                say("The same request from the beginning; models don't always answer alike."),
            )
        # Other words help with no lack of time or of a package, nor those of the first request where a change failed.
        if report.advice in ("", ADVICE["failed"]) and not lost:
            yield REWORDING
    if report.chosen:
        yield Way(CHANGE, say("Take another model"), say("Say what should be different, and pick who does it."))
    elif not lost and report.status in ("error", "failed"):
        yield Way(MODEL, say("Take another model"), say("Your words are back in the field; pick it beside “Run”."))


def _changed_nothing(report: Report) -> bool:
    """Whether it was to change a program, and has none itself."""
    earlier = report.request.earlier if report.request else None
    return not report.chosen and bool(earlier and earlier.run_id)


def _step(report: Report) -> Iterator[Way]:
    """What does the first of the verdict's steps, where a button can. The demo can't be asked."""
    match report.step:
        case "repair":
            yield from _fixing(report)
        case "check":
            yield CHECKING
        case "connect":
            yield CONNECTING
        case "" if report.status == "unverified":  # one of an earlier version: checked anew, it says what is missing
            yield CHECKING
        case "nothing":
            yield from _without_checks(report)
        case "tests" if _answers(report):
            leads = say("The program stays; tests are added that would notice more.")
            yield Way(STRONGER, say("Write stronger tests"), leads)
        case "confirm" if report.brief and report.brief.examples:
            yield Way(PLAN, say("Confirm an example"), say("None is confirmed by you yet."))
        case "plan" | "confirm" | "time":
            yield WITH_MORE[report.step]


def _without_checks(report: Report) -> Iterator[Way]:
    """What a person can do where no check can say more."""
    if report.brief and report.brief.examples:
        yield Way(PLAN, say("Confirm an example"), say("One that you say is right is tested from then on."))


def _fixing(report: Report) -> Iterator[Way]:
    if (problems := _problems(report)) and _answers(report):
        label = say_count("Fix the problem", "Fix the %(count)s problems", len(problems))
        yield Way(FIX, label, say("The model goes on from this program; what is right already stays."))


def _answers(report: Report) -> bool:
    """Whether its model can be asked for something else."""
    return report.request is not None and report.request.model != RECORDED


def asked_for(services: Services, run_id: str, action: str, model: str) -> Asked:
    """What a run is started with by the button `action` of the run `run_id`. Raises as `changed_in_words` does."""
    report = services.following.snapshot(run_id).report
    inputs = services.store.inputs(run_id)
    if action == CHECK:
        return going_on(run_id, report, edited=report.chosen.candidate if report.chosen else None), inputs
    if action == REPEAT:
        return checked(services.store.request(run_id)), inputs
    wish = wish_of(action, report)
    return by_model(mending(run_id, report, wish, "program" if action == FIX else "tests"), model), inputs


def wish_of(action: str, report: Report) -> str:
    """What such a button asks of the model, in a person's words. Raises `BadTask` where there is nothing to ask."""
    if action == FIX and (problems := _problems(report)):
        return say("Mend this, and leave all else as it is: %(problems)s.", problems=_listed(problems))
    if action == STRONGER and report.chosen:
        rules = [report.brief.rules[number - 1].rule for number in report.untested_rules] if report.brief else []
        parts = report.brief.parts if report.brief else {}
        unproven = [parts[part] for part in report.unproven]
        stricter = say("Leave the program as it is, and write more and stricter tests of what it works out.")
        about = say("No test is about this yet: %(rules)s.", rules=_listed(rules)) if rules else ""
        unsure = say("It isn't shown that a test can fail for this: %(rules)s.", rules=_listed(unproven))
        return joined(" ", (stricter, about, unsure if unproven else ""))
    raise BadTask(
        say("There is nothing to do like this in the run any more."), say("Say in words what should be different.")
    )


def said(failure: Failure) -> str:
    """A failed test in one sentence; empty where only the tool's own words are known."""
    if failure.error:
        return say("it stops with an error: %(error)s", error=_short(failure.error))
    if not failure.expected:
        return ""
    has_to = (
        say("%(expected)s has to be in what comes", expected=_short(failure.expected))
        if failure.part
        else say("%(expected)s has to come", expected=_short(failure.expected))
    )
    given = say("for %(given)s", given=_short(failure.given)) if failure.given else ""
    came = failure.came or failure.shown
    return joined(", ", (given, has_to, say("and %(came)s comes", came=_short(came)) if came else ""))


def _problems(report: Report) -> list[str]:
    """Each failed test, or what the checks found that a model can mend, in a sentence."""
    failed = [item for item in checklist(report) if item.outcome == "failed"]
    tests = [joined(": ", (_short(bare(item.description)), said(item.failure))) for item in failed]
    return tests or [_found(one) for one in _findings(report)]


def _findings(report: Report) -> list[Finding]:
    repairable = {check.name for check in report.table if check.repairable}
    failed = [check for check in report.checks if check.status == "failed" and check.name in repairable]
    return [one for check in failed for one in check.findings if one.is_serious]


def _found(one: Finding) -> str:
    meaning = _short(bare(one.meaning or one.message))
    return say("%(meaning)s (line %(line)s)", meaning=meaning, line=one.line) if one.line else meaning


def _listed(problems: Sequence[str]) -> str:
    more = len(problems) - NAMED
    rest = say_count("and %(count)s thing more of the same kind", "and %(count)s things more of the same kind", more)
    return joined("; ", (*(_short(bare(one)) for one in problems[:NAMED]), rest if more > 0 else ""))


def _short(text: str) -> str:
    """Sentences of ours as they are; of others' texts one line that isn't too long."""
    return text if isinstance(text, Translatable) else cut(" ".join(text.split()), LONGEST)
