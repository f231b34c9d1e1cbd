"""What went wrong in the database library or below it, in plain words."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from sqlalchemy.exc import ArgumentError, DBAPIError, SQLAlchemyError
from sqlalchemy.exc import TimeoutError as PoolTimeout

from message import say
from storage import errors
from storage.errors import StorageError

CHECK_ADDRESS = say(
    "Check ASSAY_DATABASE_URL, or leave it unset to use a file in Assay's own folder; an address "
    "looks like sqlite:///history.db."
)


@contextmanager
def plain_errors() -> Iterator[None]:
    """Turn what SQLAlchemy, a driver or the file system raises in the block into a `StorageError`."""
    try:
        yield
    except (SQLAlchemyError, OSError, ImportError) as error:
        raise explain(error) from error


def explain(error: Exception) -> StorageError:
    """Return the `StorageError` that says what `error` means, and what to do."""
    if isinstance(error, ImportError):
        return errors.DatabaseUnavailable(
            say("The driver for this kind of database is not installed (%(name)s).", name=str(error.name)),
            say(
                "Install it into Assay's environment with: pip install %(name)s. %(check_address)s",
                name=str(error.name),
                check_address=CHECK_ADDRESS,
            ),
        )
    if isinstance(error, ArgumentError):
        return errors.DatabaseUnavailable(say("The address of the database can't be used."), CHECK_ADDRESS)
    if isinstance(error, OSError):
        return errors.DatabaseUnavailable(
            say("The folder of the database can't be made: %(strerror)s.", strerror=str(error.strerror)),
            say("Set ASSAY_HOME to a folder that you may write to."),
        )
    if isinstance(error, PoolTimeout):
        return _busy()
    if isinstance(error, DBAPIError):
        return _explain_driver(error)
    return _unexpected()


def _explain_driver(error: DBAPIError) -> StorageError:
    name = getattr(error.orig, "sqlite_errorname", None)
    if name is not None:
        return _explain_sqlite(name)
    if error.connection_invalidated or type(error).__name__ == "OperationalError":
        return errors.DatabaseUnavailable(
            say("The database can't be reached."),
            say("Check that its server runs and lets this user in. %(check_address)s", check_address=CHECK_ADDRESS),
        )
    return _unexpected()


def _explain_sqlite(name: str) -> StorageError:
    """Explain by SQLite's result code, as in https://www.sqlite.org/rescode.html."""
    match name.split("_")[1]:
        case "FULL":
            return errors.DiskFull(say("The disk is full."), say("Free some space, then start the run again."))
        case "BUSY" | "LOCKED":
            return _busy()
        case "CORRUPT" | "NOTADB":
            return errors.DatabaseDamaged(
                say("The file with the history of runs is damaged, or is not a history of runs."),
                say("Move the file away and start Assay again: it begins a new history."),
            )
        case "CANTOPEN" | "READONLY" | "PERM" | "AUTH":
            return errors.DatabaseUnavailable(
                say("The file with the history of runs can't be opened for writing."),
                say("Check that you may write to it and to its folder. %(check_address)s", check_address=CHECK_ADDRESS),
            )
        case "IOERR":
            return errors.DatabaseUnavailable(
                say("The file with the history of runs can't be read or written."),
                say("Check that the disk is connected and not full, then start Assay again."),
            )
        case _:
            return _unexpected()


def _busy() -> StorageError:
    return errors.DatabaseBusy(
        say("Another program has been using the history of runs for too long."),
        say("Close other programs that have it open, then try again."),
    )


def _unexpected() -> StorageError:
    return StorageError(
        say("The history of runs can't be used: its database answered with an error."),
        say("Start Assay again. If it stays so, move the database away: Assay then begins a new history."),
    )
