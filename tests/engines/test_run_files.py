from __future__ import annotations

from dataclasses import replace

from agent.events import CodeReady, Event, TestsReady
from engines.files import files_of
from tests.fakes.runs import FINISHED

TESTS = TestsReady("tests 1", ())


def test_the_code_of_the_attempt_that_is_handed_over_is_kept() -> None:
    events: list[Event] = [TESTS, CodeReady(1, "code 1"), CodeReady(2, "code 2"), replace(FINISHED, attempt=1)]
    assert files_of(events) == {"solution.py": "code 1", "test_solution.py": "tests 1"}


def test_the_last_tests_are_kept() -> None:
    events: list[Event] = [TESTS, CodeReady(1, "code"), TestsReady("tests 2", ()), FINISHED]
    assert files_of(events)["test_solution.py"] == "tests 2"


def test_without_an_attempt_only_tests_are_kept() -> None:
    assert files_of([TESTS, replace(FINISHED, attempt=None)]) == {"test_solution.py": "tests 1"}
    assert files_of([replace(FINISHED, attempt=None)]) == {}
