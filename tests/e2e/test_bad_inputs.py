"""Every bad input ends with a clear answer and the right exit code, and never with a traceback."""

from __future__ import annotations

import threading
from pathlib import Path

import pytest

from agent.models.demo import recordings
from tests.fakes.command_line import CommandLine, QuickCommandLine
from tests.fakes.disks import fill, tiny_disk
from tests.fakes.engine_proxy import EngineProxy
from tests.fakes.ollama_server import OllamaServer

pytestmark = pytest.mark.docker

WORDS = recordings()[0]
DEMO, TINY = ("--model", "demo"), (WORDS.task, "--model", "ollama:tiny")


def assert_clear(line: CommandLine, arguments: tuple[str, ...], code: int, says: str) -> None:
    """`solve` with these arguments ends with `code` and these words."""
    ended = line.run("solve", *arguments, "--out", "out", stdin="x" * 200_000)
    said = " ".join((ended.stdout + ended.stderr).split())
    assert ended.code == code, said
    assert says.lower() in said.lower()
    assert "Traceback" not in said


@pytest.mark.parametrize(
    ("arguments", "code", "says"),
    [
        pytest.param(DEMO, 2, "TASK", id="no task at all"),
        pytest.param((WORDS.task, "--model", "banana"), 3, "ollama:NAME", id="an unknown kind of model"),
        pytest.param(TINY, 3, "Ollama", id="Ollama isn't running"),
        pytest.param((WORDS.task,), 3, "There is no model", id="no model named, and none there"),
        pytest.param(("Fly me to the moon", *DEMO), 3, "only knows", id="a task that the demo doesn't know"),
        pytest.param((WORDS.task, *DEMO, "--example", "f(1 = 2"), 2, "example", id="an example that isn't Python"),
        pytest.param((WORDS.task, "--model", "--json"), 2, "'--model' requires", id="an option in place of a value"),
        pytest.param((WORDS.task, *DEMO, "--attempts", "9" * 30), 2, "1 to 1,000 attempts", id="attempts without end"),
        *(
            pytest.param((WORDS.task, *DEMO, "--max-cost", cost), 2, says, id=f"a cost of {cost}")
            for cost, says in (("inf", "0 to 100,000 dollars"), ("1e9", "0 to 100,000 dollars"), ("nan", "max-cost"))
        ),
    ],
)
def test_what_can_not_be_done_is_said(tmp_path: Path, arguments: tuple[str, ...], code: int, says: str) -> None:
    assert_clear(QuickCommandLine(tmp_path / "home"), arguments, code, says)


def test_a_task_of_200_kilobytes_is_said(tmp_path: Path) -> None:
    assert_clear(CommandLine(tmp_path / "home"), ("-", *DEMO), 2, "at most 50,000")


@pytest.mark.parametrize(("model", "code", "says"), [("nothere", 3, "nothere"), ("tiny", 1, "no test")])
def test_a_model_that_is_missing_or_writes_no_tests_is_said(tmp_path: Path, model: str, code: int, says: str) -> None:
    with OllamaServer(lambda request: "I'd rather not.") as server:
        # A sandbox that is just opened when the run ends goes on to do so, and no other test's should be beside it.
        line = QuickCommandLine(tmp_path / "home", {"OLLAMA_HOST": server.url, "ASSAY_SANDBOX": "process"})
        assert_clear(line, (WORDS.task, "--model", f"ollama:{model}"), code, says)


def test_an_engine_that_stops_before_the_tests_can_run_is_said(tmp_path: Path) -> None:
    proxy = EngineProxy(tmp_path)
    asked = threading.Event()

    def reply(request: object) -> str:
        if asked.is_set():
            proxy.container_started.wait(60)
            proxy.stop()
            return WORDS.code[0]
        asked.set()
        return WORDS.tests

    with OllamaServer(reply) as server:
        there = {"OLLAMA_HOST": server.url, "DOCKER_HOST": proxy.host}
        assert_clear(CommandLine(tmp_path / "home", there), (*TINY, "--sandbox", "docker"), 1, "sandbox")


def test_a_disk_with_the_history_that_is_full_once_the_model_is_asked_is_said(tmp_path: Path) -> None:
    with tiny_disk(tmp_path / "disk") as disk:

        def reply(request: object) -> str:
            fill(disk)
            return WORDS.tests

        with OllamaServer(reply) as server:
            there = {"OLLAMA_HOST": server.url, "ASSAY_DATABASE_URL": f"sqlite:///{disk / 'assay.db'}"}
            assert_clear(CommandLine(tmp_path / "home", there), TINY, 1, "disk is full")
