"""Runs in threads of this process."""

from __future__ import annotations

import logging
import threading
from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, replace
from datetime import UTC, datetime

from agent.events import Notice, RunFinished
from agent.types import Request
from cancel import Cancel
from engines.base import EngineClosed, Execute
from engines.bell import Bell
from engines.ending import run_to_end
from engines.recorder import Recorder
from storage.errors import StorageError
from storage.store import Store
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


@dataclass(frozen=True, slots=True)
class _Run:
    """A run that is queued or going on here."""

    cancel: Cancel
    recorder: Recorder
    future: Future[None]


class LocalEngine:
    """Executes up to `at_once` runs at the same time; others wait in the order they came.

    See `engines.base.Engine`. Runs that this process's predecessors left are not touched: that is
    for `Store.mark_interrupted` at the start of the app.
    """

    def __init__(self, store: Store, execute: Execute, at_once: int = 2) -> None:
        self._store = store
        self._execute = execute
        self._at_once = at_once
        self._pool = ThreadPoolExecutor(at_once, thread_name_prefix="run")
        self._lock = threading.Lock()
        self._runs: dict[str, _Run] = {}
        self._unstored: dict[str, StoredEvent] = {}  # ends of runs that the database didn't take
        self._bell = Bell()
        self._closed = False

    def start(self, request: Request) -> str:
        with self._lock:
            if self._closed:
                raise EngineClosed("Assay is being closed, so no run can be started.", "Start Assay again.")
            run_id = self._store.create_run(request)
            self._runs[run_id] = self._submit(run_id, request)
        return run_id

    def waiting(self, run_id: str) -> int:
        with self._lock:
            earlier = list(self._runs).index(run_id) if run_id in self._runs else 0
        return max(0, earlier - self._at_once + 1)

    def follow(self, run_id: str, after: int = 0) -> Iterator[StoredEvent]:
        while True:
            # Looked at before the events: whatever comes later is found in the next round.
            heard = self._bell.rings
            unstored = self._unstored.get(run_id)
            going_on = unstored is None and self._store.run(run_id).status == "running"
            for stored in self._events(run_id, after, unstored):
                yield stored
                after = stored.seq
                going_on = going_on and not isinstance(stored.event, RunFinished)
            if not going_on:
                return
            if not self._bell.wait(heard, POLL_SECONDS) and run_id not in self._runs:
                self._store.mark_interrupted()  # the process it belongs to may be gone

    def cancel(self, run_id: str) -> None:
        self._stop(run_id, "You stopped this run.")

    def close(self) -> None:
        with self._lock:
            self._closed = True
        for run_id in list(self._runs):
            self._stop(run_id, "Assay was closed.")
        self._pool.shutdown()

    def _submit(self, run_id: str, request: Request) -> _Run:
        cancel = Cancel()
        recorder = Recorder(
            self._store, run_id, self._bell.ring, on_failure=lambda failure: cancel.cancel(failure.message)
        )
        if len(self._runs) >= self._at_once:
            recorder.record(Notice("Waiting for another run to finish."))
        return _Run(cancel, recorder, self._pool.submit(self._work, run_id, request, cancel, recorder))

    def _work(self, run_id: str, request: Request, cancel: Cancel, recorder: Recorder) -> None:
        finished = run_to_end(self._execute, request, cancel, recorder.record)
        self._finish(run_id, recorder, finished)

    def _stop(self, run_id: str, reason: str) -> None:
        with self._lock:
            run = self._runs.get(run_id)
        if run is None:
            return
        run.cancel.cancel(reason)
        if run.future.cancel():  # it was still queued, so nobody else will finish it
            finished = RunFinished("cancelled", reason, seconds=0.0)
            run.recorder.record(finished)
            self._finish(run_id, run.recorder, finished)

    def _finish(self, run_id: str, recorder: Recorder, finished: RunFinished) -> None:
        """Wait until all is stored; where that failed, let the run's followers know at least."""
        recorder.close()
        if recorder.failure is not None:
            self._end_unstored(run_id, recorder.last_seq + 1, finished, recorder.failure)
        with self._lock:
            self._runs.pop(run_id, None)
        self._bell.ring()

    def _end_unstored(self, run_id: str, seq: int, finished: RunFinished, failure: StorageError) -> None:
        event = replace(
            finished, status="error", reason=failure.message, advice=failure.advice, missing=failure.missing
        )
        try:
            self._store.append(run_id, [event])  # there may be room again
        except StorageError:
            log.warning("the end of run %s can't be stored", run_id)
            self._unstored[run_id] = StoredEvent(run_id, seq, datetime.now(UTC), event)

    def _events(self, run_id: str, after: int, unstored: StoredEvent | None) -> list[StoredEvent]:
        """Return the stored events after `after`, and the end that could not be stored."""
        if unstored is None:
            return self._store.events(run_id, after)
        try:
            events = self._store.events(run_id, after)
        except StorageError:
            events = []
        return [*events, unstored] if unstored.seq > after else events
