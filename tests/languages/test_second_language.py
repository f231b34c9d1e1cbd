"""A second language goes through the whole of Assay without a line about it anywhere but in its folder."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from contextlib import closing
from functools import partial

import pytest

from agent.events import Event
from agent.loop import Parts, run
from agent.report import Report, as_json, fold
from agent.types import Request
from cancel import Cancel
from engines.local import LocalEngine
from languages.registry import LANGUAGES, language_named
from sandbox.base import SandboxSpec
from sandbox.registry import open_sandbox
from storage.store import Store
from tests.fakes.scripted_model import ScriptedModel
from tests.languages.shell.language import SHELL

TESTS = "```\ndoubles two: 2 => 4\ndoubles zero: 0 => 0\nsays nothing: 5 => \n```"
WRONG = "```sh\nread number\necho $((number + 2))\n```"
BROKEN = "```sh\nread number\necho $((number * 2))\nexit 0\nif\n```"
RIGHT = "```sh\nread number\necho $((number * 2))\n```"
REQUEST = Request("Double a number.", "scripted", "scripted", language="shell")


@pytest.fixture(autouse=True)
def _shell(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(LANGUAGES, "shell", SHELL)


@pytest.fixture(params=["process", pytest.param("docker", marks=pytest.mark.docker)])
def report(request: pytest.FixtureRequest, store: Store) -> Report:
    coder = ScriptedModel(WRONG, BROKEN, RIGHT)

    def execute(asked: Request, inputs: Mapping[str, bytes], cancel: Cancel) -> Iterator[Event]:
        spec = SandboxSpec(language_named(asked.language).toolset, files=inputs)
        parts = Parts(coder, ScriptedModel(TESTS), partial(open_sandbox, spec, request.param, None))
        yield from run(asked, parts, cancel)

    with closing(LocalEngine(store, execute)) as engine:
        run_id = engine.start(REQUEST)
        return fold(stored.event for stored in engine.follow(run_id))


def test_it_is_tested_repaired_checked_and_verified(report: Report) -> None:
    assert (report.status, report.chosen_number) == ("verified", 3), report.reason
    assert report.chosen is not None
    assert dict(report.chosen.candidate.files) == {"program.sh": "read number\necho $((number * 2))\n"}
    assert [test.description for test in report.suite.tests] == ["It doubles two.", "It doubles zero."]
    assert [test.name for test in report.suite.dropped] == ["says nothing"]
    assert [attempt.passed for attempt in report.attempts] == [1, 2, 2]
    assert [check.status for check in report.attempts[1].checks] == ["failed"]
    assert json.loads(json.dumps(as_json(report, "r1")))["checks"][0]["name"] == "sh-syntax"
