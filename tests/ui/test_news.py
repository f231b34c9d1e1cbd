"""What a page is told of the run that it shows when it asks for news."""

from __future__ import annotations

import json
from typing import Any

import pytest

from agent.events import ModelAsked, ModelText, RunFinished, RunStarted
from storage.store import Store
from tests.fakes.told_runs import REQUEST, whole_run
from ui.live.following import Following
from ui.live.news import TURNED, news_of
from ui.run.parts import PARTS


def asked(store: Store, run_id: str, shown: Any) -> Any:
    """The answer, as it comes over the wire."""
    return json.loads(json.dumps(news_of(Following(store), PARTS)([run_id, json.loads(json.dumps(shown))])))


def a_run(store: Store, *events: Any) -> str:
    run_id = store.create_run(REQUEST)
    store.claim(run_id)
    store.append(run_id, events)
    return run_id


def test_what_was_shown_already_is_not_told_again(store: Store) -> None:
    run_id = a_run(store, *whole_run())
    told = asked(store, run_id, {"run": run_id, "status": "verified"})
    assert {"shown", "log", "trust", "verdict", "code"} <= told.keys()
    assert told["code"]["value"].startswith("def add(")
    assert asked(store, run_id, told["shown"]) == {}


def test_of_a_run_that_goes_on_only_what_is_new_is_told(store: Store) -> None:
    run_id = a_run(store, RunStarted(REQUEST), ModelAsked("code", "demo", "write it", "Write it."))
    first = asked(store, run_id, {"run": run_id, "status": "running"})
    store.append(run_id, [ModelText("code", "Here it <b>comes</b>.")])
    then = asked(store, run_id, first["shown"])
    assert then.keys() == {"shown", "log", "steps"}
    assert "Here it &lt;b&gt;comes&lt;/b&gt;." in then["log"]


@pytest.mark.parametrize("question", [None, [], "abc", ["a", "b"], [1, {}], [{}, {}]])
def test_what_no_page_asks_gets_an_answer_as_well(store: Store, question: Any) -> None:
    assert news_of(Following(store), PARTS)(question) == TURNED


def test_a_run_that_ends_begins_or_is_gone_needs_the_whole_page(store: Store) -> None:
    run_id = a_run(store, RunStarted(REQUEST))
    assert asked(store, run_id, {}) == TURNED
    assert asked(store, run_id, {"run": "another", "status": "running"}) == TURNED
    assert asked(store, "never-was", {}) == TURNED
    store.append(run_id, [RunFinished("failed", "It is over.", 1.0)])
    assert asked(store, run_id, {"run": run_id, "status": "running"}) == TURNED
