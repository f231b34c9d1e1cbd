"""What the states of a run are called, on the page and in reports."""

from __future__ import annotations

from collections.abc import Mapping

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
