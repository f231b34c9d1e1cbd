from __future__ import annotations

from dataclasses import replace

from agent.types import Earlier
from languages.python.candidates import program, suite
from tests.fakes.told_runs import ADD, REQUEST, TEST_CODE
from ui.shelf_tab import LONGEST_NAME, change_of, free_name


def test_what_is_taken_in_never_becomes_a_version_of_a_program_that_is_there() -> None:
    assert free_name("Sums", {"Other"}) == "Sums"
    assert free_name("Sums", {"Sums", "Sums (2)"}) == "Sums (3)"
    longest = "x" * LONGEST_NAME
    other = free_name(longest, {longest})
    assert other.endswith("x (2)")
    assert len(other) <= LONGEST_NAME


def test_versions_are_told_apart_by_what_was_wished_last() -> None:
    earlier = Earlier("before", program(ADD), suite(TEST_CODE, ()), ("Sing.", "Dance."))
    requests = [
        replace(REQUEST, earlier=one)
        for one in (
            None,
            replace(earlier, run_id="", changes=()),
            replace(earlier, changes=()),
            earlier,
            replace(earlier, changes=(), mends="plan"),
        )
    ]
    first = "As it was first asked for"
    assert [change_of(request) for request in requests] == [
        first,
        first,
        "Your own version",
        "Dance.",
        "With tests that were written here",
    ]
