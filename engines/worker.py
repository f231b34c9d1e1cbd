"""Works on one run of the history, which it loads by its id: the same on every engine.

All that passes between a run and those who start, follow or cancel it goes through the history, so
a worker may be in any process, on any machine that reaches it.
"""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from datetime import UTC, datetime
from functools import partial

from agent.events import RunFinished
from cancel import Cancel
from engines.answering import await_answer
from engines.base import Execute
from engines.ending import run_to_end, verdict_of
from engines.recorder import Recorder
from storage.errors import RunLost, StorageError, UnknownRun
from storage.store import Store
from storage.types import StoredEvent

log = logging.getLogger(__name__)

# Why: docs/decisions.md, "A worker's process is the fence, and an interrupted run ends with `error`"
BEAT_SECONDS = 1.0
"""How often the history is given a sign of life, and looked at for a cancel or a hurry; a token here is quicker."""


def work(
    store: Store, run_id: str, execute: Execute, cancel: Cancel, on_stored: Callable[[], None] = lambda: None
) -> StoredEvent | None:
    """Claim a queued run and work on it until its end is stored. Never raises.

    A run that can't be claimed, or is lost on the way, is left to who has it. `on_stored` is called
    after each transaction. Returns the run's end if the history didn't take it, else None.
    """
    try:
        store.claim(run_id)
        request, inputs = store.request(run_id), store.inputs(run_id)
    except StorageError as failure:
        return _store_failure(store, run_id, 0, verdict_of(failure, 0.0), failure)
    recorder = Recorder(store, run_id, on_stored, on_failure=lambda failure: cancel.cancel(failure.message))
    with _heartbeat(store, run_id, cancel):
        person = partial(await_answer, store, run_id, cancel)
        finished = run_to_end(partial(execute, request, inputs, cancel, person), recorder.record)
        recorder.close()
    if recorder.failure is None:
        return None
    return _store_failure(store, run_id, recorder.last_seq, finished, recorder.failure)


@contextmanager
def _heartbeat(store: Store, run_id: str, cancel: Cancel) -> Iterator[None]:
    """Beat during the block; whatever the history says against going on cancels, and it may hurry."""
    over = threading.Event()

    def beat() -> None:
        while not over.wait(BEAT_SECONDS):
            try:
                word = store.beat(run_id)
                if word.hurry:
                    cancel.hurry()
                if word.cancel:
                    cancel.cancel(word.cancel)
            except (RunLost, UnknownRun) as lost:
                cancel.cancel(lost.message)
            except StorageError as problem:  # the recorder says so if it lasts
                log.warning("no heartbeat of run %s: %s", run_id, problem.message)

    thread = threading.Thread(target=beat, name=f"heartbeat-{run_id}", daemon=True)
    thread.start()
    try:
        yield
    finally:
        over.set()
        thread.join()


def _store_failure(
    store: Store, run_id: str, last_seq: int, finished: RunFinished, failure: StorageError
) -> StoredEvent | None:
    """End a run as one that could not be stored, and return its end if that can't be stored either."""
    if isinstance(failure, RunLost):
        return None
    end = replace(finished, status="error", reason=failure.message, advice=failure.advice, missing=failure.missing)
    try:
        store.append(run_id, [end])  # there may be room again
    except RunLost:
        return None
    except StorageError:
        log.warning("the end of run %s can't be stored", run_id)
        return StoredEvent(run_id, last_seq + 1, datetime.now(UTC), end)
    return None
