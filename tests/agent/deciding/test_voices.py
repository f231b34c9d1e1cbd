"""Whole runs in which tests stay in dispute, so that others are written: scripted models, no checks."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import partial

import pytest

from agent.events import ModelAsked, TestsChanged
from agent.report import fold
from tests.agent.test_loop import KEPT_OPEN, REQUEST, ending, of
from tests.agent.test_loop import play as play_anew
from tests.fakes.quick_runs import only_checks
from tests.fakes.scripted_model import ScriptedModel, fenced

RIGHT = fenced("def double(number):\n    return number * 2")
TWICE, SQUARE = (RIGHT.replace("number * 2", other) for other in ("number + number", "number * number"))
SILENT = 4 * ["I can't say."]
play = partial(play_anew, open_sandbox=KEPT_OPEN.remembering())
"""The runs compare the same few programs again and again, which is most of what they take."""
ASKED = replace(REQUEST, examples=("double(5) == 10",))


@pytest.fixture(autouse=True)
def _checks(monkeypatch: pytest.MonkeyPatch) -> None:
    only_checks(monkeypatch)


def written(**expected: int) -> str:
    """As in `_3=6`: twice three is six."""
    values = {name.strip("_"): value for name, value in expected.items()}
    bodies = [f"def test_{number}():\n    assert double({number}) == {value}\n" for number, value in values.items()]
    return fenced("from solution import double\n\n\n" + "\n\n".join(bodies))


ONE_WRONG = written(_2=4, _4=8, _3=7)
MOSTLY_WRONG = written(_2=4, _3=7, _4=9)


@pytest.mark.parametrize(
    ("second", "ends"),
    [
        ([TWICE], "verified"),
        ([RIGHT], "failed"),
        ([SQUARE], "failed"),
        ([SQUARE, TWICE], "verified"),
        (["I'd rather not."], "failed"),
    ],
    ids=["agrees", "is a copy", "differs", "the second agrees", "is none"],
)
def test_another_program_speaks_against_a_test_of_which_nobody_can_say_anything(
    second: Sequence[str], ends: str
) -> None:
    coder = ScriptedModel(RIGHT, TWICE if second == [RIGHT] else RIGHT, *3 * [RIGHT], second=second)
    events = play(coder, ScriptedModel(ONE_WRONG, *SILENT), ASKED)
    assert ending(events).status == ends
    assert [one.name for one in fold(events).suite.dropped] == (["test_3"] if ends == "verified" else [])


def test_without_an_example_nobody_is_asked() -> None:
    events = play(ScriptedModel(*5 * [RIGHT], second=TWICE), ScriptedModel(ONE_WRONG, *SILENT))
    assert ending(events).status == "failed"
    assert not [one for one in of(ModelAsked, events) if one.purpose.startswith("write another")]


def test_another_program_that_passes_more_tests_is_an_attempt() -> None:
    coder = ScriptedModel(*5 * [SQUARE], second=RIGHT)
    tester = ScriptedModel(written(_2=4, _0=0, _3=6, _1=1), *SILENT)
    events = play(coder, tester, replace(REQUEST, examples=("double(2) == 4",)))
    report = fold(events)
    assert [attempt.number for attempt in report.attempts][:3] == [1, 2, 3]
    assert report.attempts[2].passed == 4


def test_where_too_many_tests_are_wrong_they_are_written_anew() -> None:
    anew = written(_3=7, _6=12, _7=14, _8=16, _9=18)
    coder, tester = ScriptedModel(RIGHT, RIGHT, second=TWICE), ScriptedModel(MOSTLY_WRONG, anew, *SILENT)
    events = play(coder, tester, ASKED)
    report = fold(events)
    assert ending(events).status == "verified"
    assert {one.name for one in report.suite.dropped} == {"test_3", "test_4"}
    assert [test.name for test in report.suite.tests].count("test_3_2") == 0, "the same test counts once"
    assert len(of(TestsChanged, events)[0].suite.tests) == 8


@pytest.mark.parametrize(
    ("second", "ends", "dropped"),
    [(SQUARE, "failed", []), (TWICE, "verified", ["test_3", "test_4", "test_6", "test_7", "test_8"])],
    ids=["differs", "agrees"],
)
def test_tests_that_are_wrong_for_the_most_part_stay_unless_another_program_agrees(
    second: str, ends: str, dropped: list[str]
) -> None:
    tester = ScriptedModel(MOSTLY_WRONG, written(_6=13, _7=15), "I can't say.", written(_8=17), *SILENT)
    events = play(ScriptedModel(*5 * [RIGHT], second=second), tester, ASKED)
    assert ending(events).status == ends
    assert [one.name for one in fold(events).suite.dropped] == dropped
    assert sum(one.purpose == "write other tests" for one in of(ModelAsked, events)) == 2
