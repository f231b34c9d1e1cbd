"""Whole runs in which a second program is written, with scripted models and programs that are really compared."""

from __future__ import annotations

import json
from dataclasses import replace
from functools import partial

import pytest

from agent.deciding.apart import WRITE
from agent.events import Event, ModelAsked, TestsChanged
from agent.moves.comparing import SAME_TESTS
from agent.reasons import NO_GROUNDS
from agent.report import fold
from agent.request import confirming
from agent.types import Request
from languages.brief import Example
from tests.agent.test_loop import KEPT_OPEN, ending, of
from tests.agent.test_loop import play as play_anew
from tests.fakes.quick_runs import only_checks
from tests.fakes.scripted_model import ScriptedModel, fenced
from tests.fakes.tax import OTHER, REQUEST, RIGHT, THIRD, WEAK, WRONG

GROUND = "A second program, written without seeing it, gives the same for "
SETTLED = ", and where they differ the task asks for what yours gives"
BELOW_ZERO = OTHER.replace("if amount", "if 0 <= amount")
"""It differs only for what no test tries."""
play = partial(play_anew, open_sandbox=KEPT_OPEN.remembering())
"""Most of the runs compare the same few programs, which is most of what they take."""
SAYS_NOTHING = 2 * ["ANSWER_1 = unclear"]


@pytest.fixture(autouse=True)
def _checks(monkeypatch: pytest.MonkeyPatch) -> None:
    only_checks(monkeypatch)


def played(coder: ScriptedModel, *answers: str, request: Request = REQUEST) -> tuple[list[Event], ScriptedModel]:
    tester = ScriptedModel(WEAK, *answers)
    return play(coder, tester, request), tester


def test_a_second_program_that_does_the_same_speaks_for_the_first_and_four_requests_do() -> None:
    plan = {"kind": "function", "interface": ["tax(amount)"], "rules": [{"rule": "Much is taxed.", "words": "twice"}]}
    tester = ScriptedModel(json.dumps(plan), WEAK.replace('"""Much', '"""[1] Much'))
    request = replace(REQUEST, task="A tax of twice the amount if that is more than 10, else none.")
    events = play(ScriptedModel(RIGHT, second=OTHER), tester, request)
    assert ending(events).status == "verified"
    assert GROUND in ending(events).reason
    assert [one.kind for one in fold(events).grounds] == ["second"]
    asked = [one.purpose for one in of(ModelAsked, events)]
    assert asked == ["say what will be built", "write the tests", "write the program", WRITE]


def test_who_writes_it_sees_neither_the_tests_nor_the_first_program() -> None:
    seen = []

    class Watched(ScriptedModel):
        def stream(self, prompt, cancel):  # type: ignore[no-untyped-def]
            seen.append(prompt)
            return super().stream(prompt, cancel)

    played(Watched(RIGHT, second=OTHER))
    text = "".join(message.content for message in seen[-1].messages)
    assert (seen[-1].role, seen[-1].attempt) == ("code", 0)
    assert "def tax(amount):\n    ..." in text
    assert "test_much" not in text
    assert "amount * 2" not in text


def test_where_they_differ_the_task_decides_for_the_first() -> None:
    events, _ = played(ScriptedModel(RIGHT, second=WRONG), *2 * ["ANSWER_1 = 0"])
    assert ending(events).status == "verified"
    assert SETTLED in ending(events).reason


def test_where_they_differ_the_task_decides_against_the_first_and_it_is_repaired() -> None:
    coder = ScriptedModel(WRONG, RIGHT, second=OTHER)
    events, _ = played(coder, *2 * ["ANSWER_1 = 0"])
    changes = [f"{one.name} {one.what}" for event in of(TestsChanged, events) for one in event.changes]
    assert changes == ["test_tax_10 added", "test_tax_10 confirmed"]
    assert (ending(events).status, len(coder.asked)) == ("verified", 2)


def test_what_the_task_leaves_open_speaks_against_nobody() -> None:
    events, _ = played(ScriptedModel(RIGHT, second=WRONG), *SAYS_NOTHING)
    assert ending(events).status == "verified"
    assert SETTLED not in ending(events).reason


@pytest.mark.parametrize(
    ("second", "answers"),
    [
        (WRONG, ["ANSWER_1 = 0", "ANSWER_1 = 20", "ANSWER_1 = 30"]),
        (WRONG, []),
        ("I'd rather not.", []),
        (fenced("def tax(amount):\n    return amount"), []),
        (fenced("def tax():\n    return 0"), []),
        (RIGHT.replace("    return 0", "    # else nothing\n    return 0"), []),
    ],
)
def test_what_stays_open_or_cannot_be_compared_keeps_verified_away(second: str, answers: list[str]) -> None:
    events, _ = played(ScriptedModel(RIGHT, second=second), *answers)
    assert (ending(events).status, NO_GROUNDS in ending(events).reason) == ("unverified", True)
    assert fold(events).question == Example("tax(20)", "40")
    asked = [(one.given, one.expected, one.yours) for test in fold(events).undecided for one in test.choices]
    open_ones = [("tax(10)", "0", True), ("tax(10)", "20", False), *([("tax(10)", "30", False)] if answers else [])]
    assert sorted(asked) == (open_ones if second == WRONG else [])


@pytest.mark.parametrize("second", [WRONG, RIGHT, "I'd rather not.", fenced("def tax(amount):\n    return amount")])
def test_another_one_decides_where_nothing_comes_of_the_first_ones(second: str) -> None:
    events, _ = played(ScriptedModel(RIGHT, second=[second, OTHER, THIRD]))
    assert ending(events).status == "verified"
    assert "written without seeing it" in ending(events).reason


def test_of_how_many_programs_one_gives_the_same_is_said() -> None:
    events, _ = played(ScriptedModel(RIGHT, second=[WRONG, OTHER, THIRD]))
    assert "Most of 3 other programs, written without seeing it, give the same for " in ending(events).reason


def test_others_that_differ_in_anything_decide_nothing() -> None:
    events, _ = played(ScriptedModel(RIGHT, second=[WRONG, OTHER.replace("10", "12")]))
    assert (ending(events).status, NO_GROUNDS in ending(events).reason) == ("unverified", True)


def test_what_the_person_confirms_is_all_it_takes() -> None:
    events, _ = played(ScriptedModel(RIGHT, second="I'd rather not."))
    request = confirming("7", fold(events))
    again = play(ScriptedModel(), ScriptedModel(), request)
    assert (ending(again).status, fold(again).question) == ("verified", None)
    assert "The example that you gave comes out right" in ending(again).reason
    assert fold(again).suite.tests[-1].source == "user"


def test_nobody_writes_a_second_one_where_an_example_holds() -> None:
    request = replace(REQUEST, examples=("tax(11) == 22",))
    events, _ = played(ScriptedModel(RIGHT, second="I'd rather not."), request=request)
    assert ending(events).status == "verified"
    assert "The example that you gave comes out right" in ending(events).reason


def test_objects_are_compared_by_what_is_done_with_them() -> None:
    stock = fenced("""class Stock:
    def __init__(self):
        self.left = 0

    def put(self, count):
        if count < 0:
            raise ValueError("Less than nothing")
        self.left += count
""")
    tests = fenced('''from solution import Stock


def test_put():
    """What is put in is there."""
    stock = Stock()
    stock.put(3)
    assert stock.left == 3
''')
    request = Request("A class Stock, with put(count).", "scripted", "scripted")
    events = play(
        ScriptedModel(stock, second=stock.replace("+= count", "= self.left + count")), ScriptedModel(tests), request
    )
    assert (ending(events).status, GROUND in ending(events).reason) == ("verified", True)


@pytest.mark.parametrize(("number", "ends"), [("1 + len(text) - 1", "verified"), ("len(text) + 1", "unverified")])
def test_where_no_input_can_be_varied_the_tests_are_what_it_is_held_to(number: str, ends: str) -> None:
    letters = fenced("def letters(path):\n    text = path.read_text()\n    return len(text)\n")
    tests = fenced('''from solution import letters


def test_letters(tmp_path):
    """They are counted."""
    (tmp_path / "a.txt").write_text("abc")
    assert letters(tmp_path / "a.txt") == 3
''')
    request = Request("A function letters(path).", "scripted", "scripted")
    second = letters.replace("len(text)", number)
    events = play(ScriptedModel(letters, second=second), ScriptedModel(tests), request)
    assert (ending(events).status, SAME_TESTS in ending(events).reason) == (ends, ends == "verified")


@pytest.mark.parametrize(
    ("others", "ends"),
    [
        ([WRONG, OTHER, OTHER], "unverified"),
        ([WRONG, OTHER, THIRD], "verified"),
        ([BELOW_ZERO], "unverified"),
        ([BELOW_ZERO, OTHER], "verified"),
        ([BELOW_ZERO, WRONG, OTHER], "unverified"),
    ],
)
def test_who_differs_weighs_as_much_as_who_agrees(others: list[str], ends: str) -> None:
    events, _ = played(ScriptedModel(RIGHT, second=[*others, "I'd rather not.", "I'd rather not."]))
    assert ending(events).status == ends
    assert ("but not for tax(-" in ending(events).reason) == (ends == "verified" and others[0] == BELOW_ZERO)


SESSIONS = "def tax(amount):\n    Twice the amount if it is more than 10, else 0.\n    >>> tax(20)\n    40\n"
BELOW_ZERO_AGAIN = BELOW_ZERO.replace("amount + amount", "2 * amount")
SEVEN = fenced("def tax(amount):\n    return 7")
BELOW_ZERO_ONCE_MORE = BELOW_ZERO.replace("amount + amount", "amount * 2")


@pytest.mark.parametrize(
    ("others", "task", "ends"),
    [
        ([BELOW_ZERO, BELOW_ZERO_AGAIN, BELOW_ZERO_ONCE_MORE], SESSIONS, "verified"),
        ([BELOW_ZERO, BELOW_ZERO_AGAIN, BELOW_ZERO_AGAIN], SESSIONS, "unverified"),
        ([BELOW_ZERO, BELOW_ZERO_AGAIN, WRONG, BELOW_ZERO_ONCE_MORE], SESSIONS, "unverified"),
        ([BELOW_ZERO, BELOW_ZERO_AGAIN, BELOW_ZERO_ONCE_MORE, SEVEN], SESSIONS, "unverified"),
        ([BELOW_ZERO, BELOW_ZERO_AGAIN, BELOW_ZERO_ONCE_MORE], REQUEST.task, "unverified"),
    ],
    ids=["all of three", "only two", "one differs elsewhere, too", "one differs in most", "the task has no example"],
)
def test_several_that_differ_only_where_nothing_is_tried_speak_together_beside_an_example(
    others: list[str], task: str, ends: str
) -> None:
    coder = ScriptedModel(RIGHT, second=[*others, "I'd rather not."])
    events, _ = played(coder, request=replace(REQUEST, task=task))
    assert ending(events).status == ends
    said = "All of 3 other programs, written without seeing it, give the same for"
    assert (said in ending(events).reason) == (ends == "verified")
    assert ("but not for tax(-" in ending(events).reason) == (ends == "verified")
