"""Stores the events of one run in the background, so that the run never waits for the database."""

from __future__ import annotations

import logging
import queue
import threading
import time
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from itertools import groupby

from agent.events import Event, ModelText, RunFinished
from message import say
from storage.errors import StorageError
from storage.store import Store

log = logging.getLogger(__name__)

BATCH_SECONDS = 0.1
"""How long events are gathered into one transaction, and streamed words into one row."""


class Recorder:
    """Writes what `record` is given, in order, within 0.2 s on a database that isn't busy.

    The last event must be a `RunFinished`. `on_stored` is called after each transaction, `on_failure`
    once, with what ended the recording; both in the writing thread.
    """

    def __init__(
        self, store: Store, run_id: str, on_stored: Callable[[], None], on_failure: Callable[[StorageError], None]
    ) -> None:
        self._store = store
        self._run_id = run_id
        self._on_stored = on_stored
        self._on_failure = on_failure
        # Without a limit: a database that hangs costs memory, but never the run.
        self._queue: queue.SimpleQueue[Event] = queue.SimpleQueue()
        self._thread = threading.Thread(target=self._write, name=f"recorder-{run_id}", daemon=True)
        self.failure: StorageError | None = None
        self.last_seq = 0
        self._thread.start()

    def record(self, event: Event) -> None:
        """Take `event` to be stored soon. Never blocks; after a failure it does nothing."""
        if self.failure is None:
            self._queue.put(event)

    def close(self) -> None:
        """Wait until `RunFinished` is stored, or storing failed: see `failure`."""
        self._thread.join()

    def _write(self) -> None:
        try:
            for batch in self._batches():
                self.last_seq = self._store.append(self._run_id, join_texts(batch))[-1].seq
                self._on_stored()
        except Exception as error:
            log.exception("run %s can't be stored", self._run_id)
            self.failure = as_storage_error(error)
            self._on_failure(self.failure)

    def _batches(self) -> Iterator[list[Event]]:
        """Yield what arrives within `BATCH_SECONDS` of a first event, until `RunFinished` has come."""
        finished = False
        while not finished:
            batch = [self._queue.get()]
            deadline = time.monotonic() + BATCH_SECONDS
            while not (finished := isinstance(batch[-1], RunFinished)):
                try:
                    batch.append(self._queue.get(timeout=max(0.0, deadline - time.monotonic())))
                except queue.Empty:
                    break
            yield batch


def join_texts(events: Iterable[Event]) -> list[Event]:
    """Return `events` with neighbouring pieces of one answer joined into one piece."""
    joined: list[Event] = []
    for stream, group in groupby(events, key=_stream):
        if stream is None:
            joined += group
        else:
            pieces = [event for event in group if isinstance(event, ModelText)]
            joined.append(replace(pieces[0], text="".join(piece.text for piece in pieces)))
    return joined


def _stream(event: Event) -> tuple[str, bool, int] | None:
    return (event.role, event.thinking, event.attempt) if isinstance(event, ModelText) else None


def as_storage_error(error: Exception) -> StorageError:
    """Return `error` itself, or for a surprise one that says as much in plain words."""
    if isinstance(error, StorageError):
        return error
    return StorageError(
        say("The run could not be stored."), say("Start it again. If it happens again, report it, with the log.")
    )
