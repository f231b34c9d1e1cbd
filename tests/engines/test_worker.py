from __future__ import annotations

import threading
from collections.abc import Iterator, Mapping
from contextlib import closing

from agent.briefing import Person
from agent.events import Event, Notice, RunFinished, RunStarted
from agent.types import Request
from cancel import Cancel
from engines.worker import work
from sandbox.owner import Owner
from storage.store import Store
from tests.fakes.processes import output_of, python
from tests.fakes.runs import FINISHED, REQUEST, forever, telling


def untouched(request: Request, inputs: Mapping[str, bytes], cancel: Cancel, person: Person) -> Iterator[Event]:
    """A run that must not be worked on."""
    raise AssertionError


def test_a_worker_in_another_process_loads_a_run_by_its_id_and_is_cancelled_through_the_history(
    store: Store, url: str
) -> None:
    run_id = store.create_run(REQUEST, {"table.csv": b"1,2"}, for_anyone=True)
    with python("engines/work_on.py", url, run_id) as process:
        assert output_of(process).readline() == f"{REQUEST.task} with ['table.csv']\n"
        store.request_cancel(run_id, "You stopped this run.")
        assert process.wait(60) == 0
    [_, end] = store.events(run_id)
    assert isinstance(end.event, RunFinished)
    assert (end.event.status, end.event.reason) == ("cancelled", "You stopped this run.")


def test_a_run_that_is_elsewhere_or_over_is_left_alone(store: Store, url: str) -> None:
    taken, over = store.create_run(REQUEST, for_anyone=True), store.create_run(REQUEST)
    with closing(Store(url, Owner("elsewhere", 1, 1.0))) as elsewhere:
        elsewhere.claim(taken)
    assert work(store, over, telling([FINISHED]), Cancel()) is None
    for run_id in (taken, over):
        before = store.events(run_id)
        assert work(store, run_id, untouched, Cancel()) is None
        assert store.events(run_id) == before


def test_a_worker_that_lost_its_run_stops_and_adds_nothing(store: Store, url: str) -> None:
    run_id = store.create_run(REQUEST)
    begun = threading.Event()

    def talking(request: Request, inputs: Mapping[str, bytes], cancel: Cancel, person: Person) -> Iterator[Event]:
        yield RunStarted(request)
        begun.set()
        while True:
            yield Notice("Still there.")
            cancel.wait(0.05)

    worker = threading.Thread(target=work, args=(store, run_id, talking, Cancel()))
    worker.start()
    assert begun.wait(60)
    store._owner = "somebody else"  # as if another had taken it
    worker.join(60)
    assert not worker.is_alive()
    assert not any(isinstance(stored.event, RunFinished) for stored in store.events(run_id))


def test_a_request_that_cannot_be_read_ends_the_run(store: Store) -> None:
    run_id = store.create_run(REQUEST)
    with store._database.writing() as session:
        session.connection().exec_driver_sql("UPDATE runs SET request = '{'")
    assert work(store, run_id, forever, Cancel()) is None
    [end] = store.events(run_id)
    assert isinstance(end.event, RunFinished)
    assert end.event.status == "error"
    assert "can't be read" in end.event.reason
