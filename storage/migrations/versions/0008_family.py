"""Runs of one program know the first of them: what is changed goes on from an earlier run."""

import json

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"


def upgrade() -> None:
    op.add_column("runs", sa.Column("family", sa.String(16), nullable=False, server_default=""))
    op.create_index("runs_by_family", "runs", ["family", "id"])
    _sort_in(op.get_bind())


def _sort_in(connection: sa.Connection) -> None:
    """Give each run the id of the first of those that it goes on from, or its own."""
    runs = sa.table("runs", sa.column("id"), sa.column("request"), sa.column("family"))
    known: dict[str, str] = {}
    for run_id, request in connection.execute(sa.select(runs.c.id, runs.c.request).order_by(runs.c.id)).all():
        earlier = json.loads(request or "{}").get("earlier") or {}
        before = earlier.get("run_id", "")
        known[run_id] = known.get(before, run_id)
        connection.execute(runs.update().where(runs.c.id == run_id).values(family=known[run_id]))
