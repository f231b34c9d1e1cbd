from __future__ import annotations

import threading
from collections.abc import Iterator, Mapping
from contextlib import closing

import pytest
from sqlalchemy import event as sqlalchemy_event

from agent.briefing import Person
from agent.events import Event, ModelText, RunStarted
from agent.types import Request
from cancel import Cancel
from engines.local import LocalEngine, runs_at_once
from storage.store import Store
from tests.fakes.processes import output_of, python
from tests.fakes.runs import FINISHED, REQUEST, end_of, forever, waiting_for


@pytest.mark.parametrize(
    ("cores", "gibibytes", "at_once"), [(1, 1, 1), (2, 4, 1), (2, 8, 2), (8, 8, 3), (16, 64, 4), (4, 32, 4)]
)
def test_as_many_runs_at_once_as_fit_the_machine(cores: int, gibibytes: int, at_once: int) -> None:
    assert runs_at_once(cores, gibibytes * 1024**3) == at_once


def test_runs_above_the_limit_wait_for_their_turn(store: Store) -> None:
    gate = threading.Event()
    with closing(LocalEngine(store, waiting_for(gate), at_once=1)) as engine:
        first, second = engine.start(REQUEST), engine.start(REQUEST)
        assert next(engine.follow(first)).event == RunStarted(REQUEST)
        assert (store.run(first).status, store.run(second).status) == ("running", "queued")
        gate.set()
        assert [stored.event for stored in engine.follow(second)] == [RunStarted(REQUEST), FINISHED]
        assert end_of(list(engine.follow(first))).status == "verified"


def test_a_waiting_run_is_cancelled_without_its_turn(store: Store) -> None:
    with closing(LocalEngine(store, forever, at_once=1)) as engine:
        first, second = engine.start(REQUEST), engine.start(REQUEST)
        assert next(engine.follow(first)).event == RunStarted(REQUEST)
        engine.cancel(second)
        engine.cancel(second)
        [end] = engine.follow(second)
        assert end_of([end]).status == "cancelled"
        assert store.run(first).status == "running"


def test_a_run_of_another_process_is_followed_until_it_is_killed(store: Store, url: str) -> None:
    writer = python("storage/processes/append_runs.py", url, "5", "never")
    with closing(LocalEngine(store, forever)) as engine, writer as process:
        run_id = output_of(process).readline().strip()
        followed = engine.follow(run_id)
        assert [next(followed).seq for _ in range(5)] == [1, 2, 3, 4, 5]
        process.kill()
        process.wait()
        assert end_of(list(followed)).reason == store.run(run_id).reason
        assert store.run(run_id).status == "interrupted"


def endless_words(request: Request, inputs: Mapping[str, bytes], cancel: Cancel, person: Person) -> Iterator[Event]:
    yield RunStarted(request)
    while True:
        yield ModelText("code", "many words " * 1000)
        cancel.wait(0.01)


def test_a_database_that_takes_no_more_ends_the_run_and_tells_its_followers(store: Store) -> None:
    database = store._database
    sqlalchemy_event.listen(database.engine, "connect", lambda new, _: new.execute("PRAGMA max_page_count = 60"))
    database.close()  # so that new connections get the limit
    with closing(LocalEngine(store, endless_words)) as engine:
        run_id = engine.start(REQUEST)
        followed = list(engine.follow(run_id))
        assert followed[0].event == RunStarted(REQUEST)
        assert [stored.seq for stored in followed] == list(range(1, len(followed) + 1))
        assert end_of(followed).status == "error"
        assert end_of(followed).reason == "The disk is full."
        assert end_of(followed).advice
        assert list(engine.follow(run_id, after=followed[-2].seq)) == followed[-1:]
        assert list(engine.follow(run_id, after=followed[-1].seq)) == []
