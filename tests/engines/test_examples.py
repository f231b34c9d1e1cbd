"""What the cards open: the record of a real run of that very example."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from agent.models.demo import Recording, recordings, recordings_in
from agent.report import fold
from engines.examples import asked_for, open_example, recorded_ids, run_file
from languages.registry import language_named
from storage.contents import described
from storage.recorded import read_run
from storage.store import Store
from translation import TONGUES

SHOWN = [one for one in recordings() if one.picture]


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    opened = Store(f"sqlite:///{tmp_path / 'assay.db'}")
    yield opened
    opened.close()


@pytest.mark.parametrize("example", SHOWN, ids=lambda example: example.name)
def test_each_has_a_record_of_its_last_program(example: Recording) -> None:
    run = read_run(run_file(example))
    request, files = asked_for(example)
    assert run.request == replace(request, files=described(files)), f"python -m tools.record {example.name}"
    report = fold(event for _, event in run.events)
    assert report.status in ("verified", "unverified")
    assert report.chosen
    assert report.brief
    assert report.brief.name
    made = language_named(request.language).read_program(example.code[-1], example.task, None)
    assert report.chosen.candidate == made, f"python -m tools.record {example.name}"


def test_it_is_entered_once_as_it_was(store: Store) -> None:
    example = next(one for one in SHOWN if one.files)
    run_id = open_example(store, example)
    assert open_example(store, example) == run_id
    run, found = read_run(run_file(example)), store.run(run_id)
    assert [one.run_id for one in store.runs()] == [run_id]
    assert (found.created, found.status, found.model) == (run.created, fold(e for _, e in run.events).status, "demo")
    assert [(one.time, one.event.kind) for one in store.events(run_id)] == [(at, e.kind) for at, e in run.events]
    assert store.inputs(run_id) == asked_for(example)[1]
    assert run_id in recorded_ids()


@pytest.mark.parametrize("tongue", TONGUES)
def test_each_language_has_each_example_once(tongue: str) -> None:
    listed = recordings_in(tongue)
    assert len({one.title for one in listed}) == len(listed) == len(recordings_in("en"))
    spoken = {one.tongue for one in SHOWN}
    assert {one.tongue for one in listed if one.picture} == {tongue if tongue in spoken else "en"}


@pytest.mark.parametrize("example", [one for one in SHOWN if one.tongue != "en"], ids=lambda example: example.name)
def test_one_in_another_language_is_the_same_in_other_words(example: Recording) -> None:
    first = next(one for one in SHOWN if one.title == example.title and one.tongue == "en")
    assert example.task != first.task
    assert example.brief.count('"rule"') == first.brief.count('"rule"')
    assert example.tests.count("def test_") == first.tests.count("def test_")
    report = fold(event for _, event in read_run(run_file(example)).events)
    same = fold(event for _, event in read_run(run_file(first)).events)
    said = [(one.status, one.steps, len(one.attempts), len(one.suite.tests)) for one in (report, same)]
    assert said[0] == said[1]
