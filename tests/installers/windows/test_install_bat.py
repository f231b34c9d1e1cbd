"""install.bat from a double-click to the open page; each computer has Assay in a folder with a hard name."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.fakes.disks import read_only
from tests.fakes.stub_machine import called
from tests.fakes.wine_machine import WineMachine
from tests.installers.situations import Situation


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
    complete.has_environment()
    status, output = complete.install()
    calls = complete.calls()
    assert status == 0, output
    assert "ok: Already there" in output
    assert "the page opens" in output
    assert not called(calls, "winget install")
    assert not [call for call in calls if "pip install" in call or "-m venv" in call]
    assert "own:7b" not in (complete.app / "installers/installed.txt").read_text()


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
    said = ("Until then new programs can't be run; the recorded demo", "the page opens")
    without = Situation("python", options="--no-docker --no-ollama", status=3, said=said)
    without._replace(never=("docker", "ollama", "winget")).holds_on(windows)


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (["--everything"], "There is no option --everything"),
        *[(["--port", *value], "--port needs a number") for value in (["x"], ["70000"], ["0"], ["080"], ["--yes"], [])],
        *[(["--model", *value], "--model needs the name") for value in (["a b"], ["--port"], [])],
    ],
)
def test_bad_usage_is_said_and_nothing_is_done(windows: WineMachine, options: list[str], said: str) -> None:
    status, output = windows.install(*options)
    assert (status, said in output, windows.calls()) == (2, True, []), output


def test_help_is_shown_and_nothing_is_done(windows: WineMachine) -> None:
    status, output = windows.install("--help")
    assert (status, "--model NAME" in output, windows.calls()) == (0, True, []), output


def test_the_port_goes_to_the_app_and_a_busy_one_is_the_apps_to_say(complete: WineMachine) -> None:
    complete.has_environment()
    does = ("environment-python app.py --port 7900",)
    busy = Situation(facts="port-is-busy", options="--port 7900", status=2, said=("That port is taken",), does=does)
    busy.holds_on(complete)


def test_the_window_that_a_double_click_opened_stays(complete: WineMachine) -> None:
    complete.fact("no-venv")
    status, output = complete.double_click("install.bat")
    assert status == 1
    assert "The packages could not be installed" in output
    assert "Press" in output.splitlines()[-1]


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
    said = ("too long for Windows",)
    Situation(options="--yes", status=1, said=said, never=("winget", "python")).holds_on(windows)


def test_a_long_path_is_fine_where_windows_allows_it(wine: Path, tmp_path: Path) -> None:
    windows = WineMachine(tmp_path, wine, app="long" * 25)
    Situation("python", facts="long-paths", options="--no-docker --no-ollama --no-launch", status=3).holds_on(windows)


def test_the_longest_file_of_the_packages_fits_behind_the_longest_folder_that_is_taken() -> None:
    packages = Path(pytest.__file__).parents[1]
    inside = r"\.venv-12345678\Lib\site-packages" + "\\"
    longest = max(len(str(path.relative_to(packages))) for path in packages.rglob("*") if path.suffix != ".pyc")
    assert 100 + len(inside) + longest <= 259


def test_a_folder_that_cannot_be_written_is_said(complete: WineMachine) -> None:
    with read_only(complete.app) as turn:
        turn()
        status, output = complete.install("--yes")
    assert status == 1
    assert "can't be written" in output
    assert str(complete.app.name) in output
    assert not called(complete.calls(), "python", "winget")


def test_too_little_space_is_said_before_anything_is_fetched(complete: WineMachine) -> None:
    said = ("only 300 MB free",)
    Situation(facts="little-space", options="--yes", status=1, said=said, never=("python",)).holds_on(complete)


def test_the_installer_and_the_real_app_understand_each_other(complete: WineMachine) -> None:
    complete.has_environment()
    complete.runs_the_real_app(DOCKER_HOST="unix:///nowhere", OLLAMA_HOST="127.0.0.1:9", ASSAY_SANDBOX="docker")
    status, output = complete.install("--no-launch", "--model", "qwen3:8b", "--yes")
    assert status == 3
    assert "unix:///nowhere" in output
    assert "No model was fetched. The next start goes on where it was" in output
