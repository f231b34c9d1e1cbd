"""Runs of which somebody wants only what they can't do without."""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"


def upgrade() -> None:
    op.add_column("runs", sa.Column("hurried", sa.Boolean(), nullable=False, server_default=sa.false()))
