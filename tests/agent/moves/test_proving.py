"""Whole runs with rules whose tests notice no planted mistake, with scripted models."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest

from agent.events import Event, ModelAsked, TestsChanged
from agent.moves.proving import BREAK
from agent.reasons import NO_GROUNDS
from agent.report import Report, fold
from agent.test_writing import SHARPER
from languages.brief import Brief, Rule
from languages.registry import LANGUAGES
from languages.types import CheckReport
from tests.agent.test_loop import REQUEST, ending, of, play
from tests.fakes.quick_runs import only_checks
from tests.fakes.scripted_model import ScriptedModel, fenced

RULES = (Rule("Each pays the same, rounded down."), Rule("Nobody can't pay."), Rule("A list of none is no words."))
ASKED = replace(
    REQUEST,
    task="Write share(cents, people), and listed(names), which joins them by commas.",
    brief=Brief("function", rules=RULES),
    examples=("share(50, 5) == 10",),
)
PROGRAM = """def share(cents, people):
    if people < 1:
        raise ValueError
    return cents // people


def listed(names):
    if not names:
        return ""
    return ", ".join(names)
"""
OF_THREE = '''

def test_none():
    """[3] None is no words."""
    assert listed([]) == ""


def test_names():
    """[3] Names are joined."""
    assert listed(["a", "b"]) == "a, b"
'''
OF_SHARES = '''import pytest
from solution import share, listed


def test_share():
    """[1] Each pays the same."""
    assert (share(100, 3), share(7, 1), share(900, 2)) == (33, 7, 450)


def test_refused():
    """[2] Nobody can't pay."""
    REFUSED
'''
GUARD = "with pytest.raises(ValueError):\n        share(100, -1)"
TOOTHLESS = "assert share(0, 3) == 0"
RIGHT, TOO_LITTLE = (fenced(OF_SHARES.replace("REFUSED", body) + OF_THREE) for body in (GUARD, TOOTHLESS))
UNGUARDED = fenced("# rule 2\ndef share(cents, people):\n    return cents // people")
SHARPENED = fenced(
    OF_SHARES.partition("def test_share")[0] + f'def test_nobody():\n    """[2] It is refused."""\n    {GUARD}'
)
USELESS = "I'd rather not."


@pytest.fixture(autouse=True)
def _checks(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Mistakes are planted where a test says so; elsewhere the tests of rule 2 are said to notice none."""
    marker = request.node.get_closest_marker("checks")
    only_checks(monkeypatch, *(marker.args if marker else ()))
    if not marker:
        check: Any = next(one for one in LANGUAGES["python"].checks if one.name == "mutmut")
        check.run = lambda *_: CheckReport("mutmut", "passed", "All is noticed", unproven=("rule 2",))


def played(tests: str, *sharper: str, broken: str | Sequence[str] = USELESS) -> tuple[list[Event], list[str], Report]:
    """What happened, and for what a model was asked after the program."""
    events = play(ScriptedModel(fenced(PROGRAM), second=broken), ScriptedModel(tests, *sharper), ASKED)
    return events, [one.purpose for one in of(ModelAsked, events)][2:], fold(events)


@pytest.mark.checks("mutmut")
def test_a_right_test_that_no_planted_mistake_moves_is_cleared_by_a_broken_program() -> None:
    events, asked, report = played(RIGHT, broken=UNGUARDED)
    assert {one.name: one.unproven for one in report.checks}["mutmut"] == ("rule 2",)
    assert (ending(events).status, asked, report.unproven) == ("verified", [BREAK], ())
    assert [(one.name, one.what) for event in of(TestsChanged, events) for one in event.changes] == [
        ("test_refused", "tried")
    ]


def test_a_rule_with_a_toothless_test_keeps_verified_away_and_says_so() -> None:
    events, asked, report = played(TOO_LITTLE, USELESS, broken=UNGUARDED)
    assert (ending(events).status, ending(events).step, asked) == ("unverified", "tests", [BREAK, SHARPER])
    assert report.unproven == ("rule 2",)


def test_better_tests_are_asked_for_and_taken_if_they_fail_where_they_must() -> None:
    events, _, report = played(TOO_LITTLE, SHARPENED, broken=UNGUARDED)
    assert ending(events).status == "verified"
    assert [test.fails_for for test in report.suite.tests if test.name == "test_nobody"] == [("rule 2",)]


def test_what_is_asked_is_about_just_these_and_shows_each_model_only_its_own() -> None:
    coder = ScriptedModel(fenced(PROGRAM), second=UNGUARDED)
    tester = ScriptedModel(TOO_LITTLE, SHARPENED)
    prompts = {one.purpose: one.prompt for one in of(ModelAsked, play(coder, tester, ASKED))}
    assert "- rule 2: Nobody can't pay.\n\nFor each" in prompts[BREAK]
    assert "- rule 2: Nobody can't pay.\n\nWrite one" in prompts[SHARPER]
    assert "share(0, 3)" not in prompts[BREAK], "who breaks it sees no tests"
    assert not [one for one in tester.asked for message in one if "people < 1" in message.content]


@pytest.mark.parametrize(
    "broken",
    [
        USELESS,
        fenced(PROGRAM),
        fenced("# rule 2\ndef share(cents, people):\n    return cents // nobody"),
        fenced("# rule 2\nimport nothing\n\n\ndef share(cents, people):\n    return cents // people"),
        fenced("# rule 2\ndef share(cents, people):\n    return 1\n\n\ndef listed(names):\n    return 2"),
    ],
    ids=["isn't answered", "is the same", "stops with an error", "can't be loaded", "breaks most things"],
)
def test_a_broken_program_that_is_unusable_proves_nothing(broken: str) -> None:
    events, asked, report = played(RIGHT, USELESS, broken=broken)
    assert (ending(events).status, asked, report.unproven) == ("unverified", [BREAK, SHARPER], ("rule 2",))


def test_an_earlier_program_that_breaks_it_proves_it_without_a_request() -> None:
    first = fenced(PROGRAM.replace("people < 1", "people < -5"))
    events = play(ScriptedModel(first, fenced(PROGRAM)), ScriptedModel(RIGHT), ASKED)
    assert ending(events).status == "verified"
    assert not {one.purpose for one in of(ModelAsked, events)} & {BREAK, SHARPER}
    assert [test.fails_for for test in fold(events).suite.tests if test.fails_for] == [("rule 2",)]


def test_a_better_test_that_the_program_fails_shows_a_bug_which_is_repaired() -> None:
    wrong = fenced(PROGRAM.replace("raise ValueError", "return 0"))
    coder = ScriptedModel(wrong, fenced(PROGRAM), second=USELESS)
    tester = ScriptedModel(TOO_LITTLE, SHARPENED, *2 * ["ANSWER_1 = raises ValueError"])
    events = play(coder, tester, ASKED)
    assert (ending(events).status, len(coder.asked), fold(events).unproven) == ("verified", 2, ())


def test_a_better_test_of_which_nobody_knows_whether_it_is_right_is_taken_back() -> None:
    wrong = SHARPENED.replace("share(100, -1)", "share(100, 4)")
    events, _, report = played(TOO_LITTLE, wrong, broken=UNGUARDED)
    assert (report.status, report.unproven) == ("unverified", ("rule 2",))
    assert "test_nobody" not in {test.name for test in report.suite.tests}
    assert [one.name for one in report.suite.dropped] == ["test_nobody"]
    assert "test_nobody withdrawn" in [
        f"{one.name} {one.what}" for event in of(TestsChanged, events) for one in event.changes
    ]


def test_nobody_is_asked_where_it_could_not_change_the_verdict() -> None:
    unheard = replace(ASKED, examples=())
    events = play(ScriptedModel(fenced(PROGRAM), second=USELESS), ScriptedModel(TOO_LITTLE, USELESS), unheard)
    assert NO_GROUNDS in ending(events).reason
    assert ending(events).step == "confirm"
    assert not {one.purpose for one in of(ModelAsked, events)} & {BREAK, SHARPER}
