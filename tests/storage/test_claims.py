from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from datetime import UTC, datetime, timedelta

import pytest
from sqlalchemy import update

from agent.events import Notice, RunFinished
from sandbox.owner import Owner
from storage.claims import SILENCE
from storage.errors import RunLost
from storage.rows import RunRow
from storage.store import Store
from storage.types import Word
from tests.fakes.runs import FINISHED, REQUEST

ELSEWHERE = Owner("elsewhere", 1, 1.0)


@pytest.fixture
def elsewhere(url: str) -> Iterator[Store]:
    """The same history, as a worker on another machine uses it."""
    with closing(Store(url, ELSEWHERE)) as opened:
        yield opened


def heard_of(store: Store, run_id: str, ago: timedelta) -> None:
    """As if the last that was heard of a run's worker were so long ago."""
    then = datetime.now(UTC) - ago
    with store._database.writing() as session:
        session.execute(update(RunRow).where(RunRow.id == run_id).values(created=then, heartbeat=then))


def test_a_run_for_anyone_is_taken_once(store: Store, elsewhere: Store) -> None:
    run_id = store.create_run(REQUEST, for_anyone=True)
    elsewhere.claim(run_id)
    assert store.run(run_id).status == "running"
    for other in (store, elsewhere):
        with pytest.raises(RunLost):
            other.claim(run_id)


def test_a_run_that_waits_here_is_nobody_elses_and_only_its_worker_adds_to_it(store: Store, elsewhere: Store) -> None:
    run_id = store.create_run(REQUEST)
    with pytest.raises(RunLost):
        elsewhere.claim(run_id)
    store.claim(run_id)
    with pytest.raises(RunLost):
        elsewhere.append(run_id, [FINISHED])
    with pytest.raises(RunLost):
        elsewhere.beat(run_id)
    store.append(run_id, [FINISHED])


def test_a_queued_run_is_cancelled_at_once_and_cannot_be_claimed(store: Store, elsewhere: Store) -> None:
    run_id = store.create_run(REQUEST)
    elsewhere.request_cancel(run_id, "Stop.")
    assert [stored.event for stored in store.events(run_id)] == [RunFinished("cancelled", "Stop.", 0.0)]
    assert store.run(run_id).status == "cancelled"
    with pytest.raises(RunLost):
        store.claim(run_id)


def test_the_worker_of_a_run_hears_of_the_first_cancel(store: Store, elsewhere: Store) -> None:
    run_id = store.create_run(REQUEST)
    store.claim(run_id)
    assert store.beat(run_id) == Word()
    elsewhere.request_hurry(run_id)
    assert (store.beat(run_id), store.run(run_id).hurried) == (Word(hurry=True), True)
    elsewhere.request_cancel(run_id, "Stop.")
    elsewhere.request_cancel(run_id, "Stop, I said.")
    assert store.beat(run_id) == Word("Stop.", hurry=True)
    assert store.run(run_id).status == "running"
    store.append(run_id, [FINISHED])
    elsewhere.request_cancel(run_id, "Too late.")
    assert store.run(run_id).status == "verified"


@pytest.mark.parametrize("queued", [False, True])
def test_a_worker_elsewhere_is_believed_dead_after_long_silence(store: Store, elsewhere: Store, queued: bool) -> None:
    run_id = elsewhere.create_run(REQUEST)
    if not queued:
        elsewhere.claim(run_id)
    silence = SILENCE["queued" if queued else "running"]
    heard_of(store, run_id, silence - timedelta(seconds=10))
    assert store.mark_interrupted() == []
    heard_of(store, run_id, silence + timedelta(seconds=10))
    assert store.mark_interrupted() == [run_id]
    assert store.run(run_id).status == "interrupted"


def test_a_worker_that_wakes_up_after_its_run_was_ended_cannot_add_to_it(store: Store, elsewhere: Store) -> None:
    run_id = elsewhere.create_run(REQUEST)
    elsewhere.claim(run_id)
    heard_of(store, run_id, timedelta(days=2))
    store.mark_interrupted()
    events = store.events(run_id)
    assert isinstance(events[-1].event, RunFinished)
    with pytest.raises(RunLost):
        elsewhere.append(run_id, [Notice("I'm back.")])
    with pytest.raises(RunLost):
        elsewhere.beat(run_id)
    assert store.events(run_id) == events


def test_silence_of_a_living_process_and_a_run_that_waits_for_anyone_are_no_death(store: Store) -> None:
    mine, anyones = store.create_run(REQUEST), store.create_run(REQUEST, for_anyone=True)
    store.claim(mine)
    for run_id in (mine, anyones):
        heard_of(store, run_id, timedelta(days=30))
    assert store.mark_interrupted() == []
