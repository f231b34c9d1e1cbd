"""install.bat from a double-click to the open page; each computer has Assay in a folder with a hard name."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.fakes.mounts import read_only
from tests.fakes.wine_machine import WineMachine, called


def test_a_fresh_windows_gets_everything_by_winget_and_opens_the_page(windows: WineMachine) -> None:
    windows.fact("uv-site")
    status, output = windows.install("--yes")
    calls = windows.calls()
    assert status == 0, output
    assert "the page opens" in output
    assert [call.split()[4] for call in called(calls, "winget install")] == ["Docker.DockerDesktop", "Ollama.Ollama"]
    assert (windows.app / "installers/installed.txt").read_text().split("\n")[:3] == [
        "winget Docker.DockerDesktop", "winget Ollama.Ollama", "model qwen3:8b",
    ]  # fmt: skip


def test_what_is_already_there_is_left_alone(complete: WineMachine) -> None:
    complete.fact("models", "own:7b  1  1 GB  now\n")
    status, output = complete.install()
    assert status == 0, output
    assert "the page opens" in output
    assert not called(complete.calls(), "winget install")
    assert "own:7b" not in (complete.app / "installers/installed.txt").read_text()


def test_a_second_start_builds_nothing_again(complete: WineMachine) -> None:
    complete.install("--no-launch")
    complete.calls()
    status, output = complete.install("--no-launch")
    assert status == 0, output
    assert "ok: Already there" in output
    assert "the page opens" not in output
    assert "Start install.bat again to open it" in output
    assert not [call for call in complete.calls() if "pip install" in call or "-m venv" in call]


def test_everything_is_said_with_its_size_and_asked_before_it_is_installed(windows: WineMachine) -> None:
    windows.has("python")
    status, output = windows.install(answers=["y", "y"])
    assert status == 0, output
    assert "Install Docker Desktop (about 2 GB) and accept its terms?" in output
    assert "free for personal use" in output
    assert "Install Ollama (about 2 GB)?" in output
    assert "about 100 MB to download" in output


@pytest.mark.parametrize("answers", [["n", "n"], []], ids=["who says no", "where nobody can answer"])
def test_nothing_outside_the_folder_changes_for(windows: WineMachine, answers: list[str]) -> None:
    windows.has("python")
    status, output = windows.install(answers=answers)
    assert status == 3
    assert "the page opens" in output
    assert not called(windows.calls(), "winget install")
    assert not (windows.app / "installers/installed.txt").exists()


def test_without_a_sandbox_the_page_opens_and_says_what_works(windows: WineMachine) -> None:
    windows.has("python")
    status, output = windows.install("--no-docker", "--no-ollama")
    assert status == 3
    assert "the recorded demo and the history work, but new programs can't be" in output
    assert "the page opens" in output
    assert not called(windows.calls(), "docker", "ollama", "winget")


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (["--everything"], "There is no option --everything"),
        (["--port", "x"], "--port needs a number"),
        (["--port", "70000"], "--port needs a number"),
        (["--port"], "--port needs a number"),
        (["--model"], "--model needs the name"),
        (["--model", "a b"], "--model needs the name"),
    ],
)
def test_bad_usage_is_said_and_nothing_is_done(windows: WineMachine, options: list[str], said: str) -> None:
    status, output = windows.install(*options)
    assert status == 2
    assert said in output
    assert windows.calls() == []


def test_help_names_every_option(windows: WineMachine) -> None:
    status, output = windows.install("--help")
    assert status == 0
    for option in ("--yes", "--no-launch", "--no-docker", "--no-ollama", "--model NAME", "--port N"):
        assert option in output


def test_the_port_goes_to_the_app_and_a_busy_one_is_the_apps_to_say(complete: WineMachine) -> None:
    complete.fact("port-is-busy")
    status, output = complete.install("--port", "7900")
    assert "environment-python app.py --port 7900" in complete.calls()
    assert status == 2
    assert "That port is taken" in output


def test_the_window_that_a_double_click_opened_stays(complete: WineMachine) -> None:
    complete.fact("no-venv")
    status, output = complete.double_click("install.bat")
    assert status == 1
    assert "The packages could not be installed" in output
    assert "Press" in output.splitlines()[-1]


def test_nothing_waits_for_a_key_in_a_terminal(complete: WineMachine) -> None:
    complete.fact("no-venv")
    _, output = complete.install()
    assert "Press" not in output


def test_a_file_started_inside_the_zip_says_to_extract_it_first(windows: WineMachine) -> None:
    (windows.app / "requirements.txt").unlink()
    status, output = windows.install()
    assert status == 1
    assert "extract that first" in output
    assert windows.calls() == []


def test_a_folder_on_another_computer_is_refused(windows: WineMachine) -> None:
    status, output = windows.double_click("install.bat", path=windows.as_a_network_share())
    assert status == 1
    assert "Copy it to a disk of this one" in output
    assert windows.calls() == []


def test_a_path_too_long_for_the_packages_is_said_before_anything_is_fetched(wine: Path, tmp_path: Path) -> None:
    windows = WineMachine(tmp_path, wine, app="long" * 25)
    status, output = windows.install("--yes")
    assert status == 1
    assert "too long for Windows" in output
    assert not called(windows.calls(), "winget", "python")


def test_a_long_path_is_fine_where_windows_allows_it(wine: Path, tmp_path: Path) -> None:
    windows = WineMachine(tmp_path, wine, app="long" * 25)
    windows.has("python")
    windows.fact("long-paths")
    status, output = windows.install("--no-docker", "--no-ollama", "--no-launch")
    assert "too long for Windows" not in output
    assert status == 3


def test_the_longest_file_of_the_packages_fits_behind_the_longest_folder_that_is_taken() -> None:
    packages = Path(pytest.__file__).parents[1]
    inside = r"\.venv-12345678\Lib\site-packages" + "\\"
    longest = max(len(str(path.relative_to(packages))) for path in packages.rglob("*") if path.suffix != ".pyc")
    assert 100 + len(inside) + longest <= 259


def test_a_folder_that_cannot_be_written_is_said(complete: WineMachine) -> None:
    with read_only(complete.app):
        status, output = complete.install("--yes")
    assert status == 1
    assert "can't be written" in output
    assert str(complete.app.name) in output
    assert not called(complete.calls(), "python", "winget")


def test_too_little_space_is_said_before_anything_is_fetched(complete: WineMachine) -> None:
    complete.fact("little-space")
    status, output = complete.install("--yes")
    assert status == 1
    assert "only 300 MB free" in output
    assert not called(complete.calls(), "python")


def test_the_installer_and_the_real_app_understand_each_other(complete: WineMachine) -> None:
    complete.runs_the_real_app(DOCKER_HOST="unix:///nowhere", OLLAMA_HOST="127.0.0.1:9", ASSAY_SANDBOX="docker")
    status, output = complete.install("--no-launch", "--model", "qwen3:8b", "--yes")
    assert status == 3
    assert "unix:///nowhere" in output
    assert "No model was fetched. The next start goes on where it was" in output
