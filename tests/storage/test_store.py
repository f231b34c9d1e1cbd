from __future__ import annotations

from contextlib import closing
from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st
from sqlalchemy import text
from sqlalchemy.dialects import sqlite

from agent.events import ModelAnswered, Notice, ResultVouched, RunFinished, RunStarted
from agent.types import Limits, Request, Status, Usage, Vouched
from languages.answers import Answers
from storage.errors import NotAsked, UnknownRun, UnreadableEvent
from storage.store import Store, listing
from storage.types import RunStatus
from tests.fakes.runs import FINISHED, REQUEST, WHOLE_RUN, going_on_from


def finished_run(store: Store, task: str = "a task", model: str = "demo", status: Status | None = "verified") -> str:
    run_id = store.create_run(Request(task, model, model))
    store.claim(run_id)
    if status is not None:
        store.append(run_id, [RunFinished(status, "", seconds=1.0)])
    return run_id


def listed(store: Store, **filters: object) -> list[str]:
    return [run.run_id for run in store.runs(**filters)]  # type: ignore[arg-type]


def test_a_new_run_is_queued_with_what_was_asked_for(store: Store) -> None:
    request = Request("a task", "demo", "demo", examples=("f(1) == 2",), limits=Limits(seconds=float("inf")))
    run_id = store.create_run(request)
    assert store.request(run_id) == request
    run = store.run(run_id)
    assert run.status == "queued"
    assert run.going_on
    assert run.finished is None
    assert (run.task, run.model, run.test_model) == ("a task", "demo", "demo")
    assert abs(datetime.now(UTC) - run.created) < timedelta(minutes=1)


def test_events_come_back_in_order_and_with_numbers_also_after_a_new_start(store: Store, url: str) -> None:
    run_id = store.create_run(REQUEST)
    first = store.append(run_id, WHOLE_RUN[:2])
    second = store.append(run_id, WHOLE_RUN[2:])
    store.close()
    with closing(Store(url)) as reopened:
        assert reopened.events(run_id) == first + second
        assert reopened.events(run_id, after=3) == second[1:]
    assert [stored.seq for stored in first + second] == list(range(1, len(WHOLE_RUN) + 1))
    assert tuple(stored.event for stored in first + second) == WHOLE_RUN


def test_what_a_person_says_after_the_end_is_kept_with_its_verdict(store: Store) -> None:
    run_id = finished_run(store, status="unverified")
    said = ResultVouched(RunFinished("verified", "Said.", 1.0), Vouched("2025-06-28T12:00:00+00:00", ("a.csv",)))
    store.say_after(run_id, said)
    assert [stored.event for stored in store.events(run_id)][-1] == said
    assert (store.run(run_id).status, store.run(run_id).reason) == ("verified", "Said.")
    going_on = finished_run(store, status=None)
    store.say_after(going_on, said)
    assert (store.events(going_on), store.run(going_on).status) == ([], "running")
    with pytest.raises(UnknownRun):
        store.say_after("never-was", said)


def test_the_verdict_ends_the_run(store: Store) -> None:
    run_id = store.create_run(REQUEST)
    [stored] = store.append(run_id, [FINISHED])
    run = store.run(run_id)
    assert (run.status, run.reason, run.seconds) == ("verified", "All tests pass.", 1.5)
    assert run.finished == stored.time


def test_tokens_and_cost_add_up_over_the_answers(store: Store) -> None:
    run_id = store.create_run(REQUEST)
    store.append(run_id, [ModelAnswered("tests", Usage(10, 20), seconds=1.0, cut_off=False)])
    assert store.run(run_id).cost_usd is None
    store.append(run_id, [ModelAnswered("code", Usage(1, 2, 0.5), seconds=1.0, cut_off=False)])
    run = store.run(run_id)
    assert (run.input_tokens, run.output_tokens, run.cost_usd) == (11, 22, 0.5)


def test_an_unknown_run_is_named_as_such(store: Store) -> None:
    assert store.events("nothing") == []
    assert store.inputs("nothing") == {}
    store.request_cancel("nothing", "Stop.")
    for use in (store.run, store.request, store.claim, store.beat, lambda run_id: store.append(run_id, [FINISHED])):
        with pytest.raises(UnknownRun):
            use("nothing")


def test_an_answer_is_given_to_a_run_that_goes_on_and_once(store: Store) -> None:
    said = Answers({1: "Shown.", 12: "half a pair \ud83d"}, {2: ""}, (3,), ("Greet.",))
    run_id = store.create_run(REQUEST)
    with pytest.raises(NotAsked):
        store.give_answer(run_id, said)
    store.claim(run_id)
    assert store.answer(run_id) is None
    store.give_answer(run_id, said)
    with pytest.raises(NotAsked):
        store.give_answer(run_id, Answers())
    assert store.answer(run_id) == said
    assert store.answer("nothing") is None


def test_delete_leaves_nothing_of_a_run_and_all_of_others(store: Store) -> None:
    gone, kept = (finished_run(store) for _ in range(2))
    store.delete(gone)
    store.delete(gone)
    assert listed(store) == [kept]
    assert store.events(gone) == []
    assert len(store.events(kept)) == 1


def test_runs_are_listed_newest_first_page_by_page(store: Store) -> None:
    newest_first = [finished_run(store) for _ in range(5)][::-1]
    assert listed(store) == newest_first
    assert listed(store, limit=2) == newest_first[:2]
    assert listed(store, limit=2, before=newest_first[1]) == newest_first[2:4]


def test_runs_are_filtered_by_verdict_model_and_words(store: Store) -> None:
    verified = finished_run(store, "Count the Words of a text", "demo", "verified")
    failed = finished_run(store, "Count 100% of the dates", "ollama:qwen3", "failed")
    running = finished_run(store, "Sort names", "demo", None)
    assert listed(store, statuses=["failed"]) == [failed]
    assert listed(store, statuses=["running"]) == [running]
    assert listed(store, model="demo") == [running, verified]
    assert listed(store, text="count the words") == [verified]
    assert listed(store, text="0%") == [failed]
    assert listed(store, text="_") == []
    assert listed(store, statuses=["verified", "error"], model="demo", text="count") == [verified]


@pytest.mark.parametrize("before", [None, "1k0rqh3y6an1bsg1"])
@pytest.mark.parametrize("statuses", [None, ["failed"]])
@pytest.mark.parametrize("model", [None, "demo"])
def test_a_list_of_runs_is_read_from_an_index(
    store: Store, before: str | None, statuses: list[RunStatus] | None, model: str | None
) -> None:
    query = listing(50, before, statuses, model, "").compile(
        dialect=sqlite.dialect(), compile_kwargs={"literal_binds": True}
    )
    with store._database.reading() as session:
        plan = " ".join(row.detail for row in session.execute(text(f"EXPLAIN QUERY PLAN {query}")))
    assert "USING INDEX" in plan
    assert "TEMP B-TREE" not in plan


def test_an_event_that_cannot_be_read_is_a_clear_error(store: Store) -> None:
    run_id = store.create_run(REQUEST)
    store.append(run_id, [Notice("Hello")])
    with store._database.writing() as session:
        session.execute(text("""UPDATE events SET payload = '{"kind": "notice"}'"""))
    with pytest.raises(UnreadableEvent):
        store.events(run_id)


@given(words=st.text(st.characters(exclude_categories=())))
@example(words="half a pair \ud83d and a zero \x00")
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None, max_examples=50)
def test_any_words_can_be_stored(store: Store, words: str) -> None:
    run_id = store.create_run(Request(words, words, words))
    store.append(run_id, [RunStarted(Request(words, words, words)), RunFinished("failed", words, 0.0)])
    [started, _] = store.events(run_id)
    assert started.event == RunStarted(store.request(run_id)) == RunStarted(Request(words, words, words))
    assert len(store.run(run_id).task) == len(words)


def test_programs_are_kept_by_name_the_newest_version_first(store: Store) -> None:
    first, second, other = (finished_run(store, task) for task in ("one", "two", "three"))
    store.keep(first, "Sums", "files")
    store.keep(other, "Quiz \ud800", "dialogue")
    store.keep(second, "Sums", "files")
    sums, quiz = store.kept()
    assert [(version.run_id, version.task) for version in sums.versions] == [(second, "two"), (first, "one")]
    assert (quiz.name, quiz.versions[0].status, quiz.versions[0].kind) == ("Quiz \ufffd", "verified", "dialogue")
    assert (store.kept_as(first), store.kept_as(finished_run(store))) == (["Sums"], [])
    store.keep(first, "Sums", "files")
    assert store.kept()[0].versions[0].run_id == first


def test_what_is_put_away_or_deleted_is_kept_no_more(store: Store) -> None:
    first, second = finished_run(store), finished_run(store)
    store.keep(first, "Sums")
    store.keep(second, "Quiz")
    store.put_away("Sums")
    assert [program.name for program in store.kept()] == ["Quiz"]
    assert store.run(first)
    store.delete(second)
    assert store.kept() == []
    with pytest.raises(UnknownRun):
        store.keep(second, "Quiz")


def test_versions_of_a_program_are_the_runs_that_go_on_from_one_another(store: Store) -> None:
    first, other = finished_run(store), finished_run(store)
    second = store.create_run(going_on_from(first))
    branch = store.create_run(going_on_from(first))
    third = store.create_run(going_on_from(second))
    for one in (first, second, branch, third):
        assert [run.run_id for run in store.versions(one)] == [first, second, branch, third]
    assert [run.run_id for run in store.versions(other)] == [other]
    store.delete(first)
    assert [run.run_id for run in store.versions(third)] == [second, branch, third]
    alone = store.create_run(going_on_from(first))  # what it goes on from is gone
    assert [run.run_id for run in store.versions(alone)] == [alone]
    with pytest.raises(UnknownRun):
        store.versions(first)
