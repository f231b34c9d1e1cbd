"""The Docker engine on Linux, and what takes its place."""

from __future__ import annotations

import socket
from pathlib import Path

import pytest

from tests.fakes.stub_machine import StubMachine, called, installed
from tests.installers.situations import Situation

WITHOUT = "Until then new programs can't be run"


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


def test_without_a_sandbox_the_page_opens_and_says_what_works(machine: StubMachine) -> None:
    without = Situation("python3", facts="no-packages", options="", status=3, said=(WITHOUT, "the demo runs"))
    without.holds_on(machine)


def test_where_no_image_can_be_made_it_is_not_called_ready(complete: StubMachine) -> None:
    complete.fact("no-registry", "no-packages")
    status, output = complete.install()
    assert (status, WITHOUT in output, "Assay is ready" in output) == (3, True, False), output


def test_whoever_says_no_to_docker_is_offered_bubblewrap(complete: StubMachine) -> None:
    complete.lacks("docker", "dockerd", "bwrap")
    with complete.answering("n", "y") as stdin:
        status, output = complete.install_asking(stdin)
    assert status == 0, output
    assert installed(complete.calls()) == ["bubblewrap"]


STOPPED = {
    "with nothing to start it": Situation(
        said=("It is installed, but not started",), does=("dockerd",), never=("apt-get",)
    ),
    "with systemd": Situation(
        "systemctl", facts="systemd", does=("systemctl enable --now docker",), never=("dockerd",)
    ),
    "in WSL": Situation("service", facts="wsl", does=("service docker start",), never=("dockerd",)),
    "as it starts": Situation(
        "systemctl", facts="systemd engine-starts", said=("It is still starting",), never=("systemctl enable",)
    ),
}


@pytest.mark.parametrize("situation", STOPPED.values(), ids=STOPPED)
def test_an_engine_that_does_not_run_is_started_or_waited_for(complete: StubMachine, situation: Situation) -> None:
    complete.change("engine-runs")
    situation.holds_on(complete)


def test_an_engine_that_is_missing_beside_its_command_is_asked_about(complete: StubMachine) -> None:
    complete.lacks("dockerd")
    complete.change("engine-runs")
    with complete.answering("n") as stdin:
        status, output = complete.install_asking(stdin)
    assert status == 0, output  # bubblewrap is here
    assert "about 300 MB" in output
    assert not called(complete.calls(), "apt-get")


def test_in_wsl_an_unconnected_docker_desktop_is_said(complete: StubMachine) -> None:
    complete.fact("wsl")
    said = "The command 'docker' could not be found in this WSL 2 distro. We recommend to activate the WSL integration"
    complete.fact("docker-says", text=said)
    _, output = complete.install("--no-launch")
    assert "Settings, Resources, WSL integration" in output
    assert not called(complete.calls(), "apt-get", "service", "dockerd")


def test_an_engine_that_never_answers_is_said_with_its_log(complete: StubMachine) -> None:
    log = complete.app / "installers/dockerd.log"
    Situation(facts="engine-broken", no_more="engine-runs", said=("doesn't answer", str(log))).holds_on(complete)
    assert log.exists()


def test_a_docker_command_that_hangs_is_not_waited_for_forever(complete: StubMachine) -> None:
    complete.fact("docker-hangs", "engine-broken")
    status, output = complete.install("--no-launch", "--no-docker")
    assert (status, "Terminated" in output) == (0, False), output


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
    ollama = tmp_path / "bin/ollama"
    ollama.write_text(f'#!/bin/sh\necho "$DOCKER_HOST" >"{seen}"\nexit 1\n')
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
    said = ("Log out and in again before you start Assay by hand", "the demo runs")
    does = ("sg docker -c '.venv/bin/python' 'app.py' ",)
    Situation("sg", facts="in-group sudo-asks", options="", said=said, does=does).holds_on(ordinary)


ORDINARY = {
    "a member who can only log in again": Situation(
        facts="in-group sudo-asks", said=("Log out and in again, then start this again",)
    ),
    "a socket closed to its group": Situation(
        facts="in-session in-group socket-closed", said=("sudo chgrp docker /var/run/docker.sock",)
    ),
    "Podman, whose socket is switched on": Situation(
        "podman systemctl",
        "docker dockerd bwrap",
        does=("systemctl --user enable --now podman.socket",),
        never=("sudo", "apt-get"),
    ),
    "Podman, whose socket stays off": Situation(
        "podman systemctl",
        "docker dockerd",
        "podman-broken",
        said=("It could not be switched on. Try: systemctl --user enable --now podman.socket",),
    ),
}


@pytest.mark.parametrize("situation", ORDINARY.values(), ids=ORDINARY)
def test_an_ordinary_users_engine_is_used_or_told_how_to_be(ordinary: StubMachine, situation: Situation) -> None:
    situation.holds_on(ordinary)


def test_a_rootless_engine_is_left_to_the_doctor_to_start(ordinary: StubMachine) -> None:
    unit = ordinary.home / ".config/systemd/user/docker.service"
    unit.parent.mkdir(parents=True)
    unit.touch()
    rootless = Situation("systemctl", no_more="engine-runs", said=("it is started below",), never=("sudo",))
    rootless.holds_on(ordinary)


@pytest.mark.parametrize("sudo", ["no sudo", "sudo wants a password"])
def test_without_administrator_rights_it_goes_on_and_says_what_is_missing(machine: StubMachine, sudo: str) -> None:
    has = "python3" if sudo == "no sudo" else "python3 sudo"
    said = ("administrator", "✗ no sandbox")
    without = Situation(has, facts="ordinary sudo-asks", options="", status=3, said=said, never=("apt-get",))
    without.holds_on(machine)
    assert (machine.app / ".venv/bin/python").exists()


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


def test_where_no_image_registry_answers_the_base_is_made_from_packages(complete: StubMachine) -> None:
    complete.fact("no-registry")
    status, output = complete.install()
    calls = complete.calls()
    assert status == 0, output
    assert installed(calls) == ["mmdebstrap", "debian-archive-keyring", "uidmap"]
    assert len([call for call in calls if "doctor --fix" in call]) == 2
