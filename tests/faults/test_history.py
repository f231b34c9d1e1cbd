"""What happens to the history while a run goes on: its file deleted, replaced, locked, made read-only."""

from __future__ import annotations

import shutil
import sqlite3
from collections.abc import Callable, Iterator, Mapping
from contextlib import closing, contextmanager
from pathlib import Path

import pytest

from agent.briefing import Person
from agent.events import Event, Notice, RunFinished, RunStarted
from agent.types import Request
from cancel import Cancel
from engines import recorder
from engines.local import LocalEngine
from storage.errors import StorageError
from storage.store import Store
from tests.fakes.disks import read_only
from tests.fakes.runs import FINISHED, REQUEST, WHOLE_RUN, telling


def going_on(request: Request, inputs: Mapping[str, bytes], cancel: Cancel, person: Person) -> Iterator[Event]:
    """A run that says something until it is cancelled."""
    yield RunStarted(request)
    while True:
        yield Notice("Still there.")
        cancel.wait(0.05)


def delete_file(home: Path) -> None:
    (home / "assay.db").unlink()


def delete_home(home: Path) -> None:
    shutil.rmtree(home)


def replace_file(home: Path) -> None:
    (home / "assay.db").rename(home / "elsewhere.db")
    Store(url(home)).close()


def url(home: Path) -> str:
    return f"sqlite:///{(home / 'assay.db').as_posix()}"


def what_the_follower_is_told(engine: LocalEngine, store: Store, happens: Callable[[], object]) -> str:
    """How a run ends to which something happens, as its follower hears of it."""
    followed = engine.follow(engine.start(REQUEST))
    assert next(followed).event == RunStarted(REQUEST)
    happens()
    try:
        *_, last = (stored.event for stored in followed)
    except StorageError as problem:
        return f"{problem.message} {problem.advice}"
    assert isinstance(last, RunFinished)
    assert last.status == "error"
    return f"{last.reason} {last.advice}"


@pytest.mark.parametrize("lose", [delete_file, delete_home, replace_file])
def test_a_history_that_is_lost_in_mid_run_ends_it_and_the_next_start_begins_anew(
    tmp_path: Path, lose: Callable[[Path], None]
) -> None:
    home = tmp_path / "home"
    with closing(Store(url(home))) as store, closing(LocalEngine(store, going_on)) as engine:
        told = what_the_follower_is_told(engine, store, lambda: lose(home))
        assert told == (
            "The file with the history of runs was deleted, moved or replaced while Assay was running. "
            "Start Assay again: it begins a new history, unless you put the file back first."
        )
        with pytest.raises(StorageError, match="while Assay was running"):
            engine.start(REQUEST)
    works(home)


def test_a_history_that_is_put_back_is_used_again(tmp_path: Path) -> None:
    with closing(Store(url(tmp_path))) as store:
        run_id = store.create_run(REQUEST)
        (tmp_path / "assay.db").rename(tmp_path / "elsewhere.db")
        with pytest.raises(StorageError):
            store.run(run_id)
        assert not (tmp_path / "assay.db").exists()
        (tmp_path / "elsewhere.db").rename(tmp_path / "assay.db")
        assert store.run(run_id).status == "queued"


def test_a_history_that_turns_read_only_ends_the_run_and_serves_the_next_once_it_is_writable(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # pytest keeps what is logged until the test's end, and with a traceback the connections that its frames hold.
    monkeypatch.setattr(recorder.log, "exception", recorder.log.error)
    with read_only(tmp_path / "home") as turn, closing(Store(url(tmp_path / "home"))) as store:

        def turn_for_all() -> None:
            turn()
            store.close()  # new connections are made where they are needed

        with closing(LocalEngine(store, going_on)) as engine:
            told = what_the_follower_is_told(engine, store, turn_for_all)
        assert "can't be opened for writing" in told
        assert "Check that you may write to it" in told
    works(tmp_path / "home")


def test_a_history_that_is_locked_for_too_long_ends_the_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("storage.database.LOCK_SECONDS", 0.2)
    with closing(Store(url(tmp_path))) as store, locking(tmp_path) as lock:
        with closing(LocalEngine(store, going_on)) as engine:
            told = what_the_follower_is_told(engine, store, lock)
        assert told == (
            "Another program has been using the history of runs for too long. "
            "Close other programs that have it open, then try again."
        )
    works(tmp_path)


@contextmanager
def locking(home: Path) -> Iterator[Callable[[], object]]:
    """What locks the history, until the end of the block."""
    other = sqlite3.connect(home / "assay.db", isolation_level=None, check_same_thread=False)
    try:
        yield lambda: other.execute("BEGIN EXCLUSIVE")
    finally:
        other.close()


def works(home: Path) -> None:
    """The next start of the app finds a sound history, and its runs work."""
    with closing(Store(url(home))) as store, closing(LocalEngine(store, telling(WHOLE_RUN))) as engine:
        store.mark_interrupted()
        *_, last = engine.follow(engine.start(REQUEST))
        assert last.event == FINISHED
    with closing(sqlite3.connect(home / "assay.db")) as connection:
        assert connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
