"""The history: runs, what was asked for, what they were given, and their events in order."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from itertools import groupby
from operator import itemgetter
from types import MappingProxyType
from typing import cast

from sqlalchemy import ColumnElement, Select, delete, select
from sqlalchemy.orm import Session

from agent.events import Event, ProgramNamed, ProgramUsed, ResultVouched, StartsShown
from agent.types import Request, Step
from languages.answers import Answers
from languages.outcome import NO_OUTCOME, Outcome
from sandbox.owner import Owner
from storage import claims, shelf
from storage.claims import unknown_run
from storage.contents import described, load_inputs, load_outputs, remove_unused, save_inputs, save_outputs
from storage.database import Database
from storage.event_log import append_events, now
from storage.ids import new_run_id
from storage.rows import EventRow, RunRow
from storage.serialize import answers_from_json, answers_to_json, from_json, request_from_json, request_to_json
from storage.types import GOING_ON, KeptProgram, RecordedRun, RunStatus, RunSummary, StoredEvent, Word

STARTS_SHOWN, PROGRAM_USED = "starts_shown", "program_used"
"""The kind of `StartsShown`."""

NO_INPUTS: Mapping[str, bytes] = MappingProxyType({})


class Store:
    """The runs in one database. Several threads and processes may use one at the same time.

    `url` is SQLAlchemy's; the database is made or brought up to date where needed. `owner` is who
    works on runs through it: this process, if nothing else is said. Every method raises
    `StorageError` where the database can't be used.
    """

    def __init__(self, url: str, owner: Owner | None = None) -> None:
        self._database = Database(url)
        self._owner = str(owner or Owner.current())

    def create_run(self, request: Request, inputs: Mapping[str, bytes] = NO_INPUTS, *, for_anyone: bool = False) -> str:
        """Enter a run that is queued, with the files that it is given by their paths, and return its id.

        `request.files` is filled in. Only the owner may claim the run, unless it is `for_anyone`.
        """
        request = replace(request, files=described(inputs))
        run_id = new_run_id()
        run = _row(run_id, request, now(), "" if for_anyone else self._owner)
        with self._database.writing() as session:
            _sort_in(session, run, request)
            session.add(run)
            # The files refer to the run, so its row has to be there first.
            session.flush()
            save_inputs(session, run_id, inputs)
        return run_id

    def enter(self, run: RecordedRun, inputs: Mapping[str, bytes] = NO_INPUTS) -> None:
        """Enter a run that is over as it was recorded, with the files that it was given, unless it is there already."""
        with self._database.writing() as session:
            if session.get(RunRow, run.run_id) is not None:
                return
            row = _row(run.run_id, run.request, run.created)
            _sort_in(session, row, run.request)
            session.add(row)
            session.flush()
            save_inputs(session, run.run_id, inputs)
            save_outputs(session, run.run_id, run.contents)
            for at, together in groupby(run.events, key=itemgetter(0)):
                append_events(session, row, [event for _, event in together], at)

    def request(self, run_id: str) -> Request:
        """Return what was asked for. Raises `UnknownRun`, and `UnreadableEvent` where it is damaged."""
        with self._database.reading() as session:
            text = session.scalar(select(RunRow.request).where(RunRow.id == run_id))
        if text is None:
            raise unknown_run()
        return request_from_json(text)

    def inputs(self, run_id: str) -> dict[str, bytes]:
        """Return the files that a run was given, by path; none for an unknown run."""
        with self._database.reading() as session:
            return load_inputs(session, run_id)

    def claim(self, run_id: str) -> None:
        """Take a queued run to work on it. Raises `RunLost` if it isn't there to be taken, and `UnknownRun`."""
        with self._database.writing() as session:
            claims.claim(session, run_id, self._owner)

    def beat(self, run_id: str) -> Word:
        """Give a sign of life of the run's worker, and return what was left for it.

        Raises `RunLost` if the run isn't the owner's any more, and `UnknownRun` if it was deleted.
        """
        with self._database.writing() as session:
            run = claims.owned(session, run_id, self._owner)
            run.heartbeat = now()
            return Word(run.cancel_reason, run.hurried)

    def request_cancel(self, run_id: str, reason: str) -> None:
        """End a queued run; have the worker of a running one end it soon. Does nothing for any other."""
        with self._database.writing() as session:
            claims.request_cancel(session, run_id, reason)

    def request_hurry(self, run_id: str) -> None:
        """Have the worker of a run leave out what it can do without. Does nothing for one that is over."""
        with self._database.writing() as session:
            claims.request_hurry(session, run_id)

    def give_answer(self, run_id: str, answers: Answers) -> None:
        """Have the worker of a run go on that waits. Raises `NotAsked` if it has its answer, and `UnknownRun`."""
        with self._database.writing() as session:
            claims.give_answer(session, run_id, answers_to_json(answers))

    def answer(self, run_id: str) -> Answers | None:
        """Return what was given by `give_answer`; None as long as there is nothing."""
        with self._database.reading() as session:
            text = session.scalar(select(RunRow.answer).where(RunRow.id == run_id))
        return answers_from_json(text) if text else None

    def append(self, run_id: str, events: Sequence[Event]) -> list[StoredEvent]:
        """Store `events` after those that are there, all or none, and return them with their numbers.

        The contents that `StartsShown` brings are stored beside them, each once.
        Model answers add to the run's tokens and cost; `RunFinished` sets its verdict. Raises
        `RunLost` if the run isn't the owner's any more, and `UnknownRun` if it isn't there.
        """
        with self._database.writing() as session:
            run = claims.owned(session, run_id, self._owner)
            for event in events:
                if isinstance(event, StartsShown):
                    save_outputs(session, run_id, event.contents)
            return append_events(session, run, events)

    def say_after(self, run_id: str, event: ResultVouched | ProgramNamed | ProgramUsed) -> None:
        """Store what the person says of a program, after the end of its run. Nothing for one that goes on.

        Raises `UnknownRun`.
        """
        with self._database.writing() as session:
            run = claims.locked(session, run_id)
            if run.status not in GOING_ON:
                append_events(session, run, [event])

    def events(self, run_id: str, after: int = 0) -> list[StoredEvent]:
        """Return the events of a run with numbers above `after`, in order; none for an unknown run.

        Raises `UnreadableEvent` where one is damaged.
        """
        # Columns, not rows of the ORM: a long run has tens of thousands, and nobody changes them.
        columns = select(EventRow.seq, EventRow.time, EventRow.payload)
        newer = columns.where(EventRow.run_id == run_id, EventRow.seq > after).order_by(EventRow.seq)
        with self._database.reading() as session:
            events = [(seq, at, from_json(payload)) for seq, at, payload in session.execute(newer)]
            kept = load_outputs(session, run_id) if any(isinstance(event, StartsShown) for *_, event in events) else {}
        return [
            StoredEvent(run_id, seq, at, replace(event, contents=kept) if isinstance(event, StartsShown) else event)
            for seq, at, event in events
        ]

    def outcome(self, run_id: str) -> Outcome:
        """Return what came of starting the program of a run; nothing where nobody looked, or for an unknown run.

        Of all its events only that one is read. Raises `UnreadableEvent` where it is damaged.
        """
        told = select(EventRow.payload).where(EventRow.run_id == run_id, EventRow.kind == STARTS_SHOWN)
        with self._database.reading() as session:
            payload = session.scalar(told.order_by(EventRow.seq.desc()).limit(1))
            event = from_json(payload) if payload else None
            if not isinstance(event, StartsShown):
                return NO_OUTCOME
            return Outcome(event.starts, event.left_out, load_outputs(session, run_id))

    def uses(self, run_ids: Collection[str], most: int) -> list[ProgramUsed]:
        """Return when the programs of these runs were used, `most` times at most, the last first.

        Raises `UnreadableEvent` where one is damaged.
        """
        told = select(EventRow.payload).where(EventRow.run_id.in_(run_ids), EventRow.kind == PROGRAM_USED)
        with self._database.reading() as session:
            payloads = session.scalars(told.order_by(EventRow.time.desc(), EventRow.seq.desc()).limit(most)).all()
        return [event for payload in payloads if isinstance(event := from_json(payload), ProgramUsed)]

    def run(self, run_id: str) -> RunSummary:
        """Return the state of one run. Raises `UnknownRun`."""
        with self._database.reading() as session:
            row = session.get(RunRow, run_id)
            if row is None:
                raise unknown_run()
            return _summary(row)

    def runs(
        self,
        limit: int = 50,
        before: str | None = None,
        statuses: Collection[RunStatus] | None = None,
        model: str | None = None,
        text: str = "",
    ) -> list[RunSummary]:
        """Return up to `limit` runs, newest first; `before` is the last id of the page before.

        Its state must be one of `statuses`, `model` be equal, and `text` occur in the task or name, whatever its case.
        """
        with self._database.reading() as session:
            return [_summary(row) for row in session.scalars(listing(limit, before, statuses, model, text))]

    def versions(self, run_id: str) -> list[RunSummary]:
        """Return the runs of the same program, the oldest first: those that go on from one another, and this one.

        Raises `UnknownRun`.
        """
        with self._database.reading() as session:
            family = session.scalar(select(RunRow.family).where(RunRow.id == run_id))
            if family is None:
                raise unknown_run()
            rows = session.scalars(select(RunRow).where(RunRow.family == family).order_by(RunRow.id))
            return [_summary(row) for row in rows]

    def delete(self, run_id: str) -> None:
        """Remove a run with its events, inputs and outputs. Where it still goes on, its worker then ends it."""
        with self._database.writing() as session:
            session.execute(delete(RunRow).where(RunRow.id == run_id))
            remove_unused(session)

    def keep(self, run_id: str, name: str, kind: str = "") -> None:
        """Keep the program of a run by `name`, as the newest version of what has that. Raises `UnknownRun`."""
        with self._database.writing() as session:
            if session.get(RunRow, run_id) is None:
                raise unknown_run()
            shelf.keep(session, run_id, name, kind)

    def kept(self) -> list[KeptProgram]:
        """Return the programs that are kept, the newest first."""
        with self._database.reading() as session:
            return shelf.programs(session)

    def kept_as(self, run_id: str) -> list[str]:
        """Return the names by which the program of a run is kept, the newest first."""
        with self._database.reading() as session:
            return shelf.names(session, run_id)

    def rename(self, name: str, new: str) -> None:
        """Keep by the name `new` what is kept by `name`, with all its versions; no other program may have it."""
        with self._database.writing() as session:
            shelf.rename(session, name, new)

    def put_away(self, name: str) -> None:
        """Keep no program by this name any more. The history keeps its runs."""
        with self._database.writing() as session:
            shelf.put_away(session, name)

    def mark_interrupted(self) -> list[str]:
        """Give the runs that lost their worker an end, mark them as interrupted, and return their ids.

        That is certain of dead processes of this machine. For those of other machines their
        heartbeat speaks: runs of which nothing was heard for long are lost as well.
        """
        with self._database.reading() as session:
            lost = claims.lost_runs(session)
        if lost:
            with self._database.writing() as session:
                for run_id in lost:
                    claims.interrupt(session, run_id)
        return lost

    def close(self) -> None:
        """Close the connections to the database."""
        self._database.close()


def listing(
    limit: int, before: str | None, statuses: Collection[RunStatus] | None, model: str | None, text: str
) -> Select[RunRow]:
    """Return the query behind `Store.runs`: of one state, it walks an index backwards and reads `limit` rows."""
    conditions: list[ColumnElement[bool]] = []
    if before is not None:
        # By id, not by a number of rows to pass over: runs that come meanwhile would shift the pages.
        conditions.append(RunRow.id < before)
    if statuses is not None:
        conditions.append(RunRow.status.in_(statuses))
    if model is not None:
        conditions.append(RunRow.model == model)
    if text:
        conditions.append(RunRow.task.icontains(text, autoescape=True) | RunRow.name.icontains(text, autoescape=True))
    return select(RunRow).where(*conditions).order_by(RunRow.id.desc()).limit(limit)


def _row(run_id: str, request: Request, created: datetime, owner: str = "") -> RunRow:
    return RunRow(
        id=run_id,
        created=created,
        status="queued",
        model=request.model,
        test_model=request.test_model,
        owner=owner,
        task=request.task,
        request=request_to_json(request),
    )


def _sort_in(session: Session, run: RunRow, request: Request) -> None:
    """Have it belong to the run that it goes on from, as far as that is still there; else it is the first of its own.

    Until a plan names its program, it is called as that of the run before.
    """
    before = session.get(RunRow, request.earlier.run_id) if request.earlier else None
    run.family, run.name = (before.family, before.name) if before else (run.id, "")
    run.rechecked = before.id if before and request.earlier and request.earlier.only_checked else ""


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
        hurried=row.hurried,
        name=row.name,
        step=cast("Step", row.step),
        rechecked=row.rechecked,
    )
