"""Tests judged apart from the program: what is natural goes across as it is, and what lies or reaches over doesn't."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing

import pytest

from sandbox.base import Sandbox
from tests.conformance.sandbox_helpers import BUBBLEWRAP, DOCKER, EVERY, judged_apart, opened


@pytest.fixture(scope="module", params=EVERY)
def sandbox(request: pytest.FixtureRequest) -> Iterator[Sandbox]:
    with closing(opened(request.param)) as sandbox:
        yield sandbox


def test_what_is_natural_goes_across_as_it_is(sandbox: Sandbox) -> None:
    reports = judged_apart("natural", sandbox)
    said = {name: report.message for name, report in reports.items() if report.outcome != "passed"}
    waiting = "threads of a test wait for one another."
    assert said == {
        "test_replaced": "it replaces something (`monkeypatch`).",
        "test_threads_that_wait": waiting,
        "test_after_them": waiting,  # nothing can be asked any more
    }
    assert len(reports) == 11


@pytest.mark.parametrize("sandbox", [DOCKER, BUBBLEWRAP], indirect=True)  # a plain process can do what its user can
def test_what_lies_or_reaches_over_gains_nothing(sandbox: Sandbox) -> None:
    reports = judged_apart("reaching", sandbox)
    assert {name: report.outcome for name, report in reports.items()} == {
        **dict.fromkeys(("test_reaches", "test_stack", "test_writes"), "passed"),
        **dict.fromkeys(("test_says_itself", "test_is_near", "test_is_found", "test_has"), "skipped"),
        **dict.fromkeys(("test_is_again", "test_is_made", "test_swallows", "test_is_gone_for_good"), "skipped"),
        **dict.fromkeys(("test_lies", "test_is_nearly", "test_skips", "test_is_gone"), "failed"),
    }
    assert "assert 1 == 2" in reports["test_lies"].message
    assert "what is equal to a Itself" in reports["test_says_itself"].message
    assert "ended the process" in reports["test_is_gone"].message
