"""The Docker engine on Linux, and what takes its place."""

from __future__ import annotations

import socket
from pathlib import Path

import pytest

from tests.fakes.stub_machine import StubMachine, called, installed

WITHOUT = "the page, the recorded demo and the history work, but new programs can't be run"


@pytest.mark.parametrize(
    ("manager", "command"),
    [
        ("apt-get", "apt-get -o DPkg::Lock::Timeout=120 install -y --no-install-recommends docker.io iptables"),
        ("dnf", "dnf install -y moby-engine"),
        ("pacman", "pacman -S --noconfirm --needed docker"),
        ("zypper", "zypper --non-interactive install docker"),
    ],
)
def test_each_distributions_own_engine_is_installed(complete: StubMachine, manager: str, command: str) -> None:
    complete.lacks("docker", "dockerd", "apt-get")
    complete.has(manager)
    complete.change("engine-runs")
    status, output = complete.install("--no-launch")
    assert status == 0, output
    assert command in complete.calls()
    assert "300 MB" in output


def test_without_docker_as_asked_bubblewrap_takes_its_place(machine: StubMachine) -> None:
    status, output = machine.install("--no-docker", "--no-ollama")
    assert status == 0, output
    assert set(installed(machine.calls())) == {"python3", "python3-venv", "bubblewrap"}


def test_whoever_says_no_to_docker_is_offered_bubblewrap(complete: StubMachine) -> None:
    complete.lacks("docker", "dockerd", "bwrap")
    with complete.answering("n", "y") as stdin:
        status, output = complete.install_asking(stdin)
    assert status == 0, output
    assert installed(complete.calls()) == ["bubblewrap"]


def test_an_engine_that_does_not_run_is_started(complete: StubMachine) -> None:
    complete.change("engine-runs")
    status, output = complete.install()
    calls = complete.calls()
    assert status == 0, output
    assert "It is installed, but not started" in output
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


def test_an_engine_that_is_missing_beside_its_command_is_asked_about(complete: StubMachine) -> None:
    complete.lacks("dockerd")
    complete.change("engine-runs")
    with complete.answering("n") as stdin:
        status, output = complete.install_asking(stdin)
    assert status == 0, output  # bubblewrap is here
    assert "about 300 MB" in output
    assert not called(complete.calls(), "apt-get")


def test_in_wsl_without_systemd_the_service_is_started(complete: StubMachine) -> None:
    complete.has("service")
    complete.change("engine-runs")
    complete.fact("wsl")
    status, output = complete.install()
    calls = complete.calls()
    assert status == 0, output
    assert "service docker start" in calls
    assert not called(calls, "dockerd")


def test_in_wsl_an_unconnected_docker_desktop_is_said(complete: StubMachine) -> None:
    complete.fact("wsl")
    said = "The command 'docker' could not be found in this WSL 2 distro. We recommend to activate the WSL integration"
    complete.fact("docker-says", text=said)
    _, output = complete.install("--no-launch")
    assert "Settings, Resources, WSL integration" in output
    assert not called(complete.calls(), "apt-get", "service", "dockerd")


def test_an_engine_that_is_still_starting_is_waited_for(complete: StubMachine) -> None:
    complete.has("systemctl")
    complete.change("engine-runs")
    complete.fact("systemd", "engine-starts")
    status, output = complete.install("--no-launch")
    assert status == 0, output
    assert "It is still starting" in output
    assert "systemctl enable --now docker" not in complete.calls()


def test_an_engine_that_never_answers_is_said_with_its_log(complete: StubMachine) -> None:
    complete.change("engine-runs")
    complete.fact("engine-broken")
    _, output = complete.install("--no-launch")
    assert "doesn't answer" in output
    assert str(complete.app / "installers/dockerd.log") in output
    assert (complete.app / "installers/dockerd.log").exists()


def test_a_docker_command_that_hangs_is_not_waited_for_forever(complete: StubMachine) -> None:
    complete.fact("docker-hangs", "engine-broken")
    status, output = complete.install("--no-launch", "--no-docker")
    assert status == 0, output
    assert "Terminated" not in output


def test_an_engine_elsewhere_is_the_users_own_matter(complete: StubMachine) -> None:
    complete.change("engine-runs")
    _, output = complete.install("--no-launch", DOCKER_HOST="unix:///nowhere")
    assert "DOCKER_HOST says unix:///nowhere" in output
    assert not called(complete.calls(), "dockerd", "apt-get")


def test_the_address_that_only_the_docker_command_knows_is_handed_to_the_app(
    complete: StubMachine, tmp_path: Path
) -> None:
    complete.fact("context", text="unix:///home/ada/.colima/docker.sock\n")
    seen = tmp_path / "seen"
    bwrap = tmp_path / "bin/ollama"
    bwrap.write_text(f'#!/bin/sh\necho "$DOCKER_HOST" >"{seen}"\nexit 1\n')
    complete.install("--no-launch")
    assert seen.read_text() == "unix:///home/ada/.colima/docker.sock\n"


def test_an_ordinary_user_joins_the_docker_group_and_need_not_log_in_again_first(ordinary: StubMachine) -> None:
    status, output = ordinary.install()
    calls = ordinary.calls()
    assert status == 0, output
    assert "usermod -aG docker ada" in calls
    assert "sudo --preserve-env --user ada .venv/bin/python app.py" in calls
    assert "the demo runs" in output
    assert "group docker" in ordinary.recorded()


def test_whoever_stays_out_of_the_docker_group_is_told_the_command(ordinary: StubMachine) -> None:
    with ordinary.answering("n", "n", "n") as stdin:
        status, output = ordinary.install_asking(stdin)
    assert status == 0, output  # bubblewrap is here
    assert "run sudo usermod -aG docker $USER, then log out and in again" in output
    assert not called(ordinary.calls(), "usermod")


def test_a_member_who_has_not_logged_in_again_is_served_by_sg(ordinary: StubMachine) -> None:
    ordinary.has("sg")
    ordinary.fact("in-group", "sudo-asks")
    status, output = ordinary.install()
    assert status == 0, output
    assert "Log out and in again before you start Assay by hand" in output
    assert "sg docker -c '.venv/bin/python' 'app.py' " in ordinary.calls()
    assert "the demo runs" in output


def test_a_member_who_can_only_log_in_again_is_told_so(ordinary: StubMachine) -> None:
    ordinary.fact("in-group", "sudo-asks")
    _, output = ordinary.install("--no-launch")
    assert "Log out and in again, then start this again" in output


def test_a_socket_closed_to_its_group_is_said(ordinary: StubMachine) -> None:
    ordinary.fact("in-session", "in-group", "socket-closed")
    _, output = ordinary.install("--no-launch")
    assert "sudo chgrp docker /var/run/docker.sock" in output


@pytest.mark.parametrize("sudo", ["no sudo", "sudo wants a password"])
def test_without_administrator_rights_it_goes_on_and_says_what_is_missing(machine: StubMachine, sudo: str) -> None:
    machine.has("python3", *(["sudo"] if sudo != "no sudo" else []))
    machine.fact("ordinary", "sudo-asks")
    status, output = machine.install()
    assert status == 3
    assert "administrator" in output
    assert "✗ no sandbox" in output
    assert (machine.app / ".venv/bin/python").exists()
    assert not called(machine.calls(), "apt-get")


def test_a_rootless_engine_is_left_to_the_doctor_to_start(ordinary: StubMachine) -> None:
    ordinary.has("systemctl")
    ordinary.change("engine-runs")
    unit = ordinary.home / ".config/systemd/user/docker.service"
    unit.parent.mkdir(parents=True)
    unit.touch()
    status, output = ordinary.install("--no-launch")
    assert status == 0, output
    assert "it is started below" in output
    assert not called(ordinary.calls(), "sudo")


def test_podmans_socket_serves_as_well(ordinary: StubMachine, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    ordinary.lacks("docker", "dockerd", "bwrap")
    ordinary.has("podman")
    ordinary.fact("podman-socket")
    (tmp_path / "run/podman").mkdir(parents=True)
    monkeypatch.chdir(tmp_path / "run/podman")  # a socket's whole path may have about a hundred letters
    with socket.socket(socket.AF_UNIX) as listening:
        listening.bind("podman.sock")
        status, output = ordinary.install("--no-launch", XDG_RUNTIME_DIR=str(tmp_path / "run"))
    assert status == 0, output
    assert "Podman is here; its socket serves as well" in output
    assert not called(ordinary.calls(), "sudo", "apt-get")


def test_podmans_socket_is_switched_on(ordinary: StubMachine) -> None:
    ordinary.lacks("docker", "dockerd", "bwrap")
    ordinary.has("podman", "systemctl")
    status, output = ordinary.install("--no-launch")
    calls = ordinary.calls()
    assert status == 0, output
    assert "systemctl --user enable --now podman.socket" in calls
    assert not called(calls, "sudo", "apt-get")


def test_a_podman_whose_socket_stays_off_is_said(ordinary: StubMachine) -> None:
    ordinary.lacks("docker", "dockerd")
    ordinary.has("podman", "systemctl")
    ordinary.fact("podman-broken")
    _, output = ordinary.install("--no-launch")
    assert "It could not be switched on. Try: systemctl --user enable --now podman.socket" in output


def test_where_no_image_registry_answers_the_base_is_made_from_packages(complete: StubMachine) -> None:
    complete.fact("no-registry")
    status, output = complete.install()
    calls = complete.calls()
    assert status == 0, output
    assert installed(calls) == ["mmdebstrap", "debian-archive-keyring", "uidmap"]
    assert len([call for call in calls if "doctor --fix" in call]) == 2


def test_where_no_image_can_be_made_it_is_not_called_ready(complete: StubMachine) -> None:
    complete.fact("no-registry", "no-packages")
    status, output = complete.install()
    assert status == 3
    assert "Assay is ready" not in output
    assert WITHOUT in output


def test_without_a_sandbox_the_page_opens_and_says_what_works(machine: StubMachine) -> None:
    machine.has("python3")
    machine.fact("no-packages")
    status, output = machine.install()
    assert status == 3
    assert WITHOUT in output
    assert "the demo runs" in output
