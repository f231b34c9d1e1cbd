"""What install.bat makes of every state that Docker Desktop can be in on Windows: one sentence, one thing to do."""

from __future__ import annotations

import pytest

from tests.fakes.stub_machine import called
from tests.fakes.wine_machine import WineMachine
from tests.installers.situations import Situation

ONLY_DOCKER = "--no-ollama --no-launch"


@pytest.fixture
def without(windows: WineMachine) -> WineMachine:
    """A Windows without Docker."""
    windows.has("python")
    return windows


INSTALLED = Situation(
    options=f"{ONLY_DOCKER} --yes", said=("It is installed, and started below",), never=("winget install",)
)


def test_docker_desktop_is_left_to_the_doctor_to_start(without: WineMachine) -> None:
    without.has_docker_desktop()
    INSTALLED.holds_on(without)


def test_one_that_is_installed_for_this_user_alone_is_found_too(without: WineMachine) -> None:
    without.has_file("docker", without.local / "Programs" / "DockerDesktop" / "Docker Desktop.exe")
    INSTALLED._replace(status=3).holds_on(without)


def test_windows_containers_are_said_with_how_to_switch(without: WineMachine) -> None:
    without.has_docker_desktop()
    said = ("Switch to Linux containers",)
    Situation(facts="engine-runs windows-containers", options=ONLY_DOCKER, said=said).holds_on(without)


def test_docker_desktop_comes_by_winget_with_its_licence_agreed(without: WineMachine) -> None:
    status, output = without.install(*ONLY_DOCKER.split(), answers=["y"])
    assert status == 0, output
    assert "docker-subscription-service-agreement" in output
    (call,) = called(without.calls(), "winget install")
    assert "--id Docker.DockerDesktop" in call
    assert '--override "install --quiet --accept-license"' in call


LACKING = {
    "winget": Situation(lacks="winget", said=("https://www.docker.com/products/docker-desktop/",)),
    "WSL": Situation(
        facts="no-wsl", said=("wsl --install --no-distribution", "restart Windows"), never=("wsl --install",)
    ),
    "virtualisation": Situation(facts="no-virtualisation", said=("Virtualisation is off", "BIOS or UEFI")),
    "the wish for it": Situation(
        options="--no-docker --no-ollama --no-launch",
        said=("Left out, as you asked",),
        never=("docker", 'powershell -NoProfile -Command "(Get-Cim'),
    ),
}


@pytest.mark.parametrize("situation", LACKING.values(), ids=LACKING)
def test_what_docker_desktop_lacks_is_said_and_nothing_is_downloaded(
    without: WineMachine, situation: Situation
) -> None:
    never = ("winget install", *situation.never)
    situation._replace(options=f"{situation.options} --no-ollama --yes", status=3, never=never).holds_on(without)


def test_where_winget_fails_it_is_said_and_not_noted_as_installed(without: WineMachine) -> None:
    said = ("Docker Desktop isn't installed; going on without it",)
    Situation(facts="winget-fails", options=f"{ONLY_DOCKER} --yes", status=3, said=said).holds_on(without)
    assert not (without.app / "installers/installed.txt").exists()
