"""What goes on in a run at this moment, in one plain sentence. A pure function of its events."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import assert_never

from agent import events as ev
from agent.types import Role, Status
from languages.checks import Progress
from languages.registry import check_named, title_of
from languages.types import TestResult
from message import joined, say, say_count

ASKED = say("The plan waits for you: look whether it is what you mean.")
VERDICTS: dict[Status, str] = {
    "verified": say("This run is over: it is verified."),
    "unverified": say("This run is over: it is not verified."),
    "failed": say("This run is over: it failed."),
    "cancelled": say("This run is over: it was stopped."),
    "error": say("This run is over: it could not be finished."),
}


@dataclass(frozen=True, slots=True)
class Doing:
    """What goes on now. Several attempts may be at work at once, so all is kept by their numbers.

    `sentence` is about what happened last, and `tests` is how many there are. `answering` has the role in which
    an attempt's model is asked, the one that was asked last at the end, and `reading` that of an answer which is
    complete and being looked at; `testing` maps those that are tested to what is told of their tests so far, and
    `checks` those under way, by attempt and name, to how far they are. `interrupted` is what was said before a
    notice, such as that a model is being loaded: its words end that.
    """

    sentence: str = say("Waits for its turn.")
    tests: int = 0
    answering: dict[int, Role] = field(default_factory=dict)
    reading: Role | None = None
    testing: Mapping[int, tuple[TestResult, ...]] = field(default_factory=dict)
    checks: dict[tuple[int, str], Progress] = field(default_factory=dict)
    interrupted: str = ""


def going_on(doing: Doing, event: ev.Event) -> Doing:
    """What goes on after one more event."""
    match event:
        case ev.Notice(text):
            return replace(doing, sentence=text, interrupted=doing.interrupted or doing.sentence)
        case ev.ModelText():
            return replace(doing, sentence=doing.interrupted, interrupted="") if doing.interrupted else doing
        case _:
            return _after(replace(doing, interrupted=""), event)


def _after(doing: Doing, event: ev.Event) -> Doing:
    match event:
        case ev.RunFinished(status) | ev.ResultVouched(ev.RunFinished(status)):
            return replace(doing, sentence=VERDICTS[status])
        case ev.ModelAsked() | ev.ModelRestarted() | ev.ModelAnswered() | ev.ModelStopped() | ev.ReplyRejected():
            return _asking(doing, event)
        case ev.FilesSeen() | ev.BriefReady() | ev.AnswerAwaited() | ev.BriefAnswered():
            return replace(doing, sentence=_understood(event), reading=None)
        case ev.RunStarted() | ev.CodeReady() | ev.TestsProgressed() | ev.TestsRan() | ev.Stuck():
            return _working(doing, event)
        case ev.TestsReady() | ev.TestsChanged():
            return _having_tests(doing, event)
        case ev.CheckStarted() | ev.CheckProgressed() | ev.CheckFinished():
            return _checking(doing, event)
        case (
            ev.SandboxReady()
            | ev.PackagesReady()
            | ev.PackagesDoubted()
            | ev.ModelText()
            | ev.Notice()
            | ev.StartsShown()
            | ev.TimeEstimated()
            | ev.Hurried()
            | ev.MoveMade()
            | ev.ProgramNamed()
            | ev.ProgramUsed()
            | ev.UnknownEvent()
        ):
            return doing
        case _:
            assert_never(event)


def _having_tests(doing: Doing, event: ev.TestsReady | ev.TestsChanged) -> Doing:
    match event:
        case ev.TestsReady(suite):
            sentence = say_count(
                "%(count)s test written. Next comes the program.",
                "%(count)s tests written. Next comes the program.",
                len(suite.tests),
            )
        case ev.TestsChanged(suite, changes):
            looked_at = [change for change in changes if change.what != "passed_over"]
            again = say_count(
                "%(count)s test looked at again, and the program tested anew.",
                "%(count)s tests looked at again, and the program tested anew.",
                len(looked_at),
            )
            again = again if looked_at else say("Tests that are in dispute stay as they are.")
            sentence = again if changes else say("The planted mistakes are looked at again.")
    return replace(doing, sentence=sentence, tests=len(suite.tests), reading=None)


def _understood(event: ev.FilesSeen | ev.BriefReady | ev.AnswerAwaited | ev.BriefAnswered) -> str:
    match event:
        case ev.FilesSeen(looks):
            return say_count("%(count)s file looked at.", "%(count)s files looked at.", len(looks))
        case ev.BriefReady() | ev.BriefAnswered():
            return say("It is clear what will be built.")
        case ev.AnswerAwaited():
            return ASKED


def _asking(
    doing: Doing, event: ev.ModelAsked | ev.ModelRestarted | ev.ModelAnswered | ev.ModelStopped | ev.ReplyRejected
) -> Doing:
    # The one that was asked last goes to the end, for its answer is the one that is shown as it streams.
    others = {attempt: role for attempt, role in doing.answering.items() if attempt != event.attempt}
    match event:
        case ev.ModelAsked(role, model, purpose):
            sentence = say("%(model)s was asked to %(purpose)s.", model=model, purpose=purpose)
            return replace(doing, sentence=sentence, answering={**others, event.attempt: role}, reading=None)
        case ev.ModelRestarted(_, reason) | ev.ReplyRejected(_, reason):
            return replace(
                doing, sentence=say("The answer can't be used and is asked for again: %(reason)s", reason=reason)
            )
        case ev.ModelAnswered(role):
            sentence = say("The answer is complete and is being read.")
            return replace(doing, sentence=sentence, answering=others, reading=role)
        case ev.ModelStopped(_, reason):
            return replace(doing, sentence=reason, answering=others)


def _working(doing: Doing, event: ev.RunStarted | ev.CodeReady | ev.TestsProgressed | ev.TestsRan | ev.Stuck) -> Doing:
    match event:
        case ev.RunStarted():
            return replace(doing, sentence=say("Starting."))
        case ev.CodeReady(attempt):
            sentence = say_count(
                "Attempt %(attempt)s is tested with %(count)s test.",
                "Attempt %(attempt)s is tested with %(count)s tests.",
                doing.tests,
                attempt=attempt,
            )
            return replace(doing, sentence=sentence, testing={**doing.testing, attempt: ()}, reading=None)
        case ev.TestsProgressed(attempt, results):
            return replace(doing, testing={**doing.testing, attempt: (*doing.testing.get(attempt, ()), *results)})
        case ev.TestsRan(attempt):
            testing = {number: told for number, told in doing.testing.items() if number != attempt}
            return replace(doing, sentence=_after_tests(event), testing=testing)
        case ev.Stuck(_, reason):
            sentence = say(
                "The attempts go round in circles (%(reason)s), so another approach is tried.", reason=reason
            )
            return replace(doing, sentence=sentence)


def _after_tests(ran: ev.TestsRan) -> str:
    failing = sum(result.outcome not in ("passed", "unjudged") for result in ran.results)
    if ran.problem:
        return say("Attempt %(attempt)s could not be tested; it has to be repaired.", attempt=ran.attempt)
    if failing:
        return say_count(
            "%(failing)s of %(count)s test failed, so the program has to be repaired.",
            "%(failing)s of %(count)s tests failed, so the program has to be repaired.",
            len(ran.results),
            failing=failing,
        )
    return say_count(
        "All %(count)s test pass. Next, the program is checked.",
        "All %(count)s tests pass. Next, the program is checked.",
        len(ran.results),
    )


def _checking(doing: Doing, event: ev.CheckStarted | ev.CheckProgressed | ev.CheckFinished) -> Doing:
    match event:
        case ev.CheckStarted(check, attempt):
            checks = {**doing.checks, (attempt, check): Progress(0, 0)}
        case ev.CheckProgressed(check, done, total, attempt, noticed, unnoticed, now):
            checks = {**doing.checks, (attempt, check): Progress(done, total, noticed, unnoticed, now)}
        case ev.CheckFinished(report, attempt):
            checks = {key: at for key, at in doing.checks.items() if key != (attempt, report.name)}
    return replace(doing, sentence=_check_sentence(checks), checks=checks)


def _check_sentence(checks: Iterable[tuple[int, str]]) -> str:
    names = list(dict.fromkeys(name for _, name in checks))
    if not names:
        return say("The checks are done.")
    only = check_named(names[0]) if len(names) == 1 else None
    if only:
        return only.purpose
    return say("Being checked: %(checks)s.", checks=joined(", ", map(title_of, names)))
