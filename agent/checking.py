"""The checks of a candidate, all at the same time; what is known already is told without being made again."""

from __future__ import annotations

import logging
from collections.abc import Callable, Generator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path
from queue import SimpleQueue
from typing import Any

import awake
from agent.events import CheckFinished, CheckProgressed, CheckStarted, Event
from agent.kept import Kept, Subject
from agent.rooms import Rooms, Turns
from cancel import Cancel
from errors import AssayError, Cancelled
from languages.base import Language
from languages.checks import Check, CheckContext, Progress
from languages.types import CheckReport, Suite
from message import say
from sandbox.base import Sandbox

log = logging.getLogger(__name__)

PUT_OFF = say("It is put off, for the program is mended first")


GoesBack = Callable[[Sequence[CheckReport]], bool]
"""Whether what these say goes back to the coder."""


def nothing_does(_: Sequence[CheckReport]) -> bool:
    """What is found is told, and nothing is put off."""
    return False


@dataclass(frozen=True, slots=True)
class Place:
    """Where checks are made: in the run's `sandbox`, and in `rooms`. What is fetched lies in `packages`, and what is
    known of them in `advisories`."""

    sandbox: Sandbox
    rooms: Rooms
    advisories: Path | None = None
    packages: Path | None = None


@dataclass(frozen=True, slots=True)
class Checking:
    """Makes the checks of one run, in the threads of `pool`."""

    language: Language
    mutation_score: float
    cancel: Cancel
    pool: ThreadPoolExecutor
    kept: Kept = field(default_factory=Kept)

    # Why: docs/decisions.md, "An evenly spread sample of mistakes is planted, as long as it can change the verdict"
    def check(
        self, subject: Subject, place: Place, attempt: int, goes_back: GoesBack = nothing_does
    ) -> Generator[Event, None, tuple[CheckReport, ...]]:
        """Make every check of `subject` that isn't known yet; one that is stopped or breaks says so in its report.

        Where what the repairable ones found `goes_back` to the coder, the others are `PUT_OFF`. Its events belong to
        `attempt`.
        """
        checks = self.language.checks
        reports = {check.name: known for check in checks if (known := self.kept.report(check, subject))}
        left = [check for check in checks if check.name not in reports]
        said: SimpleQueue[Event] = SimpleQueue()
        turns = Turns(self.language.waits, {check.name for check in left})
        repairable = {check.name for check in checks if check.repairable}
        with self.cancel.part() as others:
            for check in left:
                yield CheckStarted(check.name, attempt)
                cancel = self.cancel if check.repairable else others
                self.pool.submit(self._make, check, subject, place, attempt, turns, said.put, cancel)
            for known in reports.values():
                yield CheckFinished(known, attempt)
            while len(reports) < len(checks):
                event = said.get()
                if isinstance(event, CheckFinished):
                    reports[event.report.name] = event.report
                    if repairable <= reports.keys() and goes_back(tuple(reports.values())):
                        others.cancel(PUT_OFF)
                yield event
        return tuple(reports[check.name] for check in checks)

    def _make(
        self,
        check: Check,
        subject: Subject,
        place: Place,
        attempt: int,
        turns: Turns,
        tell: Callable[[Event], None],
        cancel: Cancel,
    ) -> None:
        started, left = awake.now(), _Left(subject.suite)

        def on_progress(at: Progress) -> None:
            tell(CheckProgressed(check.name, at.done, at.total, attempt, at.noticed, at.unnoticed, at.now))

        try:
            turns.wait(check.name, cancel)
            context = CheckContext(
                place.sandbox,
                cancel,
                on_progress,
                self.mutation_score,
                subject.brief,
                self.kept.earlier(check, subject),
                left.leave,
                partial(place.rooms.room, cancel, partial(turns.end, check.name)),
                place.advisories,
                place.packages,
            )
            report = check.run(subject.candidate, subject.suite, context)
        except Cancelled as stop:
            report = CheckReport(check.name, "not_checked", say("Stopped: %(message)s", message=stop.message))
            if not self.cancel.is_set:
                report = replace(report, summary=PUT_OFF, helps="again")
        except AssayError as problem:
            report = CheckReport(check.name, "error", problem.message)
        except Exception as problem:  # a check that has a bug must not take the run with it
            log.exception("the check %s broke", check.name)
            report = CheckReport(check.name, "error", say("The check broke: %(problem)s", problem=str(problem)))
        turns.end(check.name)
        report = replace(report, seconds=awake.now() - started)
        self.kept.add(check, subject, report, left.notes, left.first)
        tell(CheckFinished(report, attempt))


@dataclass(slots=True)
class _Left:
    """What a check leaves for the next time, and since which tests."""

    first: Suite
    notes: Any = None

    def leave(self, notes: Any, first: Suite) -> None:
        """See `CheckContext.leave`."""
        self.notes, self.first = notes, first
