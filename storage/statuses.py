"""What the states of a run are called, on the page and in reports."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Protocol, cast

from agent.types import Step
from message import say
from storage.types import RunStatus

STATUSES: Mapping[RunStatus, str] = {
    "queued": say("Waits for its turn"),
    "running": say("Under way"),
    "verified": say("Verified"),
    "unverified": say("Not verified"),
    "failed": say("Failed"),
    "cancelled": say("Stopped"),
    "error": say("Not finished"),
    "interrupted": say("Not finished"),
}
NEARLY = say("Nearly verified")


class Ended(Protocol):
    """A run as far as it says how it ended; `step` is the first thing that it lacks to be verified."""

    @property
    def status(self) -> str: ...

    @property
    def step(self) -> Step: ...


def called(run: Ended) -> str:
    """What the state of `run` is called: nearly verified is what lacks nothing but what the internet would tell."""
    return NEARLY if (run.status, run.step) == ("unverified", "connect") else STATUSES[cast("RunStatus", run.status)]
