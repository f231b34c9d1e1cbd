from __future__ import annotations

import pytest

from agent.errors import BadTask, ModelUnavailable
from agent.types import Limits
from languages.errors import BadExample
from ui.form.form import NOT_FETCHED, read_request

NO_EXAMPLES = ("",) * 8


def test_a_plain_form_asks_for_the_defaults() -> None:
    request = read_request("Add numbers", "demo", "repair", True, 5, 0, 0, 70, False, *NO_EXAMPLES)
    assert request.limits == Limits()
    assert (request.task, request.model, request.test_model) == ("Add numbers", "demo", "demo")
    assert request.examples == ()


def test_limits_are_read_in_minutes_dollars_and_per_cent() -> None:
    limits = read_request("Add numbers", "demo", "repair", True, 2, 0.5, 1.5, 0, True, *NO_EXAMPLES).limits
    assert limits == Limits(2, 30, 1.5, 0.0, quick=True)


def test_emptied_limits_fall_back_to_the_defaults() -> None:
    assert (
        read_request("Add numbers", "demo", "repair", True, None, None, None, None, False, *NO_EXAMPLES).limits
        == Limits()
    )


@pytest.mark.parametrize("limits", [(0, 15, 0, 80), (5, -1, 0, 80), (5, 15, -1, 80), (5, 15, 0, 101), (5, 15, 0, -1)])
def test_limits_that_leave_no_room_are_refused_in_words(limits: tuple[float, float, float, float]) -> None:
    with pytest.raises(BadTask) as refused:
        read_request("Add numbers", "demo", "repair", True, *limits, False, *NO_EXAMPLES)
    assert "limits" in refused.value.advice


def test_example_rows_become_expressions() -> None:
    rows = ("add(1, 2)", "3", "", "", "is_even(2)", "", "", "")
    assert read_request("Add", "demo", "repair", True, 5, 0, 0, 80, False, *rows).examples == (
        "add(1, 2) == 3",
        "is_even(2)",
    )


def test_an_example_that_is_no_python_is_refused() -> None:
    with pytest.raises(BadExample):
        read_request("Add", "demo", "repair", True, 5, 0, 0, 80, False, "add(1", "3", *NO_EXAMPLES[2:])


def test_a_run_waits_with_its_plan_unless_its_answers_are_recorded() -> None:
    rows = ("repair", True, 5, 0, 0, 80, False, *NO_EXAMPLES)
    assert [read_request("Add", model, *rows).ask for model in ("ollama:tiny", "demo", "")] == [
        "where_open",
        "never",
        "never",
    ]
    assert read_request("Add", "ollama:tiny", "repair", False, 5, 0, 0, 80, False, *NO_EXAMPLES).ask == "never"


def test_a_model_that_must_be_fetched_first_is_refused() -> None:
    with pytest.raises(ModelUnavailable, match="isn't on this computer yet") as refused:
        read_request("Add", f"{NOT_FETCHED}ollama:small", "repair", True, 5, 0, 0, 80, False, *NO_EXAMPLES)
    assert "Settings" in refused.value.advice
