"""The installer on macOS, whose programs are stand-ins: Docker Desktop and Ollama by Homebrew."""

from __future__ import annotations

import shutil

import pytest

from tests.fakes.stub_machine import StubMachine, called
from tests.installers.situations import Situation


def test_a_fresh_mac_gets_everything_by_homebrew(mac: StubMachine) -> None:
    status, output = mac.install()
    calls = mac.calls()
    assert status == 0, output
    assert called(calls, "brew") == ["brew install --cask docker-desktop", "brew install --cask ollama-app"]
    assert {"cask docker-desktop", "cask ollama-app"} < set(mac.recorded())
    assert "Homebrew may ask for your password" in output
    assert "the demo runs" in output


@pytest.mark.parametrize(
    ("stopped", "said"), [("", "Already there"), ("engine-runs", "its window may ask you to accept its terms")]
)
def test_a_mac_that_has_everything_is_left_alone(complete_mac: StubMachine, stopped: str, said: str) -> None:
    Situation(no_more=stopped, said=(said,), never=("brew",)).holds_on(complete_mac)


def test_docker_desktop_comes_only_with_its_licence_agreed(mac: StubMachine) -> None:
    with mac.answering("", "n") as stdin:
        status, output = mac.install_asking(stdin)
    assert status == 3
    assert "fewer than 250 people" in output
    assert "about 2 GB" in output
    assert not called(mac.calls(), "brew")


def test_a_mac_without_homebrew_is_told_where_to_download_docker(mac: StubMachine) -> None:
    told = (
        "https://docs.docker.com/desktop/setup/install/mac-install/",
        "https://ollama.com/download",
        "the demo runs",
    )
    Situation(lacks="brew", options="", status=3, said=told).holds_on(mac)


def test_a_mac_where_homebrew_fails_goes_on(mac: StubMachine) -> None:
    told = ("Homebrew could not install it", "Ollama could not be installed")
    Situation(facts="brew-fails", options="", status=3, said=told).holds_on(mac)
    assert mac.recorded() == []


def test_another_engine_than_docker_desktop_is_the_users_to_start(complete_mac: StubMachine) -> None:
    complete_mac.change("engine-runs")
    shutil.rmtree(complete_mac.home / "Applications/Docker.app")
    _, output = complete_mac.install("--no-launch")
    assert "Colima, OrbStack" in output
    assert not called(complete_mac.calls(), "brew")


def test_uninstall_on_a_mac_removes_by_homebrew(mac: StubMachine) -> None:
    mac.install("--no-launch")
    mac.calls()
    status, output = mac.run("uninstall.sh", "--yes", "--all")
    assert status == 0, output
    assert called(mac.calls(), "brew") == [
        "brew uninstall --cask docker-desktop",
        "brew uninstall --cask ollama-app",
    ]
