"""What is said of tests that went: why, what they expected, and what came."""

from __future__ import annotations

import pytest

from agent.deciding.adopting import BESIDE, UNSETTLED, named
from agent.deciding.disputes import Ruling
from agent.deciding.rulings import given_up, left_out
from agent.deciding.settling import OUTVOTED
from languages.failures import UNKNOWN, Failure
from languages.python.candidates import suite
from languages.settling import Expectation
from languages.types import DroppedTest, TestCase

THREE = TestCase("test_three", "Twice three is seven.", rules=(1,))
SHOWN = TestCase("test_shown", "It shows the sum.", scenario=True)
BEFORE = suite("", (TestCase("test_two", ""),), (DroppedTest("test_old", "It proves nothing."),))


@pytest.mark.parametrize(
    ("failure", "came", "said"),
    [
        (Failure("double(3)", "7", "6"), "6", "It expected 7, and 6 came."),
        (Failure(expected="Sum: 7", part=True, shown="Sum: 6"), "Sum: 6", "It expected Sum: 7, and Sum: 6 came."),
        (Failure(error="ValueError: 3"), "ValueError: 3", "This came: ValueError: 3"),
        (UNKNOWN, "", ""),
    ],
)
def test_a_test_that_goes_is_named_with_both_values(failure: Failure, came: str, said: str) -> None:
    gone = given_up(THREE, OUTVOTED, failure)
    assert (gone.name, gone.expected, gone.came, gone.rules) == ("test_three", failure.expected, came, (1,))
    assert gone.reason == f"Twice three is seven. {OUTVOTED} {said}".rstrip()


@pytest.mark.parametrize("what", ["replaced", "dropped"])
def test_of_a_scenario_it_is_said_what_it_looked_for_and_what_was_shown(what: str) -> None:
    decided = Ruling(what, ("fails",), ())  # type: ignore[arg-type]
    failure = Failure(expected="7", part=True, shown="A number? Twice that is 6")
    gone = left_out(suite("", (SHOWN,)), Expectation("test_shown", "..."), decided, str, failure)
    assert gone
    assert (gone.expected, gone.came) == ("7", "A number? Twice that is 6")
    assert gone.reason.endswith("It expected 7, and A number? Twice that is 6 came.")


def test_each_test_that_is_taken_back_is_told_and_what_was_told_before_stays_unless_it_is_back() -> None:
    settled = (DroppedTest("test_five", "Nobody can say."), DroppedTest("test_two", "It was replaced."))
    joined = suite("", (*BEFORE.tests, THREE, TestCase("test_four", "Twice four is eight.")), BEFORE.dropped + settled)
    after, out = named(joined, BEFORE, {"test_three": Failure("double(3)", "7", "6")})
    assert [one.reason for one in out] == [
        f"Twice three is seven. {UNSETTLED} It expected 7, and 6 came.",
        f"Twice four is eight. {BESIDE}",
    ]
    assert (after.tests, after.dropped) == (BEFORE.tests, (*BEFORE.dropped, settled[0], *out))
