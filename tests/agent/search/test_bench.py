"""Tests that change during a search, with the real process sandbox and the real checks."""

from __future__ import annotations

from collections.abc import Generator, Iterator, Sequence
from dataclasses import replace
from typing import TypeVar

import pytest

from agent.attempts import Attempt
from agent.briefing import Understood
from agent.conversation import Budget, Conversation
from agent.deciding.apart import Apart, leeway
from agent.events import Event, TestsChanged, TestsRan
from agent.run_sandbox import RunSandbox
from agent.search.bench import Search
from agent.search.state import State
from agent.test_writing import TestWriter
from agent.types import Request, TestChange
from cancel import Cancel
from errors import Cancelled
from languages.python.candidates import program, suite
from languages.python.language import PYTHON
from languages.types import Finding, TestCase
from sandbox.registry import open_sandbox
from tests.fakes.scripted_model import ScriptedModel
from tests.fakes.specs import PYTHON as SPEC

T = TypeVar("T")
TWO = "def test_two():\n    assert double(2) == 4\n"
WRONG = "def test_three():\n    assert double(3) == 7\n"
BOTH = suite(
    f"from solution import double\n\n\n{TWO}\n\n{WRONG}", (TestCase("test_two", ""), TestCase("test_three", ""))
)
ONE = suite(f"from solution import double\n\n\n{TWO}", BOTH.tests[:1])
GONE = (TestChange("test_three", "dropped", "The task asks for 6."),)
RIGHT, WORSE = program("def double(number):\n    return number * 2\n"), program("def double(number):\n    return 7\n")


@pytest.fixture
def cancel() -> Cancel:
    return Cancel()


@pytest.fixture
def search(cancel: Cancel) -> Iterator[Search]:
    task = "Write double(number)."
    asked = Conversation("code", task, ScriptedModel(), PYTHON.render, Budget(None), cancel)
    with RunSandbox(lambda say: open_sandbox(SPEC, "process", None, say), PYTHON, 0.5, cancel) as sandbox:
        request = Request(task, "scripted", "scripted")
        writer = TestWriter(request, PYTHON, (), Understood(), asked, sandbox)
        state = State(PYTHON.same_program, request.limits.attempts, BOTH)
        yield Search(request, PYTHON, None, asked, asked, writer, sandbox, state)


def played(steps: Generator[Event, None, T]) -> list[Event]:
    return list(steps)


def passes(attempts: Sequence[Attempt]) -> list[tuple[int, int]]:
    return [(one.number, len(one.verdicts.results) - len(one.verdicts.failures)) for one in attempts]


def test_attempts_are_tested_anew_and_the_best_is_checked_where_the_tests_change(search: Search) -> None:
    played(search.try_program(search.next_number(), RIGHT))
    played(search.try_program(search.next_number(), WORSE))
    assert passes(search.attempts) == [(1, 1), (2, 1)]
    events = played(search.change_tests(ONE, GONE))
    assert passes(search.attempts) == [(1, 1), (2, 0)]
    assert [bool(one.reports) for one in search.attempts] == [True, False]
    assert (search.suite, search.state.changes) == (ONE, GONE)
    told = [event for event in events if isinstance(event, TestsChanged | TestsRan)]
    assert [type(event) for event in told] == [TestsChanged, TestsRan, TestsRan]
    only_confirmed = played(search.change_tests(ONE, (TestChange("test_two", "confirmed", "It is 4."),)))
    assert [type(event) for event in only_confirmed] == [TestsChanged]


def test_the_program_that_was_mended_stays_the_best_where_the_tests_change(search: Search) -> None:
    search.state = replace(search.state, suite=ONE)
    mended = program("def double(number):\n    return number + number\n")
    for candidate in (RIGHT, mended):
        played(search.try_program(search.next_number(), candidate))
    first = search.attempts[0]
    found_wrong = replace(first, to_repair=(Finding("a rule", "It was found wrong"),))
    search.state = search.state.with_changed(first, found_wrong)
    more = suite(
        f"{ONE.source}\n\ndef test_more():\n    assert double(0) == 0\n", (*ONE.tests, TestCase("test_more", ""))
    )
    played(search.change_tests(more, ()))
    assert [bool(one.reports) for one in search.attempts] == [False, True]


def test_more_tests_may_be_changed_only_while_the_backed_program_is_the_best(search: Search) -> None:
    search.memory(Apart).backed = PYTHON.same_program(WORSE)
    assert leeway(search) == 0
    played(search.try_program(search.next_number(), WORSE))
    assert leeway(search) == len(BOTH.tests)
    search.state = replace(search.state, suite=ONE)
    played(search.try_program(search.next_number(), RIGHT))
    assert leeway(search) == 0


def test_a_number_that_nobody_gave_out_or_that_is_taken_is_an_error_of_ours(search: Search) -> None:
    with pytest.raises(ValueError, match="1 is no new number"):
        played(search.try_program(1, RIGHT))
    played(search.try_program(search.next_number(), RIGHT))
    with pytest.raises(ValueError, match="1 is no new number"):
        played(search.try_program(1, WORSE))
    assert [search.next_number() for _ in range(search.state.attempts_left)] == [2, 3, 4, 5]
    with pytest.raises(ValueError, match="no more"):
        search.next_number()


def test_programs_are_compared_again_where_there_are_other_inputs(search: Search) -> None:
    other = program("def double(number):\n    return number * 2 if number < 50 else 7\n")
    search.state = replace(search.state, suite=ONE)
    played(search.compare(RIGHT, other))
    played(search.compare(RIGHT, other))
    assert len(search.comparisons) == 1
    search.state = replace(search.state, suite=replace(ONE, inputs=("double(70)",)))
    played(search.compare(RIGHT, other))
    assert len(search.comparisons) == 2


def test_the_tests_stay_as_they_were_where_trying_others_is_stopped(search: Search, cancel: Cancel) -> None:
    played(search.try_program(search.next_number(), RIGHT))
    before = search.state
    cancel.cancel("You stopped it.")
    with pytest.raises(Cancelled):
        played(search.change_tests(ONE, GONE))
    assert search.state == before
