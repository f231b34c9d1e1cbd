"""The entries of a run's log: what is said of each event."""

from __future__ import annotations

from dataclasses import dataclass
from html import escape
from typing import Literal, assert_never

from agent import events as ev
from agent.doing import ASKED
from agent.pace import HURRIED, rounded
from agent.timing import at_the_latest, in_minutes
from agent.types import TestChange
from languages.registry import title_of
from languages.types import CheckReport, Finding
from message import joined, say, say_count
from storage.statuses import called
from storage.types import StoredEvent
from translation import here
from ui.base.excerpts import excerpt_said
from wording import error_line

Tone = Literal["plain", "model", "thinking", "good", "bad", "unsure"]
TAGS = 120
FAILURES_SHOWN = 5
TONES: dict[str, Tone] = {"passed": "good", "failed": "bad", "not_checked": "unsure", "error": "unsure"}
THINKING = {
    "brief": say("Thinking about the plan"),
    "tests": say("Thinking about the tests"),
    "review": say("Thinking about the remarks"),
    "code": say("Thinking about the program"),
    "second": say("Thinking about the second program"),
}
WRITING = {
    "brief": say("The model writes the plan"),
    "tests": say("The model writes the tests"),
    "review": say("The model writes the remarks"),
    "code": say("The model writes the program"),
    "second": say("The model writes the second program"),
}
VERDICT_TONES: dict[str, Tone] = {"verified": "good", "failed": "bad", "error": "bad"}


@dataclass(frozen=True, slots=True)
class Fold:
    """A text that is opened by a click."""

    label: str
    text: str


@dataclass(frozen=True, slots=True)
class Entry:
    """One line of the log, with what belongs to it. `seq` is that of its first event, `seconds` since the start."""

    seq: int
    seconds: float
    tone: Tone
    title: str
    lines: tuple[str, ...] = ()
    folds: tuple[Fold, ...] = ()
    answer: str = ""
    """The words of a model."""

    @property
    def size(self) -> int:
        """About how many characters the entry takes on the page, with its tags."""
        texts = [self.title, *self.lines, *(fold.text for fold in self.folds), self.answer]
        return sum(TAGS + len(escape(text)) for text in texts)


def answer_entry(first: StoredEvent, seconds: float, event: ev.ModelText, text: str) -> Entry:
    """The words of a model, `text`, which began with the event `first`."""
    kind = "second" if event.role == "code" and not event.attempt else event.role
    attempt = say(" (attempt %(attempt)s)", attempt=event.attempt) if event.attempt > 1 else ""
    if event.thinking:
        folds = (Fold(joined("", (THINKING[kind], attempt)), text),)
        return Entry(first.seq, seconds, "thinking", say("The model thinks"), folds=folds)
    return Entry(first.seq, seconds, "model", joined("", (WRITING[kind], attempt)), answer=text)


def entry_of(stored: StoredEvent, seconds: float) -> Entry | None:
    """What to say of one event; nothing of those that only the stages show."""
    match stored.event:
        case (
            ev.ModelAsked() | ev.ModelRestarted() | ev.ModelAnswered() | ev.ModelStopped() | ev.ReplyRejected() as event
        ):
            return _model_entry(stored.seq, seconds, event)
        case ev.SandboxReady() | ev.PackagesReady() | ev.PackagesDoubted() as event:
            return _sandbox_entry(stored.seq, seconds, event)
        case ev.Notice() | ev.RunStarted() | ev.FilesSeen() | ev.TimeEstimated() | ev.Hurried() as event:
            return _opening_entry(stored.seq, seconds, event)
        case ev.BriefReady() | ev.AnswerAwaited() | ev.BriefAnswered() as event:
            return _brief_entry(stored.seq, seconds, event)
        case ev.TestsReady() | ev.TestsChanged() as event:
            return _tests_entry(stored.seq, seconds, event)
        case ev.CodeReady() | ev.TestsRan() | ev.CheckFinished() | ev.Stuck() | ev.StartsShown() as event:
            return _work_entry(stored.seq, seconds, event)
        case ev.RunFinished() | ev.ResultVouched() | ev.ProgramNamed() as event:
            return _judged_entry(stored.seq, seconds, event)
        case ev.TestsProgressed() | ev.CheckStarted() | ev.CheckProgressed() | ev.ModelText() | ev.ProgramUsed():
            return None
        case ev.UnknownEvent(kind):
            return Entry(
                stored.seq,
                seconds,
                "unsure",
                say("Something that this version of Assay doesn't know: %(kind)s", kind=kind),
            )
        case _:
            assert_never(stored.event)


def _judged_entry(seq: int, seconds: float, event: ev.RunFinished | ev.ResultVouched | ev.ProgramNamed) -> Entry:
    match event:
        case ev.RunFinished(status, reason, _, advice):
            said = say("Verdict: %(verdict)s. %(reason)s", verdict=called(event), reason=reason)
            return Entry(seq, seconds, VERDICT_TONES.get(status, "unsure"), said, (advice,) if advice else ())
        case ev.ResultVouched(_, vouched):
            right, back = say("You said that its result is right."), say("You took back what you had said.")
            return Entry(seq, seconds, "good" if vouched else "plain", right if vouched else back)
        case ev.ProgramNamed(name):
            return Entry(seq, seconds, "plain", say("You called it “%(name)s”.", name=name))


def _model_entry(
    seq: int,
    seconds: float,
    event: ev.ModelAsked | ev.ModelRestarted | ev.ModelAnswered | ev.ModelStopped | ev.ReplyRejected,
) -> Entry:
    match event:
        case ev.ModelAsked(_, model, purpose, prompt):
            return Entry(
                seq,
                seconds,
                "plain",
                say("%(model)s is asked to %(purpose)s", model=model, purpose=purpose),
                folds=(Fold(say("What it was asked"), prompt),),
            )
        case ev.ModelRestarted(_, reason) | ev.ReplyRejected(_, reason):
            return Entry(seq, seconds, "unsure", say("Asked again: %(reason)s", reason=reason))
        case ev.ModelStopped(usage=usage):
            used = (usage.in_words,) if usage.input_tokens or usage.output_tokens else ()
            return Entry(seq, seconds, "unsure", say("Assay stopped waiting for its answer"), used)
        case ev.ModelAnswered(_, usage, took, cut_off, _, thought):
            title = say("Answered in %(took)s s (%(in_words)s)", took=f"{took:.1f}", in_words=usage.in_words)
            cut = say("The answer was cut off: it reached the model's limit.") if cut_off else ""
            lines = tuple(filter(None, (thought_about(thought), cut)))
            return Entry(seq, seconds, "unsure" if cut_off else "plain", title, lines)


def thought_about(tokens: int) -> str:
    """How long it thought, in a sentence; empty where it didn't."""
    about = rounded(tokens)
    return (
        say_count("It thought for about %(count)s token.", "It thought for about %(count)s tokens.", about)
        if about
        else ""
    )


def _opening_entry(
    seq: int, seconds: float, event: ev.Notice | ev.RunStarted | ev.FilesSeen | ev.TimeEstimated | ev.Hurried
) -> Entry:
    match event:
        case ev.Notice(text):
            return Entry(seq, seconds, "plain", text)
        case ev.TimeEstimated(left, limit):
            return Entry(seq, seconds, "plain", in_minutes(left), (at_the_latest(limit),))
        case ev.Hurried():
            return Entry(seq, seconds, "plain", HURRIED)
        case ev.RunStarted(request):
            return Entry(seq, seconds, "plain", say("The task"), (request.task,))
        case ev.FilesSeen(looks):
            lines = tuple(joined(": ", (look.path, look.sort)) for look in looks if look.sort)
            folds = tuple(
                Fold(say("How %(path)s begins", path=look.path), excerpt_said(look.excerpt))
                for look in looks
                if look.excerpt
            )
            return Entry(
                seq,
                seconds,
                "plain",
                say_count("%(count)s file looked at", "%(count)s files looked at", len(looks)),
                lines,
                folds,
            )


def _sandbox_entry(seq: int, seconds: float, event: ev.SandboxReady | ev.PackagesReady | ev.PackagesDoubted) -> Entry:
    match event:
        case ev.SandboxReady(name, isolation):
            return Entry(
                seq,
                seconds,
                "plain",
                say("The sandbox is ready: %(name)s", name=name),
                (say("Isolation: %(isolation)s", isolation=isolation),),
            )
        case ev.PackagesReady(pins):
            title = say_count(
                "The sandbox has %(count)s package more", "The sandbox has %(count)s packages more", len(pins)
            )
            return Entry(seq, seconds, "plain", title, (", ".join(pins),))
        case ev.PackagesDoubted(doubts):
            names = ", ".join(one.name for one in doubts)
            return Entry(seq, seconds, "unsure", say("Not taken, because few use it: %(names)s", names=names))


def _brief_entry(seq: int, seconds: float, event: ev.BriefReady | ev.AnswerAwaited | ev.BriefAnswered) -> Entry:
    match event:
        case ev.BriefReady(brief):
            return Entry(seq, seconds, "good", say("It is clear what will be built"), brief.in_words)
        case ev.AnswerAwaited():
            return Entry(seq, seconds, "plain", ASKED)
        case ev.BriefAnswered(brief):
            return Entry(seq, seconds, "good", say("You said that this is to be built"), brief.in_words)


DISPUTED = say("Tests that are in dispute stay as they are")
MORE_INPUTS = say("What tells planted mistakes apart was looked at again")


def _tests_entry(seq: int, seconds: float, event: ev.TestsReady | ev.TestsChanged) -> Entry:
    listing = "\n".join(test.description or test.name for test in event.suite.tests)
    folds = (Fold(say("What they check"), listing), Fold(say("Their code"), event.suite.source))
    match event:
        case ev.TestsReady(suite):
            out = tuple(
                say("%(name)s was left out: %(reason)s", name=test.name, reason=test.reason) for test in suite.dropped
            )
            return Entry(
                seq,
                seconds,
                "good",
                say_count("%(count)s test written", "%(count)s tests written", len(suite.tests)),
                out,
                folds,
            )
        case ev.TestsChanged(_, changes):
            title = (
                say_count("%(count)s test looked at again", "%(count)s tests looked at again", len(changes))
                if changes
                else MORE_INPUTS
            )
            if changes and all(one.what == "passed_over" for one in changes):
                title = DISPUTED
            lines = tuple(joined(" ", (_changed(one), one.question)) for one in changes)
            return Entry(seq, seconds, "unsure", title, lines, folds)


def _changed(one: TestChange) -> str:
    match one.what:
        case "added":
            return say("%(name)s was added: %(reason)s", name=one.name, reason=one.reason)
        case "confirmed":
            return say("%(name)s was confirmed: %(reason)s", name=one.name, reason=one.reason)
        case "kept":
            return say("%(name)s was kept: %(reason)s", name=one.name, reason=one.reason)
        case "replaced":
            return say("%(name)s was replaced: %(reason)s", name=one.name, reason=one.reason)
        case "dropped":
            return say("%(name)s was left out: %(reason)s", name=one.name, reason=one.reason)
        case "tried":
            return say("%(name)s was tried: %(reason)s", name=one.name, reason=one.reason)
        case "withdrawn":
            return say("%(name)s was taken back: %(reason)s", name=one.name, reason=one.reason)
        case "passed_over":
            return say("%(name)s was disputed: %(reason)s", name=one.name, reason=one.reason)


def _work_entry(
    seq: int, seconds: float, event: ev.CodeReady | ev.TestsRan | ev.CheckFinished | ev.Stuck | ev.StartsShown
) -> Entry:
    match event:
        case ev.CheckFinished(report):
            return _check_entry(seq, seconds, report)
        case ev.CodeReady(attempt, candidate):
            code = candidate.source
            title = say_count(
                "Attempt %(attempt)s: a program of %(count)s line",
                "Attempt %(attempt)s: a program of %(count)s lines",
                len(code.splitlines()),
                attempt=attempt,
            )
            return Entry(seq, seconds, "plain", title, folds=(Fold(say("The program"), code),))
        case ev.TestsRan():
            return _attempt_entry(seq, seconds, event)
        case ev.Stuck(_, reason):
            return Entry(
                seq,
                seconds,
                "unsure",
                say("Going round in circles (%(reason)s): another approach is tried", reason=reason),
            )
        case ev.StartsShown(_, starts):
            return Entry(
                seq,
                seconds,
                "plain",
                say_count(
                    "%(count)s start looked at for its results",
                    "%(count)s starts looked at for their results",
                    len(starts),
                ),
            )


def _attempt_entry(seq: int, seconds: float, ran: ev.TestsRan) -> Entry:
    if ran.problem:
        title = say("Attempt %(attempt)s: the tests gave no result", attempt=ran.attempt)
        return Entry(
            seq, seconds, "bad", title, (error_line(ran.problem),), (Fold(say("What was printed"), ran.problem),)
        )
    failing = [result for result in ran.results if result.outcome != "passed"]
    passing = [result.name for result in ran.results if result.outcome == "passed"]
    lines = [f"✗ {result.name}: {error_line(result.message)}" for result in failing[:FAILURES_SHOWN]]
    more = len(failing) - FAILURES_SHOWN
    lines += [say_count("… and %(count)s more failure", "… and %(count)s more failures", more)] if more > 0 else []
    output = "\n\n".join(f"{result.name}\n{result.message}" for result in failing)
    folds = (
        [Fold(say_count("The %(count)s failure in full", "The %(count)s failures in full", len(failing)), output)]
        if failing
        else []
    )
    folds += (
        [Fold(say_count("%(count)s test passed", "%(count)s tests passed", len(passing)), "\n".join(passing))]
        if passing
        else []
    )
    title = say_count(
        "Attempt %(attempt)s: %(passing)s of %(count)s test pass",
        "Attempt %(attempt)s: %(passing)s of %(count)s tests pass",
        len(ran.results),
        attempt=ran.attempt,
        passing=len(passing),
    )
    return Entry(seq, seconds, "bad" if failing else "good", title, tuple(lines), tuple(folds))


def _check_entry(seq: int, seconds: float, report: CheckReport) -> Entry:
    words = {"not_checked": say("NOT CHECKED."), "error": say("NOT CHECKED, the tool broke.")}
    said = joined(" ", (words.get(report.status, ""), report.summary))
    title = say("%(check)s: %(said)s", check=title_of(report.name), said=said)
    found = "\n\n".join(map(_finding_text, report.findings))
    folds = (Fold(say_count("%(count)s finding", "%(count)s findings", len(report.findings)), found),) if found else ()
    return Entry(seq, seconds, TONES[report.status], title, folds=folds)


def _finding_text(finding: Finding) -> str:
    text = here().text
    where = f" ({here().gettext('line %(line)s', line=str(finding.line))})" if finding.line else ""
    return f"{finding.rule}{where}: {text(finding.message)}\n{finding.detail}".rstrip()
