"""Tests of properties, in the real sandbox: which inputs there are, what a failure says, and which of them go."""

from __future__ import annotations

import platform
import sys
from collections.abc import Generator
from dataclasses import dataclass, replace
from typing import cast

import pytest

from agent.briefing import Understood
from agent.conversation import Conversation
from agent.run_sandbox import RunSandbox
from agent.test_writing import TestWriter
from agent.types import Request
from agent.validation import without_contradictions
from cancel import Cancel
from languages.base import TEST_LIMITS
from languages.brief import Brief, Example
from languages.checks import Check, CheckContext
from languages.python.candidates import program, suite
from languages.python.checks.mutmut import MutmutCheck
from languages.python.checks.surroundings import SurroundingsCheck
from languages.python.language import PYTHON
from languages.python.properties import examples_program
from languages.python.reply import parse_tests
from languages.python.runner._scenario.properties import MISSING, Missing
from languages.python.runner.apart.surroundings import Surroundings
from languages.python.settling import SETTLING
from languages.python.testing import apart_job, read_results, reports_of, test_job
from languages.types import NO_NEEDS, Suite, TestCase
from sandbox.base import Sandbox
from tests.cheats.runs import validate
from tests.fakes.quick_runs import Shared

WRITTEN = '''```python
from decimal import Decimal
from hypothesis import settings
from solution import shared


def test_two():
    """[E1] Ten for two is five each."""
    assert shared(Decimal("10"), 2) == [Decimal("5"), Decimal("5")]


@settings(max_examples=9999)
@given(st.integers(0, 999), st.integers(1, 9))
def test_adds_up(cents, people):
    """[1] The shares add up to the whole."""
    assert sum(shared(Decimal(cents) / 100, people)) == Decimal(cents) / 100


@given(st.decimals(0, 100, places=2), st.integers(1, 5), st.text())
def test_a_list(total, people, text):
    """[1] A list comes."""
    assert isinstance(shared(total, people), list)


@given(st.decimals(0, 100, places=2), st.integers(1, 5))
def test_one_pays(total, people):
    """[1] One pays all."""
    assert max(shared(total, people)) == total
```'''
RIGHT = """
from decimal import Decimal

def shared(total, people):
    each, rest = divmod(int(total * 100), people)
    return [Decimal(each + (place < rest)) / 100 for place in range(people)]
"""
EXAMPLE = Example("shared(Decimal('10'), 2)", "[Decimal('5'), Decimal('5')]", "[Decimal('5'), Decimal('5')]")


@pytest.fixture(scope="module")
def tests(sandbox: Sandbox) -> Suite:
    return validate(parse_tests(WRITTEN, "Share a bill."), sandbox)


def ended(events: Generator[object, None, Suite | None]) -> Suite:
    while True:
        try:
            next(events)
        except StopIteration as end:
            return cast("Suite", end.value)


def test_how_many_inputs_there_are_is_not_for_a_model_to_say_and_forgotten_imports_are_added(tests: Suite) -> None:
    assert "9999" not in tests.source
    assert "from hypothesis import strategies as st" in tests.source
    assert [(test.name, test.weak) for test in tests.tests if test.name != "test_a_list"] == [
        ("test_two", False),
        ("test_adds_up", False),
        ("test_one_pays", False),
    ]


def test_a_property_that_any_value_of_its_type_has_is_weak(tests: Suite) -> None:
    assert [test.name for test in tests.tests if test.weak] == ["test_a_list"]


def written_later(opened: RunSandbox, tests: Suite) -> TestWriter:
    """Who has a model write tests that lack the example of these, which the person confirmed."""
    brief = Brief("function", examples=(replace(EXAMPLE, confirmed=True),))
    model = Answering(SETTLING.without(tests, ["test_two"]))
    request = Request("Share a bill.", "", "")
    return TestWriter(request, PYTHON, (), Understood(brief), cast("Conversation", model), opened)


@dataclass
class Answering:
    """A model that gives these tests, whatever it is asked."""

    tests: Suite

    def ask_if_time(self, *_: object, **__: object) -> Generator[object, None, Suite]:
        yield from ()
        return self.tests


def test_what_contradicts_an_example_goes(tests: Suite, sandbox: Sandbox) -> None:
    with RunSandbox(lambda _: Shared(sandbox), PYTHON, 0.8, Cancel()) as opened:
        kept = ended(without_contradictions(tests, {1: EXAMPLE}, PYTHON, opened))
        writer = written_later(opened, tests)
        for later in (writer.another(tests), writer.sharper(tests, {})):
            assert [test.name for test in ended(later).tests] == ["test_adds_up", "test_a_list"]
    assert [test.name for test in kept.tests] == ["test_two", "test_adds_up", "test_a_list"]
    assert [test.name for test in kept.dropped] == ["test_one_pays"]
    assert examples_program(SETTLING.without(tests, ["test_two"]), ["test_two"]) is None


def test_a_failure_shows_the_smallest_input_also_where_it_is_judged_apart(tests: Suite, sandbox: Sandbox) -> None:
    right = SETTLING.without(tests, ["test_one_pays"])
    wrong = program(RIGHT.replace("place < rest", "place <= rest"))
    verdicts = read_results(sandbox.run(test_job(wrong, right, TEST_LIMITS), Cancel()), right.tests)
    messages = {failure.name: failure.message for failure in verdicts.failures}
    assert "cents=0,\nE       people=1" in messages["test_adds_up"]
    for candidate, fails in ((program(RIGHT), set()), (wrong, {"test_two", "test_adds_up"})):
        reports = reports_of(sandbox.run(apart_job(candidate, right, TEST_LIMITS), Cancel())) or ()
        assert {one.node_id.rpartition(":")[2] for one in reports if one.outcome == "failed"} == fails
        assert {one.outcome for one in reports} <= {"passed", "failed"}


SETTLED = """
from hypothesis import given, settings, strategies as st
from solution import double


def test_settled():
    assert settings.default.derandomize and double(2) == 4


@given(st.integers(-9, 9))
def test_sum(number):
    assert double(number) == number + number
"""


@pytest.mark.parametrize("check", [MutmutCheck(), SurroundingsCheck()])
def test_the_inputs_are_the_same_wherever_such_tests_run(check: Check, sandbox: Sandbox) -> None:
    cases = [TestCase(name, "") for name in ("test_settled", "test_sum")]
    double = program("def double(number):\n    return number * 2\n")
    report = check.run(double, suite(SETTLED, cases), CheckContext(sandbox, Cancel()))
    assert report.status == "passed", report.summary


def test_what_python_remembers_of_the_computer_is_nothing_that_a_test_replaced(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(platform, "_uname_cache", None)
    before = Surroundings()
    platform.uname()
    assert before.changed() == ""


def test_without_hypothesis_such_tests_are_skipped_and_the_others_run(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("hypothesis", "hypothesis.strategies"):
        monkeypatch.setitem(sys.modules, name, Missing(name))
    made: dict[str, object] = {}
    exec(
        "from hypothesis import assume, given, settings, strategies as st\n"
        "from hypothesis.strategies import composite, lists\n\n"
        "@composite\ndef pairs(draw):\n    return draw(st.integers()), draw(st.integers())\n\n"
        "@given(pairs(), lists(st.integers()).map(tuple), name=st.text('ab') | st.none())\n@settings(deadline=9)\n"
        "def test_a(pair, many, name):\n    '''It holds.'''\n    assert False\n\n"
        "def test_b():\n    pass\n",
        made,
    )
    assert callable(made["test_b"])
    assert made["test_a"].__doc__ == "It holds."
    with pytest.raises(pytest.skip.Exception, match="Hypothesis"):
        made["test_a"]()  # type: ignore[operator]
    assert "pip install" in MISSING


def test_such_tests_are_handed_over_with_what_makes_them_the_same_everywhere(tests: Suite) -> None:
    plain = replace(tests, files={"test_solution.py": "from solution import shared\n"})
    for one, it_is_there in ((tests, True), (plain, False)):
        files = PYTHON.handed_over(program(RIGHT), one, NO_NEEDS)
        assert ("conftest.py" in files, "_scenario/properties.py" in files) == (it_is_there, it_is_there)
