from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from sqlalchemy import event as sqlalchemy_event

from agent.events import Event, ModelText, Notice, RunFinished, RunStarted
from agent.types import Request
from cancel import Cancel
from engines.base import EngineClosed, Execute
from engines.local import LocalEngine, runs_at_once
from storage.errors import UnknownRun
from storage.store import Store
from storage.types import StoredEvent
from tests.fakes.disks import fill, tiny_disk
from tests.fakes.processes import output_of, python
from tests.fakes.runs import FINISHED, REQUEST, WHOLE_RUN, telling, waiting_for

FOREVER = waiting_for(threading.Event())


def events_of(stored: list[StoredEvent]) -> tuple[Event, ...]:
    return tuple(item.event for item in stored)


def last_of(stored: list[StoredEvent]) -> RunFinished:
    assert isinstance(stored[-1].event, RunFinished)
    return stored[-1].event


def forever() -> Execute:
    """A run that ends only when it is cancelled, and can be started several times."""

    def execute(request: Request, cancel: Cancel) -> Iterator[Event]:
        yield from waiting_for(threading.Event())(request, cancel)

    return execute


def test_a_run_is_followed_to_its_end_and_stored_with_its_files(store: Store) -> None:
    with closing(LocalEngine(store, telling(WHOLE_RUN))) as engine:
        run_id = engine.start(REQUEST)
        followed = list(engine.follow(run_id))
    assert events_of(followed) == WHOLE_RUN
    assert followed == store.events(run_id)
    assert store.run(run_id).status == "verified"
    assert set(store.files(run_id)) == {"solution.py", "test_solution.py"}


def test_the_files_are_there_for_who_sees_the_verdict(store: Store) -> None:
    with closing(LocalEngine(store, telling(WHOLE_RUN))) as engine:
        run_id = engine.start(REQUEST)
        for stored in engine.follow(run_id):
            if isinstance(stored.event, RunFinished):
                assert "solution.py" in store.files(run_id)


def test_followers_may_come_late_go_on_from_a_number_and_be_many(store: Store) -> None:
    with closing(LocalEngine(store, telling(WHOLE_RUN))) as engine:
        run_id = engine.start(REQUEST)
        first = list(engine.follow(run_id))
        assert list(engine.follow(run_id)) == first
        assert list(engine.follow(run_id, after=3)) == first[3:]
        assert list(engine.follow(run_id, after=len(first))) == []


def test_a_follower_gets_events_while_the_run_goes_on(store: Store) -> None:
    gate = threading.Event()
    with closing(LocalEngine(store, waiting_for(gate))) as engine:
        followed = engine.follow(engine.start(REQUEST))
        assert next(followed).event == RunStarted(REQUEST)
        gate.set()  # only now may it go on
        assert [stored.event for stored in followed] == [FINISHED]


def test_an_unknown_run_cannot_be_followed(store: Store) -> None:
    with closing(LocalEngine(store, FOREVER)) as engine, pytest.raises(UnknownRun):
        next(engine.follow("nothing"))


def test_an_error_in_a_run_ends_it_and_not_the_engine(store: Store) -> None:
    def broken(request: Request, cancel: Cancel) -> Iterator[Event]:
        yield RunStarted(request)
        raise ZeroDivisionError

    with closing(LocalEngine(store, broken, at_once=1)) as engine:
        for _ in range(2):
            run_id = engine.start(REQUEST)
            assert last_of(list(engine.follow(run_id))).status == "error"
            assert store.run(run_id).status == "error"


def test_a_cancelled_run_ends_as_such(store: Store) -> None:
    with closing(LocalEngine(store, forever())) as engine:
        run_id = engine.start(REQUEST)
        followed = engine.follow(run_id)
        assert next(followed).event == RunStarted(REQUEST)
        engine.cancel(run_id)
        assert last_of(list(followed)).status == "cancelled"
        assert store.run(run_id).status == "cancelled"
        assert store.run(run_id).reason == "You stopped this run."


def test_cancelling_what_does_not_run_does_nothing(store: Store) -> None:
    with closing(LocalEngine(store, telling(WHOLE_RUN))) as engine:
        run_id = engine.start(REQUEST)
        list(engine.follow(run_id))
        engine.cancel(run_id)
        engine.cancel("nothing")
        assert store.run(run_id).status == "verified"


def test_runs_above_the_limit_wait_for_their_turn_and_say_so(store: Store) -> None:
    gate = threading.Event()
    with closing(LocalEngine(store, waiting_for(gate), at_once=1)) as engine:
        first, second = engine.start(REQUEST), engine.start(REQUEST)
        followed = engine.follow(second)
        assert next(followed).event == Notice("Waiting for another run to finish.")
        assert store.run(first).status == store.run(second).status == "running"
        gate.set()
        assert [stored.event for stored in followed] == [RunStarted(REQUEST), FINISHED]
        assert last_of(list(engine.follow(first))).status == "verified"


def test_a_waiting_run_is_cancelled_without_its_turn(store: Store) -> None:
    with closing(LocalEngine(store, forever(), at_once=1)) as engine:
        first, second = engine.start(REQUEST), engine.start(REQUEST)
        engine.cancel(second)
        engine.cancel(second)
        followed = list(engine.follow(second))
        assert [type(stored.event) for stored in followed] == [Notice, RunFinished]
        assert last_of(followed).status == "cancelled"
        assert store.run(first).status == "running"


def test_a_run_knows_how_many_have_to_end_before_it_begins(store: Store) -> None:
    with closing(LocalEngine(store, forever(), at_once=2)) as engine:
        runs = [engine.start(REQUEST) for _ in range(5)]
        assert [engine.waiting(run_id) for run_id in runs] == [0, 0, 1, 2, 3]
        engine.cancel(runs[2])
        list(engine.follow(runs[2]))
        engine.cancel(runs[0])
        list(engine.follow(runs[0]))
        followed = engine.follow(runs[3])
        assert [type(next(followed).event) for _ in range(2)] == [Notice, RunStarted]
        assert [engine.waiting(run_id) for run_id in runs] == [0, 0, 0, 0, 1]
        assert engine.waiting("nothing") == 0


@pytest.mark.parametrize(
    ("cores", "gibibytes", "at_once"), [(1, 1, 1), (2, 4, 1), (2, 8, 2), (8, 8, 3), (16, 64, 4), (4, 32, 4)]
)
def test_as_many_runs_at_once_as_fit_the_machine(cores: int, gibibytes: int, at_once: int) -> None:
    assert runs_at_once(cores, gibibytes * 1024**3) == at_once


def test_after_close_nothing_can_be_started(store: Store) -> None:
    engine = LocalEngine(store, FOREVER)
    engine.close()
    with pytest.raises(EngineClosed) as refused:
        engine.start(REQUEST)
    assert refused.value.advice
    assert store.runs() == []
    engine.close()


def test_close_ends_and_stores_every_run(store: Store) -> None:
    engine = LocalEngine(store, forever(), at_once=2)
    runs = [engine.start(REQUEST) for _ in range(4)]
    engine.close()
    assert [store.run(run_id).status for run_id in runs] == ["cancelled"] * 4
    assert all(last_of(store.events(run_id)).reason == "Assay was closed." for run_id in runs)


def test_two_engines_on_one_database_follow_each_other(url: str) -> None:
    gate = threading.Event()
    mine, other = Store(url), Store(url)
    with closing(LocalEngine(mine, waiting_for(gate))) as engine, closing(LocalEngine(other, FOREVER)) as elsewhere:
        run_id = engine.start(REQUEST)
        followed = elsewhere.follow(run_id)
        assert next(followed).event == RunStarted(REQUEST)
        elsewhere.cancel(run_id)  # not its own, so nothing happens
        gate.set()
        assert [stored.event for stored in followed] == [FINISHED]
    mine.close()
    other.close()


def test_a_run_of_another_process_is_followed_until_it_is_killed(store: Store, url: str) -> None:
    with closing(LocalEngine(store, FOREVER)) as engine, python("engines/run_forever.py", url) as process:
        run_id = output_of(process).readline().strip()
        followed = engine.follow(run_id)
        assert [next(followed).event for _ in range(5)] == [Notice(f"event {number}") for number in range(5)]
        process.kill()
        process.wait()
        assert list(followed) == []
        assert store.run(run_id).status == "interrupted"


def endless_words(request: Request, cancel: Cancel) -> Iterator[Event]:
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
        assert last_of(followed).status == "error"
        assert last_of(followed).reason == "The disk is full."
        assert last_of(followed).advice
        assert list(engine.follow(run_id, after=followed[-2].seq)) == followed[-1:]
        assert list(engine.follow(run_id, after=followed[-1].seq)) == []


def test_a_disk_that_fills_up_ends_the_run_and_tells_its_followers(tmp_path: Path) -> None:
    with tiny_disk(tmp_path / "disk") as disk:
        store = Store(f"sqlite:///{disk}/history.db")
        with closing(LocalEngine(store, endless_words)) as engine:
            run_id = engine.start(REQUEST)
            followed = engine.follow(run_id)
            assert next(followed).event == RunStarted(REQUEST)
            filler = fill(disk)
            assert last_of(list(followed)).reason == "The disk is full."
            filler.unlink()
        store.close()


def test_a_run_that_is_deleted_meanwhile_ends(store: Store) -> None:
    gate = threading.Event()
    with closing(LocalEngine(store, waiting_for(gate))) as engine:
        run_id = engine.start(REQUEST)
        followed = engine.follow(run_id)
        assert next(followed).event == RunStarted(REQUEST)
        store.delete(run_id)
        gate.set()
    assert store.runs() == []
    with pytest.raises(UnknownRun):
        store.run(run_id)
