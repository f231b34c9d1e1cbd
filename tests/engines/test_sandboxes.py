from __future__ import annotations

from contextlib import closing
from pathlib import Path

import pytest

from engines.sandboxes import Sandboxes
from sandbox.errors import SandboxUnavailable
from settings import Settings
from tests.fakes.specs import PYTHON


@pytest.fixture(autouse=True)
def _no_bubblewrap(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))


def without_docker(folder: Path, name: str) -> Settings:
    return Settings.model_validate({"ASSAY_SANDBOX": name, "DOCKER_HOST": f"unix://{folder}/engine.sock"})


def test_without_a_sandbox_only_the_demos_programs_run_as_plain_processes(tmp_path: Path) -> None:
    settings = without_docker(tmp_path, "auto")
    with pytest.raises(SandboxUnavailable) as refused:
        Sandboxes(settings).opener(PYTHON, recorded=False)(print)
    assert refused.value.advice
    with closing(Sandboxes(settings).opener(PYTHON, recorded=True)(print)) as sandbox:
        assert sandbox.name == "process"
