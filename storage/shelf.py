"""The programs that a person keeps, each by a name of its own; those of the same name are its versions."""

from __future__ import annotations

from typing import cast

from sqlalchemy import delete, select, update
from sqlalchemy.orm import Session

from agent.types import Step
from storage.event_log import now
from storage.rows import KeptRow, RunRow
from storage.types import KeptProgram, KeptVersion, RunStatus

LONGEST_NAME = 80


def keep(session: Session, run_id: str, name: str, kind: str) -> None:
    """Keep the program of a run, as the newest of this name."""
    session.merge(KeptRow(name=name[:LONGEST_NAME], run_id=run_id, kept=now(), kind=kind))


def programs(session: Session) -> list[KeptProgram]:
    """All of them with their versions, both by when they were kept, the newest first."""
    columns = select(KeptRow.name, KeptRow.run_id, KeptRow.kept, KeptRow.kind, RunRow.status, RunRow.task, RunRow.step)
    rows = session.execute(columns.join(RunRow, RunRow.id == KeptRow.run_id).order_by(KeptRow.kept.desc()))
    found: dict[str, list[KeptVersion]] = {}
    for name, run_id, kept, kind, status, task, step in rows:
        version = KeptVersion(run_id, kept, kind, cast("RunStatus", status), task, cast("Step", step))
        found.setdefault(name, []).append(version)
    return [KeptProgram(name, tuple(versions)) for name, versions in found.items()]


def names(session: Session, run_id: str) -> list[str]:
    """By which a run's program is kept."""
    return list(session.scalars(select(KeptRow.name).where(KeptRow.run_id == run_id).order_by(KeptRow.kept.desc())))


def rename(session: Session, name: str, new: str) -> None:
    """Have all versions of it go by another name."""
    session.execute(update(KeptRow).where(KeptRow.name == name).values(name=new[:LONGEST_NAME]))


def put_away(session: Session, name: str) -> None:
    """Keep it no more; its runs stay in the history."""
    session.execute(delete(KeptRow).where(KeptRow.name == name))
