from __future__ import annotations

import threading
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agent.events import Event, ModelText, Notice
from engines.recorder import Recorder, join_texts
from storage.errors import StorageError, UnknownRun
from storage.store import Store
from tests.fakes.runs import FINISHED, REQUEST, WHOLE_RUN


def ignore(_: StorageError) -> None:
    """Nothing to stop."""


def test_pieces_of_one_answer_become_one() -> None:
    events: list[Event] = [
        ModelText("code", "hm", thinking=True),
        ModelText("code", "m", thinking=True),
        ModelText("code", "def "),
        ModelText("code", "f"),
        Notice("busy"),
        ModelText("code", "()"),
        ModelText("tests", "assert"),
        FINISHED,
    ]
    assert join_texts(events) == [
        ModelText("code", "hmm", thinking=True),
        ModelText("code", "def f"),
        Notice("busy"),
        ModelText("code", "()"),
        ModelText("tests", "assert"),
        FINISHED,
    ]


@given(st.lists(st.builds(ModelText, st.just("code"), st.text("ab", min_size=1), attempt=st.integers(1, 3))))
def test_answers_of_several_attempts_never_become_one(events: list[Event]) -> None:
    def texts(of: list[Event], attempt: int) -> str:
        return "".join(event.text for event in of if isinstance(event, ModelText) and event.attempt == attempt)

    joined = join_texts(events)
    assert all(texts(joined, attempt) == texts(events, attempt) for attempt in (1, 2, 3))
    assert all(before != after for before, after in pairwise(getattr(event, "attempt", None) for event in joined))


def test_a_long_answer_is_not_a_row_for_each_word(store: Store) -> None:
    run_id = store.create_run(REQUEST)
    recorder = Recorder(store, run_id, lambda: None, ignore)
    for number in range(5000):
        recorder.record(ModelText("code", f"{number} "))
    recorder.record(FINISHED)
    recorder.close()
    texts = [stored.event.text for stored in store.events(run_id) if isinstance(stored.event, ModelText)]
    assert "".join(texts) == "".join(f"{number} " for number in range(5000))
    assert len(texts) < 500


def test_an_event_is_stored_while_the_next_is_still_to_come(store: Store) -> None:
    run_id = store.create_run(REQUEST)
    stored = threading.Event()
    recorder = Recorder(store, run_id, stored.set, ignore)
    recorder.record(Notice("first"))
    assert stored.wait(timeout=60)
    assert [item.event for item in store.events(run_id)] == [Notice("first")]
    recorder.record(FINISHED)
    recorder.close()


def test_recording_never_waits_for_the_database(store: Store) -> None:
    run_id = store.create_run(REQUEST)
    recorder = Recorder(store, run_id, lambda: None, ignore)
    with store._database.writing() as session:
        session.connection()  # only now it begins, and nobody else can write meanwhile
        for event in WHOLE_RUN:
            recorder.record(event)
        assert store.events(run_id) == []
    recorder.close()
    assert tuple(stored.event for stored in store.events(run_id)) == WHOLE_RUN
    assert recorder.last_seq == len(WHOLE_RUN)


def test_a_failure_is_told_once_and_ends_the_recording(store: Store) -> None:
    failures: list[StorageError] = []
    recorder = Recorder(store, "deleted", lambda: None, failures.append)
    recorder.record(Notice("lost"))
    recorder.close()
    recorder.record(FINISHED)
    assert failures == [recorder.failure]
    assert isinstance(recorder.failure, UnknownRun)


def test_a_surprise_is_a_failure_in_plain_words(store: Store, caplog: pytest.LogCaptureFixture) -> None:
    recorder = Recorder(store, store.create_run(REQUEST), lambda: None, ignore)
    recorder.record(Notice(object()))  # type: ignore[arg-type]  # has no JSON
    recorder.close()
    assert type(recorder.failure) is StorageError
    assert "TypeError" not in recorder.failure.message
    assert "TypeError" in caplog.text
