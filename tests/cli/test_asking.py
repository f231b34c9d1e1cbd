"""`solve --ask`: the plan is shown, answered by numbers and words, or by a line of JSON, and only then built."""

from __future__ import annotations

import io
import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest
from rich.console import Console

from cli.asking import ask
from languages.brief import Assumption, Brief
from tests.fakes import quick_runs
from tests.fakes.command_line import CommandLine, QuickCommandLine
from tests.fakes.honey import TASK, replies
from tests.fakes.ollama_server import OllamaServer
from tests.fakes.waiting import SECONDS

ASK = ("solve", TASK, "--model", "ollama:tiny", "--sandbox", "process", "--out", "out", "--ask")


@pytest.fixture
def line(home: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[CommandLine]:
    quick = quick_runs.environment(tmp_path_factory.mktemp("quick"))
    with OllamaServer(replies) as server:
        yield CommandLine(home, {"OLLAMA_HOST": server.url, **quick})


def test_what_the_person_says_is_built_tested_and_told(line: CommandLine, tmp_path: Path) -> None:
    otherwise, confirm, take_away, add = "2\nmany\n3\n", "3\n\n", "4\n2\n", "5\nThe amount comes with its jars.\n"
    ended = line.run(*ASK, stdin=otherwise + confirm + take_away + add + "1\n")
    assert ended.code == 0, ended.stdout + ended.stderr
    assert "Type a number from 1 to 4." in ended.stdout
    assert "1. How is the amount rounded? To whole units. (you said so)" in ended.stdout
    assert "2. It greets you by your name. (taken away)" in ended.stdout
    brief = json.loads((tmp_path / "out/brief.json").read_text(encoding="utf-8"))
    assert [(rule["rule"], rule["confirmed"]) for rule in brief["rules"]] == [
        ("What a sale earns is its jars times its price.", False),
        ("The amount comes with its jars.", True),
    ]
    assert [(one["chosen"], one["confirmed"]) for one in brief["assumptions"]] == [("To whole units.", True)]
    assert [(one["expected"], one["confirmed"]) for one in brief["examples"]] == [("19.50", True)]
    report = json.loads((tmp_path / "out/report.json").read_text(encoding="utf-8"))
    assert report["brief"] == brief
    assert [test["description"] for test in report["tests"] if test["source"] == "user"] == [
        "3 jars for 6.50 are 19.50."
    ]
    told = (tmp_path / "out/report.md").read_text(encoding="utf-8")
    assert "- How is the amount rounded? To whole units. (you said so)" in told
    assert "| 3 jars for 6.50 | 19.50 | you said so |" in told


def test_a_program_answers_in_json_and_the_end_of_the_input_stops_the_run(line: CommandLine) -> None:
    ended = line.run(*ASK, "--json", stdin='{"choices": {"2": "Shown."}}\nyes\n')
    assert ended.code == 130, ended.stderr
    assert "The plan has no assumption 2." in ended.stderr
    assert "The answer is no JSON." in " ".join(ended.stderr.split())
    kinds = [event["kind"] for event in ended.events]
    assert "answer_awaited" in kinds
    assert "tests_ready" not in kinds
    assert (ended.events[-1]["status"], ended.events[-1]["reason"]) == ("cancelled", "You stopped this run.")


@pytest.mark.parametrize(
    ("typed", "said"),
    [("\n1\n", {}), ("1\n1\n", {2: "Left out."}), ("3\n2\n1\n", {2: "Shown."})],
)
def test_of_two_results_the_person_says_which_it_is_or_leaves_it_open(
    typed: str, said: dict[int, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    plain = Assumption("Rounded?", "To the cent.", ("Not at all.",))
    asked = Assumption("Gifts?", "Left out.", ("Shown.", "Counted."), results=("Ann 3", "Ann 3\nBo 0"))
    monkeypatch.setattr(sys, "stdin", io.StringIO(typed))
    console = Console(file=io.StringIO(), width=100)
    assert ask(Brief("files", assumptions=(plain, asked), left_out=("It sends no mail.",)), console).choices == said
    assert isinstance(console.file, io.StringIO)
    shown = console.file.getvalue()
    assert "2. Shown.\n     Ann 3\n     Bo 0\n" in shown
    assert "1. It sends no mail." in shown


@pytest.mark.skipif(sys.platform == "win32", reason="there are no pseudo terminals")
def test_ctrl_c_at_a_question_stops_the_run(line: CommandLine) -> None:
    ours, theirs = os.openpty()
    shown = b""
    with line.start(*ASK, terminal=theirs) as process:
        os.close(theirs)
        while b"Number (Enter: 1): " not in shown:
            shown += os.read(ours, 4096)
        os.write(ours, b"3\n")
        while b"What must come out? (Enter: 19.50) " not in shown:
            shown += os.read(ours, 4096)
        assert interrupted(process) == 130
    os.close(ours)


def interrupted(process: subprocess.Popen[str]) -> int:
    """How it ends by Ctrl-C; pressed again where it came between the question and the reading, which Python misses."""
    for _ in range(10):
        process.send_signal(signal.SIGINT)
        with suppress(subprocess.TimeoutExpired):
            return process.wait(SECONDS / 10)
    return process.wait(0)


def test_answers_need_an_input_of_their_own(home: Path) -> None:
    ended = QuickCommandLine(home).run("solve", "-", "--ask", stdin=TASK)
    assert (ended.code, ended.stdout) == (2, "")
    assert "give the task as TASK" in " ".join(ended.stderr.replace("│", " ").split())
