from __future__ import annotations

from ui.shelf_tab import LONGEST_NAME, free_name


def test_what_is_taken_in_never_becomes_a_version_of_a_program_that_is_there() -> None:
    assert free_name("Sums", {"Other"}) == "Sums"
    assert free_name("Sums", {"Sums", "Sums (2)"}) == "Sums (3)"
    longest = "x" * LONGEST_NAME
    other = free_name(longest, {longest})
    assert other.endswith("x (2)")
    assert len(other) <= LONGEST_NAME
