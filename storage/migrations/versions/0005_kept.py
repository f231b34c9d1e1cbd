"""The programs that the person keeps by a name; of the same name the newest is used."""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    op.create_table(
        "kept",
        sa.Column("name", sa.Text(), primary_key=True),
        sa.Column("run_id", sa.String(16), sa.ForeignKey("runs.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("kept", sa.DateTime(), nullable=False),
        sa.Column("kind", sa.String(16), nullable=False),
    )
    op.create_index("kept_by_run", "kept", ["run_id"])
