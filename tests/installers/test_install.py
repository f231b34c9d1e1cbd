"""The installer on machines of every kind, made of stub programs; each lies in a folder with a hard name."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.fakes.stub_machine import ROOT, StubMachine

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="install.sh is for Linux so far")
COMPLETE = ("python3", "docker", "dockerd", "bwrap", "ollama")


@pytest.fixture
def machine(tmp_path: Path) -> StubMachine:
    return StubMachine(tmp_path)


@pytest.fixture
def complete(machine: StubMachine) -> StubMachine:
    machine.has(*COMPLETE)
    machine.fact("engine-runs")
    return machine


def called(calls: list[str], *beginnings: str) -> list[str]:
    return [call for call in calls if call.startswith(beginnings)]


def installed(calls: list[str]) -> list[str]:
    """The packages that `apt-get install` was asked for."""
    return [
        word
        for call in calls
        if " install " in call and call.startswith("apt-get")
        for word in call.partition(" --no-install-recommends ")[2].split()
    ]


def test_a_fresh_machine_gets_everything_and_shows_the_demo(machine: StubMachine) -> None:
    status, output = machine.install()
    assert status == 0, output
    assert f"the demo runs in {machine.app}" in output
    assert set(installed(machine.calls())) == {
        "python3", "python3-venv", "docker.io", "iptables", "docker-cli", "curl", "ca-certificates",
    }  # fmt: skip


def test_what_is_already_there_is_left_alone(complete: StubMachine) -> None:
    status, output = complete.install()
    assert status == 0, output
    assert not called(complete.calls(), "apt-get", "dockerd", "usermod", "curl", "sudo")


def test_a_second_run_does_nothing_again(machine: StubMachine) -> None:
    machine.install("--no-launch")
    machine.calls()
    status, output = machine.install("--no-launch")
    calls = machine.calls()
    assert status == 0, output
    assert not called(calls, "apt-get install", "dockerd", "usermod")
    assert not [call for call in calls if "pip install" in call or "-m venv" in call]


def test_no_launch_starts_nothing(complete: StubMachine) -> None:
    status, output = complete.install("--no-launch")
    assert status == 0, output
    assert "the demo runs" not in output


def test_an_unknown_option_is_bad_usage(machine: StubMachine) -> None:
    status, output = machine.install("--everything")
    assert status == 2
    assert "--everything" in output
    assert machine.calls() == []


def test_without_docker_as_asked_bubblewrap_takes_its_place(machine: StubMachine) -> None:
    status, output = machine.install("--no-docker", "--no-ollama")
    assert status == 0, output
    assert set(installed(machine.calls())) == {"python3", "python3-venv", "bubblewrap"}


def test_an_engine_that_does_not_run_is_started(complete: StubMachine) -> None:
    complete.change("engine-runs")
    status, output = complete.install()
    calls = complete.calls()
    assert status == 0, output
    assert called(calls, "dockerd")
    assert not called(calls, "apt-get")


def test_where_systemd_runs_it_starts_the_engine(complete: StubMachine) -> None:
    complete.has("systemctl")
    complete.change("engine-runs")
    complete.fact("systemd")
    status, output = complete.install()
    calls = complete.calls()
    assert status == 0, output
    assert "systemctl enable --now docker" in calls
    assert not called(calls, "dockerd")


def test_an_engine_that_never_answers_is_said_with_its_log(complete: StubMachine) -> None:
    complete.change("engine-runs")
    complete.fact("engine-broken")
    _, output = complete.install("--no-launch")
    assert "doesn't answer" in output
    assert str(complete.app / "installers/dockerd.log") in output
    assert (complete.app / "installers/dockerd.log").exists()


def test_an_engine_elsewhere_is_the_users_own_matter(complete: StubMachine) -> None:
    complete.change("engine-runs")
    _, output = complete.install("--no-launch", DOCKER_HOST="unix:///nowhere")
    assert "DOCKER_HOST says unix:///nowhere" in output
    assert not called(complete.calls(), "dockerd", "apt-get")


def test_an_ordinary_user_joins_the_docker_group_and_need_not_log_in_again_first(machine: StubMachine) -> None:
    machine.has("python3", "sudo", "usermod", "ollama")
    machine.fact("ordinary")
    status, output = machine.install()
    calls = machine.calls()
    assert status == 0, output
    assert "usermod -aG docker ada" in calls
    assert "sudo --preserve-env --user ada .venv/bin/python app.py" in calls
    assert "the demo runs" in output


@pytest.mark.parametrize("sudo", ["no sudo", "sudo wants a password"])
def test_without_administrator_rights_it_goes_on_and_says_what_is_missing(machine: StubMachine, sudo: str) -> None:
    machine.has("python3", *(["sudo"] if sudo != "no sudo" else []))
    machine.fact("ordinary", "sudo-asks")
    status, output = machine.install()
    assert status == 3
    assert "needs an administrator" in output
    assert "✗ no sandbox" in output
    assert "the demo runs" not in output
    assert (machine.app / ".venv/bin/python").exists()
    assert not called(machine.calls(), "apt-get")


def test_whoever_says_no_to_docker_gets_bubblewrap(machine: StubMachine) -> None:
    machine.has("python3", "ollama")
    keyboard, terminal = os.openpty()
    os.write(keyboard, b"n\n")
    status, output = machine.install(stdin=terminal)
    os.close(terminal)
    os.close(keyboard)
    assert status == 0, output
    assert installed(machine.calls()) == ["bubblewrap"]


def test_where_no_image_registry_answers_the_base_is_made_from_packages(complete: StubMachine) -> None:
    complete.fact("no-registry")
    status, output = complete.install()
    calls = complete.calls()
    assert status == 0, output
    assert installed(calls) == ["mmdebstrap", "debian-archive-keyring", "uidmap"]
    assert len([call for call in calls if "doctor --fix" in call]) == 2


def test_where_neither_registry_nor_packages_can_be_reached_it_is_not_called_ready(complete: StubMachine) -> None:
    complete.fact("no-registry", "no-packages")
    status, output = complete.install()
    assert status == 3
    assert "Assay is ready" not in output


def test_ollama_is_installed_where_its_site_answers(complete: StubMachine, tmp_path: Path) -> None:
    (tmp_path / "bin/ollama").unlink()
    complete.has("curl")
    complete.fact("ollama-site")
    status, output = complete.install()
    assert status == 0, output
    assert (tmp_path / "bin/ollama").exists()


def test_without_ollamas_site_it_goes_on_and_says_so(complete: StubMachine, tmp_path: Path) -> None:
    (tmp_path / "bin/ollama").unlink()
    complete.has("curl")
    status, output = complete.install()
    assert status == 0, output
    assert "Its site can't be reached" in output
    assert not (tmp_path / "bin/ollama").exists()


def test_changed_requirements_give_a_new_environment_in_place_of_the_old(complete: StubMachine) -> None:
    complete.install("--no-launch")
    before = (complete.app / ".venv").resolve()
    (complete.app / "requirements.txt").write_text("something==2\n")
    status, output = complete.install("--no-launch")
    assert status == 0, output
    assert (complete.app / ".venv").resolve() != before
    assert (complete.app / ".venv/bin/python").exists()
    assert not before.exists()


def test_an_update_that_fails_leaves_the_old_environment_in_place(complete: StubMachine) -> None:
    complete.install("--no-launch")
    before = (complete.app / ".venv").resolve()
    (complete.app / "requirements.txt").write_text("something==2\n")
    complete.fact("no-index")
    status, output = complete.install()
    assert status == 1
    assert "The packages could not be installed" in output
    assert str(complete.app / "installers/install.log") in output
    assert (complete.app / ".venv").resolve() == before
    assert (before / "bin/python").exists()


def test_an_environment_that_was_left_half_made_is_made_again(complete: StubMachine) -> None:
    complete.install("--no-launch")
    environment = (complete.app / ".venv").resolve()
    (environment / ".complete").unlink()
    (environment / "half").touch()
    status, output = complete.install("--no-launch")
    assert status == 0, output
    assert not (environment / "half").exists()
    assert (environment / ".complete").exists()


def test_an_environment_whose_python_is_gone_is_made_again(complete: StubMachine) -> None:
    complete.install("--no-launch")
    (complete.app / ".venv/bin/python").unlink()
    status, output = complete.install("--no-launch")
    assert status == 0, output
    assert (complete.app / ".venv/bin/python").exists()


def test_an_environment_made_by_hand_is_replaced(complete: StubMachine) -> None:
    (complete.app / ".venv/lib").mkdir(parents=True)
    status, output = complete.install("--no-launch")
    assert status == 0, output
    assert (complete.app / ".venv").is_symlink()
    assert len(list(complete.app.glob(".venv*"))) == 2


def test_a_system_with_an_old_python_gets_a_newer_one_by_uv(complete: StubMachine) -> None:
    complete.fact("old-python3")
    status, output = complete.install("--no-launch")
    assert status == 0, output
    assert "with uv" in output
    assert called(complete.calls(), "uv python install")


def test_without_any_python_it_ends_with_one_thing_to_do(machine: StubMachine) -> None:
    machine.fact("no-packages")
    status, output = machine.install()
    assert status == 1
    assert "python.org" in output
    assert str(machine.app / "installers/install.log") in output


def test_shellcheck_finds_nothing() -> None:
    if shutil.which("shellcheck") is None:
        pytest.skip("shellcheck is not installed")
    scripts = [ROOT / ".ci/run", ROOT / "tests/run.sh", *ROOT.glob("installers/*.sh"), *ROOT.glob("tools/*.sh")]
    done = subprocess.run(["shellcheck", *scripts], cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout
