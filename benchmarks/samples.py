"""What the benchmarks run: the demo's example programs with their tests, and a model that gives them at once."""

from __future__ import annotations

import tempfile
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from agent.loop import Parts
from agent.models.demo import recordings_in
from agent.run_sandbox import OpenSandbox
from agent.types import Request
from languages.python.reply import parse_solution, parse_tests
from languages.python.toolset import TOOLSET
from sandbox.base import SandboxSpec
from sandbox.registry import open_sandbox
from tests.fakes.scripted_model import ScriptedModel, fenced


@dataclass(frozen=True, slots=True)
class Sample:
    """A task, and the right answers to it."""

    title: str
    task: str
    solution: str
    tests: str

    @property
    def files(self) -> dict[str, bytes]:
        """Both files, as a sandbox takes them."""
        return {"solution.py": self.solution.encode(), "test_solution.py": self.tests.encode()}

    @property
    def request(self) -> Request:
        """The run that ends with these very files."""
        return Request(self.task, "scripted", "scripted")

    def write(self, folder: Path) -> None:
        """Put both files into `folder`."""
        for name, content in self.files.items():
            (folder / name).write_bytes(content)


WITH_A_PACKAGE = Sample(
    "Read settings from YAML",
    "Read settings written in YAML: the names with their values, and empty text gives none.",
    '"""Reads settings."""\n\nimport yaml\n\n\n'
    "def read_settings(text):\n    found = yaml.safe_load(text)\n    if found is None:\n        return {}\n"
    "    if not isinstance(found, dict):\n"
    '        raise ValueError("Settings are names with values.")\n    return found\n',
    "import pytest\n\nfrom solution import read_settings\n\n\n"
    'def test_values():\n    """Names get their values."""\n    assert read_settings("a: 1") == {"a": 1}\n\n\n'
    'def test_empty():\n    """Nothing written means no settings."""\n    assert read_settings("") == {}\n\n\n'
    'def test_list():\n    """A list is an error."""\n'
    '    with pytest.raises(ValueError, match="^Settings are names with values.$"):\n'
    '        read_settings("- a")\n',
)


def samples() -> list[Sample]:
    """The demo's programs, each as it is at the end, the shortest first."""
    found = [
        Sample(
            recording.title.partition(" (")[0],
            recording.task,
            parse_solution(recording.code[-1], recording.task),
            parse_tests(recording.tests, recording.task).source,
        )
        for recording in recordings_in("en")
    ]
    return sorted(found, key=lambda sample: len(sample.solution))


def instant_parts(sample: Sample, open_sandbox: OpenSandbox) -> Parts:
    """A run as the app makes it, but for the model."""
    model = ScriptedModel(fenced(sample.tests), fenced(sample.solution))
    return Parts(model, model, open_sandbox)


def docker_opener() -> OpenSandbox:
    """What opens a sandbox in a container."""
    return partial(open_sandbox, SandboxSpec(TOOLSET), "docker", None)


def temporary_folder() -> tempfile.TemporaryDirectory[str]:
    """A folder that every user in a container can read, however strict the umask."""
    folder = tempfile.TemporaryDirectory(ignore_cleanup_errors=True)
    Path(folder.name).chmod(0o755)
    return folder
