from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest

from storage.database import Database
from storage.errors import (
    DatabaseBusy,
    DatabaseDamaged,
    DatabaseTooNew,
    DatabaseUnavailable,
    DiskFull,
    StorageError,
)
from storage.store import Store
from storage.types import StoredEvent
from tests.fakes.disks import fill, tiny_disk
from tests.fakes.runs import REQUEST, WHOLE_RUN


def pragma(database: Database, name: str) -> object:
    with database.reading() as session:
        return session.connection().exec_driver_sql(f"PRAGMA {name}").scalar()


@contextmanager
def refused(kind: type[StorageError], match: str | None = None) -> Iterator[pytest.ExceptionInfo[StorageError]]:
    """What is in the block raises an error in plain words."""
    with pytest.raises(kind, match=match) as raised:
        yield raised
    error = raised.value
    assert error.message.endswith(".")
    assert error.advice.endswith(".")
    assert not any(word in error.message + error.advice for word in ("Traceback", "sqlite3.", "sqlalche.me", "Error"))


def append_for_ever(store: Store, run_id: str, stored: list[StoredEvent]) -> None:
    while True:
        stored += store.append(run_id, WHOLE_RUN)


def test_sqlite_is_set_up_for_several_processes_and_sudden_ends(url: str) -> None:
    database = Database(url)
    assert pragma(database, "journal_mode") == "wal"
    assert pragma(database, "synchronous") == 1  # NORMAL
    assert pragma(database, "foreign_keys") == 1
    assert pragma(database, "busy_timeout") == 30_000
    database.close()


def test_folder_and_file_are_made_for_nobody_else(tmp_path: Path) -> None:
    folder = tmp_path / "new" / "folder"
    for _ in range(2):
        store = Store(f"sqlite:///{folder.as_posix()}/history.db")
        store.create_run(REQUEST)
        modes = {path.name: oct(path.stat().st_mode & 0o777) for path in (folder, *folder.iterdir())}
        assert modes == {"folder": "0o700", **{f"history.db{end}": "0o600" for end in ("", "-wal", "-shm")}}
        store.close()
        (folder / "history.db").chmod(0o644)  # as earlier versions made it


@pytest.mark.parametrize(
    ("address", "said"),
    [
        *((none, "ASSAY_DATABASE_URL") for none in ("", "history.db", "nosuchdatabase://localhost/x")),
        *((memory, "ASSAY_DATABASE_URL") for memory in ("sqlite:///:memory:", "sqlite://")),
        ("sqlite:///{}/file/history.db", "folder"),
        ("sqlite:///{}", "can't be opened"),
    ],
)
def test_an_address_that_cannot_be_used_is_said_to_be_so(tmp_path: Path, address: str, said: str) -> None:
    (tmp_path / "file").touch()
    with refused(DatabaseUnavailable) as raised:
        Store(address.format(tmp_path.as_posix()))
    assert raised.value.missing
    assert said in raised.value.message + raised.value.advice


def test_a_missing_driver_is_named_and_the_password_is_not() -> None:
    with refused(DatabaseUnavailable, match="oracledb") as raised:
        Store("oracle+oracledb://me:secret@localhost/x")
    assert "pip install oracledb" in raised.value.advice
    assert "secret" not in raised.value.message + raised.value.advice


def test_a_file_that_may_only_be_read_is_said_to_be_so(tmp_path: Path, url: str) -> None:
    Store(url).close()
    read_only = Store(f"sqlite:///file:{(tmp_path / 'history.db').as_posix()}?mode=ro&uri=true")
    with refused(DatabaseUnavailable, match="writing"):
        read_only.create_run(REQUEST)
    read_only.close()


def test_a_file_that_is_no_database_is_said_to_be_so_and_left_alone(tmp_path: Path, url: str) -> None:
    (tmp_path / "history.db").write_text("Dear diary, " * 1000)
    with refused(DatabaseDamaged):
        Store(url)
    assert (tmp_path / "history.db").read_text().startswith("Dear diary")


def test_a_damaged_file_is_said_to_be_so(tmp_path: Path, url: str) -> None:
    store = Store(url)
    run_id = store.create_run(REQUEST)
    for _ in range(100):
        store.append(run_id, WHOLE_RUN)
    store.close()
    path = tmp_path / "history.db"
    content = path.read_bytes()
    path.write_bytes(content[:8192] + b"\xff" * (len(content) - 8192))
    with closing(Store(url)) as reopened, refused(DatabaseDamaged):
        reopened.events(run_id)


def test_a_database_of_a_newer_version_is_left_alone(tmp_path: Path, url: str) -> None:
    Store(url).close()
    with closing(sqlite3.connect(tmp_path / "history.db", isolation_level=None)) as connection:
        connection.execute("UPDATE alembic_version SET version_num = '9999'")
    with refused(DatabaseTooNew) as raised:
        Store(url)
    assert "Update Assay" in raised.value.advice


def test_a_database_that_others_keep_locked_is_said_to_be_so(
    tmp_path: Path, url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("storage.database.LOCK_SECONDS", 0.1)
    store = Store(url)
    other = sqlite3.connect(tmp_path / "history.db", isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    with refused(DatabaseBusy):
        store.create_run(REQUEST)
    other.execute("ROLLBACK")
    other.close()
    assert store.run(store.create_run(REQUEST)).status == "queued"


def test_a_full_disk_is_said_to_be_so_and_loses_nothing(tmp_path: Path) -> None:
    with tiny_disk(tmp_path / "disk") as disk:
        store = Store(f"sqlite:///{disk}/history.db")
        run_id = store.create_run(REQUEST)
        stored = store.append(run_id, WHOLE_RUN)
        filler = fill(disk)
        with refused(DiskFull):
            append_for_ever(store, run_id, stored)
        assert store.events(run_id) == stored
        filler.unlink()
        stored += store.append(run_id, WHOLE_RUN)
        assert store.events(run_id) == stored
        store.close()


def test_a_disk_that_is_full_from_the_start_is_said_to_be_so(tmp_path: Path) -> None:
    with tiny_disk(tmp_path / "disk") as disk:
        fill(disk)
        with refused(StorageError, match=r"full|can't be"):
            Store(f"sqlite:///{disk}/history.db")
