"""What the benchmarks run: the demo's example programs with their tests, and a model that gives them at once."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from agent.events import Event
from agent.loop import Parts, run
from agent.models.base import Delta, ModelFinished, Prompt, TextDelta
from agent.models.demo import recordings
from agent.run_sandbox import OpenSandbox
from agent.types import Request, Usage
from cancel import Cancel
from languages.python.reply import parse_solution, parse_tests
from languages.python.toolset import TOOLSET
from sandbox.base import SandboxSpec
from sandbox.registry import open_sandbox


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
        return Request(self.task, "instant", "instant")

    def write(self, folder: Path) -> None:
        """Put both files into `folder`."""
        for name, content in self.files.items():
            (folder / name).write_bytes(content)


TINY = Sample(
    "Double a number",
    "Double a number.",
    '"""Doubles numbers."""\n\n\ndef double(number):\n    return number * 2\n',
    "from solution import double\n\n\n"
    'def test_double():\n    """A number is doubled."""\n    assert double(4) == 8\n\n\n'
    'def test_below_zero():\n    """Numbers below zero are doubled, too."""\n    assert double(-3) == -6\n',
)

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
        for recording in recordings()
    ]
    return sorted(found, key=lambda sample: len(sample.solution))


class InstantModel:
    """Knows the answers of one sample and gives them without delay."""

    name = "instant"

    def __init__(self, sample: Sample) -> None:
        self._sample = sample

    def stream(self, prompt: Prompt, cancel: Cancel) -> Iterator[Delta]:
        """See `Model.stream`."""
        cancel.raise_if_set()
        answer = self._sample.tests if prompt.role == "tests" else self._sample.solution
        yield TextDelta(f"```python\n{answer}\n```")
        yield ModelFinished(Usage())


def instant_parts(sample: Sample, open_sandbox: OpenSandbox) -> Parts:
    """A run as the app makes it, but for the model."""
    model = InstantModel(sample)
    return Parts(model, model, open_sandbox)


def docker_opener() -> OpenSandbox:
    """What opens a sandbox in a container."""
    return partial(open_sandbox, SandboxSpec(TOOLSET), "docker", None)


def instant_runs(
    known: Sequence[Sample], request: Request, inputs: Mapping[str, bytes], cancel: Cancel
) -> Iterator[Event]:
    """A run of one of the `known` samples, as an engine executes it."""
    sample = next(sample for sample in known if sample.task == request.task)
    return run(request, instant_parts(sample, docker_opener()), cancel)


def temporary_folder() -> tempfile.TemporaryDirectory[str]:
    """A folder that every user in a container can read, however strict the umask."""
    folder = tempfile.TemporaryDirectory(ignore_cleanup_errors=True)
    Path(folder.name).chmod(0o755)
    return folder
