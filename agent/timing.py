"""How long a run takes and may take, as far as the pace of its models tells: estimated after each answer."""

from __future__ import annotations

import math
from collections.abc import Generator, Iterator, Mapping
from contextlib import closing
from dataclasses import dataclass
from typing import TypeVar

from agent.events import Event, Hurried, ModelAnswered, ModelAsked, TimeEstimated
from agent.pace import CHECKS, Pace
from agent.types import Limits, Role
from cancel import Limited
from message import say, say_count

T = TypeVar("T")
COMING: Mapping[Role, int] = {"brief": 7_000, "tests": 4_300, "code": 1_700, "review": 600}
"""Tokens that a run still writes after its first answer in a role: by 24 recorded requests, with a repair."""
SPARE = 1_700
"""Of these, what a run in a hurry leaves out."""
MOST_WRITTEN = 18_000
"""Tokens of the longest of the recorded requests. A run whose limit nobody gave has the time for as many."""
LEAST_SECONDS, MOST_SECONDS = 15 * 60.0, 2 * 3600.0
"""Between these such a limit lies: a fast model that needs longer leads nowhere, and nothing goes on for hours."""
TOLD_SECONDS = 120.0
"""A run that is over sooner needs no estimate."""
SLOW_SECONDS = 15 * 60.0
"""Where so much or more is left, it is offered to finish quickly."""
DRIFT = 1.25
"""An estimate that changes by less stays as it was told, so that it doesn't jump."""


def in_minutes(seconds: float) -> str:
    """What is left, as in `About 20 minutes left.`; nobody knows to the minute what takes longer than ten."""
    if seconds <= 0:
        return say("It takes longer than estimated.")
    minutes = math.ceil(seconds / 60)
    if minutes > 10:
        minutes = 5 * math.ceil(minutes / 5)
    return say_count("About %(count)s minute left.", "About %(count)s minutes left.", minutes)


def at_the_latest(limit: float) -> str:
    """When a run ends whatever comes of it."""
    minutes = math.ceil(limit / 60)
    return say_count(
        "It ends after %(count)s minute at the latest.", "It ends after %(count)s minutes at the latest.", minutes
    )


def time_up(seconds: float) -> str:
    """Why a run ends that has taken so long."""
    return say("The time limit of %(seconds)s seconds was reached.", seconds=f"{seconds:g}")


def first_limit(limits: Limits) -> float:
    """How many seconds a run may take before anything is known of its pace."""
    return MOST_SECONDS if limits.seconds is None else limits.seconds


# Why: docs/decisions.md, "The time limit follows from the pace, and optional requests get spare time only"
@dataclass(slots=True)
class Timing:
    """The time of one run, which `token` measures. An estimate is told where it is new, of slow runs only."""

    token: Limited
    limits: Limits
    pace: Pace
    _coming: float = math.inf
    _written: int = 0
    _over: float | None = None
    _is_limited: bool = False
    _hurried: bool = False

    def of(self, events: Generator[Event, None, T]) -> Generator[Event, None, T]:
        """The events of the run, and among them what is told of its time."""
        with closing(events):
            while True:
                try:
                    event = next(events)
                except StopIteration as end:
                    ended: T = end.value
                    return ended
                yield event
                yield from self._after(event)

    def _after(self, event: Event) -> Iterator[Event]:
        if self.token.is_hurried and not self._hurried:
            self._hurried, self._over = True, None
            yield Hurried()
            yield from self._told(self._rest())
        match event:
            case ModelAnswered(role):
                self._count(role)
                self._set_limit()
                yield from self._told(self._rest())
            case ModelAsked(role, attempt=attempt) if self._over is not None and attempt > 1:
                # It was over by the estimate but for its checks: a repair takes as long as a program.
                yield from self._told(max(self._left, self.pace.seconds_for(role, None) + CHECKS))
            case _:
                pass

    def _count(self, role: Role) -> None:
        """What comes becomes less by each answer, and never more."""
        self._coming = min(self._coming - (self.pace.written - self._written), COMING[role])
        self._written = self.pace.written

    def _rest(self) -> float | None:
        """Seconds until it is over; None where nobody knows."""
        pace = self.pace.seconds_per_token
        if pace is None or not math.isfinite(self._coming):
            return None
        return max(0.0, self._coming - (SPARE if self._hurried else 0)) * pace + CHECKS

    def _set_limit(self) -> None:
        """Nobody's limit is changed, and ours never becomes shorter again."""
        pace = self.pace.seconds_per_token
        if self.limits.seconds is not None or pace is None:
            return
        wanted = 60.0 * math.ceil(min(max(MOST_WRITTEN * pace + CHECKS, LEAST_SECONDS), MOST_SECONDS) / 60)
        if not self._is_limited or wanted > self.token.seconds:
            self._is_limited = True
            self.token.limit(wanted, time_up(wanted))

    @property
    def _left(self) -> float:
        return (self._over or 0.0) - self.token.seconds_gone

    def _told(self, left: float | None) -> Iterator[Event]:
        if left is None or (self._over is None and left < TOLD_SECONDS):
            return
        if self._over is not None and self._left / DRIFT <= left <= DRIFT * self._left:
            return
        self._over = self.token.seconds_gone + left
        yield TimeEstimated(left, self.token.seconds)
