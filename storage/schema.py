"""The revision of a database's tables, and the way from an older one to ours."""

from __future__ import annotations

from pathlib import Path

from sqlalchemy import Connection, inspect, text

from message import say
from storage.errors import DatabaseTooNew

CURRENT = "0009"
"""The newest revision in `migrations/versions`."""

MIGRATIONS = Path(__file__).parent / "migrations"


def bring_up_to_date(connection: Connection) -> None:
    """Make or migrate the tables, inside of the connection's transaction. Quick where nothing is to do.

    Raises `DatabaseTooNew`, and SQLAlchemy's errors.
    """
    if revision(connection) != CURRENT:
        _migrate(connection)


def revision(connection: Connection) -> str | None:
    """Return the revision of the database, or None for one without our tables."""
    if not inspect(connection).has_table("alembic_version"):
        return None
    found: str | None = connection.scalar(text("SELECT version_num FROM alembic_version"))
    return found


def _migrate(connection: Connection) -> None:
    from alembic import command
    from alembic.config import Config
    from alembic.util import CommandError

    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS).replace("%", "%%"))
    config.attributes["connection"] = connection
    try:
        command.upgrade(config, CURRENT)
    except CommandError as error:  # the database's revision is not among ours
        raise DatabaseTooNew(
            say("The history of runs was written by a newer version of Assay."),
            say("Update Assay, or set ASSAY_DATABASE_URL to another file for this version."),
        ) from error
