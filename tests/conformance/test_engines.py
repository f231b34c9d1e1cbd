"""What holds on every engine: see `engines.base.Engine`."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import closing
from dataclasses import replace

import pytest

from agent.briefing import Person
from agent.events import AnswerAwaited, BriefAnswered, BriefReady, Event, Notice, RunFinished, RunStarted
from agent.types import Request
from cancel import Cancel
from engines.base import Engine, EngineClosed, Execute
from engines.registry import ENGINES
from languages.answers import Answers, answered
from languages.brief import Assumption, Brief
from languages.errors import BadAnswers
from storage.errors import NotAsked, UnknownRun
from storage.store import Store
from tests.fakes.runs import FINISHED, REQUEST, WHOLE_RUN, end_of, forever, telling, waiting_for

PLAN = Brief("dialogue", assumptions=(Assumption("Empty months?", "Left out.", ("Shown.",), "June"),))
CHOSEN = Assumption("Empty months?", "Shown.", ("Left out.",), confirmed=True)
Open = Callable[[Execute], Engine]


@pytest.fixture(params=ENGINES)
def open_engine(request: pytest.FixtureRequest, store: Store) -> Open:
    return lambda execute: ENGINES[request.param](store, execute)


def test_a_run_is_followed_to_its_end_also_late_from_a_number_and_by_many(open_engine: Open, store: Store) -> None:
    with closing(open_engine(telling(WHOLE_RUN))) as engine:
        run_id = engine.start(REQUEST)
        followed = list(engine.follow(run_id))
        assert tuple(stored.event for stored in followed) == WHOLE_RUN
        assert list(engine.follow(run_id)) == followed == store.events(run_id)
        assert list(engine.follow(run_id, after=3)) == followed[3:]
        assert list(engine.follow(run_id, after=len(followed))) == []
    assert store.run(run_id).status == "verified"


def test_a_follower_gets_events_while_the_run_goes_on(open_engine: Open) -> None:
    gate = threading.Event()
    with closing(open_engine(waiting_for(gate))) as engine:
        followed = engine.follow(engine.start(REQUEST))
        assert next(followed).event == RunStarted(REQUEST)
        gate.set()  # only now may it go on
        assert [stored.event for stored in followed] == [FINISHED]


def test_a_run_gets_its_files(open_engine: Open) -> None:
    def reading(request: Request, inputs: Mapping[str, bytes], cancel: Cancel, person: Person) -> Iterator[Event]:
        yield Notice(f"{[file.path for file in request.files]} {dict(inputs)}")
        yield FINISHED

    with closing(open_engine(reading)) as engine:
        said = next(engine.follow(engine.start(REQUEST, {"a/b.csv": b"1,2"})))
    assert said.event == Notice("['a/b.csv'] {'a/b.csv': b'1,2'}")


def test_an_unknown_run_cannot_be_followed(open_engine: Open) -> None:
    with closing(open_engine(forever)) as engine, pytest.raises(UnknownRun):
        next(engine.follow("nothing"))


def test_an_error_in_a_run_ends_it_and_not_the_engine(open_engine: Open, store: Store) -> None:
    def broken(request: Request, inputs: Mapping[str, bytes], cancel: Cancel, person: Person) -> Iterator[Event]:
        yield RunStarted(request)
        raise ZeroDivisionError

    with closing(open_engine(broken)) as engine:
        for _ in range(5):
            run_id = engine.start(REQUEST)
            assert end_of(list(engine.follow(run_id))).status == "error"
            assert store.run(run_id).status == "error"


def test_a_cancelled_run_ends_as_such(open_engine: Open, store: Store) -> None:
    with closing(open_engine(forever)) as engine:
        run_id = engine.start(REQUEST)
        followed = engine.follow(run_id)
        assert next(followed).event == RunStarted(REQUEST)
        engine.cancel(run_id)
        assert end_of(list(followed)).status == "cancelled"
        assert store.run(run_id).reason == "You stopped this run."


def test_cancelling_what_has_ended_or_never_was_does_nothing(open_engine: Open, store: Store) -> None:
    with closing(open_engine(telling(WHOLE_RUN))) as engine:
        run_id = engine.start(REQUEST)
        list(engine.follow(run_id))
        engine.cancel(run_id)
        engine.cancel("nothing")
        assert store.run(run_id).status == "verified"


def test_of_many_runs_each_has_its_turn(open_engine: Open) -> None:
    with closing(open_engine(telling(WHOLE_RUN))) as engine:
        runs = [engine.start(REQUEST) for _ in range(8)]
        assert [end_of(list(engine.follow(run_id))) for run_id in runs] == [FINISHED] * 8


def test_close_ends_and_stores_every_run_and_nothing_can_be_started_afterwards(open_engine: Open, store: Store) -> None:
    engine = open_engine(forever)
    runs = [engine.start(REQUEST) for _ in range(8)]
    engine.close()
    assert [store.run(run_id).status for run_id in runs] == ["cancelled"] * 8
    assert all(end_of(store.events(run_id)).reason == "Assay was closed." for run_id in runs)
    with pytest.raises(EngineClosed) as refused:
        engine.start(REQUEST)
    assert refused.value.advice
    assert len(store.runs()) == 8
    engine.close()


def test_one_engine_follows_and_cancels_the_runs_of_another(open_engine: Open) -> None:
    with closing(open_engine(forever)) as engine, closing(open_engine(telling(()))) as other:
        run_id = engine.start(REQUEST)
        followed = other.follow(run_id)
        assert next(followed).event == RunStarted(REQUEST)
        other.cancel(run_id)
        assert end_of(list(followed)).status == "cancelled"


def test_a_run_hears_that_it_is_to_hurry_from_another_engine_and_goes_on(open_engine: Open, store: Store) -> None:
    def hurrying(request: Request, inputs: Mapping[str, bytes], cancel: Cancel, person: Person) -> Iterator[Event]:
        yield RunStarted(request)
        while not cancel.is_hurried:
            cancel.wait(0.01)
        yield FINISHED

    with closing(open_engine(hurrying)) as engine, closing(open_engine(telling(()))) as other:
        run_id = engine.start(REQUEST)
        followed = other.follow(run_id)
        assert next(followed).event == RunStarted(REQUEST)
        assert not store.run(run_id).hurried
        other.hurry(run_id)
        assert [stored.event for stored in followed] == [FINISHED]
        assert store.run(run_id).hurried
        engine.hurry("nothing")


def asking(request: Request, inputs: Mapping[str, bytes], cancel: Cancel, person: Person) -> Iterator[Event]:
    """A run that waits for what is said to its plan."""
    yield RunStarted(request)
    yield BriefReady(PLAN)
    yield AnswerAwaited()
    yield BriefAnswered(answered(PLAN, person()))
    yield FINISHED


def test_a_run_waits_for_an_answer_that_another_engine_gives_it(open_engine: Open, store: Store) -> None:
    with closing(open_engine(asking)) as engine, closing(open_engine(telling(()))) as other:
        run_id = engine.start(replace(REQUEST, model="ollama:tiny", test_model="ollama:tiny"))
        followed = other.follow(run_id)
        assert [next(followed).event for _ in range(3)][-1] == AnswerAwaited()
        with pytest.raises(BadAnswers, match="no assumption 2"):
            other.answer(run_id, Answers({2: "Shown."}))
        other.answer(run_id, Answers({1: "Shown."}))
        with pytest.raises(NotAsked):
            other.answer(run_id, Answers())
        assert next(followed).event == BriefAnswered(replace(PLAN, assumptions=(CHOSEN,)))
        assert [stored.event for stored in followed] == [FINISHED]
        with pytest.raises(NotAsked):
            engine.answer(run_id, Answers())
    with pytest.raises(UnknownRun):
        engine.answer("nothing", Answers())


def test_a_run_that_waits_for_an_answer_can_be_stopped(open_engine: Open) -> None:
    with closing(open_engine(asking)) as engine:
        run_id = engine.start(REQUEST)
        followed = engine.follow(run_id)
        assert [next(followed).event for _ in range(3)][-1] == AnswerAwaited()
        engine.cancel(run_id)
        assert end_of(list(followed)).reason == "You stopped this run."


def test_a_run_that_is_deleted_meanwhile_ends(open_engine: Open, store: Store) -> None:
    ended = threading.Event()

    def silent(request: Request, inputs: Mapping[str, bytes], cancel: Cancel, person: Person) -> Iterator[Event]:
        yield RunStarted(request)
        with cancel.on_cancel(ended.set):
            ended.wait()
        yield RunFinished("cancelled", cancel.reason, 0.0)

    with closing(open_engine(silent)) as engine:
        run_id = engine.start(REQUEST)
        assert next(engine.follow(run_id)).event == RunStarted(REQUEST)
        store.delete(run_id)
        assert ended.wait(timeout=60)
    assert store.runs() == []
