from __future__ import annotations

import json
import os
import re
from dataclasses import replace
from pathlib import Path

import pytest

from agent.events import (
    CheckFinished,
    CodeReady,
    ModelAsked,
    ModelText,
    RunFinished,
    RunStarted,
    TestsReady,
    TimeEstimated,
)
from agent.report import Report, fold
from agent.types import Request
from cli.console import make_console
from cli.live import LiveView
from cli.output import FolderUnusable, prepare, write_files
from cli.solve import questions
from languages.handover import File
from languages.python.candidates import START_FILES, program, suite
from languages.python.language import PYTHON
from languages.types import CheckReport, Choice, DroppedTest, TestCase
from tests.fakes.pseudo import LETTERS, outside, spoken
from tests.fakes.told_runs import everything_says

REPORT = fold(
    [
        RunStarted(Request("a <b>task</b>", "demo", "demo")),
        TestsReady(suite("tests", (TestCase("test_a", "It is | <img src=x onerror=alert(1)> right."),))),
        CodeReady(1, program("code")),
        RunFinished("failed", "No.", 1.0, attempt=1),
    ]
)


def test_an_end_that_is_not_verified_is_said_loudly(capsys: pytest.CaptureFixture[str]) -> None:
    with LiveView(make_console()) as view:
        for event in everything_says("in so many words"):
            view.show(event)
    assert "UNVERIFIED in so many words" in capsys.readouterr().out


def test_a_slow_run_says_how_long_it_takes_and_what_makes_it_shorter(capsys: pytest.CaptureFixture[str]) -> None:
    asked = ModelAsked("tests", "ollama:tiny", "write the tests", "")
    with LiveView(console := make_console()) as view:
        for event in (TimeEstimated(1500.0, 3600.0), TimeEstimated(1200.0, 3600.0), asked):
            view.show(event)
        view.show(ModelText("tests", "Hm. " * 500, thinking=True))
        view.show(ModelText("tests", "def " * 40))
        console.width = 200
        moving = str(view._status().text)
    assert moving.endswith(", about 500 thought, 40 written. About 20 minutes left. 0 tokens so far.")
    said = capsys.readouterr().out
    assert said.count("It ends after 60 minutes at the latest. With --quick") == 1


def test_a_check_whose_report_is_kept_is_said_once(capsys: pytest.CaptureFixture[str]) -> None:
    kept = CheckFinished(CheckReport("bandit", "passed", "No security problems found"), 1)
    with LiveView(make_console()) as view:
        for event in (kept, kept, replace(kept, report=replace(kept.report, summary="None found now"))):
            view.show(event)
    said = capsys.readouterr().out
    assert (said.count("No security problems found"), said.count("None found now")) == (1, 1)


def test_what_only_the_person_can_say_is_asked_with_both_answers_and_how_to_give_them(tmp_path: Path) -> None:
    answers = (Choice("double(3)", "7"), Choice("double(3)", "6", yours=True))
    asks = replace(REPORT.suite, dropped=(DroppedTest("test_three", "Open.", choices=answers),))
    asking = replace(REPORT, suite=asks)
    assert list(questions(asking)) == [
        "Which is right for double(3)? Run it again with one of these:",
        "  --example 'double(3) == 7'",
        "  --example 'double(3) == 6' (as your program has it)",
    ]
    write_files(asking, "r1", tmp_path)
    text = (tmp_path / "report.md").read_text(encoding="utf-8")
    assert "Which is right?\n\n    double(3) gives 7\n    double(3) gives 6, as your program has it\n" in text


def names(folder: Path) -> set[str]:
    return {file.name for file in folder.iterdir()}


def test_a_run_leaves_its_files(tmp_path: Path) -> None:
    write_files(REPORT, "r1", tmp_path / "deep" / "out")
    assert names(tmp_path / "deep" / "out") == {"solution.py", "test_solution.py", "report.json", "report.md"}
    assert json.loads((tmp_path / "deep/out/report.json").read_text(encoding="utf-8"))["run_id"] == "r1"


def test_what_can_be_started_has_what_starts_it_and_is_told_so(tmp_path: Path) -> None:
    attempt = replace(REPORT.attempts[0], candidate=program("print(input())"))
    write_files(replace(REPORT, attempts=(attempt,)), "r1", tmp_path)
    assert names(tmp_path) >= set(START_FILES.values())
    assert os.access(tmp_path / START_FILES["Linux"], os.X_OK)
    text = (tmp_path / "report.md").read_text(encoding="utf-8")
    assert text.index("- Double-click `Start on Windows.bat`") < text.index("\n    py solution.py\n")
    prepare(tmp_path, PYTHON)
    write_files(REPORT, "r2", tmp_path)
    assert names(tmp_path) == {"solution.py", "test_solution.py", "report.json", "report.md"}


def test_nothing_of_an_earlier_run_stays(tmp_path: Path) -> None:
    write_files(REPORT, "r1", tmp_path)
    prepare(tmp_path, PYTHON)
    write_files(Report(request=REPORT.request, status="error"), "r2", tmp_path)
    assert names(tmp_path) == {"report.json", "report.md"}


def test_a_folder_with_files_of_the_user_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "requirements.txt").write_text("django==5")
    with pytest.raises(FolderUnusable, match=r"requirements\.txt"):
        prepare(tmp_path, PYTHON)
    with pytest.raises(FolderUnusable, match="Nothing can be written"):
        prepare(tmp_path / "requirements.txt" / "out", PYTHON)
    assert names(tmp_path) == {"requirements.txt"}


def test_other_files_are_no_obstacle(tmp_path: Path) -> None:
    (tmp_path / "notes.txt").write_text("mine")
    prepare(tmp_path, PYTHON)
    assert names(tmp_path) == {"notes.txt"}


def test_what_a_model_wrote_is_never_html_in_the_report(tmp_path: Path) -> None:
    write_files(replace(REPORT, reason="<script>"), "r1", tmp_path)
    text = (tmp_path / "report.md").read_text(encoding="utf-8")
    assert "<img" not in text
    assert "<script" not in text
    assert "\\| &lt;img" in text
    assert "    a <b>task</b>" in text  # indented, and so shown as it is


def test_the_report_names_the_page_that_is_beside_it_and_another_run_takes_it_away(tmp_path: Path) -> None:
    pages = {"Start in a browser.html": File(b"<p>")}
    started = replace(REPORT.attempts[0], candidate=program("print(input())"))
    files = write_files(replace(REPORT, attempts=(started,)), "r1", tmp_path, pages)
    assert tmp_path / "Start in a browser.html" in files
    assert "- Double-click `Start in a browser.html`:" in (tmp_path / "report.md").read_text(encoding="utf-8")
    write_files(REPORT, "r2", tmp_path)
    assert "Start in a browser.html" not in names(tmp_path)
    assert "browser" not in (tmp_path / "report.md").read_text(encoding="utf-8")


def test_all_that_is_left_is_said_in_the_language_of_the_request_else_of_the_terminal(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    spoken(monkeypatch)
    told = fold(everything_says("7 8"))
    write_files(told, "7", tmp_path)
    text = (tmp_path / "report.md").read_text(encoding="utf-8")
    own = re.sub(r"`[^`\n]*`|^    .*$|\b(test_\w+|Windows|macOS|Linux|other|bandit)\b", " ", text, flags=re.MULTILINE)
    assert LETTERS.findall(outside(own)) == []
    monkeypatch.undo()
    monkeypatch.setenv("LC_ALL", "de_DE.UTF-8")
    started = replace(REPORT.attempts[0], candidate=program("print(input())"))
    write_files(replace(REPORT, status="verified", attempts=(started,)), "7", tmp_path)
    assert (tmp_path / "report.md").read_text(encoding="utf-8").startswith("# Bestätigt")
    assert "schließen" in (tmp_path / START_FILES["Linux"]).read_text(encoding="utf-8")
    asked = replace(REPORT, request=Request("Fais la somme de mes dépenses avec les mois", "demo", "demo"))
    write_files(replace(asked, status="verified", attempts=(started,)), "7", tmp_path)
    assert "fermer" in (tmp_path / START_FILES["Linux"]).read_text(encoding="utf-8")
    assert (tmp_path / "report.md").read_text(encoding="utf-8").startswith("# Vérifié")
