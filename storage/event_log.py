"""Adding to the events of a run, and what the list of runs shows of them."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from agent.events import BriefReady, Event, ModelAnswered, ModelStopped, ProgramNamed, ResultVouched, RunFinished
from agent.types import Usage
from storage.rows import EventRow, RunRow
from storage.serialize import to_json
from storage.types import StoredEvent


def append_events(
    session: Session, run: RunRow, events: Sequence[Event], at: datetime | None = None
) -> list[StoredEvent]:
    """Store `events`, which happened now or `at`, after those of `run`, and return them with their numbers."""
    first = 1 + session.scalars(select(func.coalesce(func.max(EventRow.seq), 0)).where(EventRow.run_id == run.id)).one()
    stored = [StoredEvent(run.id, first + place, at or now(), event) for place, event in enumerate(events)]
    session.add_all(map(_row, stored))
    for item in stored:
        _update_summary(run, item)
    return stored


def now() -> datetime:
    """The time, as UTC."""
    return datetime.now(UTC)


def _row(stored: StoredEvent) -> EventRow:
    return EventRow(
        run_id=stored.run_id,
        seq=stored.seq,
        time=stored.time,
        kind=stored.event.kind,
        payload=to_json(stored.event),
    )


def _update_summary(run: RunRow, stored: StoredEvent) -> None:
    match stored.event:
        case ModelAnswered(usage=usage) | ModelStopped(usage=usage):
            total = Usage(run.input_tokens, run.output_tokens, run.cost_usd) + usage
            run.input_tokens, run.output_tokens, run.cost_usd = (
                total.input_tokens,
                total.output_tokens,
                total.cost_usd,
            )
        case RunFinished(seconds=seconds) as verdict:
            run.seconds, run.finished = seconds, stored.time
            run.status, run.reason, run.step = verdict.status, verdict.reason, verdict.step
        case ResultVouched(verdict):
            run.status, run.reason, run.step = verdict.status, verdict.reason, verdict.step
        case BriefReady(brief):
            run.name = run.name or brief.name  # a change goes on under the name that its program has
        case ProgramNamed(name):
            run.name = name
