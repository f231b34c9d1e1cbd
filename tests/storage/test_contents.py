from __future__ import annotations

import hashlib

from sqlalchemy import func, select

from agent.events import StartsShown
from agent.types import InputFile
from languages.outcome import NO_OUTCOME, Outcome, Start
from storage.rows import ContentRow
from storage.store import Store
from tests.fakes.runs import REQUEST

PICTURE = bytes(range(256)) * 1000


def digest(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()


def contents(store: Store) -> int:
    """How many contents are stored."""
    with store._database.reading() as session:
        return session.scalars(select(func.count()).select_from(ContentRow)).one()


def test_a_run_keeps_its_files_and_its_request_only_names_them(store: Store) -> None:
    run_id = store.create_run(REQUEST, {"photos/a.png": PICTURE, "empty.txt": b""})
    assert store.inputs(run_id) == {"empty.txt": b"", "photos/a.png": PICTURE}
    empty, picture = store.request(run_id).files
    assert picture == InputFile("photos/a.png", digest(PICTURE), len(PICTURE))
    assert (empty.path, empty.size) == ("empty.txt", 0)


def test_what_came_of_a_program_lies_beside_its_event_and_goes_with_its_run(store: Store) -> None:
    made = {"1" * 64: b"made", digest(PICTURE): PICTURE}
    event = StartsShown(1, (Start("test_a"),), contents=made)
    first, second = store.create_run(REQUEST, {"a.png": PICTURE}), store.create_run(REQUEST)
    for run_id in (first, second):
        store.claim(run_id)
        store.append(run_id, [event])
    assert contents(store) == 2
    assert store.events(first)[0].event == store.events(second)[0].event == event
    assert store.outcome(first) == Outcome(event.starts, (), made)
    assert store.outcome("never-was") == NO_OUTCOME
    store.delete(first)
    assert store.events(second)[0].event == event
    store.delete(second)
    assert contents(store) == 0


def test_a_content_is_stored_once_and_goes_with_the_last_run_that_names_it(store: Store) -> None:
    first = store.create_run(REQUEST, {"a.png": PICTURE, "copy.png": PICTURE})
    second = store.create_run(REQUEST, {"b.png": PICTURE, "own.txt": b"mine"})
    assert contents(store) == 2
    store.delete(first)
    assert store.inputs(first) == {}
    assert store.inputs(second) == {"b.png": PICTURE, "own.txt": b"mine"}
    store.delete(second)
    assert contents(store) == 0
