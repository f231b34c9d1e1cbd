"""The recordings are what a user sees first: each must do what its title says, in the real pipeline."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache, partial

import pytest

from agent.errors import ModelUnavailable
from agent.inputs import Given, read_inputs
from agent.models.base import ModelFinished, Prompt, TextDelta
from agent.models.demo import DemoModel, Recording, recordings, recordings_in
from agent.report import Report, fold
from agent.types import Request
from cancel import Cancel
from engines.assembly import execute
from engines.sandboxes import Sandboxes
from languages.types import DEFAULT
from settings import Settings
from storage.contents import described
from tests.fakes.osv_server import osv_server
from tests.fakes.quick_runs import OneSandbox, only_checks

Outcome = Callable[[Recording], Report]
PICTURES = {"photos", "bank", "letters", "quiz", "timer", "page", "holiday", "tables"}
STARTED = {"photos", "timer", "page"}  # one for each way in which one is started
ELSEWHERE = ("Count the words", "Read Roman numerals")
ENGLISH = recordings_in("en")
SHOWN = tuple(recording for recording in ENGLISH if recording.picture)
PLAYED = [
    pytest.param(
        recording, marks=[pytest.mark.thorough] if recording in SHOWN and recording.picture not in STARTED else []
    )
    for recording in ENGLISH
]


@pytest.fixture(scope="module", autouse=True)
def _advisories() -> Iterator[None]:
    """A service that knows of no weakness in a package."""
    with osv_server({}) as url, pytest.MonkeyPatch.context() as patch:
        patch.setenv("PIP_AUDIT_OSV_URL", url)
        yield


@pytest.fixture(scope="module")
def outcome() -> Iterator[Outcome]:
    """What becomes of a recording. Of the larger ones only one is tested again and has mistakes planted in it: it takes
    long. Two of the others are so in `tests/e2e`."""
    sandboxes = OneSandbox("process")

    @cache
    def made(recording: Recording) -> Report:
        with pytest.MonkeyPatch.context() as patch:
            if recording in SHOWN and recording.picture != "quiz":
                only_checks(patch, *(("start",) if recording.picture in STARTED else ()))
            if any(word in recording.title for word in ELSEWHERE):
                only_checks(patch)
            return played(recording, sandboxes)

    yield made
    sandboxes.close()


def played(recording: Recording, sandboxes: Sandboxes) -> Report:
    given = read_inputs(map(Given.at, recording.files), recording.task, DEFAULT)
    request = Request(recording.task, "demo", "demo", files=described(given.files), left_out=given.left_out)
    settings = Settings.model_validate({"ASSAY_SANDBOX": "process"})
    return fold(partial(execute, settings, sandboxes)(request, given.files, Cancel()))


def named(word: str) -> Recording:
    return next(recording for recording in recordings() if word in recording.title)


def test_there_are_at_least_eight() -> None:
    assert len({recording.task for recording in recordings()}) >= 8


@pytest.mark.parametrize("recording", PLAYED, ids=lambda recording: recording.title)
def test_each_ends_as_its_title_says(outcome: Outcome, recording: Recording) -> None:
    report = outcome(recording)
    assert report.status == ("unverified" if "too weak" in recording.title else "verified"), report.reason
    assert len(report.attempts) == len(recording.code)


@pytest.mark.parametrize("recording", SHOWN, ids=lambda recording: recording.title)
def test_what_people_see_first_is_asked_for_in_its_words_and_started(outcome: Outcome, recording: Recording) -> None:
    report = outcome(recording)
    assert report.suite.starts
    assert not report.suite.dropped
    assert [start.problem for start in report.outcome.starts if start.problem] == []
    assert report.brief
    assert all(rule.words for rule in report.brief.rules)


def test_there_is_one_for_each_picture() -> None:
    assert sorted(recording.picture for recording in SHOWN) == sorted(PICTURES)
    assert all(2 <= len(recording.title.split()) <= 5 for recording in SHOWN)
    assert all(0 < len(recording.line.split()) <= 12 for recording in SHOWN)


def test_the_forgotten_person_is_found(outcome: Outcome) -> None:
    first, second = outcome(named("Who owes whom")).attempts
    assert 0 < first.passed < len(first.results)
    assert second.passed == len(second.results)


def test_the_wrong_program_is_mended_after_failing_tests(outcome: Outcome) -> None:
    first, second = outcome(named("first program is wrong")).attempts
    assert 0 < first.passed < len(first.results)
    assert second.passed == len(second.results)


def test_the_security_finding_is_mended(outcome: Outcome) -> None:
    attempts = outcome(named("security finding")).attempts
    assert attempts[0].passed == len(attempts[0].results)
    found = [check.status for attempt in attempts for check in attempt.checks if check.name == "bandit"]
    assert found == ["failed", "passed"]


def test_weak_tests_show_in_the_mutation_score(outcome: Outcome) -> None:
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
