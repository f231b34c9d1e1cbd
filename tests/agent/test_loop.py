"""The story of a run, with scripted models and the real process sandbox; with real checks where they matter."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import TypeVar

import pytest

from agent import events as ev
from agent.loop import Parts, run
from agent.report import fold
from agent.types import Earlier, Limits, Request
from cancel import Cancel
from languages.brief import Brief, Rule
from languages.python.candidates import program, suite
from languages.python.language import PYTHON
from languages.types import NO_NEEDS, TestCase
from sandbox.base import Sandbox
from sandbox.errors import SandboxUnavailable
from tests.fakes.quick_runs import KeptOpen, only_checks
from tests.fakes.scripted_model import ScriptedModel, fenced

T = TypeVar("T")
TESTS = fenced('''from solution import double


def test_two():
    """Twice two is four."""
    assert double(2) == 4


def test_zero():
    """Twice nothing is nothing."""
    assert double(0) == 0
''')
RIGHT = fenced("def double(number):\n    return number * 2")
WORSE = fenced("def double(number):\n    return 7")
UNSAFE = fenced("def double(number):\n    return eval(f'{number} * 2')")
ENDLESS = fenced("def double(number):\n    while True:\n        pass")
REQUEST = Request("Write double(number), which gives twice the number.", "scripted", "scripted")


KEPT_OPEN = KeptOpen()


@pytest.fixture(autouse=True)
def _checks(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    marker = request.node.get_closest_marker("checks")
    only_checks(monkeypatch, *(marker.args if marker else ()))


def play(
    coder: ScriptedModel,
    tester: ScriptedModel | None = None,
    request: Request = REQUEST,
    cancel: Cancel | None = None,
    open_sandbox: Callable[[Callable[[str], None]], Sandbox] = KEPT_OPEN.open,
) -> list[ev.Event]:
    parts = Parts(coder, tester or ScriptedModel(TESTS), open_sandbox)
    return list(run(request, parts, cancel or Cancel()))


def limited(**changes: float) -> Request:
    return replace(REQUEST, limits=replace(Limits(), **changes))  # type: ignore[arg-type]


def ending(events: Iterable[ev.Event]) -> ev.RunFinished:
    *_, last = events
    assert isinstance(last, ev.RunFinished)
    return last


def of(kind: type[T], events: Iterable[ev.Event]) -> list[T]:
    return [event for event in events if isinstance(event, kind)]


@pytest.mark.checks("start", "attack", "bandit", "pip-audit", "surroundings", "mutmut", "integrity")
def test_a_right_program_is_verified_at_once_with_tests_whose_model_never_sees_it() -> None:
    coder, tester = ScriptedModel(RIGHT), ScriptedModel(TESTS)
    events = play(coder, tester)
    assert isinstance(events[0], ev.RunStarted)
    assert ending(events).status == "verified"
    described = [test.description for test in of(ev.TestsReady, events)[0].suite.tests]
    assert described == ["Twice two is four.", "Twice nothing is nothing."]
    checks = dict.fromkeys(("start", "attack", "bandit", "pip-audit", "surroundings", "mutmut", "integrity"), "passed")
    assert {check.name: check.status for check in fold(events).checks} == checks
    assert len(coder.asked) == len(tester.asked) == 1
    assert "def double" not in "".join(message.content for message in tester.asked[0])
    assert "def test_two" in coder.asked[0][1].content


def test_a_wrong_program_is_mended_from_its_condensed_failures() -> None:
    wrong = fenced("def double(number):\n    return number + 1")
    coder = ScriptedModel(wrong, RIGHT)
    events = play(coder)
    assert ending(events).status == "verified"
    feedback = coder.asked[1][-1].content
    assert "0 of 2 tests" in feedback
    assert "Twice two is four." in feedback
    assert "assert 3 == 4" in feedback
    assert "double, line 2: number=2" in feedback


def test_of_a_test_that_fails_again_it_is_told_line_by_line_what_the_program_did() -> None:
    other = fenced("def double(number):\n    twice = number + 3\n    return twice")
    coder = ScriptedModel(WORSE, other, RIGHT)
    assert ending(play(coder)).status == "verified"
    _, first, second = (messages[-1].content for messages in coder.asked)
    assert "line by line" not in first
    assert "double(number=2)\n  2: twice = number + 3   # twice=5\n  3: return twice\n  gives 5" in second


def test_the_best_attempt_is_kept_not_the_last() -> None:
    one_right = fenced("def double(number):\n    return 0")
    finished = ending(play(ScriptedModel(WORSE, one_right, WORSE + "# again"), request=limited(attempts=3)))
    assert finished.status == "failed"
    assert finished.attempt == 2
    assert "1 of 2" in finished.reason


def test_a_repair_that_makes_fewer_tests_pass_is_taken_back_and_the_model_is_told_what_was_tried() -> None:
    one_right = "def double(number):\n    return 0"
    coder = ScriptedModel(fenced(one_right), WORSE, RIGHT)
    assert ending(play(coder)).status == "verified"
    *_, before, feedback = coder.asked[2]
    assert "return 0" in before.content
    assert "1 of 2 tests" in feedback.content
    assert "it was taken back" in feedback.content
    assert "- 2: 0 of 2 tests pass, not test_two, test_zero" in feedback.content


@pytest.mark.checks("bandit")
def test_a_serious_finding_goes_back_and_is_mended() -> None:
    coder = ScriptedModel(UNSAFE, RIGHT)
    events = play(coder)
    assert ending(events).status == "verified"
    assert "B307" in coder.asked[1][-1].content
    first = fold(events).attempts[0]
    assert {check.name: check.status for check in first.checks}["bandit"] == "failed"


ADDS = fenced('''def test_sum(program):
    """The sum is shown."""
    assert "Sum: 7" in program.start(typed=["3", "4"]).text
''')
CARELESS = """
def number(question):
    return int(input(question))

print("Sum:", number("One: ") + number("Two: "))
"""
CAREFUL = """
def number(question):
    while True:
        text = input(question)
        if text.isascii() and text.isdecimal() and len(text) < 9:
            return int(text)
        print("Only digits, please.")

try:
    print("Sum:", number("One: ") + number("Two: "))
except (EOFError, KeyboardInterrupt):
    print("Stopped.")
"""


@pytest.mark.checks("attack")
def test_what_odd_use_found_holds_each_later_program() -> None:
    request = replace(REQUEST, task="Ask for two numbers, and show their sum.")
    coder = ScriptedModel(fenced(CARELESS), fenced(CAREFUL))
    report = fold(play(coder, ScriptedModel(ADDS), request))
    assert [one.number for one in report.attempts] == [1, 2]
    assert [test.name for test in report.suite.tests] == ["test_sum"]
    (held,) = report.suite.beside.values()
    assert "def test_odd_use_1(program):" in held
    assert report.suite.beside.keys() <= PYTHON.handed_over(program(CAREFUL), report.suite, NO_NEEDS).keys()
    # A later program that falls over there isn't what was asked for, whatever its checks say.
    again = replace(request, earlier=Earlier("r1", program(CARELESS), report.suite))
    failed = fold(play(ScriptedModel(), ScriptedModel(), again)).attempts[0]
    assert {one.name for one in failed.results if one.outcome == "failed"} >= {"test_odd_use_1"}


def test_the_same_program_again_changes_the_approach_and_then_gives_up() -> None:
    coder = ScriptedModel(WORSE, WORSE, WORSE, WORSE, RIGHT)
    events = play(coder)
    assert len(of(ev.Stuck, events)) == 2
    assert "choose a different approach" in coder.asked[2][-1].content
    assert ending(events).status == "failed"
    assert len(coder.asked) == 4


def test_a_change_of_approach_can_succeed_and_a_limit_of_no_dollars_lets_free_models_work() -> None:
    events = play(ScriptedModel(WORSE, WORSE, RIGHT), request=limited(max_cost_usd=0.0))
    assert ending(events).status == "verified"


@pytest.mark.parametrize(
    ("first", "reason"),
    [
        ("I'd rather talk about the weather.", "There is no test in the reply"),
        (
            fenced("from solution import double\n\ndef test_it():\n    assert callable(double)\n"),
            "test_it: It passes even when nothing is implemented",
        ),
    ],
    ids=["no tests", "tests that prove nothing"],
)
def test_tests_of_no_use_are_asked_for_again_with_the_reason(first: str, reason: str) -> None:
    tester = ScriptedModel(first, TESTS)
    events = play(ScriptedModel(RIGHT), tester)
    assert ending(events).status == "verified"
    assert reason in of(ev.ReplyRejected, events)[0].reason
    assert of(ev.ReplyRejected, events)[0].reason in tester.asked[1][-1].content


@pytest.mark.checks("integrity")
def test_a_pass_that_was_not_earned_goes_back_and_is_mended() -> None:
    cheat = "class Same:\n    def __eq__(self, other):\n        return bool(id(other))\n\n\n"
    cheat += "def double(number):\n    return Same()\n"
    coder = ScriptedModel(fenced(cheat), RIGHT)
    events = play(coder)
    assert ending(events).status == "verified"
    assert "A test that expects a wrong answer passed too (test_two)" in coder.asked[1][-1].content
    assert {check.name: check.status for check in fold(events).attempts[0].checks}["integrity"] == "failed"


def test_a_model_that_never_writes_tests_ends_in_a_clear_error() -> None:
    tester = ScriptedModel(*["Sorry, no."] * 10)
    events = play(ScriptedModel(RIGHT), tester)
    assert ending(events).status == "error"
    assert "asked 3 times to write the tests" in ending(events).reason
    assert "another model" in ending(events).advice
    assert len(tester.asked) == 3


@pytest.mark.checks("bandit")
@pytest.mark.parametrize(
    ("first", "then", "verdict"),
    [
        (WORSE, [], ("failed", "passes 0 of 2 tests.")),
        (UNSAFE, [], ("unverified", "The script is over. The program passes")),
        (WORSE, ["Sorry, no."] * 3, ("failed", "was asked 3 times to repair the program (attempt 2)")),
    ],
    ids=["wrong", "unsafe", "unusable repairs"],
)
def test_what_was_reached_is_judged_and_handed_over_when_the_model_stops(
    first: str, then: list[str], verdict: tuple[str, str]
) -> None:
    finished = ending(play(ScriptedModel(first, *then)))
    status, reason = verdict
    assert (finished.status, finished.attempt, finished.missing) == (status, 1, False)
    assert reason in finished.reason


@pytest.mark.parametrize(
    ("first", "limits", "said"),
    [(ENDLESS, {"seconds": 4.0}, "time limit of 4 seconds"), (WORSE, {"max_cost_usd": 1.0}, "$1.00")],
    ids=["of time", "in dollars"],
)
def test_a_limit_ends_the_run_with_what_there_is(first: str, limits: dict[str, float], said: str) -> None:
    coder = ScriptedModel(first, RIGHT, cost_usd=0.6)
    finished = ending(play(coder, ScriptedModel(TESTS, cost_usd=0.5), limited(**limits)))
    assert (finished.status, len(coder.asked)) == ("failed", 1)
    assert said in finished.reason
    assert finished.advice.startswith("Give it more time" if "time" in said else "Raise the limit")


@pytest.mark.checks("mutmut", "integrity")
@pytest.mark.parametrize(
    ("code", "at", "attempt"),
    [(ENDLESS, ev.CodeReady, None), (RIGHT, ev.CheckStarted, 1)],
    ids=["as tests run", "during the checks"],
)
def test_cancelling_ends_the_run_and_keeps_what_was_tested(code: str, at: type[ev.Event], attempt: int | None) -> None:
    cancel, events = Cancel(), list[ev.Event]()
    for event in run(REQUEST, Parts(ScriptedModel(code), ScriptedModel(TESTS), KEPT_OPEN.open), cancel):
        events.append(event)
        if isinstance(event, at):
            threading.Timer(0.3, cancel.cancel, ["You stopped it."]).start()
    assert (ending(events).status, ending(events).reason) == ("cancelled", "You stopped it.")
    assert (ending(events).attempt, len(of(ev.TestsRan, events))) == (attempt, int(attempt is not None))


def test_without_a_sandbox_the_run_says_what_is_missing() -> None:
    def broken(announce: Callable[[str], None]) -> Sandbox:
        raise SandboxUnavailable("There is no sandbox.", "Install Docker.")

    coder, tester = ScriptedModel(RIGHT), ScriptedModel(TESTS)
    finished = ending(play(coder, tester, open_sandbox=broken))
    assert (finished.status, finished.missing, finished.advice) == ("error", True, "Install Docker.")
    assert not coder.asked
    assert not tester.asked


def test_a_wish_goes_on_from_the_program_and_its_tests() -> None:
    tests = suite(
        "from solution import double\n\n\ndef test_old():\n    assert double(2) == 4\n\n\n"
        "def test_of_the_user():\n    assert double(2) == 5\n",
        (TestCase("test_old", "Old."), TestCase("test_of_the_user", "Theirs.", "user")),
    )
    before = program("def double(number):\n    return 2 * number\n")
    earlier = Earlier("r1", before, tests, ("Halves, too.", "Faster."))
    coder, tester = ScriptedModel(RIGHT), ScriptedModel(TESTS)
    events = play(coder, tester, replace(REQUEST, earlier=earlier))
    assert ending(events).status == "verified"
    assert "2. Faster." in tester.asked[0][-1].content
    assert "test_old" in tester.asked[0][-1].content
    assert "test_of_the_user" not in tester.asked[0][-1].content, "it is made anew of what they confirm now"
    assert "return 2 * number" in coder.asked[0][-1].content
    assert "1. Halves, too." in coder.asked[0][-1].content
    assert "return 2 * number" not in tester.asked[0][-1].content


def test_what_only_mends_keeps_the_plan_and_tries_the_program_as_it_is_first() -> None:
    plan = Brief("function", rules=(Rule("It doubles."),))
    wrong = program("def double(number):\n    return 3 * number\n")
    first = fold(play(ScriptedModel(RIGHT)))
    earlier = Earlier("r1", wrong, first.suite, ("Mend this.",), plan, "program")
    coder, tester = ScriptedModel(RIGHT), ScriptedModel()
    mended = fold(play(coder, tester, replace(REQUEST, earlier=earlier)))
    assert mended.brief == plan
    assert [attempt.all_passed for attempt in mended.attempts] == [False, True]
    assert "return 3 * number" in coder.asked[0][-2].content
    assert not tester.asked
    right = replace(earlier, candidate=mended.attempts[-1].candidate, mends="tests")
    coder, tester = ScriptedModel(), ScriptedModel(TESTS)
    assert len(fold(play(coder, tester, replace(REQUEST, earlier=right))).attempts) == 1
    assert "Mend this." in tester.asked[0][-1].content
    assert not coder.asked


def test_a_program_edited_by_hand_is_checked_once_without_a_model() -> None:
    first = fold(play(ScriptedModel(RIGHT)))
    tests = replace(first.suite, unasked=("of somebody's file",))
    earlier = Earlier("r1", program("def double(number):\n    return 3 * number\n"), tests)
    coder, tester = ScriptedModel(), ScriptedModel()
    events = play(coder, tester, replace(REQUEST, earlier=earlier))
    assert fold(events).suite.unasked == (), "what nobody asked for is found out anew"
    assert ending(events).status == "failed"
    assert fold(events).attempts[0].passed == 1
    assert not coder.asked
    assert not tester.asked
    right = replace(earlier, candidate=program("double = (2).__mul__"))
    assert ending(play(coder, tester, replace(REQUEST, earlier=right))).status != "failed"


def test_what_the_program_leaves_when_it_is_started_is_shown_once_of_what_is_handed_over() -> None:
    tests = fenced('''def test_it_counts(program):
    """It writes down how long a name is."""
    assert program.start(typed=["Ada"]).files["length.txt"] == "3"
''')
    right = fenced("""def main():
    name = input("Name? ")
    with open("length.txt", "w") as file:
        file.write(str(len(name)))


if __name__ == "__main__":
    main()
""")
    wrong = right.replace("len(name)", "len(name) + 1")
    request = replace(limited(attempts=2), task="Write down how long a name is.", brief=Brief("dialogue"))
    events = play(ScriptedModel(wrong, right), ScriptedModel(tests), request)
    (shown,) = of(ev.StartsShown, events)
    _, start = shown.starts
    (file,) = start.files
    assert (shown.attempt, start.test, file.path) == (2, "test_it_counts", "length.txt")
    assert shown.contents[file.digest] == b"3"
    assert fold(events).outcome.starts == shown.starts
