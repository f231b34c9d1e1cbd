"""What the store hands out. Plain values, so that reading them needs no database library."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Literal

from agent.events import Event
from agent.types import Request, Status, Step

RunStatus = Status | Literal["queued", "running", "interrupted"]
GOING_ON = ("queued", "running")
"""The states of a run that hasn't come to its end."""


@dataclass(frozen=True, slots=True)
class StoredEvent:
    """One event of a run. `seq` counts from 1 without gaps; `time` is UTC."""

    run_id: str
    seq: int
    time: datetime
    event: Event


@dataclass(frozen=True, slots=True)
class Word:
    """What was left for the worker of a run: why it is to be cancelled, or nothing, and whether it is to hurry."""

    cancel: str = ""
    hurry: bool = False


@dataclass(frozen=True, slots=True)
class RunSummary:
    """One line of the history. Times are UTC; `finished`, `seconds` are None while the run goes on.

    `queued` is one that waits for its turn; `interrupted` means that Assay ended in mid-run.
    `cost_usd` is None where nobody knows the price. It was `hurried` where somebody asked it to finish quickly. Its
    program has a `name` once a plan or the person gives it one. `step` is the first thing that it lacks to be verified.
    `rechecked` is the run whose program it only checks once more, if it does.
    """

    run_id: str
    created: datetime
    finished: datetime | None
    status: RunStatus
    reason: str
    task: str
    model: str
    test_model: str
    input_tokens: int
    output_tokens: int
    cost_usd: float | None
    seconds: float | None
    hurried: bool = False
    name: str = ""
    step: Step = ""
    rechecked: str = ""

    @property
    def going_on(self) -> bool:
        """Whether the run hasn't come to its end."""
        return self.status in GOING_ON


@dataclass(frozen=True, slots=True)
class KeptVersion:
    """A version of a program that is kept: its run, when it was kept (UTC), and what kind of program it is, or ""."""

    run_id: str
    kept: datetime
    kind: str
    status: RunStatus
    task: str
    step: Step = ""


@dataclass(frozen=True, slots=True)
class KeptProgram:
    """A program that is kept by a name, with its versions, the newest first."""

    name: str
    versions: tuple[KeptVersion, ...]


@dataclass(frozen=True, slots=True)
class RecordedRun:
    """A run that is over: its id, when it was asked for (UTC), its `events` with their times (UTC), and by their
    digests the `contents` that its program left. The files that it was given are named in its request only."""

    run_id: str
    created: datetime
    request: Request
    events: tuple[tuple[datetime, Event], ...]
    contents: Mapping[str, bytes]
