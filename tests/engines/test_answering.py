from __future__ import annotations

import pytest

from agent.errors import ModelUnavailable
from agent.events import AnswerAwaited, BriefReady
from cancel import Cancel
from engines.answering import answer, await_answer
from errors import Cancelled
from languages.answers import Answers
from languages.brief import Brief
from storage.store import Store
from tests.fakes.runs import REQUEST


def test_a_run_that_nobody_answers_is_ended_and_its_place_is_free(store: Store) -> None:
    cancel = Cancel()
    with pytest.raises(Cancelled, match="Nobody answered"):
        await_answer(store, store.create_run(REQUEST), cancel, patience=0.0)
    assert "can still be built" in cancel.reason


def test_recorded_answers_fit_the_plan_as_it_is_only(store: Store) -> None:
    run_id = store.create_run(REQUEST)
    store.claim(run_id)
    store.append(run_id, [BriefReady(Brief("dialogue")), AnswerAwaited()])
    with pytest.raises(ModelUnavailable, match="demo"):
        answer(store, run_id, Answers(rules=("Greet.",)))
    answer(store, run_id, Answers())
    assert store.answer(run_id) == Answers()
