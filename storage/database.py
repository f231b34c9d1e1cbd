"""Opening the database: its connections, its settings, and its tables brought up to date.

SQLite runs in write-ahead mode: readers and one writer, also of several processes, don't wait for
each other. `synchronous=NORMAL` leaves flushing to checkpoints: whatever was committed survives
the death of the process, `kill -9` too, because it is then with the operating system. Only a power
cut can take the last moments of a run with it, never the database's consistency. Flushing on each
commit would cost each batch of events a wait for the disk, for a run that a power cut ends anyway.
Source: https://www.sqlite.org/wal.html#performance_considerations
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from sqlalchemy import URL, Connection, Engine, create_engine, event, make_url
from sqlalchemy.exc import DBAPIError
from sqlalchemy.orm import Session
from tenacity import retry, retry_if_exception_type, stop_after_delay, wait_random_exponential

from message import say
from storage.errors import DatabaseUnavailable
from storage.failures import plain_errors
from storage.same_file import watch_file
from storage.schema import bring_up_to_date

LOCK_SECONDS = 30
"""How long a write waits for another process's write; those take milliseconds."""


# Why: docs/decisions.md, "SQLite in WAL by default, any SQLAlchemy URL by setting, and files are rows in it"
class Database:
    """An open database, its tables up to date. Safe to use from several threads.

    Opening creates the file and its folder where needed, for nobody but this user.

    Raises `DatabaseUnavailable`, `DatabaseTooNew`, `DatabaseDamaged`, `DatabaseBusy`, `DiskFull`.
    """

    def __init__(self, url: str) -> None:
        with plain_errors():
            address = make_url(url)
            self.engine = _create_engine(address)
            # SQLite: take the write lock at once, or a read that turns into a write could fail.
            self._writer = self.engine.execution_options(sqlite_begin="IMMEDIATE")
            _prepare(self._writer)
            watch_file(self.engine, address)

    @contextmanager
    def reading(self) -> Iterator[Session]:
        """One consistent view of the data for the block. Raises `StorageError`."""
        with plain_errors(), Session(self.engine) as session:
            yield session

    @contextmanager
    def writing(self) -> Iterator[Session]:
        """One transaction: all of the block, or nothing of it. Raises `StorageError`."""
        with plain_errors(), Session(self._writer) as session, session.begin():
            yield session

    def close(self) -> None:
        """Close every connection."""
        self.engine.dispose()


def _create_engine(url: URL) -> Engine:
    # A server closes connections that were idle, so each is tried before it is used.
    if url.get_backend_name() != "sqlite":
        return create_engine(url, pool_pre_ping=True)
    _make_private_file(url)
    engine = create_engine(url, connect_args={"timeout": LOCK_SECONDS, "isolation_level": None})
    event.listen(engine, "connect", _configure_sqlite)
    event.listen(engine, "begin", _begin_sqlite)
    return engine


def _make_private_file(url: URL) -> None:
    database = url.database or ":memory:"
    if database == ":memory:":
        raise DatabaseUnavailable(
            say("A database in memory can't keep a history."),
            say("Name a file in ASSAY_DATABASE_URL, as in sqlite:///history.db, or leave it unset."),
        )
    if not database.startswith("file:"):
        file = Path(database)
        file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        if not file.exists():
            file.touch(mode=0o600)
        with suppress(PermissionError):  # another user's, who lets this one write
            file.chmod(file.stat().st_mode & 0o700)  # what SQLite lays beside it takes after it


def _configure_sqlite(connection: Any, _record: object) -> None:
    connection.execute("PRAGMA journal_mode = WAL")
    connection.execute("PRAGMA synchronous = NORMAL")
    # SQLite has them off by itself, and deleting a run would leave its events.
    connection.execute("PRAGMA foreign_keys = ON")


def _begin_sqlite(connection: Connection) -> None:
    """Begin by hand: Python's own mode would leave changes of tables outside of transactions."""
    mode = connection.get_execution_options().get("sqlite_begin", "DEFERRED")
    connection.exec_driver_sql(f"BEGIN {mode}")


# A second process that opens the same new database can be in the way; then it has done the work.
@retry(
    retry=retry_if_exception_type(DBAPIError),
    stop=stop_after_delay(3),
    wait=wait_random_exponential(multiplier=0.02, max=0.5),
    reraise=True,
)
def _prepare(engine: Engine) -> None:
    with engine.begin() as connection:
        bring_up_to_date(connection)
