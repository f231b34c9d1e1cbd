"""Notices that the file of an open SQLite database was deleted, moved or replaced.

SQLite wouldn't: it goes on with the file that it has open, which nobody finds any more, and makes an empty one for the
next connection.
"""

from __future__ import annotations

from pathlib import Path

from sqlalchemy import URL, Engine, event

from message import say
from storage.errors import DatabaseUnavailable


def watch_file(engine: Engine, url: URL) -> None:
    """From now on, a connection or transaction of `engine` raises `DatabaseUnavailable` where its file isn't there."""
    if url.get_backend_name() != "sqlite" or not url.database or url.database.startswith("file:"):
        return
    file = Path(url.database).absolute()
    opened = _identity(file)

    def check(*_: object) -> None:
        if _identity(file) != opened:
            raise DatabaseUnavailable(
                say("The file with the history of runs was deleted, moved or replaced while Assay was running."),
                say("Start Assay again: it begins a new history, unless you put the file back first."),
            )

    event.listen(engine, "do_connect", check)
    event.listen(engine, "begin", check)


def _identity(file: Path) -> tuple[int, int] | None:
    try:
        found = file.stat()
    except OSError:
        return None
    # A path says nothing: another file may lie there by now.
    return found.st_dev, found.st_ino
