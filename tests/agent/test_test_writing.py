"""Whole runs in which examples become tests, with scripted models, the real process sandbox and no checks."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from agent import events as ev
from agent.completing import Additions, completed
from agent.loop import Parts, run
from agent.report import fold
from agent.types import Earlier
from cancel import Cancel
from languages.answers import Answers
from languages.brief import Example, Rule
from languages.python.candidates import program
from languages.registry import language_named
from languages.types import Suite, TestCase
from tests.agent.test_loop import KEPT_OPEN, REQUEST, RIGHT, TESTS, ending, play
from tests.fakes.quick_runs import only_checks
from tests.fakes.scripted_model import ScriptedModel, fenced


@pytest.fixture(autouse=True)
def _checks(monkeypatch: pytest.MonkeyPatch) -> None:
    only_checks(monkeypatch)


def test_examples_become_tests_that_stay() -> None:
    request = replace(REQUEST, examples=("double(21) == 42",))
    events = play(ScriptedModel(fenced("def double(number):\n    return {0: 0, 2: 4}[number]"), RIGHT), request=request)
    assert ending(events).status == "verified"
    report = fold(events)
    assert report.attempts[0].passed == 2
    assert [test.source for test in report.suite.tests] == ["model", "model", "user"]


def test_an_example_of_the_task_is_tested_though_the_model_leaves_it_out() -> None:
    request = replace(REQUEST, task=f"{REQUEST.task}\n\n>>> double(21)\n42\n")
    events = play(ScriptedModel(fenced("def double(number):\n    return {0: 0, 2: 4}[number]"), RIGHT), request=request)
    assert ending(events).status == "verified"
    assert [(test.source, test.examples) for test in fold(events).suite.tests][-1] == ("user", (1,))
    assert fold(events).attempts[0].passed == 2


def test_a_test_that_asserts_the_very_value_of_an_example_is_known_to_fail_for_another_one() -> None:
    request = replace(REQUEST, task=f"{REQUEST.task}\n\n>>> double(2)\n4\n")
    suite = fold(play(ScriptedModel(RIGHT), request=request)).suite
    assert [test.fails_for for test in suite.tests if test.examples] == [("example 1",)]
    assert [test.fails_for for test in suite.tests if not test.examples] == [()]


PRINTED = fenced("def double(number):\n    print(number * 2)")
OF_PRINTED = fenced("""from solution import double


def test_two(capsys):
    double(2)
    assert capsys.readouterr().out == "4\\n"
""")


def test_a_session_that_shows_what_is_printed_fails_no_right_program() -> None:
    request = replace(REQUEST, task=f"{REQUEST.task}\n\n>>> double(21)\n42\n")
    finished = ending(play(ScriptedModel(PRINTED), ScriptedModel(OF_PRINTED, OF_PRINTED), request))
    assert finished.status == "unverified"
    assert "of your examples isn't tested" in finished.reason


PLAN = json.dumps(
    {
        "kind": "function",
        "interface": ["double(number)"],
        "rules": [],
        "assumptions": [],
        "examples": [{"given": "two", "expected": "4", "words": "two makes 4"}],
    }
)
HELD = TESTS.replace('"""Twice two is four."""', '"""[E1] Two makes 4."""')


def test_the_plan_waits_for_the_person_and_a_confirmed_example_is_a_test_that_stays() -> None:
    request = replace(REQUEST, task=f"{REQUEST.task}\n\n>>> double(21)\n41\n", ask="always")
    said: list[ev.Event] = []

    def person() -> Answers:
        said.extend(events)
        return Answers(outcomes={1: "42"}, rules=("It knows zero.",))

    events: list[ev.Event] = []
    tester = ScriptedModel(TESTS, TESTS.replace('"""Twice nothing', '"""[1] Twice nothing'))
    for event in run(request, Parts(ScriptedModel(RIGHT), tester, KEPT_OPEN.open, person), Cancel()):
        events.append(event)
    assert isinstance(said[-1], ev.AnswerAwaited)
    report = fold(events)
    assert report.status == "verified"
    assert report.brief
    assert report.brief.examples == (Example("double(21)", "42", "double(21)\n41", confirmed=True),)
    assert report.brief.rules == (Rule("It knows zero.", confirmed=True),)
    assert [(test.source, test.examples) for test in report.suite.tests][-1] == ("user", (1,))
    assert "- double(21) == 42" in tester.asked[0][-1].content
    # A wish goes on from it, though the task says of itself what is to be built.
    wish = Earlier(
        "r1", program("def double(number):\n    return number * 2"), report.suite, ("Faster.",), report.brief
    )
    again = fold(play(ScriptedModel(RIGHT), ScriptedModel(TESTS), replace(request, earlier=wish, ask="never")))
    assert again.brief == report.brief
    assert [(test.source, test.examples) for test in again.suite.tests][-1] == ("user", (1,))


@pytest.mark.parametrize(("second", "verdict"), [(HELD, "verified"), (HELD.replace("== 4", "== 2 + 2"), "unverified")])
def test_an_example_in_words_needs_a_test_that_holds_its_outcome(second: str, verdict: str) -> None:
    request = replace(REQUEST, task="Twice a number; two makes 4.", ask="always")
    tester = ScriptedModel(PLAN, TESTS, second)
    parts = Parts(ScriptedModel(RIGHT), tester, KEPT_OPEN.open, lambda: Answers(outcomes={1: "4"}))
    report = fold(run(request, parts, Cancel()))
    assert report.status == verdict, report.reason
    assert "[E1] two -> 4" in tester.asked[1][-1].content
    assert "No test named [E1]" in tester.asked[2][-1].content
    sources = ["user", "model"] if verdict == "verified" else ["model", "model", "model"]
    assert [test.source for test in report.suite.tests] == sources, "a copy of a test only gives it its mark"
    assert report.unheld_examples == (() if verdict == "verified" else (1,))
    assert ("of your examples isn't tested" in report.reason) == (verdict == "unverified")


RULES = [{"rule": "Two makes four.", "words": "two makes 4"}, {"rule": "Nothing stays nothing.", "words": "nothing"}]
RULED = json.dumps(
    {"kind": "function", "interface": ["double(number)"], "rules": RULES, "assumptions": [], "examples": []}
)
FIRST = TESTS.replace('"""Twice two', '"""[1] Twice two')
NEW = fenced('''from solution import double


def test_nothing_again():
    """[2] Nothing stays nothing."""
    assert double(-0) == 0
''')


@pytest.mark.parametrize(
    ("answer", "rules"),
    [
        ("- `test_zero`: [2]", [(1,), (2,)]),
        (NEW, [(1,), (), (2,)]),
        (FIRST.replace('"""Twice nothing', '"""[2] Twice nothing'), [(1,), (2,)]),
        ("I can't say.", [(1,), ()]),
    ],
    ids=["a mark", "a new test", "all of them once more", "nothing"],
)
def test_what_tests_lack_is_asked_for_alone_and_the_others_stay(answer: str, rules: list[tuple[int, ...]]) -> None:
    request = replace(REQUEST, task="Twice a number; two makes 4, and nothing is nothing.")
    tester = ScriptedModel(RULED, FIRST, answer)
    suite = fold(play(ScriptedModel(RIGHT), tester, request)).suite
    assert "No test names rule 2" in tester.asked[2][-1].content
    assert [test.rules for test in suite.tests] == rules
    assert [test.name for test in suite.tests][:2] == ["test_two", "test_zero"]


def one_test(name: str, rule: int, given: str) -> Suite:
    source = f'def test_{name}():\n    """[{rule}] The middle."""\n    assert middle({given}) == 2\n'
    case = TestCase(f"test_{name}", "The middle.", rules=(rule,))
    return Suite({"test_solution.py": f"from solution import middle\n\n\n{source}"}, (case,))


@pytest.mark.parametrize(
    ("old", "new", "rules"),
    [
        ("[1, 2, 3]", "[1, 2, 3]", [(1, 2)]),
        ("[1, 2, 3]", "[1, 3]", [(1,), (2,)]),
        ("'abc'[0]", "'abc'[1]", [(1,), (2,)]),
        ("'1 2 3'", "'123'", [(1,), (2,)]),
    ],
    ids=["a copy", "another list", "another place", "other blanks"],
)
def test_only_a_copy_of_a_test_gives_that_its_mark(old: str, new: str, rules: list[tuple[int, ...]]) -> None:
    additions = Additions({}, one_test("two", 2, new))
    whole = completed(one_test("one", 1, old), additions, language_named("python"))
    assert [test.rules for test in whole.tests] == rules


CONTRADICTING = fenced('''from solution import double


def test_two():
    """Twice two is four."""
    assert double(2) == 4


def test_two_again():
    """Twice two is five."""
    number = 2
    assert double(number) == 5


def test_zero():
    """Twice nothing is nothing."""
    assert double(0) == 0
''')


@pytest.mark.parametrize(
    ("examples", "answers", "gone", "asked"),
    [
        (("double(2) == 4",), [], {"test_two_again"}, 1),
        ((), ["ANSWER_1 = 4"], {"test_two_again"}, 2),
        ((), ["ANSWER_1 = 7"], {"test_two", "test_two_again"}, 2),
        ((), ["I can't say."], {"test_two", "test_two_again"}, 2),
    ],
    ids=["an example", "the task", "neither", "nobody"],
)
def test_tests_that_contradict_each_other_are_named_before_there_is_a_program(
    examples: tuple[str, ...], answers: list[str], gone: set[str], asked: int
) -> None:
    tester = ScriptedModel(CONTRADICTING, *answers)
    events = play(ScriptedModel(RIGHT), tester, replace(REQUEST, examples=examples))
    ready = next(event.suite for event in events if isinstance(event, ev.TestsReady))
    assert {one.name for one in ready.dropped} == gone
    assert all("It expects" in one.reason for one in ready.dropped)
    assert not gone & {test.name for test in ready.tests}
    assert len(tester.asked) == asked
    assert asked == 1 or "assert double(2) == ANSWER_1" in tester.asked[1][-1].content
