"""Runs know the first thing that their program lacks to be verified, and whose they only check again."""

import json

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"


def upgrade() -> None:
    op.add_column("runs", sa.Column("step", sa.String(16), nullable=False, server_default=""))
    op.add_column("runs", sa.Column("rechecked", sa.String(16), nullable=False, server_default=""))
    _copy(op.get_bind())


def _copy(connection: sa.Connection) -> None:
    """Take the step of each run from its last verdict."""
    runs = sa.table("runs", sa.column("id"), sa.column("step"))
    events = sa.table("events", sa.column("run_id"), sa.column("seq"), sa.column("kind"), sa.column("payload"))
    verdicts = events.c.kind.in_(("run_finished", "result_vouched"))
    found = sa.select(events.c.run_id, events.c.payload).where(verdicts).order_by(events.c.run_id, events.c.seq)
    for run_id, payload in connection.execute(found).all():
        event = json.loads(payload)
        step = event.get("verdict", event).get("step", "")
        connection.execute(runs.update().where(runs.c.id == run_id).values(step=step))
