"""Whole runs whose tests are too weak at first, with scripted models and mistakes that are really planted."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator, Sequence
from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import pytest

from agent.attempts import Attempt
from agent.events import CheckFinished, Event, ModelAsked, TestsChanged
from agent.moves.strengthening import MISSED, PURPOSE, SHARED, Strengthened, strengthen
from agent.report import Report, fold
from agent.search.state import State
from agent.types import Request
from languages.python.candidates import program, suite
from languages.python.language import PYTHON
from languages.types import CheckReport, Mutation, TellingInput, TestResult, Verdicts
from tests.agent.test_loop import ending, of, play
from tests.fakes.quick_runs import only_checks
from tests.fakes.scripted_model import ScriptedModel, fenced
from tests.fakes.tax import OTHER, REQUEST, RIGHT, WEAK, WRONG

USELESS = "I'd rather not."


@pytest.fixture(autouse=True)
def _checks(monkeypatch: pytest.MonkeyPatch) -> None:
    only_checks(monkeypatch, "mutmut")


def played(coder: ScriptedModel, *answers: str) -> tuple[Report, list[Event], list[str], ScriptedModel]:
    tester = ScriptedModel(WEAK, *answers)
    events = play(coder, tester, REQUEST)
    changes = [f"{one.name} {one.what}" for event in of(TestsChanged, events) for one in event.changes]
    return fold(events), events, changes, tester


def last_of(asked: Sequence[Sequence[object]]) -> str:
    return "".join(str(message) for message in asked[-1])


def scores(events: list[Event]) -> list[float]:
    made = [event.report.mutation for event in of(CheckFinished, events) if event.report.mutation]
    return [mutation.score or 0.0 for mutation in made]


def test_inputs_that_tell_mistakes_apart_become_tests_and_the_right_program_is_verified() -> None:
    coder = ScriptedModel(RIGHT, second=[USELESS, OTHER])
    report, events, changes, tester = played(coder, *2 * ["ANSWER_1 = 22\nANSWER_2 = 0"])
    assert (ending(events).status, changes) == ("verified", ["test_tax_10 added", "test_tax_11 added"])
    assert len(tester.asked) == 2, "the first answer is what the program gives"
    assert "tax(10) == ANSWER_2" in last_of(tester.asked)
    assert "amount * 2" not in last_of(tester.asked)
    assert "assert tax(11) == 22" in report.suite.source
    before, after = scores(events)
    assert before < 0.8 <= after == 1.0


def test_a_new_test_that_the_program_fails_shows_a_bug_which_is_repaired() -> None:
    coder = ScriptedModel(WRONG, RIGHT, second=[USELESS, OTHER])
    _, events, changes, _ = played(coder, *2 * ["ANSWER_1 = 0"], *2 * ["ANSWER_1 = 22"])
    assert "test_tax_10 confirmed" in changes
    assert (ending(events).status, len(coder.asked)) == ("verified", 2)
    assert "tax(10)" in last_of(coder.asked)


def test_what_the_task_does_not_decide_is_left_out_and_asked_of_the_person() -> None:
    coder = ScriptedModel(RIGHT, second=USELESS)
    report, events, changes, tester = played(coder, *2 * ["ANSWER_1 = unclear\nANSWER_2 = unclear"])
    assert (ending(events).status, changes, len(tester.asked)) == ("unverified", [], 3)
    assert {test.name for test in report.suite.dropped} == {"test_tax_10", "test_tax_11"}
    assert "doesn't say what is right" in report.suite.dropped[0].reason
    asked = {one.name: [(answer.expected, answer.yours) for answer in one.choices] for one in report.undecided}
    assert asked["test_tax_10"] == [("0", True), ("20", False)], "both answers, of which no model knows the right one"


def test_another_program_that_gives_the_same_is_one_who_worked_it_out() -> None:
    _, events, changes, tester = played(ScriptedModel(RIGHT, second=OTHER), "ANSWER_1 = 22\nANSWER_2 = 0")
    assert (ending(events).status, changes) == ("verified", ["test_tax_10 added", "test_tax_11 added"])
    assert len(tester.asked) == 2, "once, and the other program is the second"
    assert all(one.reason == f"{MISSED} {SHARED}" for event in of(TestsChanged, events) for one in event.changes)


def test_what_two_programs_give_is_enough_where_nobody_says_anything_else() -> None:
    report, events, _, tester = played(ScriptedModel(RIGHT, second=OTHER), "I can't say.")
    assert (ending(events).status, len(tester.asked)) == ("verified", 2)
    assert "assert tax(11) == 22" in report.suite.source


def test_two_programs_with_one_mistake_do_not_outvote_who_works_it_out() -> None:
    _, events, changes, _ = played(ScriptedModel(WRONG, RIGHT, second=WRONG), *4 * ["ANSWER_1 = 0\nANSWER_2 = 22"])
    assert "test_tax_10 confirmed" in changes
    assert ending(events).status == "verified"


def test_tests_are_made_stronger_in_two_rounds_at_most(monkeypatch: pytest.MonkeyPatch) -> None:
    rounds: list[int] = []

    def weak(*_: object) -> list[CheckReport]:
        if len(rounds) > 4:
            return []
        inputs = (TellingInput(f"tax({len(rounds)})", ("one",), "0"),)
        return [CheckReport("mutmut", "failed", "", mutation=Mutation(1, 0, 0, 0, 1), inputs=inputs)]

    def derived(_: object, __: object, cases: Sequence[object], ___: str) -> Iterator[Event]:
        rounds.append(len(cases))
        yield from ()

    def found(value: object) -> Callable[..., Generator[Event, None, object]]:
        def steps(*_: object) -> Generator[Event, None, object]:
            yield from ()
            return value

        return steps

    for name, fake in (
        ("weak_reports", weak),
        ("derive_all", derived),
        ("unasked", found(set())),
        ("_add", found(True)),
    ):
        monkeypatch.setattr(f"agent.moves.strengthening.{name}", fake)
    passed, checked = Verdicts((TestResult("test_tax", "passed"),), 0.1), (CheckReport("bandit", "passed", ""),)
    attempt = Attempt(1, program("def tax(amount):\n    return 0\n"), passed, checked)
    state = State(PYTHON.same_program, 0, suite("", ()), (attempt,))
    language = replace(PYTHON, comparing=None)
    known = Strengthened(sought=True)
    search: Any = SimpleNamespace(language=language, state=state, memory=lambda _: known)
    search.suite, search.request, search.brief = state.suite, REQUEST, None
    assert not list(strengthen(search))
    assert rounds == [1, 1]


RARE = fenced("""def price(text):
    parts = text.split(";")
    if len(parts) == 3 and sum(map(ord, parts[2])) == 421:
        return int(parts[0]) * 2 + int(parts[1])
    return 0
""")
USUAL = fenced('''from solution import price


def test_usual():
    """Without a sale it is nothing."""
    assert (price("1;2"), price("3;4;no")) == (0, 0)
''')


@pytest.mark.thorough
def test_where_the_tests_own_inputs_do_not_reach_what_differs_others_are_asked_for_once() -> None:
    inputs = "Here:\n```python\nprice('1;2;sale')\nassert price('3;4;sale') == 9\nprice(open('a'))\n```"
    tester = ScriptedModel(USUAL, inputs, *2 * ["ANSWER_1 = 4"])
    request = Request("Write price(text).", "scripted", "scripted")
    events = play(ScriptedModel(RARE), tester, request)
    report = fold(events)
    assert report.suite.inputs == ("price('1;2;sale')", "price('3;4;sale')")
    assert [one for event in of(TestsChanged, events) for one in event.changes]
    assert "price('1;2;sale') == 4" in report.suite.source
    assert [asked for asked in tester.asked if "differ in one respect" in asked[-1].content] == [tester.asked[1]]
    before, *_, after = scores(events)
    assert before < 0.8 <= after
    assert report.status == "verified"


SHOWING = fenced("""def tax(amount):
    return amount * 2


def main():
    amount = int(input("Amount? "))
    print("Tax", tax(amount))
    print("Fee", amount // 3)


if __name__ == "__main__":
    try:
        main()
    except (ValueError, EOFError, KeyboardInterrupt):
        print("That is no amount.")
""")
STARTED = fenced('''from solution import tax


def test_tax():
    """It is twice the amount."""
    assert tax(4) == 8


def test_shown(program):
    """The fee is a third."""
    assert "3" in program.start(typed=["9"]).text
''')
EACH = """def test_case_{}(program):
    run = program.start(typed=["10"])
    assert "Tax 20\\n" in run.text
    assert "Fee 3\\n" in run.text
    assert run.text.startswith("Amount?")


"""


def test_of_a_start_the_whole_test_is_derived() -> None:
    derived = fenced("".join(map(EACH.format, range(1, 9))))
    tester = ScriptedModel(STARTED, derived, derived)
    events = play(ScriptedModel(SHOWING), tester, replace(REQUEST, examples=("tax(4) == 8",)))
    changes = [one.what for event in of(TestsChanged, events) for one in event.changes]
    assert (ending(events).status, set(changes), len(tester.asked)) == ("verified", {"added"}, 3)
    before, after = scores(events)
    assert before < 0.8 < after


def test_nobody_is_asked_for_stronger_tests_where_nothing_could_speak_for_the_program() -> None:
    tester = ScriptedModel(STARTED, *4 * ["I can't say."], reviews=["I can't say."])
    events = play(ScriptedModel(SHOWING), tester, REQUEST)
    assert (ending(events).status, PURPOSE in [one.purpose for one in of(ModelAsked, events)]) == ("unverified", False)


def test_a_start_whose_derived_test_fails_is_a_question_and_no_failure() -> None:
    derived = fenced("".join(map(EACH.replace("Tax 20", "The tax is 20").format, range(1, 9))))
    tester = ScriptedModel(STARTED, derived, derived)
    events = play(ScriptedModel(SHOWING), tester, replace(REQUEST, examples=("tax(4) == 8",)))
    assert (ending(events).status, len(tester.asked)) == ("unverified", 3)
    assert "Look whether the program does what you mean" in fold(events).suite.dropped[0].reason


BESIDE = fenced("""def tax(amount):
    if amount > 10:
        return amount * 2
    return 0


def main():
    amount = int(input("Amount? "))
    print("Tax", tax(amount))
    print("Fee", amount // 3)


if __name__ == "__main__":
    main()
""")
OF_TAX = fenced('''from solution import tax


def test_tax():
    """It is twice the amount, from 10 on."""
    assert (tax(11), tax(10)) == (22, 0)


def test_shown(program):
    """The tax is shown."""
    assert "Tax 40" in program.start(typed=["20"]).text
''')
NO_FEE = EACH.replace('    assert "Fee 3\\n" in run.text\n', "").replace("Tax 20", "Tax 40")
THIN = NO_FEE.replace('    assert "Tax 40\\n" in run.text\n', "")


def beside(derived: str, said: str = "") -> tuple[str, CheckReport]:
    """How it ends, and what is said of the tests in the end."""
    answer = fenced("".join(map(derived.format, range(1, 9))).replace('["10"]', '["20"]'))
    request = replace(REQUEST, task=f"{REQUEST.task}{said}", examples=("tax(4) == 0",))
    events = play(ScriptedModel(BESIDE), ScriptedModel(OF_TAX, *4 * [answer]), request)
    made = [event.report for event in of(CheckFinished, events) if event.report.mutation]
    return ending(events).status, made[-1]


@pytest.mark.thorough
def test_what_is_shown_though_nobody_asked_for_it_counts_apart() -> None:
    status, report = beside(NO_FEE)
    mutation = report.mutation
    assert mutation
    assert 0 < mutation.unasked <= mutation.total // 4, "no more than a quarter is left out"
    assert mutation.missed, "those beyond that are gaps"
    assert (status, report.status) == ("verified", "passed")
    assert f"{mutation.unasked} change something that the task doesn't speak of" in report.summary
    listed = [one.message for one in report.findings if "something that the task doesn't speak of: for" in one.message]
    assert len(listed) == mutation.unasked


@pytest.mark.parametrize(
    ("derived", "said"),
    [
        pytest.param(NO_FEE, ' Show it as "Fee", too.', id="the task names what says what it is"),
        pytest.param(THIN, "", id="what was derived asserts too little to say anything"),
    ],
)
def test_what_somebody_asks_for_is_a_gap_though_no_derived_test_notices_it(derived: str, said: str) -> None:
    status, report = beside(derived, said)
    assert report.mutation
    assert (status, report.mutation.unasked) == ("unverified", 0)
