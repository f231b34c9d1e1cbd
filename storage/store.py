"""The history: runs, their events in order, and their files."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from typing import cast

from sqlalchemy import ColumnElement, Select, delete, func, select
from sqlalchemy.orm import Session

from agent.events import Event, ModelAnswered, RunFinished
from agent.types import Request, Usage
from sandbox.owner import Owner
from storage.database import Database
from storage.errors import UnknownRun
from storage.ids import new_run_id
from storage.rows import EventRow, FileRow, RunRow
from storage.serialize import from_json, to_json
from storage.types import RunStatus, RunSummary, StoredEvent


class Store:
    """The runs in one database. Several threads and processes may use one at the same time.

    `url` is SQLAlchemy's; the database is made or brought up to date where needed. Every method
    raises `StorageError` where the database can't be used.
    """

    def __init__(self, url: str) -> None:
        self._database = Database(url)

    def create_run(self, request: Request) -> str:
        """Enter a run that belongs to this process, and return its id."""
        run = RunRow(
            id=new_run_id(),
            created=_now(),
            status="running",
            model=request.model,
            test_model=request.test_model,
            owner=str(Owner.current()),
            task=request.task,
        )
        run_id = run.id
        with self._database.writing() as session:
            session.add(run)
        return run_id

    def append(self, run_id: str, events: Sequence[Event]) -> list[StoredEvent]:
        """Store `events` after those that are there, all or none, and return them with their numbers.

        Model answers add to the run's tokens and cost; `RunFinished` sets its verdict. Raises
        `UnknownRun` if the run isn't there (any more).
        """
        with self._database.writing() as session:
            run = session.get(RunRow, run_id, with_for_update=True)
            if run is None:
                raise _unknown()
            first = 1 + session.scalars(_last_seq(run_id)).one()
            stored = [StoredEvent(run_id, first + place, _now(), event) for place, event in enumerate(events)]
            session.add_all(map(_event_row, stored))
            for item in stored:
                _update_summary(run, item)
        return stored

    def events(self, run_id: str, after: int = 0) -> list[StoredEvent]:
        """Return the events of a run with numbers above `after`, in order; none for an unknown run.

        Raises `UnreadableEvent` where one was written by a newer version.
        """
        # Columns, not rows of the ORM: a long run has tens of thousands, and nobody changes them.
        columns = select(EventRow.seq, EventRow.time, EventRow.payload)
        newer = columns.where(EventRow.run_id == run_id, EventRow.seq > after).order_by(EventRow.seq)
        with self._database.reading() as session:
            return [StoredEvent(run_id, seq, at, from_json(payload)) for seq, at, payload in session.execute(newer)]

    def save_files(self, run_id: str, files: Mapping[str, str]) -> None:
        """Keep `files`, which map a path to its content, in place of those of the same paths."""
        with self._database.writing() as session:
            if session.get(RunRow, run_id) is None:
                raise _unknown()
            for path, content in files.items():
                session.merge(FileRow(run_id=run_id, path=path, content=content))

    def files(self, run_id: str) -> dict[str, str]:
        """Return what a run handed over, by path; nothing for an unknown run."""
        of_run = select(FileRow).where(FileRow.run_id == run_id).order_by(FileRow.path)
        with self._database.reading() as session:
            return {row.path: row.content for row in session.scalars(of_run)}

    def run(self, run_id: str) -> RunSummary:
        """Return the state of one run. Raises `UnknownRun`."""
        with self._database.reading() as session:
            row = session.get(RunRow, run_id)
            if row is None:
                raise _unknown()
            return _summary(row)

    def runs(
        self,
        limit: int = 50,
        before: str | None = None,
        status: RunStatus | None = None,
        model: str | None = None,
        text: str = "",
    ) -> list[RunSummary]:
        """Return up to `limit` runs, newest first; `before` is the last id of the page before.

        `status` and `model` must be equal, `text` must occur in the task, in upper or lower case.
        """
        with self._database.reading() as session:
            return [_summary(row) for row in session.scalars(listing(limit, before, status, model, text))]

    def delete(self, run_id: str) -> None:
        """Remove a run with its events and files. Where it still goes on, its engine then ends it."""
        with self._database.writing() as session:
            session.execute(delete(RunRow).where(RunRow.id == run_id))

    def mark_interrupted(self) -> list[str]:
        """Mark the running runs whose process is gone as interrupted, and return their ids.

        Runs of living processes, and of other machines, are left alone.
        """
        running = select(RunRow.id, RunRow.owner).where(RunRow.status == "running")
        with self._database.reading() as session:
            owners = session.execute(running).all()
        gone = [run_id for run_id, label in owners if _is_gone(label)]
        if gone:
            with self._database.writing() as session:
                for run_id in gone:
                    _interrupt(session, run_id)
        return gone

    def close(self) -> None:
        """Close the connections to the database."""
        self._database.close()


def listing(limit: int, before: str | None, status: RunStatus | None, model: str | None, text: str) -> Select[RunRow]:
    """Return the query behind `Store.runs`: it walks an index backwards, and reads `limit` rows."""
    conditions: list[ColumnElement[bool]] = []
    if before is not None:
        conditions.append(RunRow.id < before)
    if status is not None:
        conditions.append(RunRow.status == status)
    if model is not None:
        conditions.append(RunRow.model == model)
    if text:
        conditions.append(RunRow.task.icontains(text, autoescape=True))
    return select(RunRow).where(*conditions).order_by(RunRow.id.desc()).limit(limit)


def _last_seq(run_id: str) -> Select[int]:
    return select(func.coalesce(func.max(EventRow.seq), 0)).where(EventRow.run_id == run_id)


def _event_row(stored: StoredEvent) -> EventRow:
    return EventRow(
        run_id=stored.run_id,
        seq=stored.seq,
        time=stored.time,
        kind=stored.event.kind,
        payload=to_json(stored.event),
    )


def _update_summary(run: RunRow, stored: StoredEvent) -> None:
    match stored.event:
        case ModelAnswered(usage=usage):
            total = Usage(run.input_tokens, run.output_tokens, run.cost_usd) + usage
            run.input_tokens, run.output_tokens, run.cost_usd = (
                total.input_tokens,
                total.output_tokens,
                total.cost_usd,
            )
        case RunFinished(status=status, reason=reason, seconds=seconds):
            run.status, run.reason, run.seconds, run.finished = status, reason, seconds, stored.time


def _is_gone(label: str) -> bool:
    owner = Owner.parse(label)
    return owner is not None and not owner.is_alive()


def _interrupt(session: Session, run_id: str) -> None:
    run = session.get(RunRow, run_id, with_for_update=True)
    if run is None or run.status != "running":  # another process was faster
        return
    last = session.scalars(select(func.max(EventRow.time)).where(EventRow.run_id == run_id)).one()
    run.status = "interrupted"
    run.reason = "Assay was closed or stopped working while this run was going on."
    run.finished = last or run.created
    run.seconds = (run.finished - run.created).total_seconds()


def _summary(row: RunRow) -> RunSummary:
    return RunSummary(
        run_id=row.id,
        created=row.created,
        finished=row.finished,
        status=cast("RunStatus", row.status),
        reason=row.reason,
        task=row.task,
        model=row.model,
        test_model=row.test_model,
        input_tokens=row.input_tokens,
        output_tokens=row.output_tokens,
        cost_usd=row.cost_usd,
        seconds=row.seconds,
    )


def _now() -> datetime:
    return datetime.now(UTC)


def _unknown() -> UnknownRun:
    return UnknownRun("There is no such run.", "List the runs to find its id; it may have been deleted.")
