"""uninstall.bat removes what install.bat brought, and nothing else without asking."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.fakes.stub_machine import called
from tests.fakes.wine_machine import WineMachine, windows_path

RECORD = "model qwen3:8b\nwinget Docker.DockerDesktop\n"


@pytest.fixture
def installed(complete: WineMachine) -> WineMachine:
    """A Windows with Assay, a history, and a model and a program that came with it."""
    complete.has_environment()
    (complete.app / ".uv" / "python").mkdir(parents=True)
    (complete.app / "installers" / "installed.txt").write_text(RECORD, newline="\r\n")
    for folder in ("packages/uv", "browser"):
        (history(complete) / folder).mkdir(parents=True)
    for name in (
        "assay.db",
        "assay.log.1",
        "claude-key",
        "page-token",
        "page.json",
        "page.lock",
        "browser/pyodide-1.tgz",
    ):
        (history(complete) / name).touch()
    return complete


def history(windows: WineMachine) -> Path:
    return windows.local / "assay" / "assay"


def test_with_yes_what_is_assays_own_is_removed_and_all_else_kept(installed: WineMachine) -> None:
    status, output = installed.run("uninstall.bat", "--yes")
    calls = installed.calls()
    assert status == 0, output
    assert installed.environments() == []
    assert not (installed.app / ".uv").exists()
    assert {"docker rm --force c0ffee", "docker rmi --force 1ma6e"} <= set(calls)
    kept = sorted(path.name for path in history(installed).iterdir())
    assert kept == ["assay.db", "assay.log.1", "claude-key"]
    assert not called(calls, "ollama rm", "winget uninstall")
    assert (installed.app / "installers" / "installed.txt").read_text() == RECORD


def test_each_thing_that_was_brought_is_asked_about(installed: WineMachine) -> None:
    status, output = installed.run("uninstall.bat", answers=["y", "y", "y", "y"])
    calls = installed.calls()
    assert status == 0, output
    assert not history(installed).exists()
    assert "ollama rm qwen3:8b" in calls
    assert called(calls, "winget uninstall --exact --id Docker.DockerDesktop")
    assert called(calls, "environment-python -m keyring del assay claude")
    assert not (installed.app / "installers" / "installed.txt").exists()


def test_with_yes_and_all_they_are_removed_but_other_files_in_the_data_folder(installed: WineMachine) -> None:
    (history(installed) / "letter.txt").touch()
    status, output = installed.run("uninstall.bat", "--yes", "--all")
    assert status == 0, output
    assert [path.name for path in history(installed).iterdir()] == ["letter.txt"]
    assert called(installed.calls(), "winget uninstall")


def test_what_was_there_before_stays(installed: WineMachine) -> None:
    (installed.app / "installers" / "installed.txt").unlink()
    status, output = installed.run("uninstall.bat", "--yes", "--all")
    assert status == 0, output
    assert not called(installed.calls(), "ollama rm", "winget uninstall")


def test_a_running_assay_is_to_be_stopped_first(installed: WineMachine) -> None:
    with installed.running_assay(".venv-11111111"):
        status, output = installed.run("uninstall.bat", "--yes")
    assert status == 1
    assert "Assay is still running" in output
    assert installed.environments() == [".venv-11111111"]
    assert not called(installed.calls(), "docker rmi")


def test_an_engine_that_does_not_run_is_said(installed: WineMachine) -> None:
    installed.change("engine-runs")
    status, output = installed.run("uninstall.bat", "--yes")
    assert (status, "Start Docker Desktop, then start this again" in output) == (1, True), output
    assert installed.environments() == []


def test_an_image_that_cannot_be_removed_is_said(installed: WineMachine) -> None:
    installed.fact("image-in-use")
    status, output = installed.run("uninstall.bat", "--yes")
    assert (status, "1ma6e could not be removed" in output) == (1, True), output


def test_a_folder_of_the_same_name_in_a_folder_of_the_persons_own_is_left(installed: WineMachine) -> None:
    mine = history(installed)
    (mine / "packages" / "uv").rename(mine / "packages" / "thesis")
    status, output = installed.run("uninstall.bat", "--yes", "--all", ASSAY_HOME=windows_path(mine))
    assert status == 0, output
    assert "packages was left, for it may not be Assay's" in output
    assert [path.name for path in mine.iterdir()] == ["packages"]


@pytest.mark.parametrize(
    ("option", "answers", "ended", "said"),
    [("", ["n"], 130, "Nothing was removed"), ("--everything", [], 2, "There is no option --everything")],
    ids=["who says no", "an unknown option"],
)
def test_nothing_is_lost_by(installed: WineMachine, option: str, answers: list[str], ended: int, said: str) -> None:
    status, output = installed.run("uninstall.bat", *option.split(), answers=answers)
    assert (status, said in output) == (ended, True), output
    assert installed.environments() == [".venv-11111111"]


def test_a_program_that_cannot_be_removed_stays_in_the_record(installed: WineMachine) -> None:
    installed.fact("winget-fails")
    status, output = installed.run("uninstall.bat", "--yes", "--all")
    assert status == 1
    assert "Docker.DockerDesktop could not be removed" in output
    assert (installed.app / "installers" / "installed.txt").read_text().split() == ["winget", "Docker.DockerDesktop"]
