"""What a worker needs to load a run by its id, and to keep it; an end for every run; no copies of what events hold."""

import json

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    op.drop_table("files")
    op.create_table(
        "contents",
        sa.Column("digest", sa.String(64), primary_key=True),
        sa.Column("content", sa.LargeBinary(), nullable=False),
    )
    op.create_table(
        "inputs",
        sa.Column("run_id", sa.String(16), sa.ForeignKey("runs.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("path", sa.Text(), primary_key=True),
        sa.Column("digest", sa.String(64), sa.ForeignKey("contents.digest"), nullable=False),
    )
    op.create_index("inputs_by_digest", "inputs", ["digest"])
    op.add_column("runs", sa.Column("heartbeat", sa.DateTime()))
    op.add_column("runs", sa.Column("cancel_reason", sa.Text(), nullable=False, server_default=""))
    op.add_column("runs", sa.Column("request", sa.Text(), nullable=False, server_default=""))
    fill(op.get_bind())


RUNS = sa.table("runs", *map(sa.column, ("id", "status", "reason", "seconds", "task", "model", "test_model", "request")),
                sa.column("finished", sa.DateTime()))
EVENTS = sa.table("events", *map(sa.column, ("run_id", "seq", "kind", "payload")), sa.column("time", sa.DateTime()))


def fill(connection: sa.Connection) -> None:
    """Each run gets its request as a row, and each interrupted one the end that the page made up for it so far."""
    for run in connection.execute(sa.select(RUNS)).all():
        request = json.dumps(request_of(connection, run))
        connection.execute(sa.update(RUNS).where(RUNS.c.id == run.id).values(request=request))
        if run.status == "interrupted":
            end(connection, run)


def request_of(connection: sa.Connection, run: sa.Row) -> dict[str, object]:
    """What was asked for, as the run's own first event has it; what the list of runs shows of it, where there is none."""
    started = sa.select(EVENTS.c.payload).where(EVENTS.c.run_id == run.id, EVENTS.c.kind == "run_started")
    payload = connection.scalar(started.order_by(EVENTS.c.seq).limit(1))
    try:
        return json.loads(payload)["request"]
    except (TypeError, ValueError, KeyError):
        return {"task": run.task, "model": run.model, "test_model": run.test_model}


def end(connection: sa.Connection, run: sa.Row) -> None:
    last = connection.scalar(sa.select(sa.func.max(EVENTS.c.seq)).where(EVENTS.c.run_id == run.id))
    event = {
        "status": "error",
        "reason": run.reason,
        "seconds": run.seconds or 0.0,
        "advice": "Run it again.",
        "attempt": None,
        "missing": False,
        "kind": "run_finished",
    }
    row = {"run_id": run.id, "seq": (last or 0) + 1, "time": run.finished, "kind": event["kind"]}
    connection.execute(sa.insert(EVENTS).values(row | {"payload": json.dumps(event, separators=(",", ":"))}))
