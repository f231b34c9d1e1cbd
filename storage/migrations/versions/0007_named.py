"""Runs whose program has a name: that of its plan, or what the person calls it."""

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"


def upgrade() -> None:
    op.add_column("runs", sa.Column("name", sa.Text(), nullable=False, server_default=""))
