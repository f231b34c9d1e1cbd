"""The command line as it is relied on from outside, with real containers."""

from __future__ import annotations

import contextlib
import json
import signal
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import docker
import pytest

from agent.models.demo import recordings
from languages.python.candidates import START_FILES
from tests.fakes import quick_runs
from tests.fakes.command_line import CommandLine, Ended, QuickCommandLine
from tests.fakes.ollama_server import FakeModel, OllamaServer
from tests.fakes.waiting import SECONDS, until

pytestmark = pytest.mark.docker

ENDLESS = """```python
def word_counts(text):
    while True:
        pass
```"""


def containers_of(pid: int) -> list[str]:
    client = docker.from_env()
    found = client.containers.list(all=True, filters={"label": "assay.owner"}, ignore_removed=True)
    return [container.id or "" for container in found if f"/{pid}/" in container.labels["assay.owner"]]


@contextlib.contextmanager
def endless_run(home: Path) -> Iterator[subprocess.Popen[str]]:
    """A run whose model writes a program that never ends."""
    replies = iter([recordings()[0].tests, ENDLESS])
    with OllamaServer(lambda request: next(replies)) as server:
        line = CommandLine(home, {"OLLAMA_HOST": server.url})
        arguments = ("--model", "ollama:tiny", "--sandbox", "docker", "--json", "--out", "out")
        with line.start("solve", recordings()[0].task, *arguments) as process:
            yield process


def wait_for(kind: str, process: subprocess.Popen[str]) -> dict[str, Any]:
    """Read events until one of `kind` comes, and return it."""
    assert process.stdout is not None
    for text in process.stdout:
        event: dict[str, Any] = json.loads(text)
        if event["kind"] == kind:
            return event
    raise AssertionError(process.communicate()[1])


@pytest.fixture
def line(home: Path) -> CommandLine:
    return CommandLine(home)


@pytest.fixture
def quick(home: Path) -> QuickCommandLine:
    return QuickCommandLine(home)


@dataclass(frozen=True, slots=True)
class Made:
    """A run of the demo's first task that came to its end, and its folder."""

    line: CommandLine
    ended: Ended
    out: Path

    @property
    def report(self) -> Any:
        return json.loads((self.out / "report.json").read_text(encoding="utf-8"))


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Made:
    folder = tmp_path_factory.mktemp("made")
    line, example = CommandLine(folder / "home"), 'word_counts("a b a") == [("a", 2), ("b", 1)]'
    (folder / "trip").mkdir()
    (folder / "trip/words.csv").write_text("word;count\nred;2\n")
    given = ("--file", "trip", "--file", str(folder / "trip/words.csv"))
    options = ("--model", "demo", "--sandbox", "docker", "--example", example, *given, "--out", "out")
    return Made(line, line.run("solve", "-", *options, stdin=recordings()[0].task), folder / "out")


def test_a_demo_task_is_verified_and_leaves_its_files(made: Made) -> None:
    assert made.ended.code == 0, made.ended.stdout + made.ended.stderr
    assert "VERIFIED" in made.ended.stdout
    made_files = {"solution.py", "test_solution.py", "brief.json", "report.json", "report.md", *START_FILES.values()}
    assert {file.name for file in made.out.iterdir()} == made_files
    report = made.report
    assert report["status"] == "verified"
    assert report["mutation"]["score"] >= 0.8
    assert {check["name"]: check["status"] for check in report["checks"]} == {
        "start": "passed",
        "attack": "passed",
        "bandit": "passed",
        "pip-audit": "passed",
        "surroundings": "passed",
        "mutmut": "passed",
        "integrity": "passed",
    }
    assert report["attempts"][-1]["tests"]["failed"] == 0


def test_an_example_that_must_hold_is_tested(made: Made) -> None:
    assert [test["outcome"] for test in made.report["tests"] if test["source"] == "user"] == ["passed"]


def test_the_files_that_it_was_given_are_looked_at(made: Made) -> None:
    files = [(file["name"], file["sort"].split(",")[0], file["excerpt"]) for file in made.report["files"]]
    assert files == [(name, "table", "word;count\nred;2") for name in ("trip/words.csv", "words.csv")]
    assert "words.csv: table, utf-8, delimiter ';'" in made.ended.stdout
    assert "| words.csv | 17 | table, utf-8," in (made.out / "report.md").read_text(encoding="utf-8")


def test_the_solution_runs_on_its_own(made: Made) -> None:
    solution = made.out / "solution.py"
    ran = subprocess.run([sys.executable, solution], input="a b a", capture_output=True, text=True, check=True)
    assert ran.stdout.split() == ["2", "a", "1", "b"]


def test_the_history_has_the_run(made: Made) -> None:
    line = QuickCommandLine(made.line.home)
    runs = json.loads(line.run("runs", "--json").stdout)
    assert [(run["status"], run["model"]) for run in runs] == [("verified", "demo")]
    assert "verified" in line.run("runs").stdout


def test_models_lists_the_demo_and_says_why_the_others_are_missing(quick: QuickCommandLine) -> None:
    providers = {provider["name"]: provider for provider in json.loads(quick.run("models", "--json").stdout)}
    assert [model["spec"] for model in providers["Demo"]["models"]] == ["demo"]
    assert providers["Ollama"]["problem"]
    assert providers["Claude"]["advice"]


def test_a_narrow_terminal_shows_a_models_whole_name(tmp_path: Path) -> None:
    name = "qwen2.5-coder:14b-instruct-q4_K_M"
    with OllamaServer(lambda _: "", {name: FakeModel()}) as server:
        line = QuickCommandLine(tmp_path, {"OLLAMA_HOST": server.url, "COLUMNS": "30"})
        assert f"ollama:{name}\n" in line.run("models").stdout


def test_the_doctor_finds_the_engine_and_the_image(line: CommandLine) -> None:
    ended = line.run("doctor", "--json")
    findings = {finding["name"]: finding for finding in json.loads(ended.stdout)}
    assert ended.code == 0, ended.stdout
    assert findings["Docker"]["state"] == findings["Sandbox image"]["state"] == "ok"
    assert findings["Ollama"]["state"] == "optional"
    assert findings["Ollama"]["advice"]


@pytest.mark.parametrize(
    ("kind", "number"),
    [("run_started", signal.SIGTERM), ("model_text", signal.SIGINT), ("code_ready", signal.SIGINT)],
)
def test_stopping_ends_the_run_and_its_container(home: Path, kind: str, number: signal.Signals) -> None:
    with endless_run(home) as process:
        wait_for(kind, process)
        process.send_signal(number)
        stdout, stderr = process.communicate(timeout=SECONDS)
        until(lambda: not containers_of(process.pid), "its container is gone")
    assert process.returncode == 130, stderr
    assert json.loads(stdout.splitlines()[-1])["status"] == "cancelled"


@pytest.mark.thorough
def test_a_reader_that_goes_away_does_not_end_the_run_nor_turn_its_verdict(home: Path, tmp_path: Path) -> None:
    (tmp_path / "quick").mkdir()
    line = CommandLine(home, quick_runs.environment(tmp_path / "quick", "mutmut"))
    task = next(recording.task for recording in recordings() if "too weak" in recording.title)
    with line.start("solve", task, "--model", "demo", "--json", "--out", "out") as process:
        assert process.stdout is not None
        process.stdout.readline()
        process.stdout.close()
        process.stdout = None
        _, stderr = process.communicate(timeout=SECONDS)
    assert (process.returncode, stderr) == (1, "")
    report = json.loads((tmp_path / "out" / "report.json").read_text(encoding="utf-8"))
    assert report["status"] == "unverified"
    assert "too weak" in report["reason"]


def test_a_folder_or_file_that_can_not_be_used_is_said_before_the_run(quick: QuickCommandLine, tmp_path: Path) -> None:
    (tmp_path / "solution.py").write_text("mine")
    taken = quick.run("solve", recordings()[0].task, "--model", "demo", "--out", ".")
    assert (taken.code, taken.stdout) == (2, "")
    assert "solution.py already" in taken.stderr
    assert (tmp_path / "solution.py").read_text() == "mine"
    gone = quick.run("solve", recordings()[0].task, "--model", "demo", "--file", "gone.csv")
    assert (gone.code, gone.stdout) == (2, "")
    assert "gone.csv can't be read: it isn't there." in gone.stderr
    assert json.loads(quick.run("runs", "--json").stdout) == []
