"""What is known of a run after some of its events, so that each event is read once: a pure reducer."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime
from functools import reduce

from agent.doing import Doing, going_on
from agent.events import (
    Event,
    Hurried,
    ModelAnswered,
    ModelAsked,
    ModelRestarted,
    ModelStopped,
    ModelText,
    TimeEstimated,
)
from agent.pace import about_tokens
from agent.report import Report, with_event
from agent.timing import SLOW_SECONDS
from agent.types import Role
from storage.types import StoredEvent

MOST_KEPT = 20_000
"""Characters of the end of an answer, of which less is shown."""


@dataclass(frozen=True, slots=True)
class Part:
    """What came of an answer of one kind, thoughts or words: how many characters `written`, and the `end` of them."""

    written: int = 0
    end: str = ""

    def longer(self, text: str) -> Part:
        """With some more text."""
        return Part(self.written + len(text), (self.end + text)[-MOST_KEPT:])

    @property
    def tokens(self) -> int:
        """About how many that is."""
        return about_tokens(self.written)


@dataclass(frozen=True, slots=True)
class Answer:
    """An answer that streams. `thinking` says of which kind its last piece was."""

    role: Role
    thinking: bool
    thoughts: Part = field(default_factory=Part)
    words: Part = field(default_factory=Part)

    @property
    def newest(self) -> Part:
        """That of the kind of the last piece."""
        return self.thoughts if self.thinking else self.words


@dataclass(frozen=True, slots=True)
class Estimate:
    """That so many seconds are `left` of at most `limit`, as it was told at a time, when the person had let the run
    wait for so many. Once a run was `slow`, it stays so."""

    left: float
    limit: float
    told: datetime
    waited: float
    slow: bool

    def left_at(self, now: datetime, waited: float) -> float:
        """The seconds that are left later; the waiting is no time of the run."""
        return self.left - (now - self.told).total_seconds() + (waited - self.waited)


@dataclass(frozen=True, slots=True)
class Known:
    """The report so far, what goes on now, when it began, and by their attempts the answers that stream; the last
    estimate of its time, and whether it leaves out what it can do without."""

    report: Report = field(default_factory=Report)
    doing: Doing = field(default_factory=Doing)
    began: datetime | None = None
    answers: Mapping[int, Answer] = field(default_factory=dict)
    estimate: Estimate | None = None
    hurried: bool = False

    @property
    def answer(self) -> Answer | None:
        """The one that was asked for last and isn't complete yet, once something of it is there."""
        attempt = next(reversed(self.doing.answering), None)
        return self.answers.get(attempt) if attempt is not None and self.report.status == "running" else None


NOTHING_YET = Known()


def known_after(events: Iterable[StoredEvent], before: Known = NOTHING_YET) -> Known:
    """What is known after some more events, in order."""
    return reduce(_with, events, before)


def _with(known: Known, stored: StoredEvent) -> Known:
    event = stored.event
    return replace(
        known,
        report=with_event(known.report, event),
        doing=going_on(known.doing, event),
        began=known.began or stored.time,
        answers=_answers(known.answers, event),
        estimate=_estimate(known, event, stored.time),
        hurried=known.hurried or isinstance(event, Hurried),
    )


def _estimate(known: Known, event: Event, told: datetime) -> Estimate | None:
    if not isinstance(event, TimeEstimated):
        return known.estimate
    was_slow = known.estimate is not None and known.estimate.slow
    slow = was_slow or event.left >= SLOW_SECONDS
    return Estimate(event.left, event.limit, told, known.report.waited_seconds, slow)


def _answers(answers: Mapping[int, Answer], event: Event) -> Mapping[int, Answer]:
    match event:
        case ModelText(attempt=attempt):
            return {**answers, attempt: _longer(answers.get(attempt), event)}
        case (
            ModelAsked(attempt=attempt)
            | ModelRestarted(attempt=attempt)
            | ModelAnswered(attempt=attempt)
            | ModelStopped(attempt=attempt)
        ):
            return {other: answer for other, answer in answers.items() if other != attempt}
        case _:
            return answers


def _longer(answer: Answer | None, piece: ModelText) -> Answer:
    known = replace(answer or Answer(piece.role, piece.thinking), role=piece.role, thinking=piece.thinking)
    longer = known.newest.longer(piece.text)
    return replace(known, thoughts=longer) if piece.thinking else replace(known, words=longer)
