"""Runs in threads of this process."""

from __future__ import annotations

import logging
import os
import threading
from collections.abc import Iterator, Mapping
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass

import psutil

from agent.events import RunFinished
from agent.types import Request
from cancel import Cancel
from engines.answering import answer
from engines.base import EngineClosed, Execute
from engines.worker import work
from languages.answers import Answers
from message import say
from storage.errors import StorageError
from storage.store import NO_INPUTS, Store
from storage.types import StoredEvent

log = logging.getLogger(__name__)

POLL_SECONDS = 0.2
"""How often to look for events that another process stores; our own ring the bell."""

GIBIBYTE = 1024**3
SYSTEM_MEMORY = 2 * GIBIBYTE
RUN_MEMORY = 2 * GIBIBYTE
MOST_AT_ONCE = 4


def runs_at_once(cores: int, memory_bytes: int) -> int:
    """How many runs fit a machine at the same time.

    One for each core, because a run computes about half of its time and waits for its model in the
    other; and one for each 2 GiB, which is what its sandbox may take, after 2 GiB for the system.
    At least 1, and at most 4, since a model on the same machine answers one after the other anyway.
    """
    by_memory = (memory_bytes - SYSTEM_MEMORY) // RUN_MEMORY
    return max(1, min(cores, by_memory, MOST_AT_ONCE))


def open_local(store: Store, execute: Execute) -> LocalEngine:
    """The engine of this process, with as many runs at once as fit this machine."""
    return LocalEngine(store, execute, runs_at_once(os.cpu_count() or 1, psutil.virtual_memory().total))


@dataclass(frozen=True, slots=True)
class _Run:
    """A run that is queued or going on here."""

    cancel: Cancel
    future: Future[None]


class LocalEngine:
    """Executes up to `at_once` runs at the same time; others wait in the order they came.

    See `engines.base.Engine`. Runs that this process's predecessors left are not touched: that is
    for `Store.mark_interrupted` at the start of the app.
    """

    def __init__(self, store: Store, execute: Execute, at_once: int = 2) -> None:
        self._store = store
        self._execute = execute
        self._pool = ThreadPoolExecutor(at_once, thread_name_prefix="run")
        self._lock = threading.Lock()
        self._runs: dict[str, _Run] = {}
        self._unstored: dict[str, StoredEvent] = {}  # ends of runs that the database didn't take
        self._bell = _Bell()
        self._closed = False

    def start(self, request: Request, inputs: Mapping[str, bytes] = NO_INPUTS) -> str:
        with self._lock:
            if self._closed:
                raise EngineClosed(say("Assay is being closed, so no run can be started."), say("Start Assay again."))
            run_id = self._store.create_run(request, inputs)
            cancel = Cancel()
            # Under the lock, for the worker may be done before it is entered here, and would take it out first.
            self._runs[run_id] = _Run(cancel, self._pool.submit(self._work, run_id, cancel))
        return run_id

    def follow(self, run_id: str, after: int = 0) -> Iterator[StoredEvent]:
        while True:
            # Looked at before the events: whatever comes later is found in the next round.
            heard = self._bell.rings
            unstored = self._unstored.get(run_id)
            going_on = unstored is None and self._store.run(run_id).going_on
            for stored in self._events(run_id, after, unstored):
                yield stored
                after = stored.seq
                going_on = going_on and not isinstance(stored.event, RunFinished)
            if not going_on:
                return
            if not self._bell.wait(heard, POLL_SECONDS) and run_id not in self._runs:
                self._store.mark_interrupted()  # the process it belongs to may be gone

    def cancel(self, run_id: str) -> None:
        self._stop(run_id, say("You stopped this run."))

    def hurry(self, run_id: str) -> None:
        self._store.request_hurry(run_id)

    def answer(self, run_id: str, answers: Answers) -> None:
        answer(self._store, run_id, answers)

    def close(self) -> None:
        with self._lock:
            self._closed = True
        for run_id in reversed(list(self._runs)):  # those first that wait for the place of another
            try:
                self._stop(run_id, say("Assay was closed."))
            except StorageError as problem:
                log.warning("run %s can't be ended: %s", run_id, problem.message)
        self._pool.shutdown()

    def _work(self, run_id: str, cancel: Cancel) -> None:
        unstored = work(self._store, run_id, self._execute, cancel, self._bell.ring)
        with self._lock:
            if unstored is not None:
                self._unstored[run_id] = unstored
            del self._runs[run_id]
        self._bell.ring()

    def _stop(self, run_id: str, reason: str) -> None:
        with self._lock:
            run = self._runs.get(run_id)
        if run is not None:
            # Outside of the lock: what a cancel wakes may end the run, which takes the lock itself.
            run.cancel.cancel(reason)
        # One that still waits for its turn has no worker that would hear of it.
        if run is None or not run.future.running():
            self._store.request_cancel(run_id, reason)
            self._bell.ring()

    def _events(self, run_id: str, after: int, unstored: StoredEvent | None) -> list[StoredEvent]:
        """Return the stored events after `after`, and the end that could not be stored."""
        if unstored is None:
            return self._store.events(run_id, after)
        try:
            events = self._store.events(run_id, after)
        except StorageError:
            events = []
        return [*events, unstored] if unstored.seq > after else events


class _Bell:
    """Rings for all who wait. Who reads `rings` before looking for news can't miss what comes after."""

    def __init__(self) -> None:
        self._condition = threading.Condition()
        self.rings = 0

    def ring(self) -> None:
        """Wake everybody."""
        with self._condition:
            self.rings += 1
            self._condition.notify_all()

    def wait(self, heard: int, seconds: float) -> bool:
        """Wait for more rings than the `heard` ones, at most `seconds`; return whether there were."""
        with self._condition:
            return self._condition.wait_for(lambda: self.rings != heard, seconds)
