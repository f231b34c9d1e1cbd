"""The log of a run: one entry for each thing that happened, as a short tail for the page and whole as text."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from html import escape
from itertools import groupby
from typing import Literal, assert_never

from agent.events import (
    CheckFinished,
    CheckProgressed,
    CheckStarted,
    CodeReady,
    Event,
    ModelAnswered,
    ModelAsked,
    ModelRestarted,
    ModelText,
    Notice,
    ReplyRejected,
    RunFinished,
    RunStarted,
    SandboxReady,
    Stuck,
    TestsRan,
    TestsReady,
    UnknownEvent,
)
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
    for entry in _entries_backwards(events):
        if len(entries) == MOST_ENTRIES or (entries and entry.size > room):
            return entries[::-1], True
        entries.append(entry)
        room -= entry.size
    return entries[::-1], False


def as_text(events: Sequence[StoredEvent]) -> str:
    """The whole log as plain text, with everything that the page folds away or leaves out."""
    if not events:
        return ""
    start = events[0].time
    parts: list[str] = []
    for _, group in groupby(events, key=lambda stored: _stream(stored.event) or stored.seq):
        stored = list(group)
        seconds = (stored[0].time - start).total_seconds()
        if isinstance(stored[0].event, ModelText):
            pieces = [one.event.text for one in stored if isinstance(one.event, ModelText)]
            entry: Entry | None = _answer_entry(stored[0], seconds, stored[0].event, "".join(pieces))
        else:
            entry = _entry(stored[0], seconds)
        parts += [_entry_text(entry)] if entry else []
    return "\n".join(parts)


def _entries_backwards(events: Sequence[StoredEvent]) -> Iterator[Entry]:
    start, place = events[0].time, len(events)
    while place:
        place -= 1
        stored = events[place]
        seconds = (stored.time - start).total_seconds()
        if isinstance(stored.event, ModelText):
            place, text = _whole_answer(events, place)
            first = events[place]
            yield _bounded(_answer_entry(first, (first.time - start).total_seconds(), stored.event, text))
        elif entry := _entry(stored, seconds):
            yield _bounded(entry)


def _whole_answer(events: Sequence[StoredEvent], place: int) -> tuple[int, str]:
    """Where the answer begins whose last piece is at `place`, and its text; of a very long one, the end."""
    stream, pieces, length = _stream(events[place].event), [], 0
    while place >= 0 and (piece := events[place].event) and _stream(piece) == stream:
        if isinstance(piece, ModelText):
            length += len(piece.text)
            pieces += [piece.text] if length < 2 * LONGEST_ANSWER + len(piece.text) else []
        place -= 1
    left_out = length - sum(map(len, pieces))
    return place + 1, _end_of("".join(reversed(pieces)), left_out)


def _end_of(text: str, left_out: int) -> str:
    kept = text[-LONGEST_ANSWER:]
    left_out += len(text) - len(kept)
    return f"[... the first {left_out:,} characters are only in the log to download ...]\n{kept}" if left_out else kept


def _bounded(entry: Entry) -> Entry:
    folds = tuple(Fold(fold.label, cut(fold.text, LONGEST_FOLD)) for fold in entry.folds)
    lines = tuple(cut(line, 500) for line in entry.lines[:50])
    return Entry(entry.seq, entry.seconds, entry.tone, cut(entry.title, 1000), lines, folds, entry.answer)


def _stream(event: Event) -> tuple[Role, bool] | None:
    return (event.role, event.thinking) if isinstance(event, ModelText) else None


def _answer_entry(first: StoredEvent, seconds: float, event: ModelText, text: str) -> Entry:
    what = "tests" if event.role == "tests" else "program"
    if event.thinking:
        folds = (Fold(f"Thinking about the {what}", text),)
        return Entry(first.seq, seconds, "thinking", "The model thinks", folds=folds)
    return Entry(first.seq, seconds, "model", f"The model writes the {what}", answer=text)


def _entry(stored: StoredEvent, seconds: float) -> Entry | None:
    """What to say of one event; nothing of those that only the row of steps shows."""
    match stored.event:
        case RunStarted(request):
            return Entry(stored.seq, seconds, "plain", "The task", (request.task,))
        case SandboxReady(name, isolation):
            return Entry(stored.seq, seconds, "plain", f"The sandbox is ready: {name}", (f"Isolation: {isolation}",))
        case Notice(text):
            return Entry(stored.seq, seconds, "plain", text)
        case ModelAsked() | ModelRestarted() | ModelAnswered() | ReplyRejected() as event:
            return _model_entry(stored.seq, seconds, event)
        case TestsReady() | CodeReady() | TestsRan() | Stuck() as event:
            return _work_entry(stored.seq, seconds, event)
        case CheckFinished(report):
            return _check_entry(stored.seq, seconds, report)
        case RunFinished(status, reason, _, advice):
            tone = VERDICT_TONES.get(status, "unsure")
            return Entry(stored.seq, seconds, tone, f"Verdict: {status}. {reason}", (advice,) if advice else ())
        case CheckStarted() | CheckProgressed() | ModelText():
            return None
        case UnknownEvent(kind):
            return Entry(stored.seq, seconds, "unsure", f"Something that this version of Assay doesn't know: {kind}")
        case _:
            assert_never(stored.event)


def _model_entry(seq: int, seconds: float, event: ModelAsked | ModelRestarted | ModelAnswered | ReplyRejected) -> Entry:
    match event:
        case ModelAsked(_, model, purpose, prompt):
            return Entry(
                seq, seconds, "plain", f"{model} is asked to {purpose}", folds=(Fold("What it was told", prompt),)
            )
        case ModelRestarted(_, reason) | ReplyRejected(_, reason):
            return Entry(seq, seconds, "unsure", f"Asked again: {reason}")
        case ModelAnswered(_, usage, took, cut_off):
            title = f"Answered in {took:.1f} s ({usage.in_words})"
            warning = ("The answer was cut off: it reached the model's limit.",) if cut_off else ()
            return Entry(seq, seconds, "unsure" if cut_off else "plain", title, warning)


def _work_entry(seq: int, seconds: float, event: TestsReady | CodeReady | TestsRan | Stuck) -> Entry:
    match event:
        case TestsReady(suite):
            listing = "\n".join(test.description or test.name for test in suite.tests)
            out = tuple(f"{test.name} was left out: {test.reason}" for test in suite.dropped)
            folds = (Fold("What they check", listing), Fold("Their code", suite.source))
            return Entry(seq, seconds, "good", f"{plural(len(suite.tests), 'test')} written", out, folds)
        case CodeReady(attempt, candidate):
            code = candidate.source
            title = f"Attempt {attempt}: a program of {plural(len(code.splitlines()), 'line')}"
            return Entry(seq, seconds, "plain", title, folds=(Fold("The program", code),))
        case TestsRan():
            return _attempt_entry(seq, seconds, event)
        case Stuck(_, reason):
            return Entry(seq, seconds, "unsure", f"Going round in circles ({reason}): another approach is tried")


def _attempt_entry(seq: int, seconds: float, ran: TestsRan) -> Entry:
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
