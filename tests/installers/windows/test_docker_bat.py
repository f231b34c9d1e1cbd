"""What install.bat makes of every state that Docker Desktop can be in on Windows: one sentence, one thing to do."""

from __future__ import annotations

import pytest

from tests.fakes.wine_machine import WineMachine, called

ONLY_DOCKER = ("--no-ollama", "--no-launch")


@pytest.fixture
def asleep(windows: WineMachine) -> WineMachine:
    """A Windows whose Docker Desktop isn't started."""
    windows.has("python")
    windows.has_docker_desktop()
    return windows


@pytest.fixture
def without(windows: WineMachine) -> WineMachine:
    """A Windows without Docker."""
    windows.has("python")
    return windows


def test_docker_desktop_comes_by_winget_with_its_licence_agreed(without: WineMachine) -> None:
    status, output = without.install(*ONLY_DOCKER, answers=["y"])
    assert status == 0, output
    assert "docker-subscription-service-agreement" in output
    (call,) = called(without.calls(), "winget install")
    assert "--id Docker.DockerDesktop" in call
    assert '--override "install --quiet --accept-license"' in call


def test_who_says_no_to_it_goes_on_without(without: WineMachine) -> None:
    status, output = without.install(*ONLY_DOCKER, answers=["n"])
    assert status == 3
    assert "going on without it" in output
    assert not called(without.calls(), "winget install")


def test_without_winget_it_is_said_where_to_download_it(without: WineMachine) -> None:
    without.lacks("winget")
    status, output = without.install(*ONLY_DOCKER, "--yes")
    assert status == 3
    assert "https://www.docker.com/products/docker-desktop/" in output


def test_where_winget_fails_it_is_said_and_not_noted_as_installed(without: WineMachine) -> None:
    without.fact("winget-fails")
    status, output = without.install(*ONLY_DOCKER, "--yes")
    assert status == 3
    assert "Docker Desktop isn't installed; going on without it" in output
    assert not (without.app / "installers/installed.txt").exists()


def test_docker_desktop_is_left_to_the_doctor_to_start(asleep: WineMachine) -> None:
    status, output = asleep.install(*ONLY_DOCKER, "--yes")
    assert status == 0, output
    assert "It is installed, and started below" in output
    assert not called(asleep.calls(), "winget install")


def test_one_that_is_installed_for_this_user_alone_is_found_too(without: WineMachine) -> None:
    without.has_file("docker", without.local / "Programs" / "DockerDesktop" / "Docker Desktop.exe")
    _, output = without.install(*ONLY_DOCKER, "--yes")
    assert "It is installed, and started below" in output
    assert not called(without.calls(), "winget install")


def test_windows_containers_are_said_with_how_to_switch(asleep: WineMachine) -> None:
    asleep.fact("engine-runs")
    asleep.fact("windows-containers")
    _, output = asleep.install(*ONLY_DOCKER)
    assert "Switch to Linux containers" in output


def test_missing_wsl_is_said_with_its_command_and_nothing_is_downloaded(without: WineMachine) -> None:
    without.fact("no-wsl")
    status, output = without.install(*ONLY_DOCKER, "--yes")
    assert status == 3
    assert "wsl --install --no-distribution" in output
    assert "restart Windows" in output
    assert not called(without.calls(), "winget install", "wsl --install")


def test_virtualisation_that_is_off_is_said_and_nothing_is_downloaded(without: WineMachine) -> None:
    without.fact("no-virtualisation")
    status, output = without.install(*ONLY_DOCKER, "--yes")
    assert status == 3
    assert "Virtualisation is off" in output
    assert "BIOS or UEFI" in output
    assert not called(without.calls(), "winget install")


def test_without_docker_as_asked_nothing_of_it_is_touched(without: WineMachine) -> None:
    _, output = without.install("--no-docker", *ONLY_DOCKER)
    assert "Left out, as you asked" in output
    assert not called(without.calls(), "docker", 'powershell -NoProfile -Command "(Get-Cim')
