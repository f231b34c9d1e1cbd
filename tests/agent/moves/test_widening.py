"""Whole runs of programs that are started, whose tests try too little, with scripted models and planted mistakes."""

from __future__ import annotations

from collections.abc import Sequence
from copy import copy
from dataclasses import replace
from typing import Any

import pytest

from agent.events import Event, ModelAsked, TestsChanged
from agent.moves.widening import SITUATIONS
from agent.report import Report, fold
from agent.test_writing import WIDER
from languages.errors import NoUsableReply
from languages.python.language import PYTHON
from languages.registry import LANGUAGES
from languages.types import CheckReport, Finding, Mutation, Suite
from tests.agent.test_loop import REQUEST, of, play
from tests.fakes.quick_runs import only_checks
from tests.fakes.scripted_model import ScriptedModel, fenced

ASKED = replace(
    REQUEST,
    task="Write a program that asks for an amount and shows the tax, twice the amount, and the fee, a third of it. "
    'Of more than 100 the fee is 33, and of no amount it says "That is no amount."',
    examples=("tax(4) == 8",),
)
PROGRAM = fenced("""def tax(amount):
    return amount * 2


def main():
    amount = int(input("Amount? "))
    fee = amount // 3
    if amount > 100:
        fee = 33
    print("Tax", tax(amount))
    print("Fee", fee)


if __name__ == "__main__":
    try:
        main()
    except (ValueError, EOFError, KeyboardInterrupt):
        print("That is no amount.")
""")
THIN = fenced('''from solution import tax


def test_tax():
    """It is twice the amount."""
    assert tax(4) == 8


def test_shown(program):
    """The fee is shown."""
    assert "Fee" in program.start(typed=["9"]).text
''')
SITUATION = "People type 12, then 100, 101 and 300."
LISTED = f"These:\n\n- {SITUATION}\n- They type nothing at all.\n"
TESTS = '''def test_borders(program):
    """The fee is a third, and at most 33."""
    for amount, fee in ((12, 4), (100, 33), (101, 33), (300, 33)):
        run = program.start(typed=[str(amount)])
        assert f"Fee {fee}" in run.line("Fee")
        assert f"Tax {2 * amount}" in run.line("Tax")


def test_nothing(program):
    """It says so."""
    assert "That is no amount." in program.start(typed=["x"]).text
'''
WRONG = '''def test_rounded(program):
    """The fee is rounded up."""
    assert program.start(typed=["10"]).line("Fee") == "Fee 4"
'''
USELESS = "I can't say."
CHANGE = "-    if amount > 100:\n+    if amount > 101:"
SURVIVORS = tuple(f"solution.x_main__mutmut_{number}" for number in range(8, 13))  # in how the fee is worked out
UNNOTICED = (
    "No test notices this change: for a start with “101” typed the changed program shows “Fee 33”, yours “Fee 34”"
)
MISSED = tuple(Finding(name, UNNOTICED, "low", detail=CHANGE) for name in SURVIVORS)
WEAK = CheckReport("mutmut", "failed", "Too many get away", MISSED, Mutation(10, 5, 0, 0, 15), survivors=SURVIVORS)
STRONG = CheckReport("mutmut", "passed", "All is noticed")
HELD = CheckReport("start", "passed", "It starts")
ENOUGH = 5
"""Tests, with those of the examples, of which it is said that they notice enough."""


@pytest.fixture(autouse=True)
def _checks(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of these mistakes it is said that they get away until there are enough tests. Whether new tests notice them is
    really tried; and nobody works out what other inputs give, so that only wider tests can."""
    only_checks(monkeypatch)
    python = LANGUAGES["python"]
    assert python.strengthening
    unfit = replace(python.strengthening, drafted=_refused)
    monkeypatch.setitem(LANGUAGES, "python", replace(python, strengthening=unfit))
    check: Any = next(one for one in python.checks if one.name == "mutmut")
    check.run = lambda candidate, suite, context: WEAK if len(suite.tests) < ENOUGH else STRONG


def _refused(*_: object) -> Suite:
    raise NoUsableReply("No test can be made of it.")


def played(listed: str, *answers: str) -> tuple[Report, list[Event], list[str]]:
    """The report, all events, and what was done to the tests."""
    tester = ScriptedModel(THIN, *answers)
    events = play(ScriptedModel(PROGRAM, second=listed), tester, ASKED)
    changes = [f"{one.name} {one.what}" for event in of(TestsChanged, events) for one in event.changes]
    return fold(events), events, changes


def asked(events: Sequence[Event]) -> dict[str, str]:
    """All that was said to a model, by what for."""
    return {one.purpose: one.prompt for one in of(ModelAsked, events)}


def test_what_no_test_tries_is_said_by_who_sees_the_program_and_tested_by_who_does_not() -> None:
    report, events, changes = played(LISTED, fenced(TESTS))
    assert (report.status, changes) == ("verified", ["test_borders added", "test_nothing added"])
    said = asked(events)
    assert said[SITUATIONS].count(f"{UNNOTICED}:\n```diff\n{CHANGE}\n```") == len(SURVIVORS)
    assert "already" not in said[SITUATIONS], "nothing was tried yet"
    assert "test_shown" not in said[SITUATIONS], "who sees the program sees no tests"
    assert f"- {SITUATION}\n- They type nothing" in said[WIDER]
    assert "amount * 2" not in said[WIDER], "who writes tests sees no program"


def test_where_too_few_are_noticed_still_more_is_looked_for() -> None:
    one = TESTS.partition("\n\n\n")[0]
    other = one.replace("test_borders", "test_more").replace("(12, 4)", "(15, 5)").replace("300", "400")
    report, events, changes = played(LISTED, fenced(one), fenced(other))
    assert (report.status, changes) == ("verified", ["test_borders added", "test_more added"])
    assert [one.purpose for one in of(ModelAsked, events)].count(WIDER) == 2
    assert f"Think of others:\n\n- {SITUATION}\n- They type nothing" in asked(events)[SITUATIONS]
    report, events, _ = played(LISTED, fenced(one), USELESS)
    assert (report.status, [one.purpose for one in of(ModelAsked, events)].count(WIDER)) == ("unverified", 2)


def test_tests_that_notice_nothing_are_not_added() -> None:
    report, events, changes = played(LISTED, THIN.replace("test_shown", "test_again").replace('["9"]', '["8"]'))
    assert (report.status, changes) == ("unverified", [])
    assert WIDER in asked(events)


def test_a_test_that_the_program_fails_and_nobody_can_settle_is_left_to_the_person() -> None:
    report, _, changes = played(LISTED, fenced(f"{TESTS}\n\n{WRONG}"), *3 * [USELESS])
    assert (report.status, changes[-1], report.steps) == ("unverified", "test_rounded withdrawn", ("decide",))
    assert [one.name for one in report.suite.dropped] == ["test_rounded"]
    assert report.objections == (report.suite.dropped[0].reason,)


def test_without_a_list_no_test_is_asked_for() -> None:
    report, events, _ = played(USELESS)
    assert (report.status, WIDER in asked(events)) == ("unverified", False)


EACH = 'def test_each(x, program):\n    """It says so."""\n    assert "no amount" in program.start(typed=[x]).text\n'
VALUES = 'import pytest\n\n\n@pytest.mark.parametrize("x", {})\n'


@pytest.mark.parametrize(
    ("before", "is_added"), [(VALUES.format('["x", ""]'), True), ("LINES = []\n\n\n" + VALUES.format("LINES"), False)]
)
def test_a_test_that_needs_more_than_itself_takes_no_other_along(before: str, is_added: bool) -> None:
    report, _, changes = played(LISTED, fenced(f"{before}{EACH}\n\n{TESTS}"))
    others = ["test_borders added", "test_nothing added"]
    assert (report.status, sorted(changes)) == ("verified", sorted([*others, *["test_each added"] * is_added]))


def test_mistakes_in_the_scripts_of_a_page_are_told_of_too(monkeypatch: pytest.MonkeyPatch) -> None:
    mistake = Finding("not noticed", "No test notices `x = 1` in line 3, instead of `x = 2`", "medium")
    unshown = CheckReport("start", "not_checked", "Of 3 mistakes tests notice 1", (mistake,), helps="tests")
    quick = LANGUAGES["python"]
    start, strength = (copy(next(one for one in PYTHON.checks if one.name == name)) for name in ("start", "mutmut"))
    monkeypatch.setattr(start, "run", lambda candidate, suite, context: unshown if len(suite.tests) < ENOUGH else HELD)
    monkeypatch.setattr(strength, "run", lambda candidate, suite, context: STRONG)
    monkeypatch.setitem(LANGUAGES, "python", replace(quick, checks=(start, strength)))
    report, events, changes = played(LISTED, fenced(TESTS))
    assert (report.status, changes) == ("verified", ["test_borders added", "test_nothing added"])
    assert f"{mistake.message}.\n" in asked(events)[SITUATIONS]
