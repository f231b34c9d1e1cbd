"""The machines that the installer is tried on."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from tests.fakes.stub_machine import StubMachine

ON_LINUX = ("python3", "docker", "dockerd", "bwrap", "ollama")
ON_A_MAC = ("python3", "docker", "ollama")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """The scripts for Linux and macOS are tried on Linux."""
    if sys.platform != "linux":
        for item in items:
            if item.path.parent == Path(__file__).parent:
                item.add_marker(pytest.mark.skip(reason="install.sh is tried on Linux, with stand-ins for macOS"))


@pytest.fixture
def machine(tmp_path: Path) -> StubMachine:
    """A fresh Linux."""
    return StubMachine(tmp_path)


@pytest.fixture
def complete(machine: StubMachine) -> StubMachine:
    """A Linux that has everything."""
    machine.has(*ON_LINUX)
    machine.fact("engine-runs", "ollama-runs")
    machine.fact("models", text="own:7b\n")
    return machine


@pytest.fixture
def ordinary(complete: StubMachine) -> StubMachine:
    """The same, used by somebody who isn't root, but may use sudo."""
    complete.has("sudo", "usermod")
    complete.fact("ordinary")
    return complete


@pytest.fixture
def mac(machine: StubMachine) -> StubMachine:
    """A fresh macOS with Homebrew and Python."""
    machine.becomes_a_mac()
    machine.has("python3")
    return machine


@pytest.fixture
def complete_mac(mac: StubMachine) -> StubMachine:
    """A macOS that has everything."""
    mac.has(*ON_A_MAC)
    for name in ("Docker", "Ollama"):
        (mac.home / f"Applications/{name}.app").mkdir(parents=True)
    mac.fact("engine-runs", "ollama-runs")
    mac.fact("models", text="own:7b\n")
    return mac
