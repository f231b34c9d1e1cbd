"""What the form of the plan says, and the run that goes on from a plan."""

from __future__ import annotations

import html
import re
from collections.abc import Sequence
from dataclasses import replace
from types import SimpleNamespace
from typing import Any, cast

import pytest

from agent.errors import BadTask, ModelUnavailable
from agent.events import AnswerAwaited, BriefReady, Event, RunFinished, RunStarted, TestsChanged
from agent.types import Review
from languages.answers import Answers, answered
from languages.brief import Assumption, Brief, Example, Rule
from languages.python.candidates import suite
from languages.types import Choice, DroppedTest
from storage.store import Store
from tests.fakes.runs import REQUEST, WHOLE_RUN
from tests.fakes.told_runs import report_of
from ui.live.following import Following
from ui.telling.plan_card import (
    CHOOSE,
    OBJECT,
    answered_objection,
    changed_plan,
    chosen_answer,
    plan_html,
    read_answers,
)

PLAN = Brief(
    "dialogue",
    rules=(Rule("It adds."), Rule("It greets.")),
    assumptions=(Assumption("Empty months?", "Left out.", ("Shown.", "Shown as 0.")), Assumption("", "By month.")),
    examples=(Example("3 for 2.50", "7.50"), Example("none", "0.00")),
)
AS_IT_IS = {
    "choice-1": "0",
    "own-1": "",
    "choice-2": "0",
    "own-2": "",
    "outcome-1": "7.50",
    "outcome-2": "0.00",
    "rule-1": "on",
    "rule-2": "on",
    "more": "",
}
MODEL = replace(REQUEST, model="ollama:tiny", test_model="ollama:tiny", ask="where_open")
FILES = {"prices.csv": b"tea;3\n"}


@pytest.mark.parametrize(
    ("changed", "said"),
    [
        ({}, Answers()),
        ({"choice-1": "2"}, Answers({1: "Shown as 0."})),
        ({"choice-2": "own", "own-2": "By week."}, Answers({2: "By week."})),
        ({"outcome-1": "7,50"}, Answers()),
        ({"outcome-1": "7,50", "right-1": "on"}, Answers(outcomes={1: "7,50"})),
        ({"more": "It counts.\n\n It ends. \n"}, Answers(rules=("It counts.", " It ends. "))),
    ],
)
def test_fields_say_what_is_otherwise(changed: dict[str, str], said: Answers) -> None:
    assert read_answers(PLAN, {**AS_IT_IS, **changed}) == said


def test_of_two_results_the_one_that_is_picked_counts_also_if_it_is_the_first() -> None:
    asked = Assumption("Gifts?", "Left out.", ("Shown.", "Asked."), results=("Ann <3>", "Ann <3>\nBo 0"))
    plan = replace(PLAN, assumptions=(PLAN.assumptions[0], asked))
    fields = {name: text for name, text in AS_IT_IS.items() if name != "choice-2"}
    assert read_answers(plan, fields) == Answers()
    first, second = (answered(plan, read_answers(plan, {**fields, "choice-2": one})) for one in ("0", "1"))
    assert first.assumptions[1] == replace(asked, confirmed=True)
    assert second.assumptions[1] == Assumption(
        "Gifts?", "Shown.", ("Left out.", "Asked."), results=asked.results[::-1], confirmed=True
    )
    page = plan_html(report_of([RunStarted(MODEL), BriefReady(plan), AnswerAwaited()]))
    assert re.findall(r'name="choice-(\d)" value="0"( checked)?', page) == [("2", ""), ("1", " checked")]
    assert re.findall(r'"assay-plan-result">([^<]*)<', page) == ["Ann &lt;3&gt;", "Ann &lt;3&gt;\nBo 0"]


def test_a_rule_that_is_not_ticked_is_taken_away() -> None:
    assert read_answers(PLAN, {name: text for name, text in AS_IT_IS.items() if name != "rule-2"}).without == (2,)


def services_with(store: Store, request: Any, events: Sequence[Event]) -> tuple[Any, str]:
    run_id = store.create_run(request, FILES)
    store.claim(run_id)
    store.append(run_id, events)
    return SimpleNamespace(store=store, following=Following(store)), run_id


def test_a_long_outcome_that_is_confirmed_is_kept_whole(store: Store) -> None:
    long = Example("all months", "<b>3 & 4</b> " + "x" * 437, confirmed=True)
    plan = replace(PLAN, examples=(long,))
    services, run_id = services_with(store, MODEL, [RunStarted(MODEL), BriefReady(plan), *WHOLE_RUN[1:]])
    page = plan_html(services.following.snapshot(run_id).report)
    (field,) = re.findall(r'name="outcome-1"[^>]*>([^<]*)</textarea>', page)
    answers = read_answers(plan, {"outcome-1": html.unescape(field), "right-1": "on", "rule-1": "on", "rule-2": "on"})
    assert (len(long.expected), answered(plan, answers)) == (450, plan)


@pytest.mark.parametrize(
    ("kind", "said"),
    [
        ("function", "build something that other programs can call."),
        ("files", "build a program that works on your files."),
        ("dialogue", "build a program that asks you, and answers."),
        ("window", "build a program with a window of its own."),
        ("page", "build a page for your browser."),
    ],
)
def test_a_plan_that_waits_says_what_is_built_and_marks_the_persons_words(kind: Any, said: str) -> None:
    plan = replace(PLAN, kind=kind, rules=(Rule("It adds.", "add <all> up"), Rule("It greets.")))
    waits: list[Event] = [RunStarted(MODEL), BriefReady(plan), AnswerAwaited()]
    page = plan_html(report_of(waits))
    assert f"I\u2019ll {said}" in page
    assert re.findall("<mark>(.*?)</mark>", page) == ["add &lt;all&gt; up"]
    over = plan_html(report_of([*waits, RunFinished("cancelled", "You stopped it.", 1.0)]))
    assert said not in over, "nothing is promised any more"


def test_a_plan_of_which_nothing_was_built_can_be_built_as_it_is(store: Store) -> None:
    stopped: list[Event] = [RunStarted(MODEL), BriefReady(PLAN), RunFinished("cancelled", "You stopped this run.", 1.0)]
    services, run_id = services_with(store, MODEL, stopped)
    request, inputs = changed_plan(services, run_id, Answers())
    assert (request.brief, request.earlier, inputs) == (PLAN, None, FILES)


def test_a_plan_that_was_built_goes_on_from_its_program_with_what_is_otherwise(store: Store) -> None:
    services, run_id = services_with(store, MODEL, [RunStarted(MODEL), BriefReady(PLAN), *WHOLE_RUN[1:]])
    with pytest.raises(BadTask, match="otherwise"):
        changed_plan(services, run_id, Answers())
    request, _ = changed_plan(services, run_id, Answers(without=(2,)))
    assert request.brief == replace(PLAN, rules=PLAN.rules[:1])
    assert request.earlier
    assert (request.earlier.run_id, request.earlier.changes) == (run_id, ("No longer: It greets.",))


def test_no_run_is_started_whose_recorded_answers_would_not_follow(store: Store) -> None:
    services, run_id = services_with(store, REQUEST, [WHOLE_RUN[0], BriefReady(PLAN), *WHOLE_RUN[1:]])
    with pytest.raises(ModelUnavailable, match="recorded"):
        changed_plan(services, run_id, Answers(without=(2,)))


def test_the_button_of_an_answer_sends_just_this_one_which_becomes_an_example(store: Store) -> None:
    answers = (Choice("double(3)", "7"), Choice("double(3)", "6", yours=True))
    dropped = (DroppedTest("test_one", "It can't be read."), DroppedTest("test_three", "Open.", choices=answers))
    asks = TestsChanged(suite("def test_two():\n    assert double(2) == 4\n", (), dropped), ())
    services, run_id = services_with(store, MODEL, [RunStarted(MODEL), *WHOLE_RUN[1:-1], asks, WHOLE_RUN[-1]])
    page = plan_html(services.following.snapshot(run_id).report)
    actions = re.findall(rf'data-action="({CHOOSE}[^"]*)"[^>]*>(\d+)( <small>)?', page)
    assert actions == [("choose:0:0", "7", ""), ("choose:0:1", "6", " <small>")]
    request, inputs = chosen_answer(services, run_id, actions[0][0].removeprefix(CHOOSE))
    assert (request.examples, inputs) == ((*MODEL.examples, "double(3) == 7"), FILES)
    assert request.earlier
    assert "double(3) == 7" in request.earlier.suite.source
    for unknown in ("0:2", "1:0", "0:x", ""):
        with pytest.raises(BadTask):
            chosen_answer(services, run_id, unknown)


def test_an_objection_is_asked_and_each_answer_goes_on_from_the_run(store: Store) -> None:
    said = ("The total <b>is</b> missing.", "A blank is left.")
    end = replace(cast("RunFinished", WHOLE_RUN[-1]), status="unverified", step="decide", review=Review(said))
    services, run_id = services_with(store, MODEL, [RunStarted(MODEL), BriefReady(PLAN), *WHOLE_RUN[1:-1], end])
    page = plan_html(services.following.snapshot(run_id).report)
    assert "The total &lt;b&gt;is&lt;/b&gt; missing." in page
    actions = re.findall(rf'data-action="{OBJECT}([^"]*)"', page)
    assert actions == ["0:wrong", "0:right", "1:wrong", "1:right"]
    wrong, right = (answered_objection(services, run_id, one)[0].earlier for one in actions[:2])
    assert wrong
    assert right
    assert said[0] in wrong.changes[-1]
    assert (right.by_hand, right.ground, right.review.doubts) == (True, None, said[1:])
    assert right.brief
    assert (right.brief.assumptions[-1].question, right.brief.assumptions[-1].confirmed) == (said[0], True)
    for unknown in ("2:right", "0:x", "x:right", ""):
        with pytest.raises(BadTask):
            answered_objection(services, run_id, unknown)
