"""Whole runs with a wrong test, with scripted models, the real process sandbox and no checks."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import pytest

from agent.errors import BadTask
from agent.events import Event, TestsChanged
from agent.report import Report, fold
from agent.report_json import as_json
from agent.request import choosing
from agent.types import Request
from tests.agent.test_loop import REQUEST, ending, of, play
from tests.fakes.quick_runs import only_checks
from tests.fakes.scripted_model import ScriptedModel, fenced

RIGHT = fenced("def double(number):\n    return number * 2")
WRONG = fenced("def double(number):\n    return number * number")
WRONG_TEST = fenced('''from solution import double


def test_two():
    """Twice two is four."""
    assert double(2) == 4


def test_zero():
    """Twice nothing is nothing."""
    assert double(0) == 0


def test_three():
    """Twice three is seven."""
    assert double(3) == 7, "seven"
''')
SCENARIOS = fenced('''from solution import double


def test_two():
    """Twice two is four."""
    assert double(2) == 4


def test_zero():
    """Twice nothing is nothing."""
    assert double(0) == 0


def test_shown(program):
    """It shows twice what is typed."""
    run = program.start(typed=["3"])
    assert "7" in run.text
''')
DERIVED = fenced("""def test_case_1(program):
    run = program.start(typed=["3"])
    assert "6" in run.text
""")
PROGRAM = fenced("""def double(number):
    return number * 2


if __name__ == "__main__":
    try:
        print("Twice that is", double(int(input("A number? "))))
    except (ValueError, EOFError, KeyboardInterrupt):
        print("That is no number.")
""")


@pytest.fixture(autouse=True)
def _checks(monkeypatch: pytest.MonkeyPatch) -> None:
    only_checks(monkeypatch)


def played(
    coder: ScriptedModel, tester: ScriptedModel, request: Request = REQUEST
) -> tuple[Report, list[Event], list[str]]:
    events = play(coder, tester, request)
    changes = [f"{one.name} {one.what}" for event in of(TestsChanged, events) for one in event.changes]
    return fold(events), events, changes


def last_of(asked: Sequence[Sequence[object]]) -> str:
    return "".join(str(message) for message in asked[-1])


def test_a_wrong_test_is_derived_again_without_its_value_or_the_program_and_the_right_program_is_verified() -> None:
    tester = ScriptedModel(WRONG_TEST, "Twice three is six.\n\nANSWER_1 = 6")
    coder = ScriptedModel(RIGHT)
    report, events, changes = played(coder, tester)
    assert len(tester.asked) == 2, "what the program gives as well isn't asked twice"
    assert (ending(events).status, changes, len(coder.asked)) == ("verified", ["test_three replaced"], 1)
    assert "double(3) == ANSWER_1" in last_of(tester.asked)
    assert not [said for said in ("seven", "7", "number * 2") if said in last_of(tester.asked)]
    (entry,) = as_json(report, "r1")["dropped_tests"]
    assert (entry["name"], entry["expected"], entry["instead"]) == ("test_three", "7", "6")
    assert "assert double(3) == 6" in report.suite.source


PROPERTY = fenced('''from hypothesis import given, strategies as st
from solution import double


def test_two():
    """Twice two is four."""
    assert double(2) == 4


def test_three():
    """Twice three is six."""
    assert double(3) == 6


@given(number=st.integers(-9, 9))
def test_always_more(number):
    """Twice a number is more than zero."""
    twice = double(number)
    assert twice > 0
''')
LESS = fenced("def test_case_1():\n    assert double(0) == 0\n")
MORE = fenced("def test_case_1():\n    assert double(0) == 1\n")


def test_a_wrong_property_is_settled_by_the_input_with_which_it_failed() -> None:
    tester = ScriptedModel(PROPERTY, LESS, LESS)
    report, events, changes = played(ScriptedModel(RIGHT), tester)
    assert (ending(events).status, changes) == ("verified", ["test_always_more replaced"])
    assert "number = 0" in last_of(tester.asked)
    assert "twice = double(number)" in last_of(tester.asked)
    assert "given" not in report.suite.source.split("import")[-1]
    assert "double(0) == 0" in report.suite.source


def test_a_property_stands_where_nobody_derives_what_the_program_gives() -> None:
    _, events, changes = played(ScriptedModel(RIGHT), ScriptedModel(PROPERTY, MORE, MORE))
    assert (ending(events).status, changes) == ("failed", ["test_always_more confirmed"])


def test_a_right_test_is_confirmed_and_the_wrong_program_repaired_and_told_so() -> None:
    tester = ScriptedModel(WRONG_TEST.replace("7", "6"), "ANSWER_1 = 6")
    coder = ScriptedModel(WRONG, RIGHT)
    _, events, changes = played(coder, tester)
    assert (ending(events).status, changes) == ("verified", ["test_three confirmed"])
    assert "worked out again from the task alone. It is right." in last_of(coder.asked)


@pytest.mark.parametrize(
    ("answers", "changes", "status"),
    [
        (["ANSWER_1 = 9", "ANSWER_1 = 6", "ANSWER_1 = 7"], ["test_three dropped"], "unverified"),
        (["I can't say."], ["test_three kept"], "failed"),
    ],
    ids=["no majority", "no answer"],
)
def test_without_a_majority_a_test_goes_with_a_question_and_without_an_answer_it_stays(
    answers: list[str], changes: list[str], status: str
) -> None:
    report, events, said = played(ScriptedModel(RIGHT), ScriptedModel(WRONG_TEST, *answers))
    assert (ending(events).status, said) == (status, changes)
    (change,) = of(TestsChanged, events)[0].changes
    assert bool(report.suite.dropped) == bool(change.question) == (status == "unverified")
    assert bool(report.review.doubts) == bool(report.suite.dropped)
    if report.undecided:
        assert [(one.expected, one.yours) for one in report.undecided[0].choices] == [
            ("7", False),
            ("9", False),
            ("6", True),
        ]
        asked = choosing("r1", report, 0, 2)
        assert asked.examples == (*REQUEST.examples, "double(3) == 6")
        assert ending(play(ScriptedModel(), ScriptedModel(), asked)).status == "verified", "without a model"
        with pytest.raises(BadTask):
            choosing("r1", report, 0, 3)


def test_the_coder_disputes_a_test_instead_of_bending_the_program() -> None:
    many = WRONG_TEST.replace("double(0) == 0", "double(0) == 1")  # two of three: not nearly all
    tester = ScriptedModel(many, "ANSWER_1 = 6", "ANSWER_1 = 6")
    coder = ScriptedModel(RIGHT, "DISPUTE test_three: the task says twice, so 6 is right", RIGHT)
    _, events, changes = played(coder, tester)
    assert changes == ["test_three replaced", "test_zero passed_over"]
    assert "the task says twice" in of(TestsChanged, events)[0].changes[0].reason
    assert "DISPUTE test_name" in "".join(message.content for message in coder.asked[1])
    assert ending(events).status == "failed", "no more than a third of the tests is changed"


def test_who_disputes_in_vain_is_asked_once_more_and_then_the_person_is() -> None:
    tester = ScriptedModel(WRONG_TEST.replace('== 7, "seven"', "== 6"), *6 * ["ANSWER_1 = 6"])
    coder = ScriptedModel(WRONG, *4 * ["DISPUTE test_three: the task says squared, so 9 is right"])
    report, events, changes = played(coder, tester)
    assert (changes[0], len(coder.asked)) == ("test_three confirmed", 3), "a program, and two disputes of five"
    assert changes[-1] == "test_three dropped"
    assert ending(events).status == "unverified"
    assert [[choice.expected for choice in one.choices] for one in report.undecided] == [["6", "9"]]
    assert "squared, so 9 is right" in str(report.objections[0])


def test_who_disputes_beside_other_programs_has_the_person_asked_at_the_end() -> None:
    tester = ScriptedModel(WRONG_TEST.replace('== 7, "seven"', "== 6"), *6 * ["ANSWER_1 = 6"])
    others = [WRONG.replace("number * number", other) for other in ("number ** 2", "pow(number, 2)", "number ** 2 + 0")]
    coder = ScriptedModel(
        WRONG, *(f"DISPUTE test_three: squared, so 9 is right\n\n{one}" for one in others), WRONG, WRONG
    )
    report, events, changes = played(coder, tester)
    assert (changes[0], changes[-1]) == ("test_three confirmed", "test_three dropped")
    assert ending(events).status == "unverified"
    assert [[choice.expected for choice in one.choices] for one in report.undecided] == [["6", "9"]]


def test_an_example_of_the_task_stays_whatever_the_program_says() -> None:
    request = replace(REQUEST, task=f"{REQUEST.task}\n\n>>> double(3)\n7\n")
    tester = ScriptedModel(WRONG_TEST)
    _, events, changes = played(ScriptedModel(RIGHT, RIGHT), tester, request)
    assert (ending(events).status, changes, len(tester.asked)) == ("failed", [], 1)


def test_a_scenario_is_written_anew_and_how_that_ends_decides() -> None:
    tester = ScriptedModel(SCENARIOS, DERIVED, DERIVED)
    report, events, changes = played(ScriptedModel(PROGRAM), tester, replace(REQUEST, examples=("double(5) == 10",)))
    assert changes == ["test_shown replaced"]
    assert "assert ... in run.text" in last_of(tester.asked)
    assert '"7"' not in last_of(tester.asked)
    assert report.attempts[0].all_passed
    assert "'6' in run.text" in report.suite.source
    assert ending(events).status == "verified"


OTHERS = [RIGHT.replace("number * 2", other) for other in ("number + number", "2 * number")]


@pytest.mark.parametrize(
    ("examples", "programs", "ends"),
    [
        (("double(5) == 10",), [RIGHT, *OTHERS], "verified"),
        ((), [RIGHT, *OTHERS], "failed"),
        (("double(5) == 11",), [RIGHT, *OTHERS], "failed"),
        (("double(5) == 10",), [RIGHT, OTHERS[0], OTHERS[0]], "failed"),
        (("double(2) == 4",), [RIGHT, WRONG, OTHERS[1]], "failed"),
    ],
)
def test_three_programs_and_an_example_outvote_a_test_that_nobody_can_speak_for(
    examples: tuple[str, ...], programs: Sequence[str], ends: str
) -> None:
    coder, request = ScriptedModel(*programs, second="I'd rather not."), replace(REQUEST, examples=examples)
    report, events, changes = played(coder, ScriptedModel(WRONG_TEST, *4 * ["I can't say."]), request)
    assert ending(events).status == ends
    assert ("test_three dropped" in changes) == (ends == "verified")
    said = [(test.name, test.expected, test.came) for test in report.suite.dropped]
    assert said == ([("test_three", "7", "6")] if ends == "verified" else [])


FORGOTTEN = WRONG_TEST.replace(
    "    assert double(3) == 7", "    import pytest\n    with pytest.raises(ValueError):\n        double(3)"
)


@pytest.mark.parametrize(
    ("tests", "answers"),
    [(WRONG_TEST, ["ANSWER_1 = 7", "I can't say."]), (WRONG_TEST, []), (FORGOTTEN, 4 * ["I can't say."])],
)
def test_what_was_derived_even_once_or_what_all_may_have_forgotten_is_not_outvoted(
    tests: str, answers: Sequence[str]
) -> None:
    coder, tester = ScriptedModel(RIGHT, *OTHERS), ScriptedModel(tests, *answers)
    _, events, _ = played(coder, tester, replace(REQUEST, examples=("double(5) == 10",)))
    assert ending(events).status == "failed"


LOOKS_UP = fenced('''from solution import double


def test_two():
    """Twice two is four."""
    assert double(2) == 4


def test_zero():
    """Twice nothing is nothing."""
    assert double(0) == 0


def test_kept(program):
    """It keeps what it worked out."""
    run = program.start(typed=["3"])
    kept = run.files["twice.txt"]
    assert kept == "6"
''')
BROKEN = fenced("""def test_case_1(program):
    run = program.start(typed=["3"])
    assert run.nothing("6") == 6
""")


@pytest.mark.parametrize(
    ("answers", "change", "said"),
    [
        ([DERIVED, DERIVED], "replaced", "mostly passes it"),
        ([BROKEN, BROKEN, BROKEN], "kept", "be worked out again"),
        (["I can't say."], "kept", "nothing it answered can be used"),
        ([], "kept", "The script is over."),
    ],
    ids=["written anew", "broken itself", "nothing usable", "no model"],
)
def test_a_test_that_fails_by_an_error_of_its_own_line_is_put_to_the_model_as_a_whole(
    answers: Sequence[str], change: str, said: str
) -> None:
    tester = ScriptedModel(LOOKS_UP, *answers)
    _, events, changes = played(ScriptedModel(PROGRAM), tester, replace(REQUEST, examples=("double(5) == 10",)))
    assert changes[0] == f"test_kept {change}"
    assert said in of(TestsChanged, events)[0].changes[0].reason
    asked = last_of(tester.asked)
    assert "kept = run.files[...]" in asked or not answers
    assert "twice.txt" not in asked


def test_a_test_that_nobody_can_be_asked_about_is_named() -> None:
    table = WRONG_TEST.replace(
        "    assert double(3) == 7", "    for n in range(3, 4):\n        assert double(n) == n + 4"
    )
    _, events, changes = played(ScriptedModel(RIGHT), ScriptedModel(table))
    assert changes == ["test_three kept"]
    assert "without being shown what it expects" in of(TestsChanged, events)[0].changes[0].reason
