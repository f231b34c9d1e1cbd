"""The log of a run: one entry for each thing that happened, as a short tail for the page and whole as text."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from html import escape
from typing import Literal, assert_never

from agent import events as ev
from agent.doing import ASKED
from agent.types import Role
from languages.registry import title_of
from languages.types import CheckReport, Finding
from storage.types import StoredEvent
from wording import clock, cut, error_line, plural, printable

Tone = Literal["plain", "model", "thinking", "good", "bad", "unsure"]
MOST_ENTRIES = 200
MOST_CHARACTERS = 60_000
TAGS = 120
LONGEST_ANSWER = 8_000
LONGEST_FOLD = 6_000
FAILURES_SHOWN = 5
TONES: dict[str, Tone] = {"passed": "good", "failed": "bad", "not_checked": "unsure", "error": "unsure"}
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


def tail(events: Sequence[StoredEvent]) -> tuple[list[Entry], bool]:
    """The newest entries, the oldest of them first, and whether older ones were left out.

    However long the run: it looks at no more events than it needs for the page.
    """
    if not events:
        return [], False
    entries: list[Entry] = []
    room = MOST_CHARACTERS
    for entry in map(_bounded, _entries_backwards(events, LONGEST_ANSWER)):
        if len(entries) == MOST_ENTRIES or (entries and entry.size > room):
            return entries[::-1], True
        entries.append(entry)
        room -= entry.size
    return entries[::-1], False


def as_text(events: Sequence[StoredEvent]) -> str:
    """The whole log as plain text, with everything that the page folds away or leaves out."""
    if not events:
        return ""
    entries = list(_entries_backwards(events))
    return "\n".join(_entry_text(entry) for entry in reversed(entries))


def _entries_backwards(events: Sequence[StoredEvent], longest: int = sys.maxsize) -> Iterator[Entry]:
    """All entries, the newest first. An answer stands where its first piece came, with at most `longest` characters.

    Answers of several attempts may stream at once, so that pieces of one stand between those of another.
    """
    start = events[0].time
    firsts: dict[int, list[int]] = {}
    seen: set[int] = set()
    for place in reversed(range(len(events))):
        stored = events[place]
        seconds = (stored.time - start).total_seconds()
        if not isinstance(stored.event, ev.ModelText):
            entry = _entry(stored, seconds)
            if entry:
                yield entry
            continue
        if place not in seen:
            pieces = _pieces_of_answer(events, place)
            seen.update(pieces)
            firsts[pieces[-1]] = pieces
        if place in firsts:
            yield _answer_entry(stored, seconds, stored.event, _text_of(events, firsts.pop(place), longest))


def _pieces_of_answer(events: Sequence[StoredEvent], place: int) -> list[int]:
    """The places of the pieces of the answer whose last one is at `place`, from that to the first.

    It begins where something else came of the same attempt.
    """
    last = events[place].event
    pieces = []
    while place >= 0:
        event = events[place].event
        if _stream(event) == _stream(last):
            pieces.append(place)
        elif getattr(event, "attempt", None) == getattr(last, "attempt", None):
            break
        place -= 1
    return pieces


def _text_of(events: Sequence[StoredEvent], pieces: Sequence[int], longest: int) -> str:
    """The text of an answer; of a very long one, the end."""
    text = "".join(event.text for place in reversed(pieces) if isinstance(event := events[place].event, ev.ModelText))
    left_out = max(0, len(text) - longest)
    note = f"[... the first {left_out:,} characters are only in the log to download ...]\n" if left_out else ""
    return note + text[left_out:]


def _bounded(entry: Entry) -> Entry:
    folds = tuple(Fold(fold.label, cut(fold.text, LONGEST_FOLD)) for fold in entry.folds)
    lines = tuple(cut(line, 500) for line in entry.lines[:50])
    return Entry(entry.seq, entry.seconds, entry.tone, cut(entry.title, 1000), lines, folds, entry.answer)


def _stream(event: ev.Event) -> tuple[Role, bool, int] | None:
    return (event.role, event.thinking, event.attempt) if isinstance(event, ev.ModelText) else None


def _answer_entry(first: StoredEvent, seconds: float, event: ev.ModelText, text: str) -> Entry:
    what = {"brief": "plan", "tests": "tests", "review": "remarks", "code": "program"}[event.role]
    if event.attempt > 1:
        what += f" (attempt {event.attempt})"
    elif event.role == "code" and not event.attempt:
        what = "second program"
    if event.thinking:
        folds = (Fold(f"Thinking about the {what}", text),)
        return Entry(first.seq, seconds, "thinking", "The model thinks", folds=folds)
    return Entry(first.seq, seconds, "model", f"The model writes the {what}", answer=text)


def _entry(stored: StoredEvent, seconds: float) -> Entry | None:
    """What to say of one event; nothing of those that only the stages show."""
    match stored.event:
        case ev.ModelAsked() | ev.ModelRestarted() | ev.ModelAnswered() | ev.ReplyRejected() as event:
            return _model_entry(stored.seq, seconds, event)
        case ev.SandboxReady() | ev.PackagesReady() | ev.PackagesDoubted() as event:
            return _sandbox_entry(stored.seq, seconds, event)
        case ev.Notice() | ev.RunStarted() | ev.FilesSeen() as event:
            return _opening_entry(stored.seq, seconds, event)
        case ev.BriefReady() | ev.AnswerAwaited() | ev.BriefAnswered() as event:
            return _brief_entry(stored.seq, seconds, event)
        case ev.TestsReady() | ev.TestsChanged() as event:
            return _tests_entry(stored.seq, seconds, event)
        case ev.CodeReady() | ev.TestsRan() | ev.CheckFinished() | ev.Stuck() | ev.StartsShown() as event:
            return _work_entry(stored.seq, seconds, event)
        case ev.RunFinished(status, reason, _, advice):
            tone = VERDICT_TONES.get(status, "unsure")
            return Entry(stored.seq, seconds, tone, f"Verdict: {status}. {reason}", (advice,) if advice else ())
        case ev.CheckStarted() | ev.CheckProgressed() | ev.ModelText():
            return None
        case ev.UnknownEvent(kind):
            return Entry(stored.seq, seconds, "unsure", f"Something that this version of Assay doesn't know: {kind}")
        case _:
            assert_never(stored.event)


def _model_entry(
    seq: int, seconds: float, event: ev.ModelAsked | ev.ModelRestarted | ev.ModelAnswered | ev.ReplyRejected
) -> Entry:
    match event:
        case ev.ModelAsked(_, model, purpose, prompt):
            return Entry(
                seq, seconds, "plain", f"{model} is asked to {purpose}", folds=(Fold("What it was asked", prompt),)
            )
        case ev.ModelRestarted(_, reason) | ev.ReplyRejected(_, reason):
            return Entry(seq, seconds, "unsure", f"Asked again: {reason}")
        case ev.ModelAnswered(_, usage, took, cut_off):
            title = f"Answered in {took:.1f} s ({usage.in_words})"
            warning = ("The answer was cut off: it reached the model's limit.",) if cut_off else ()
            return Entry(seq, seconds, "unsure" if cut_off else "plain", title, warning)


def _opening_entry(seq: int, seconds: float, event: ev.Notice | ev.RunStarted | ev.FilesSeen) -> Entry:
    match event:
        case ev.Notice(text):
            return Entry(seq, seconds, "plain", text)
        case ev.RunStarted(request):
            return Entry(seq, seconds, "plain", "The task", (request.task,))
        case ev.FilesSeen(looks):
            lines = tuple(f"{look.path}: {look.sort}" for look in looks if look.sort)
            folds = tuple(Fold(f"How {look.path} begins", look.excerpt) for look in looks if look.excerpt)
            return Entry(seq, seconds, "plain", f"{plural(len(looks), 'file')} looked at", lines, folds)


def _sandbox_entry(seq: int, seconds: float, event: ev.SandboxReady | ev.PackagesReady | ev.PackagesDoubted) -> Entry:
    match event:
        case ev.SandboxReady(name, isolation):
            return Entry(seq, seconds, "plain", f"The sandbox is ready: {name}", (f"Isolation: {isolation}",))
        case ev.PackagesReady(pins):
            title = f"The sandbox has {plural(len(pins), 'package')} more"
            return Entry(seq, seconds, "plain", title, (", ".join(pins),))
        case ev.PackagesDoubted(doubts):
            names = ", ".join(one.name for one in doubts)
            return Entry(seq, seconds, "unsure", f"Not taken, because few use it: {names}")


def _brief_entry(seq: int, seconds: float, event: ev.BriefReady | ev.AnswerAwaited | ev.BriefAnswered) -> Entry:
    match event:
        case ev.BriefReady(brief):
            return Entry(seq, seconds, "good", "It is clear what will be built", brief.in_words)
        case ev.AnswerAwaited():
            return Entry(seq, seconds, "plain", ASKED)
        case ev.BriefAnswered(brief):
            return Entry(seq, seconds, "good", "You said that this is to be built", brief.in_words)


MORE_INPUTS = "What tells planted mistakes apart was looked at again"


def _tests_entry(seq: int, seconds: float, event: ev.TestsReady | ev.TestsChanged) -> Entry:
    listing = "\n".join(test.description or test.name for test in event.suite.tests)
    folds = (Fold("What they check", listing), Fold("Their code", event.suite.source))
    match event:
        case ev.TestsReady(suite):
            out = tuple(f"{test.name} was left out: {test.reason}" for test in suite.dropped)
            return Entry(seq, seconds, "good", f"{plural(len(suite.tests), 'test')} written", out, folds)
        case ev.TestsChanged(_, changes):
            title = f"{plural(len(changes), 'test')} looked at again" if changes else MORE_INPUTS
            lines = tuple(f"{one.name} was {one.what}: {one.reason} {one.question}".rstrip() for one in changes)
            return Entry(seq, seconds, "unsure", title, lines, folds)


def _work_entry(
    seq: int, seconds: float, event: ev.CodeReady | ev.TestsRan | ev.CheckFinished | ev.Stuck | ev.StartsShown
) -> Entry:
    match event:
        case ev.CheckFinished(report):
            return _check_entry(seq, seconds, report)
        case ev.CodeReady(attempt, candidate):
            code = candidate.source
            title = f"Attempt {attempt}: a program of {plural(len(code.splitlines()), 'line')}"
            return Entry(seq, seconds, "plain", title, folds=(Fold("The program", code),))
        case ev.TestsRan():
            return _attempt_entry(seq, seconds, event)
        case ev.Stuck(_, reason):
            return Entry(seq, seconds, "unsure", f"Going round in circles ({reason}): another approach is tried")
        case ev.StartsShown(_, starts):
            return Entry(seq, seconds, "plain", f"{plural(len(starts), 'start')} looked at, for what comes of it")


def _attempt_entry(seq: int, seconds: float, ran: ev.TestsRan) -> Entry:
    if ran.problem:
        title = f"Attempt {ran.attempt}: the tests gave no result"
        return Entry(seq, seconds, "bad", title, (error_line(ran.problem),), (Fold("What was printed", ran.problem),))
    failing = [result for result in ran.results if result.outcome != "passed"]
    passing = [result.name for result in ran.results if result.outcome == "passed"]
    lines = [f"✗ {result.name}: {error_line(result.message)}" for result in failing[:FAILURES_SHOWN]]
    more = len(failing) - FAILURES_SHOWN
    lines += [f"… and {plural(more, 'more failure')}"] if more > 0 else []
    output = "\n\n".join(f"{result.name}\n{result.message}" for result in failing)
    folds = [Fold(f"The {plural(len(failing), 'failure')} in full", output)] if failing else []
    folds += [Fold(f"{plural(len(passing), 'test')} passed", "\n".join(passing))] if passing else []
    title = f"Attempt {ran.attempt}: {len(passing)} of {plural(len(ran.results), 'test')} pass"
    return Entry(seq, seconds, "bad" if failing else "good", title, tuple(lines), tuple(folds))


def _check_entry(seq: int, seconds: float, report: CheckReport) -> Entry:
    words = {"passed": "", "failed": "", "not_checked": "NOT CHECKED. ", "error": "NOT CHECKED, the tool broke. "}
    title = f"{title_of(report.name)}: {words[report.status]}{report.summary}"
    found = "\n\n".join(map(_finding_text, report.findings))
    folds = (Fold(plural(len(report.findings), "finding"), found),) if found else ()
    return Entry(seq, seconds, TONES[report.status], title, folds=folds)


def _finding_text(finding: Finding) -> str:
    where = f" (line {finding.line})" if finding.line else ""
    return f"{finding.rule}{where}: {finding.message}\n{finding.detail}".rstrip()


def _entry_text(entry: Entry) -> str:
    body = [*entry.lines, *(f"{fold.label}:\n{fold.text}" for fold in entry.folds), entry.answer]
    lines = [f"    {line}" for part in body if part for line in printable(part).splitlines()]
    return "\n".join([f"[{clock(entry.seconds)}] {printable(entry.title)}", *lines])
