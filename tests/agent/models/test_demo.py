"""The recordings are what a user sees first: each must do what its title says, in the real pipeline."""

from __future__ import annotations

from functools import cache, partial

import pytest

from agent.errors import ModelUnavailable
from agent.models.base import ModelFinished, Prompt, TextDelta
from agent.models.demo import DemoModel, Recording, recordings
from agent.report import Report, fold
from agent.types import Request
from cancel import Cancel
from engines.assembly import execute
from engines.sandboxes import Sandboxes
from settings import Settings


@cache
def outcome(recording: Recording) -> Report:
    settings = Settings().model_copy(update={"sandbox": "process"})
    return fold(partial(execute, settings, Sandboxes(settings))(Request(recording.task, "demo", "demo"), {}, Cancel()))


def named(word: str) -> Recording:
    return next(recording for recording in recordings() if word in recording.title)


def test_there_are_at_least_eight() -> None:
    assert len({recording.task for recording in recordings()}) >= 8


@pytest.mark.parametrize("recording", recordings(), ids=lambda recording: recording.title)
def test_each_ends_as_its_title_says(recording: Recording) -> None:
    report = outcome(recording)
    assert report.status == ("unverified" if "too weak" in recording.title else "verified"), report.reason
    assert len(report.attempts) == len(recording.code)


def test_the_wrong_program_is_mended_after_failing_tests() -> None:
    first, second = outcome(named("first program is wrong")).attempts
    assert 0 < first.passed < len(first.results)
    assert second.passed == len(second.results)


def test_the_security_finding_is_mended() -> None:
    attempts = outcome(named("security finding")).attempts
    assert attempts[0].passed == len(attempts[0].results)
    found = [check.status for attempt in attempts for check in attempt.checks if check.name == "bandit"]
    assert found == ["failed", "passed"]


def test_weak_tests_show_in_the_mutation_score() -> None:
    check = next(check for check in outcome(named("too weak")).checks if check.name == "mutmut")
    assert check.mutation
    assert (check.mutation.score or 1) < 0.75
    assert check.findings


def test_an_unknown_task_gets_a_plain_answer() -> None:
    with pytest.raises(ModelUnavailable) as caught:
        list(DemoModel().stream(Prompt((), task="Write me an operating system."), Cancel()))
    assert "only knows its example tasks" in caught.value.message
    assert "Ollama" in caught.value.advice


def test_the_answer_streams_and_ends_once() -> None:
    task = recordings()[0].task.upper().replace(" ", "\n")
    *pieces, last = DemoModel().stream(Prompt((), task=task), Cancel())
    assert isinstance(last, ModelFinished)
    assert len(pieces) > 10
    assert "".join(piece.text for piece in pieces if isinstance(piece, TextDelta)) == recordings()[0].code[0]
