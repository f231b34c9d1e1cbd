"""Which tests are in dispute, and how they are decided."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from agent.attempts import Attempt
from agent.deciding.disputes import (
    NO_ROOM,
    QUOTED,
    YOURS,
    Disputes,
    disputes_in,
    in_dispute,
    never_passed,
    room,
    ruling,
)
from agent.types import TestChange
from languages.python.candidates import program, same_program, suite
from languages.types import TestCase, TestResult, Verdicts

NAMES = "abcdefghij"
SUITE = suite("", [*(TestCase(name, "") for name in NAMES), TestCase("user", "", "user")])
CONFIRMED = TestChange("a", "confirmed", "")


def attempt(number: int, failing: str, source: str = "", problem: str = "") -> Attempt:
    results = tuple(
        TestResult(test.name, "failed" if test.name in failing.split() else "passed") for test in SUITE.tests
    )
    return Attempt(number, program(source or f"x = {number}"), Verdicts(results, 0.1, problem))


def looked_at(
    *attempts: Attempt, said: Sequence[str] = (), changes: Sequence[TestChange] = (), quoted: str = ""
) -> Disputes:
    return in_dispute(attempts, SUITE, changes, said, lambda name: name == quoted, same_program, room(SUITE, changes))


def disputed(
    *attempts: Attempt, said: Sequence[str] = (), changes: Sequence[TestChange] = (), quoted: str = ""
) -> tuple[str, ...]:
    return looked_at(*attempts, said=said, changes=changes, quoted=quoted).names


def test_what_alone_fails_the_best_attempt_is_in_dispute_and_so_is_what_no_program_passes() -> None:
    assert disputed(attempt(1, "c")) == ("c",)
    assert disputed(attempt(1, "a b c d")) == ()
    assert disputed(attempt(1, "a b c d"), attempt(2, "c d e f")) == ("c", "d")
    assert disputed(attempt(1, "a b c d"), attempt(2, "a b c d", "x = 1")) == (), "it is the same program"
    assert disputed(attempt(1, "c"), attempt(2, "a b c d e")) == ("c",)
    assert disputed(attempt(1, "a b c d"), attempt(2, "c d", problem="It ran out of memory.")) == ()
    assert disputed(attempt(1, "")) == ()


def test_a_test_that_was_never_reached_is_not_in_dispute() -> None:
    def hanging(number: int) -> Attempt:
        ends = {**dict.fromkeys(NAMES, "passed"), "e": "failed", "f": "missing"}
        results = tuple(TestResult(name, outcome) for name, outcome in ends.items())  # type: ignore[arg-type]
        return Attempt(number, program(f"x = {number}"), Verdicts(results, 0.1))

    assert never_passed([hanging(1), hanging(2)], same_program) == {"e"}


def test_a_wrong_program_talks_no_test_away() -> None:
    kept = TestChange("c", "kept", "")
    assert disputed(attempt(1, "a b c d"), attempt(2, "c d e f"), changes=[kept]) == ("d",), "nobody could say"
    assert disputed(attempt(1, "user c")) == (), "it is wrong anyway"
    assert disputed(attempt(1, "user"), attempt(2, "user a")) == ()
    assert disputed(attempt(1, "user"), said=["user"]) == ()
    assert disputed(attempt(1, "a"), changes=[CONFIRMED]) == ()
    assert disputed(attempt(1, "a"), quoted="a") == ()
    assert disputed(attempt(1, "a b c d e"), attempt(2, "a b c d f")) == (), "that would be more than a third"
    assert disputed(attempt(1, "a b c d"), said=["b", "user"]) == ("b",)
    gone = [TestChange(name, "dropped", "") for name in "xyz"]
    assert (room(SUITE, []), room(SUITE, gone), room(SUITE, [CONFIRMED])) == (3, 1, 3)
    assert disputed(attempt(1, "a b"), changes=gone) == ()


def test_no_dispute_is_dropped_without_a_word() -> None:
    assert looked_at(attempt(1, "a b c d"), said=["user"]).passed_over == {"user": YOURS}
    assert looked_at(attempt(1, "a b c d"), said=["b"], quoted="b").passed_over == {"b": QUOTED}
    both = attempt(1, "a b c d e"), attempt(2, "a b c d f")
    assert looked_at(*both, said=["user"]).passed_over == {"user": YOURS, **dict.fromkeys("abcd", NO_ROOM)}
    over = [TestChange(name, "passed_over", "") for name in "abcd"]
    assert disputed(attempt(3, "c"), *both, changes=over) == ("c",), "it may be asked about later"
    assert looked_at(attempt(1, "user")) == Disputes(), "nobody disputes it"
    all_of_them = looked_at(attempt(1, "c"), said=[test.name for test in SUITE.tests])
    assert (all_of_them.names, len(all_of_them.passed_over)) == (("c",), len(SUITE.tests) - 1)


@pytest.mark.parametrize(
    ("reply", "found"),
    [
        ("DISPUTE a: the task says 4, so 4 is right", {"a": "the task says 4, so 4 is right"}),
        ("# **DISPUTE** test `b`: it is 3\n```python\nx = 1\n```\nDispute c - no", {"b": "it is 3", "c": "no"}),
        ("DISPUTE d", {}),
        ("DISPUTE unknown: no such test", {}),
        ("There is nothing to dispute here, a is right.", {}),
    ],
    ids=["plain", "in other dress", "no reason", "unknown", "none"],
)
def test_what_a_model_disputes_is_read_with_mercy_and_needs_a_reason(reply: str, found: dict[str, str]) -> None:
    assert disputes_in(reply, [test.name for test in SUITE.tests]) == found


@pytest.mark.parametrize(
    ("derived", "what", "values"),
    [
        ([["4"]], None, None),
        ([["4"], ["4"]], "replaced", ("4",)),
        ([["5"], ["5"]], "confirmed", ("5",)),
        ([["4"], ["5"]], None, None),
        ([["4"], ["5"], ["4"]], "replaced", ("4",)),
        ([["4"], ["5"], ["3"]], "dropped", ("5",)),
        ([["unclear"], ["unclear"]], "dropped", ("5",)),
        ([[""], ["4"], [""]], "dropped", ("5",)),
        ([[""], ["5"], [""]], "kept", ("5",)),
    ],
)
def test_what_was_derived_twice_counts(derived: list[list[str]], what: str | None, values: tuple[str, ...]) -> None:
    decided = ruling(["5"], derived)
    assert (decided and decided.what, decided and decided.values) == (what, values)


@pytest.mark.parametrize(
    ("derived", "what", "values"),
    [
        ([["5"]], "confirmed", ("5",)),
        ([["4"]], "replaced", ("4",)),
        ([["3"]], None, None),
        ([["3"], ["4"]], None, None),
        ([["3"], ["4"], ["3"]], "replaced", ("3",)),
        ([["3"], ["4"], ["5"]], "dropped", ("5",)),
        ([[""], ["4"]], None, None),
    ],
)
def test_the_first_value_decides_where_the_test_or_the_program_gives_it_as_well(
    derived: list[list[str]], what: str | None, values: tuple[str, ...]
) -> None:
    decided = ruling(["5"], derived, [("5",), ("4",)])
    assert (decided and decided.what, decided and decided.values) == (what, values)


def test_of_several_values_in_a_test_each_is_decided_by_itself() -> None:
    decided = ruling(["5", "[]"], [["4", ""], ["4", "[]"], ["5", "[]"]])
    assert decided is not None
    assert (decided.what, decided.values) == ("replaced", ("4", "[]"))
    assert ruling(["5", "[]"], [["4", ""], ["4", "[]"]]) is None
