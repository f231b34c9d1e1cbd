"""Every bad input ends with a clear answer and the right exit code, and never with a traceback."""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest

from agent.models.demo import recordings
from tests.fakes.command_line import CommandLine, Ended
from tests.fakes.disks import fill, tiny_disk
from tests.fakes.engine_proxy import EngineProxy
from tests.fakes.ollama_server import OllamaServer

pytestmark = pytest.mark.docker

DEMO = ("--model", "demo", "--out", "out")
TASK = recordings()[0].task


@dataclass(frozen=True, slots=True)
class Situation:
    """Something that goes wrong, the exit code it has to give, and words that the answer must have."""

    name: str
    run: Callable[[Path], Ended]
    code: int
    says: str


def _solve(*arguments: str, stdin: str = "") -> Callable[[Path], Ended]:
    return lambda folder: CommandLine(folder / "home").run("solve", *arguments, stdin=stdin)


def _served(reply: str, model: str) -> Callable[[Path], Ended]:
    def run(folder: Path) -> Ended:
        with OllamaServer(lambda request: reply) as server:
            line = CommandLine(folder / "home", {"OLLAMA_HOST": server.url})
            return line.run("solve", TASK, "--model", model, "--out", "out")

    return run


def _engine_stops(folder: Path) -> Ended:
    """The engine goes away once the program is being written, before its tests can run."""
    proxy = EngineProxy(folder)
    asked = threading.Event()

    def reply(request: object) -> str:
        if asked.is_set():
            proxy.container_started.wait(60)
            proxy.stop()
            return recordings()[0].code[0]
        asked.set()
        return recordings()[0].tests

    with OllamaServer(reply) as server:
        environment = {"OLLAMA_HOST": server.url, "DOCKER_HOST": proxy.host}
        line = CommandLine(folder / "home", environment)
        return line.run("solve", TASK, "--model", "ollama:tiny", "--sandbox", "docker", "--out", "out")


def _disk_full(folder: Path) -> Ended:
    """The disk with the history is full from the moment when the model is asked."""
    with tiny_disk(folder / "disk") as disk:

        def reply(request: object) -> str:
            fill(disk)
            return recordings()[0].tests

        with OllamaServer(reply) as server:
            environment = {"OLLAMA_HOST": server.url, "ASSAY_DATABASE_URL": f"sqlite:///{disk / 'assay.db'}"}
            return CommandLine(folder / "home", environment).run(
                "solve", TASK, "--model", "ollama:tiny", "--out", "out"
            )


def _two_at_once(folder: Path) -> Ended:
    line = CommandLine(folder / "home")
    with line.start("solve", TASK, "--model", "demo", "--out", "first") as first:
        second = line.run("solve", recordings()[1].task, "--model", "demo", "--out", "second")
        first.communicate()
    return Ended(max(first.returncode, second.code), second.stdout, second.stderr)


SITUATIONS = (
    Situation("no task at all", _solve(*DEMO), 2, "TASK"),
    Situation("an empty task", _solve("  ", *DEMO), 2, "There is no task"),
    Situation("200 kB of task", _solve("-", *DEMO, stdin="x" * 200_000), 2, "at most 50,000"),
    Situation("an unknown kind of model", _solve(TASK, "--model", "banana", "--out", "out"), 3, "ollama:NAME"),
    Situation("a model that isn't installed", _served("", "ollama:nothere"), 3, "nothere"),
    Situation("Ollama isn't running", _solve(TASK, "--model", "ollama:tiny", "--out", "out"), 3, "Ollama"),
    Situation("no key for Claude", _solve(TASK, "--model", "claude:x", "--out", "out"), 3, "ANTHROPIC_API_KEY"),
    Situation("no model named, and none there", _solve(TASK, "--out", "out"), 3, "There is no model"),
    Situation("a task that the demo doesn't know", _solve("Fly me to the moon", *DEMO), 3, "only knows"),
    Situation("an example that isn't Python", _solve(TASK, *DEMO, "--example", "f(1 = 2"), 2, "example"),
    Situation("a model that never writes tests", _served("I'd rather not.", "ollama:tiny"), 1, "no test"),
    Situation("the Docker engine stops in mid-run", _engine_stops, 1, "sandbox"),
    Situation("the disk is full", _disk_full, 1, "disk is full"),
    Situation("two runs at once on one database", _two_at_once, 0, "VERIFIED"),
)


@pytest.mark.parametrize("situation", SITUATIONS, ids=lambda situation: situation.name)
def test_the_answer_is_clear(situation: Situation, tmp_path: Path) -> None:
    ended = situation.run(tmp_path)
    said = " ".join((ended.stdout + ended.stderr).split())
    assert ended.code == situation.code, said
    assert situation.says.lower() in said.lower()
    assert "Traceback" not in said
