"""What every engine can do: start a run, let it be followed by its id, and stop it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Protocol

from agent.briefing import Person
from agent.events import Event
from agent.types import Request
from cancel import Cancel
from errors import AssayError
from languages.answers import Answers
from storage.store import NO_INPUTS
from storage.types import StoredEvent

Execute = Callable[[Request, Mapping[str, bytes], Cancel, Person], Iterator[Event]]
"""The loop of a run, bound to its parts: yields what comes of a request and its files, and ends soon after a cancel."""


class EngineClosed(AssayError):
    """Runs can't be started any more."""


class Engine(Protocol):
    """Where runs execute. A run belongs to its engine, not to who started or follows it."""

    def start(self, request: Request, inputs: Mapping[str, bytes] = NO_INPUTS) -> str:
        """Start a run with the files that it is given, or queue it, and return its id at once.

        Raises `StorageError` if it can't be entered into the history, and `EngineClosed`.
        """

    def follow(self, run_id: str, after: int = 0) -> Iterator[StoredEvent]:
        """Yield the run's events numbered above `after`, in order, and wait for those to come.

        Ends after `RunFinished`, or when the run goes on no more. Any number of followers, of runs
        of other processes as well. Raises `UnknownRun`, and `StorageError` where reading fails.
        """

    def cancel(self, run_id: str) -> None:
        """Ask a run, of another process as well, to end; it finishes as `cancelled`. Nothing for one that has ended.

        Raises `StorageError` if that has to go through the history, and can't.
        """

    def hurry(self, run_id: str) -> None:
        """Have a run, of another process as well, leave out what it can do without; nothing for one that has ended.

        Raises `StorageError`.
        """

    def answer(self, run_id: str, answers: Answers) -> None:
        """Say to a run, of another process as well, what is thought of the brief that it waits with.

        Raises `BadAnswers`, `NotAsked` where it doesn't wait, `ModelUnavailable`, `UnknownRun` and `StorageError`.
        """

    def close(self) -> None:
        """Cancel every run and wait until each is ended and stored. Nothing can be started afterwards."""
