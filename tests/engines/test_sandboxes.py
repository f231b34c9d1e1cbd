from __future__ import annotations

from contextlib import closing
from dataclasses import replace
from functools import partial
from pathlib import Path

import pytest

from agent.models.demo import recordings
from agent.types import Request
from engines.sandboxes import Sandboxes
from languages.registry import language_named
from sandbox.errors import SandboxUnavailable
from settings import Settings
from tests.fakes.specs import PYTHON


@pytest.fixture(autouse=True)
def _no_bubblewrap(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))


def without_docker(folder: Path, name: str) -> Settings:
    return Settings.model_validate({"ASSAY_SANDBOX": name, "DOCKER_HOST": f"unix://{folder}/engine.sock"})


def test_no_file_is_laid_where_it_would_be_taken_for_code_whoever_gave_it(tmp_path: Path) -> None:
    given = {"random.py": b"", "solution/__init__.py": b"", "pytest.ini": b"", "data/random.py": b"", "a.csv": b""}
    spec = Sandboxes(without_docker(tmp_path, "auto")).spec(language_named("python"), given)
    assert set(spec.files) == {"data/random.py", "a.csv"}


def test_without_a_sandbox_only_what_the_demo_has_recorded_runs_as_a_plain_process(tmp_path: Path) -> None:
    recorded = Request(recordings()[0].task, "demo", "demo")
    sandboxes = Sandboxes(without_docker(tmp_path, "auto"))
    with closing(sandboxes.opener(PYTHON, recorded)(print)) as sandbox:
        assert sandbox.name == "process"
    packages = sandboxes.provision(PYTHON, ()).open
    for refused in (sandboxes.opener(PYTHON, replace(recorded, task="Other.")), partial(packages, tmp_path)):
        with pytest.raises(SandboxUnavailable) as problem:
            refused(print)
        assert problem.value.advice
    asked_for = Sandboxes(without_docker(tmp_path, "docker"))
    with pytest.raises(SandboxUnavailable):
        asked_for.opener(PYTHON, recorded)(print)
