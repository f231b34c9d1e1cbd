"""However a run ends, its events end with exactly one `RunFinished`."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator

import awake
from agent.events import Event, RunFinished
from errors import AssayError, Cancelled
from message import say

log = logging.getLogger(__name__)

BROKEN = say("Something broke inside Assay, and the run could not go on.")
BROKEN_ADVICE = say("Start the run again. If it happens again, report it, with the log.")


def run_to_end(execute: Callable[[], Iterator[Event]], record: Callable[[Event], None]) -> RunFinished:
    """Hand each event of `execute` to `record`, and return the `RunFinished` that is always the last. Never raises.

    What comes after it is let run, so that it can clean up, but not recorded.
    """
    started = awake.now()
    finished: RunFinished | None = None
    try:
        for event in execute():
            if finished is None:
                record(event)
                finished = event if isinstance(event, RunFinished) else None
    except Exception as error:
        # Its verdict has been told already, and a second one would contradict it.
        if finished is not None:
            log.exception("a run broke after its end")
            return finished
        finished = verdict_of(error, awake.now() - started)
        record(finished)
    if finished is None:
        finished = verdict_of(RuntimeError("no verdict at the end of a run"), awake.now() - started)
        record(finished)
    return finished


def verdict_of(error: Exception, seconds: float) -> RunFinished:
    """Return the end of a run that `error` broke after `seconds`; what isn't meant for users is logged."""
    match error:
        case Cancelled():
            return RunFinished("cancelled", error.message, seconds, error.advice)
        case AssayError():
            return RunFinished("error", error.message, seconds, error.advice, missing=error.missing)
        case _:
            log.error("a run broke", exc_info=error)
            return RunFinished("error", BROKEN, seconds, BROKEN_ADVICE)
