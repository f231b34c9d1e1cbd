"""The installer as a whole: fresh and finished machines, options, and what stops it."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import time
from pathlib import Path

import pytest

from tests.fakes.disks import read_only
from tests.fakes.stub_machine import BASH, ROOT, StubMachine, called, installed
from tests.installers.situations import Situation


def test_a_fresh_machine_gets_everything_and_starts_the_page(machine: StubMachine) -> None:
    machine.fact("ollama-site")
    status, output = machine.install()
    assert status == 0, output
    assert f"the demo runs in {machine.app}" in output
    packages = {"python3", "python3-venv", "docker.io", "iptables", "docker-cli", "curl", "ca-certificates", "zstd"}
    assert set(installed(machine.calls())) == packages
    assert [size for size in ("60 MB", "600 MB", "300 MB", "2 GB") if size not in output] == []
    assert {"package docker.io", "program ollama", "model small:1b"} <= set(machine.recorded())


def test_what_is_already_there_is_left_alone(complete: StubMachine) -> None:
    status, output = complete.install()
    assert status == 0, output
    assert not called(complete.calls(), "apt-get", "dockerd", "usermod", "curl", "sudo")
    assert complete.recorded() == ["model small:1b"]


def test_a_second_run_does_nothing_again(machine: StubMachine) -> None:
    machine.install("--no-launch")
    machine.calls()
    status, output = machine.install("--no-launch")
    calls = machine.calls()
    assert status == 0, output
    assert "the demo runs" not in output
    assert f'bash "{machine.app}/installers/install.sh"' in output
    assert not called(calls, "apt-get install", "dockerd", "usermod")
    assert not [call for call in calls if "pip install" in call or "-m venv" in call]


def test_help_says_every_option_and_exit_code(machine: StubMachine) -> None:
    status, output = machine.install("--help")
    assert status == 0
    for word in ("--yes", "--no-launch", "--no-docker", "--no-ollama", "--model NAME", "--port N", "130"):
        assert word in output
    assert "set -" not in output


@pytest.mark.parametrize(
    "options",
    [
        "--everything",
        "--port",
        "--model",
        "--model --yes",
        "--model --port",
        "--port --model",
        *(f"--port {value}" for value in ("http", "123456", "-1", "0", "080", "65536", "99999")),
    ],
)
def test_an_unknown_option_or_a_value_that_can_not_be_right_is_bad_usage(machine: StubMachine, options: str) -> None:
    wrong = options.split()[-1] if options.startswith("--port ") else options.split()[0]
    Situation(options=options, status=2, said=(wrong,), never=("apt-get", "docker")).holds_on(machine)


def test_a_busy_port_is_the_apps_to_say(complete: StubMachine) -> None:
    said = ("port 80 can't be used",)
    Situation(options="--port 80", status=3, said=said, does=("python3 app.py --port 80",)).holds_on(complete)


def test_where_nobody_can_answer_nothing_is_changed_outside_the_folder(machine: StubMachine) -> None:
    machine.has("python3", "curl")
    machine.fact("ollama-site")
    status, output = machine.run("install.sh", "--no-launch")
    assert status == 3
    assert "nobody is here to answer" in output
    assert (machine.app / ".venv/bin/python").exists()
    assert installed(machine.calls()) == []


def test_a_folder_that_cannot_be_written_is_said_with_a_log_elsewhere(complete: StubMachine, tmp_path: Path) -> None:
    with read_only(complete.app) as turn:
        turn()
        status, output = complete.install(TMPDIR=str(tmp_path))
    assert status == 1
    assert f"This folder can't be written: {complete.app}" in output
    (log,) = tmp_path.glob("assay-install-*")
    assert str(log) in output
    assert "can't be written" in log.read_text(encoding="utf-8")


def test_a_second_installer_at_the_same_time_keeps_out(complete: StubMachine) -> None:
    turn = complete.app / ".installing.pid"
    turn.symlink_to(str(os.getpid()))
    status, output = complete.install()
    assert status == 1
    assert "Another installer is at work" in output
    assert turn.is_symlink()
    assert not (complete.app / ".venv").exists()


def test_an_installer_that_was_killed_does_not_lock_out_the_next(complete: StubMachine) -> None:
    gone = subprocess.Popen(["true"])
    gone.wait()
    (complete.app / ".installing.pid").symlink_to(str(gone.pid))
    status, output = complete.install("--no-launch")
    assert status == 0, output
    assert list(complete.app.glob(".installing*")) == []


@pytest.mark.parametrize("left", ["nothing", "one that died", "one that died while it took over"])
def test_of_installers_at_the_same_instant_one_goes_on(complete: StubMachine, left: str) -> None:
    gone = [subprocess.Popen(["true"]) for _ in range(2)]
    first, second = (str(process.pid) for process in gone if process.wait() == 0)
    if left != "nothing":
        (complete.app / ".installing.pid").symlink_to(first)
    if left.endswith("took over"):
        (complete.app / f".installing.pid-{first}").symlink_to(second)
    script = (
        'leave() { exit 1; }; ROOT=$1 LOG=x; . "$1/installers/lib/turn.sh"; read -r _; take_turn; echo mine; read -r _'
    )
    command = [BASH, "-euo", "pipefail", "-c", script, "-", str(complete.app)]
    starts = [subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) for _ in range(12)]
    for start in starts:  # each waits for this line
        os.write(start.stdin.fileno(), b"\n")  # type: ignore[union-attr]
    said = [start.stdout.readline() for start in starts]  # type: ignore[union-attr]
    for start in starts:
        start.communicate()
    assert sorted(said) == [*[b""] * 11, b"mine\n"]


def stopped_by_ctrl_c(machine: StubMachine) -> tuple[int, str]:
    """What the installer says where Ctrl-C is pressed once a stub says that it waits."""
    with subprocess.Popen(
        ["env", "--default-signal=INT", *machine.command("install.sh", "--yes")],  # the tests may run without Ctrl-C
        env=machine.environment(),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
        start_new_session=True,
    ) as process:
        while not machine.is_so("waiting"):
            assert process.poll() is None
            time.sleep(0.02)
        os.killpg(process.pid, signal.SIGINT)
        output, _ = process.communicate(timeout=100)
        return process.returncode, output


def test_ctrl_c_leaves_nothing_half_switched(complete: StubMachine) -> None:
    complete.install("--no-launch")
    before = (complete.app / ".venv").resolve()
    (complete.app / "requirements.txt").write_text("something==2\n")
    complete.fact("pip-waits")
    status, output = stopped_by_ctrl_c(complete)
    assert status == 130, output
    assert "Stopped." in output
    assert (complete.app / ".venv").resolve() == before
    assert (before / "bin/python").exists()
    complete.change("pip-waits")
    status, output = complete.install("--no-launch")
    assert status == 0, output
    assert (complete.app / ".venv").resolve() != before


def test_ctrl_c_while_a_model_comes_stops_the_installer(complete: StubMachine) -> None:
    complete.fact("model-waits")
    status, output = stopped_by_ctrl_c(complete)
    assert status == 130, output
    assert "Stopped." in output
    assert "the demo runs" not in output


COMMAND_FILES = ["install.command", "uninstall.command"]


@pytest.mark.parametrize("name", COMMAND_FILES)
def test_the_command_file_starts_the_installer_beside_it(machine: StubMachine, name: str) -> None:
    done = run_command_file(machine, name, "--help")
    assert name.replace(".command", ".sh") in done.stdout
    assert done.returncode == 0


@pytest.mark.parametrize("name", COMMAND_FILES)
def test_the_command_file_keeps_its_window_open(machine: StubMachine, name: str) -> None:
    done = run_command_file(machine, name, "--wrong")
    assert done.returncode == 2
    assert "Press Return to close this window." in done.stdout + done.stderr
    assert os.access(ROOT / "installers" / name, os.X_OK)


def run_command_file(machine: StubMachine, name: str, option: str) -> subprocess.CompletedProcess[str]:
    with machine.answering("") as terminal:
        return subprocess.run(
            [str(machine.app / "installers" / name), option],
            env=machine.environment(),
            cwd="/",
            stdin=terminal,
            capture_output=True,
            encoding="utf-8",
            check=False,
        )


NEWER_THAN_MACS_BASH = re.compile(
    r"\b(mapfile|readarray|coproc)\b|(declare|local|typeset) -[gnA]|\$\{\w+(,,?|\^\^?|@[A-Z])"
    r"|&>>|\|&|;;?&|wait -n|-v \w+ \]|%\("
)


@pytest.mark.parametrize("script", sorted(path.name for path in (ROOT / "installers/lib").glob("*.sh")))
def test_macs_old_bash_understands_the_library(script: str) -> None:
    text = (ROOT / "installers/lib" / script).read_text(encoding="utf-8")
    code = [line for line in text.splitlines() if not line.lstrip().startswith("#")]
    assert code
    assert [line for line in code if NEWER_THAN_MACS_BASH.search(line)] == []
