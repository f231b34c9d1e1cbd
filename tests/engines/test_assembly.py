"""A run with files of the person's, from the history to the verdict, in the sandbox that the settings name."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from functools import partial
from pathlib import Path

import pytest

from agent.events import TestsRan
from agent.report import fold
from agent.types import Limits, Request
from engines.assembly import execute
from engines.local import LocalEngine
from engines.sandboxes import Sandboxes
from settings import Settings
from storage.store import Store
from tests.fakes.scripted_model import ScriptedModel, fenced

TESTS = fenced('''import pathlib

import pytest

from solution import total


def test_total():
    """The hours of all people are added up."""
    assert total("hours.csv") == 42


def test_one():
    """A line that is no number is passed over."""
    pathlib.Path("other.csv").write_text("name,hours\\nEva,3\\nUlf,-\\n")
    assert total("other.csv") == 3


def test_the_file_stays_as_it_is():
    """Nobody can write into the file."""
    assert total("hours.csv") == 42
    with pytest.raises(PermissionError):
        pathlib.Path("hours.csv").write_text("")
''')
PROGRAM = fenced('''import csv


def total(path):
    """The sum of the column hours."""
    with open(path, newline="", encoding="utf-8") as file:
        return sum(int(row["hours"]) for row in csv.DictReader(file) if row["hours"].isdigit())
''')
OTHERS = "".join(f"B{'o' * length},0\n" for length in range(1, 91))
HOURS = f"name,hours\nAda,42\n{OTHERS}Cleo,0\n{OTHERS}".encode()
# Of the mistakes in this program, some are in arguments of `open` that change nothing here.
REQUEST = Request("Add up the hours.", "coder", "tester", limits=Limits(mutation_score=0.5))


@pytest.fixture
def sandboxes(tmp_path: Path) -> Iterator[tuple[Settings, Sandboxes]]:
    settings = Settings(ASSAY_HOME=tmp_path, ASSAY_SANDBOX="docker")
    with closing(Sandboxes(settings)) as opened:
        yield settings, opened


@pytest.mark.docker
def test_every_job_sees_the_files_of_a_run_and_none_can_change_them(
    sandboxes: tuple[Settings, Sandboxes], store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    models = {"coder": ScriptedModel(PROGRAM), "tester": ScriptedModel(TESTS)}
    monkeypatch.setattr("engines.assembly.open_model", lambda spec, settings: models[spec])
    with closing(LocalEngine(store, partial(execute, *sandboxes))) as engine:
        run_id = engine.start(REQUEST, {"hours.csv": HOURS})
        events = [stored.event for stored in engine.follow(run_id)]
    report = fold(events)
    ran = next(event for event in events if isinstance(event, TestsRan))
    assert [result.outcome for result in ran.results] == ["passed"] * 3, ran
    assert report.status == "verified", report.reason
    told = "".join(map(repr, events))
    assert "Ada,42" in told, "models are told how a file begins"
    assert "Cleo" not in told, "contents are kept beside the events"
