"""What came of starting the program of a run, by digest."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    op.create_table(
        "outputs",
        sa.Column("run_id", sa.String(16), sa.ForeignKey("runs.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("digest", sa.String(64), sa.ForeignKey("contents.digest"), primary_key=True),
    )
    op.create_index("outputs_by_digest", "outputs", ["digest"])
