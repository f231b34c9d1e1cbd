"""What every engine can do: start a run, let it be followed by its id, and stop it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Protocol

from agent.events import Event
from agent.types import Request
from cancel import Cancel
from errors import AssayError
from storage.types import StoredEvent

Execute = Callable[[Request, Cancel], Iterator[Event]]
"""The loop of a run, bound to its parts: yields what happens, and ends soon after a cancel."""


class EngineClosed(AssayError):
    """Runs can't be started any more."""


class Engine(Protocol):
    """Where runs execute. A run belongs to its engine, not to who started or follows it."""

    def start(self, request: Request) -> str:
        """Start a run, or queue it, and return its id at once.

        Raises `StorageError` if it can't be entered into the history, and `EngineClosed`.
        """

    def waiting(self, run_id: str) -> int:
        """How many runs have to end before this one begins; 0 for one that has begun, or isn't going on here."""

    def follow(self, run_id: str, after: int = 0) -> Iterator[StoredEvent]:
        """Yield the run's events numbered above `after`, in order, and wait for those to come.

        Ends after `RunFinished`, or when the run goes on no more. Any number of followers, of runs
        of other processes as well. Raises `UnknownRun`, and `StorageError` where reading fails.
        """

    def cancel(self, run_id: str) -> None:
        """Ask a run to end; it finishes as `cancelled`. Does nothing for one that isn't going on here."""

    def close(self) -> None:
        """Cancel every run and wait until each is ended and stored. Nothing can be started afterwards."""
