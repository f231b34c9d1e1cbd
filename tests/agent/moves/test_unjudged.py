"""The run goes on without tests in which the kit fell over, as long as others test the same."""

from __future__ import annotations

from dataclasses import replace

import pytest

from agent.attempts import Attempt
from agent.moves.unjudged import leave_out_unjudged
from agent.search.bench import Search
from languages.python.candidates import suite
from languages.types import Suite, TestCase, TestResult, Verdicts
from tests.agent.search.test_bench import RIGHT, cancel, played, search  # noqa: F401

NAMES = [f"test_{number}" for number in range(10)]
TESTS = (f"def {name}():\n    assert double(2) == 4\n" for name in NAMES)
CODE = "from solution import double\n\n\n" + "\n\n".join(TESTS)


def of(*cases: TestCase) -> Suite:
    return suite(CODE, cases)


def gone(search: Search, tests: Suite, *unjudged: str) -> list[str]:  # noqa: F811
    """The tests that are left out after an attempt in which these gave no result."""
    search.state = replace(search.state, suite=tests)
    results = [
        TestResult(test.name, "unjudged" if test.name in unjudged else "passed", "Broke.") for test in tests.tests
    ]
    attempt = Attempt(search.next_number(), RIGHT, Verdicts(tuple(results), 0.1))
    search.state = search.state.with_attempt(attempt)
    played(leave_out_unjudged(search))
    assert {one.name for one in search.suite.tests}.isdisjoint(one.name for one in search.suite.dropped)
    return [one.name for one in search.suite.dropped]


ALL = of(*(TestCase(name, "", rules=(1,)) for name in NAMES))
ALONE = of(*(TestCase(name, "", rules=(2 if name == "test_3" else 1,)) for name in NAMES))
THEIRS = of(*(TestCase(name, "", source="user" if name == "test_3" else "model") for name in NAMES))


@pytest.mark.parametrize(
    ("tests", "unjudged", "left_out"),
    [
        (ALL, ["test_3"], ["test_3"]),
        (ALL, [], []),
        (ALL, NAMES[:5], []),  # more than may be left out
        (ALONE, ["test_3"], []),  # nothing else tests that rule
        (THEIRS, ["test_3"], []),
    ],
)
def test_only_what_others_test_as_well_is_left_out(
    search: Search,  # noqa: F811
    tests: Suite,
    unjudged: list[str],
    left_out: list[str],
) -> None:
    assert gone(search, tests, *unjudged) == left_out
