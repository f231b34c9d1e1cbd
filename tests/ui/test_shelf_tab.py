from __future__ import annotations

from dataclasses import replace

import pytest

from agent.errors import ModelUnavailable
from agent.models.unpicked import UNPICKED
from agent.types import Earlier
from languages.python.candidates import program, suite
from storage.shelf import LONGEST_NAME
from tests.fakes.told_runs import ADD, REQUEST, TEST_CODE
from ui.form.changing import SAME, by_model
from ui.form.form import NOT_FETCHED
from ui.shelf.tab import change_of, free_name, with_model


def test_what_is_taken_in_never_becomes_a_version_of_a_program_that_is_there() -> None:
    assert free_name("Sums", {"Other"}) == "Sums"
    assert free_name("Sums", {"Sums", "Sums (2)"}) == "Sums (3)"
    longest = "x" * LONGEST_NAME
    other = free_name(longest, {longest})
    assert other.endswith("x (2)")
    assert len(other) <= LONGEST_NAME


@pytest.mark.parametrize(
    ("picked", "asked"),
    [("ollama:mine", "ollama:mine"), ("demo", UNPICKED), ("", UNPICKED), (f"{NOT_FETCHED}ollama:mine", UNPICKED)],
)
def test_only_a_real_model_that_is_picked_in_the_form_is_asked_for_what_is_taken_in(picked: str, asked: str) -> None:
    request = with_model(replace(REQUEST, model=UNPICKED, test_model=UNPICKED), picked)
    assert (request.model, request.test_model) == (asked, asked)
    if asked == UNPICKED:
        with pytest.raises(ModelUnavailable, match="No model was picked"):
            by_model(request, SAME)


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
