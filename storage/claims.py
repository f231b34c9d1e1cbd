"""Whose a run is: taken by one worker, kept by its heartbeat, and lost where that is gone.

The owner of a run is the label of the worker's process. It is the fence: whatever a worker writes
is refused once the run isn't its own any more, so that a worker that was believed dead, and wakes
up, can't add to a run that has its end.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime, timedelta

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from agent.events import RunFinished
from message import say
from sandbox.owner import Owner
from storage.errors import NotAsked, RunLost, UnknownRun
from storage.event_log import append_events, now
from storage.rows import EventRow, RunRow
from storage.types import GOING_ON

# Why: docs/decisions.md, "A worker's process is the fence, and an interrupted run ends with `error`"
INTERRUPTED = say("Assay was closed or stopped working while this run was going on.")

SILENCE: Mapping[str, timedelta] = {"running": timedelta(minutes=5), "queued": timedelta(days=1)}
"""For how long there may be no sign of life of a worker on another machine, by the state of its run.

A run that goes on gives one each second; one that is queued gives none but that it was entered.
"""


def locked(session: Session, run_id: str) -> RunRow:
    """The run, which nobody else changes until the transaction ends. Raises `UnknownRun`."""
    run = session.get(RunRow, run_id, with_for_update=True)
    if run is None:
        raise unknown_run()
    return run


def unknown_run() -> UnknownRun:
    """What to raise where there is no such run."""
    return UnknownRun(say("There is no such run."), say("List the runs to find its id; it may have been deleted."))


def owned(session: Session, run_id: str, owner: str) -> RunRow:
    """The run, as `locked` gives it, of the worker `owner`. Raises `RunLost` if it isn't its own."""
    run = locked(session, run_id)
    if run.owner != owner:
        raise RunLost(
            say("This run is not in the hands of this Assay any more."), say("Look at the run, and start it again.")
        )
    return run


def claim(session: Session, run_id: str, owner: str) -> None:
    """Give a queued run that is meant for `owner`, or for anyone, to it. Raises `UnknownRun` and `RunLost`."""
    run = locked(session, run_id)
    if run.status != "queued" or run.owner not in ("", owner):
        raise RunLost(say("This run is not waiting for this Assay."), say("Look at the run, and start it again."))
    run.status, run.owner, run.heartbeat = "running", owner, now()


def request_cancel(session: Session, run_id: str, reason: str) -> None:
    """End a queued run at once; leave word for the worker of one that goes on. Nothing for any other."""
    run = session.get(RunRow, run_id, with_for_update=True)
    if run is None or run.status not in GOING_ON:
        return
    if run.status == "running":
        # The first reason stays: it is what the person did, the next may be the app that closes.
        run.cancel_reason = run.cancel_reason or reason
        return
    # Nobody works on it, and nobody shall begin: its worker's claim is then refused.
    run.owner = ""
    append_events(session, run, [RunFinished("cancelled", reason, seconds=0.0)])


def request_hurry(session: Session, run_id: str) -> None:
    """Leave word for the worker of a run that goes on or will. Nothing for any other."""
    run = session.get(RunRow, run_id, with_for_update=True)
    if run is not None and run.status in GOING_ON:
        run.hurried = True


def give_answer(session: Session, run_id: str, answers: str) -> None:
    """Leave word for the worker of a run that goes on and was given none yet. Raises `UnknownRun` and `NotAsked`."""
    run = locked(session, run_id)
    if run.status != "running" or run.answer is not None:
        raise NotAsked(say("This run has its answer, or is over."), say("Look at it again."))
    run.answer = answers


def lost_runs(session: Session) -> list[str]:
    """The ids of the runs whose worker is gone, or gave no sign of life for long."""
    signs = select(RunRow.id, RunRow.status, RunRow.owner, func.coalesce(RunRow.heartbeat, RunRow.created))
    going_on = session.execute(signs.where(RunRow.status.in_(GOING_ON))).all()
    return [run_id for run_id, status, owner, sign in going_on if owner and _is_lost(status, owner, sign)]


def _is_lost(status: str, label: str, sign: datetime) -> bool:
    owner = Owner.parse(label)
    if owner is not None and owner.is_here:
        # Of a process on this machine it is certain, so no time has to pass.
        return not owner.is_alive()
    return now() - sign > SILENCE[status]


def interrupt(session: Session, run_id: str) -> None:
    """Take a run from its worker and give it its end."""
    run = session.get(RunRow, run_id, with_for_update=True)
    if run is None or run.status not in GOING_ON:  # another process was faster
        return
    # A run took the time until its last event, not until somebody found that its worker is gone.
    last = session.scalars(select(func.max(EventRow.time)).where(EventRow.run_id == run_id)).one() or run.created
    end = RunFinished("error", INTERRUPTED, (last - run.created).total_seconds(), say("Run it again."))
    append_events(session, run, [end], at=last)
    run.status, run.owner = "interrupted", ""
