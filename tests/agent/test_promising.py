"""A plan with nothing of the request in it: the model is asked once more, and then nothing is claimed by it."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from agent.briefing import shown_of
from agent.loop import Parts, run
from agent.promising import not_promised, promises_nothing
from agent.report import Report, fold
from agent.types import Earlier
from cancel import Cancel
from languages.answers import Answers
from languages.brief import Assumption, Brief, Example, Rule
from languages.files import FileLook
from languages.python.candidates import program
from languages.python.language import PYTHON
from languages.types import Suite
from tests.agent.test_loop import KEPT_OPEN, REQUEST, RIGHT, TESTS
from tests.fakes.quick_runs import only_checks
from tests.fakes.scripted_model import ScriptedModel

TASK = replace(REQUEST, task="Twice a number, please.")
EMPTY, FULL = "It shows a result.", "What comes is twice the number."
TAGGED = TESTS.replace('"""Twice', '"""[1] Twice')


def plan(rule: str) -> str:
    return json.dumps(
        {"kind": "function", "interface": ["double(number)"], "rules": [{"rule": rule, "words": "Twice"}]}
    )


def played(*plans: str, said: Answers | None = None) -> tuple[Report, ScriptedModel]:
    tester = ScriptedModel(*plans, TAGGED)
    request = replace(TASK, ask="always") if said else TASK
    parts = Parts(ScriptedModel(RIGHT), tester, KEPT_OPEN.open, lambda: said or Answers())
    return fold(run(request, parts, Cancel())), tester


@pytest.fixture(autouse=True)
def _no_checks(monkeypatch: pytest.MonkeyPatch) -> None:
    only_checks(monkeypatch)


def test_an_empty_plan_is_asked_for_again_and_claims_nothing() -> None:
    report, tester = played(plan(EMPTY), plan(FULL))
    assert (report.status, report.brief and report.brief.rules[0].rule) == ("verified", FULL)
    assert "No rule has a word of the request" in tester.asked[1][-1].content
    report, _ = played(plan(EMPTY), plan(EMPTY))
    assert (report.status, report.steps[0]) == ("unverified", "plan")
    assert "names nothing of your request" in report.reason


def test_what_the_person_adds_to_an_empty_plan_counts() -> None:
    report, _ = played(plan(EMPTY), plan(EMPTY), said=Answers(without=(1,), rules=("Good numbers.",)))
    assert report.status == "verified", report.reason


@pytest.mark.parametrize(
    ("brief", "task", "empty"),
    [
        (Brief("files", rules=(Rule(EMPTY, "add up the sales"),)), "Please add up the sales of the week", True),
        (
            Brief("files", "Double-click it and it adds.", rules=(Rule(EMPTY, "as vendas"),)),
            "Some as vendas de uma",
            False,
        ),
        (Brief("files", rules=(Rule(EMPTY),), examples=(Example("1", "2", "1 is 2"),)), "1 is 2", False),
        (Brief("files"), "Please add up the sales", True),
        (Brief("function", rules=(Rule(EMPTY),)), "Write double(number), which gives twice the number.", False),
        (None, "Please add up the sales", False),
    ],
)
def test_a_quote_counts_only_in_another_language(brief: Brief | None, task: str, empty: bool) -> None:
    assert promises_nothing(brief, replace(REQUEST, task=task), PYTHON) == empty


def test_the_words_of_a_wish_are_the_persons_too() -> None:
    earlier = Earlier("r1", program("x = 1"), Suite({}, ()), ("Show each week as well.",))
    brief = Brief("files", rules=(Rule("Weeks are shown."),))
    assert promises_nothing(brief, replace(REQUEST, task="Add up the sales of tea, coffee and cake"), PYTHON)
    assert not promises_nothing(brief, replace(REQUEST, task="Add up the sales", earlier=earlier), PYTHON)


def test_results_are_shown_only_where_they_are_of_the_persons_files() -> None:
    theirs = Assumption("Gifts?", "Left out.", ("Shown.",), results=("Ann 3", "Ann 3\nBo 0"))
    made_up = replace(theirs, results=("x: 17", "y: 18"))
    looks = [FileLook("sales.csv", 20, "text", "Ann;3\nBo;0\n")]
    shown = shown_of(looks, Brief("files", assumptions=(theirs, made_up)))
    assert shown.questions == (1,)
    assert shown_of([], shown).questions == ()


def test_a_plan_of_functions_may_do_without_rules() -> None:
    brief = Brief("function")
    assert not promises_nothing(brief, replace(REQUEST, task="Add two numbers."), PYTHON)
    assert promises_nothing(replace(brief, kind="dialogue"), replace(REQUEST, task="Add two numbers."), PYTHON)


@pytest.mark.parametrize(("rule", "is_empty"), [("The word is guessed letter by letter.", False), (EMPTY, True)])
def test_a_plan_of_a_short_request_needs_words_of_its_own(rule: str, is_empty: bool) -> None:
    brief = Brief("dialogue", rules=(Rule(rule),))
    assert promises_nothing(brief, replace(REQUEST, task="Hangman, please!"), PYTHON) is is_empty


def test_what_was_asked_for_and_left_out_keeps_the_seal_away_until_the_person_has_seen_it() -> None:
    request = replace(REQUEST, task="Add my takings, and send a mail with them.")
    brief = Brief("dialogue", rules=(Rule("It adds."),), left_out=("send a mail", "Takings that were typed by others"))
    assert not_promised(brief, request) == ("send a mail",)
    assert not_promised(replace(brief, rules=(Rule("It adds.", confirmed=True),)), request) == ()
