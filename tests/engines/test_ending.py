from __future__ import annotations

import logging
from collections.abc import Iterator

import pytest

from agent.errors import ModelUnavailable
from agent.events import Event, Notice, RunFinished
from engines.ending import run_to_end
from errors import Cancelled
from tests.fakes.runs import FINISHED, WHOLE_RUN


def run(*steps: Event | Exception) -> list[Event]:
    """Run through `steps`, raising those that are exceptions, and return what was recorded."""

    def execute() -> Iterator[Event]:
        for step in steps:
            if isinstance(step, Exception):
                raise step
            yield step

    recorded: list[Event] = []
    finished = run_to_end(execute, recorded.append)
    assert recorded[-1] is finished
    assert sum(isinstance(event, RunFinished) for event in recorded) == 1
    return recorded


def test_a_run_that_ends_well_is_recorded_as_it_is() -> None:
    assert tuple(run(*WHOLE_RUN)) == WHOLE_RUN


@pytest.mark.parametrize(
    ("raised", "ended"),
    [
        (ModelUnavailable("Ollama isn't running.", "Start it."), ("error", "Ollama isn't running.", "Start it.", True)),
        (Cancelled("You stopped this run."), ("cancelled", "You stopped this run.", "", False)),
    ],
)
def test_an_error_for_users_keeps_its_words(raised: Exception, ended: tuple[str, str, str, bool]) -> None:
    [notice, finished] = run(Notice("Hello"), raised)
    assert notice == Notice("Hello")
    assert isinstance(finished, RunFinished)
    assert (finished.status, finished.reason, finished.advice, finished.missing) == ended


def test_a_run_without_a_verdict_is_an_error() -> None:
    [_, finished] = run(Notice("Hello"))
    assert isinstance(finished, RunFinished)
    assert finished.status == "error"


def test_a_surprise_is_a_plain_sentence_and_a_traceback_in_the_log(caplog: pytest.LogCaptureFixture) -> None:
    [finished] = run(KeyError("secret detail"))
    assert isinstance(finished, RunFinished)
    assert finished.status == "error"
    assert "secret detail" not in finished.reason + finished.advice
    assert "KeyError: 'secret detail'" in caplog.text


def test_what_comes_after_the_verdict_runs_but_counts_no_more(caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.ERROR):
        assert run(FINISHED, Notice("late"), RuntimeError("could not clean up")) == [FINISHED]
    assert "could not clean up" in caplog.text
