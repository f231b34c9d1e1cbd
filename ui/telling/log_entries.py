"""The entries of a run's log: what is said of each event."""

from __future__ import annotations

from typing import assert_never

from agent import events as ev
from agent.doing import ASKED
from agent.pace import HURRIED
from agent.timing import at_the_latest, in_minutes
from message import joined, say, say_count
from storage.statuses import called
from storage.types import StoredEvent
from ui.base.excerpts import excerpt_said
from ui.telling.entry import Entry, Fold, Tone
from ui.telling.model_entries import model_entry
from ui.telling.work_entries import tests_entry, work_entry

VERDICT_TONES: dict[str, Tone] = {"verified": "good", "failed": "bad", "error": "bad"}


def entry_of(stored: StoredEvent, seconds: float) -> Entry | None:
    """What to say of one event; nothing of those that only the stages show."""
    match stored.event:
        case (
            ev.ModelAsked() | ev.ModelRestarted() | ev.ModelAnswered() | ev.ModelStopped() | ev.ReplyRejected() as event
        ):
            return model_entry(stored.seq, seconds, event)
        case ev.SandboxReady() | ev.PackagesReady() | ev.PackagesDoubted() as event:
            return _sandbox_entry(stored.seq, seconds, event)
        case ev.Notice() | ev.RunStarted() | ev.FilesSeen() | ev.TimeEstimated() | ev.Hurried() as event:
            return _opening_entry(stored.seq, seconds, event)
        case ev.BriefReady() | ev.AnswerAwaited() | ev.BriefAnswered() as event:
            return _brief_entry(stored.seq, seconds, event)
        case ev.TestsReady() | ev.TestsChanged() as event:
            return tests_entry(stored.seq, seconds, event)
        case (
            ev.MoveMade() | ev.CodeReady() | ev.TestsRan() | ev.CheckFinished() | ev.Stuck() | ev.StartsShown() as event
        ):
            return work_entry(stored.seq, seconds, event)
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
