"""Whole runs of a program that somebody shared, which lies: its tests say that it is right, and so does its example."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import pytest

from agent import events as ev
from agent.errors import BadTask
from agent.report import Report, fold
from agent.report_json import as_json
from agent.request import going_on, mending, said_in, trying_here
from agent.types import Earlier, Request
from agent.verdict import STEPS
from languages.brief import Brief, Example, Rule
from languages.python.candidates import program, suite
from languages.types import TestCase
from storage.contents import described
from tests.agent.moves.test_reviewing import FILES, RIGHT, TESTS, WITH_FILES
from tests.agent.test_loop import REQUEST, ending, of, play
from tests.agent.test_loop import RIGHT as HONEST
from tests.agent.test_loop import TESTS as OURS
from tests.fakes.quick_runs import only_checks
from tests.fakes.scripted_model import ScriptedModel

LYING = program("def double(number):\n    return 4 if number == 2 else 7\n")
MADE_TO_FIT = suite(
    'from solution import double\n\n\ndef test_two():\n    """[1] [E1] Two."""\n    assert double(2) == 4\n\n\n'
    'def test_others():\n    """[1] Others."""\n    assert double(3) == 7\n    assert double(0) == 7\n',
    (TestCase("test_two", "Two.", rules=(1,), examples=(1,)), TestCase("test_others", "Others.", rules=(1,))),
)
PLAN = Brief("function", rules=(Rule("It doubles."),), examples=(Example("double(2)", "4", "gives twice"),))
CAME = Earlier("", LYING, MADE_TO_FIT, brief=PLAN)
TAKEN_IN = replace(REQUEST, earlier=CAME, taken_in="all")
CONFIRMED = replace(PLAN, examples=(replace(PLAN.examples[0], confirmed=True),))


@pytest.fixture(autouse=True)
def _checks(monkeypatch: pytest.MonkeyPatch) -> None:
    only_checks(monkeypatch)


def told(request: Request, coder: Sequence[str] = (), tester: Sequence[str] = ()) -> tuple[Report, ScriptedModel]:
    model = ScriptedModel(*tester)
    return fold(play(ScriptedModel(*coder), model, request)), model


def is_held_against_its_own_tests_only(report: Report) -> bool:
    return (report.status, report.step, report.grounds) == ("unverified", "anew", ())


@pytest.mark.parametrize(
    "asked",
    [
        TAKEN_IN,
        # What this person confirms is a claim that holds, but the rest of the tests is still somebody else's.
        replace(TAKEN_IN, examples=("double(2) == 4",)),
        replace(TAKEN_IN, earlier=replace(CAME, brief=CONFIRMED)),
    ],
    ids=["as it came", "an example of this person's", "a confirmed one"],
)
def test_what_somebody_shared_is_held_against_the_tests_that_came_with_it_at_best(asked: Request) -> None:
    report, tester = told(asked)
    assert is_held_against_its_own_tests_only(report)
    assert "the 2 tests that came with it" in report.reason
    assert report.advice == STEPS["anew"]
    assert not tester.asked
    said = {one["claim"]: one["holds"] for one in as_json(report, "run")["claims"]}
    assert said["It doubles."] is None
    assert as_json(report, "run")["taken_in"] == "all"


def test_so_it_is_in_all_that_goes_on_from_it() -> None:
    report, _ = told(TAKEN_IN)
    edited = program(LYING.source + "\n\nMORE = 1\n")
    assert is_held_against_its_own_tests_only(told(going_on("r", report, edited=edited))[0])
    assert is_held_against_its_own_tests_only(told(going_on("r", report, ["Be quick."]), [HONEST], [OURS])[0])
    assert is_held_against_its_own_tests_only(told(mending("r", report, "Test more.", "tests"), [HONEST], [OURS])[0])
    assert is_held_against_its_own_tests_only(told(mending("r", report, "Mend it.", "program"), [HONEST])[0])
    with_file = replace(going_on("r", report, ["It has to work with “b” as well."]), files=described({"b": b""}))
    assert is_held_against_its_own_tests_only(told(with_file, [HONEST], [OURS])[0])


def test_without_tests_nothing_was_tried() -> None:
    bare = replace(TAKEN_IN, earlier=replace(CAME, suite=suite("", ())))
    report, _ = told(bare)
    assert is_held_against_its_own_tests_only(report)
    assert "nothing of what it should do was tried" in report.reason
    assert report.chosen
    assert report.chosen.candidate == LYING


def test_tests_that_are_written_here_see_nothing_of_what_came_and_find_the_lie() -> None:
    report, _ = told(TAKEN_IN)
    wished = replace(report, request=replace(TAKEN_IN, earlier=replace(CAME, changes=("Zero, too.",))))
    assert wished.request
    request = trying_here("r", report, said_in(wished.request))
    assert request.task == f"{REQUEST.task}\nZero, too."
    coder, tester = ScriptedModel(HONEST), ScriptedModel(OURS)
    found = fold(play(coder, tester, request))
    assert [one.all_passed for one in found.attempts] == [False, True]
    assert found.attempts[0].candidate == LYING
    assert (found.status, [one.kind for one in found.grounds]) == ("verified", ["second"]), "by the ordinary rules"
    seen = "".join(message.content for asked in tester.asked for message in asked)
    assert "== 7" not in seen
    assert "It doubles." not in seen
    with pytest.raises(BadTask):
        trying_here("r", found, REQUEST.task)


def test_files_that_came_along_may_have_been_picked_for_it_and_are_not_read() -> None:
    request = Request("Write letter(name), and from names.txt a letter for each.", "m", "m", files=described(FILES))
    shown = replace(request, earlier=Earlier("", program(LYING.source), MADE_TO_FIT), taken_in="all")
    report = Report(shown, attempts=fold([ev.CodeReady(1, program(_code(RIGHT)))]).attempts)
    assert trying_here("r", report, request.task, FILES).taken_in == "", "they were replaced by this person's"
    asked = trying_here("r", report, request.task, ["names.txt"])
    assert asked.taken_in == "files"
    events = play(ScriptedModel(), ScriptedModel(TESTS), asked, open_sandbox=WITH_FILES)
    assert ending(events).status == "unverified"
    assert "read what came out" not in [one.purpose for one in of(ev.ModelAsked, events)]


def _code(reply: str) -> str:
    return reply.split("```python\n")[1].split("```")[0]
