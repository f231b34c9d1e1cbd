"""A second language goes through the whole of Assay without a line about it anywhere but in its folder."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from contextlib import closing
from functools import partial
from pathlib import Path

import pytest

from agent.briefing import Person
from agent.events import CodeReady, Event, RunFinished, RunStarted, TestsRan, TestsReady
from agent.loop import Parts, run
from agent.report import Report, fold
from agent.report_json import as_json
from agent.types import Request
from cancel import Cancel
from cli.output import write_files
from engines.local import LocalEngine
from engines.sandboxes import Sandboxes
from engines.tryout import Tryout
from languages.files import FileLook
from languages.registry import LANGUAGES, language_named
from languages.types import Suite, TestCase, TestResult
from sandbox.base import SandboxSpec
from sandbox.registry import open_sandbox
from settings import Settings
from setup.doctor.programs import examine_sandbox
from storage.store import Store
from tests.fakes.scripted_model import ScriptedModel
from tests.languages.shell.language import SHELL, read_program
from ui.telling.downloads import program_files
from ui.telling.view import how_to_run, trust_html

TESTS = "```\ndoubles two: 2 => 4\ndoubles zero: 0 => 0\nsays nothing: 5 => \n```"
WRONG = "```sh\nread number\necho $((number + 2))\n```"
BROKEN = "```sh\nread number\necho $((number * 2))\nexit 0\nif\n```"
RIGHT = "```sh\nread number\necho $((number * 2))\n```"
REQUEST = Request("Double a number.", "scripted", "scripted", examples=("3 => 6",), language="shell")


@pytest.fixture(autouse=True)
def _shell(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(LANGUAGES, "shell", SHELL)


@pytest.fixture(params=["process", pytest.param("docker", marks=pytest.mark.docker)])
def report(request: pytest.FixtureRequest, store: Store) -> Report:
    coder = ScriptedModel(WRONG, BROKEN, RIGHT)

    def execute(asked: Request, inputs: Mapping[str, bytes], cancel: Cancel, person: Person) -> Iterator[Event]:
        spec = SandboxSpec(language_named(asked.language).toolset, files=inputs)
        parts = Parts(coder, ScriptedModel(TESTS), partial(open_sandbox, spec, request.param, None))
        yield from run(asked, parts, cancel)

    with closing(LocalEngine(store, execute)) as engine:
        run_id = engine.start(REQUEST, {"numbers.csv": b"1,2"})
        return fold(stored.event for stored in engine.follow(run_id))


def test_it_is_shown_handed_over_and_tried(tmp_path: Path) -> None:
    candidate = read_program(RIGHT, "")
    suite = Suite({"tests.txt": "doubles two: 2 => 4\n"}, (TestCase("doubles two", "It doubles two."),))
    events: list[Event] = [
        RunStarted(REQUEST),
        TestsReady(suite),
        CodeReady(1, candidate),
        TestsRan(1, (TestResult("doubles two", "passed"),), 0.1),
        RunFinished("verified", "All is well.", 1.0, attempt=1),
    ]
    shown = fold(events)
    assert "Spelling</h3>" in trust_html(shown)
    assert "doubles two: 2 =&gt; 4" in trust_html(shown)
    assert "sh program.sh" in how_to_run(shown)
    assert set(program_files(shown)) == {"program.sh"}
    assert {file.name for file in write_files(shown, "r1", tmp_path)} >= {"program.sh", "tests.txt"}
    process = Tryout(SHELL, candidate, Sandboxes(Settings.model_validate({"ASSAY_SANDBOX": "process"})))
    assert process.start(["4"], {}, [], Cancel()).printed == "8\n"
    assert "nothing to call" in process.call("double(4)", Cancel()).problem


def test_it_is_tested_repaired_checked_and_verified(report: Report) -> None:
    assert (report.status, report.chosen_number) == ("verified", 3), report.reason
    assert report.chosen is not None
    assert dict(report.chosen.candidate.files) == {"program.sh": "read number\necho $((number * 2))\n"}
    assert [test.description for test in report.suite.tests] == [
        "It doubles two.",
        "It doubles zero.",
        "It gives 3 => 6.",
    ]
    assert [test.name for test in report.suite.dropped] == ["says nothing"]
    assert [attempt.passed for attempt in report.attempts] == [1, 3, 3]
    assert [check.status for check in report.attempts[1].checks] == ["failed"]
    assert report.files == (FileLook("numbers.csv", 3),), "it can't look into files, so they are named"
    assert json.loads(json.dumps(as_json(report, "r1")))["checks"][0]["name"] == "sh-syntax"


@pytest.mark.docker
def test_its_image_is_looked_at() -> None:
    images = [finding for finding in examine_sandbox(Settings()) if finding.name == "Sandbox image"]
    assert len(images) == len(LANGUAGES)
