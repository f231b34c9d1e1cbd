"""The installer in a terminal: it asks, and shows that it is at work."""

from __future__ import annotations

import os
import pty

from tests.fakes.stub_machine import StubMachine, called


def session(machine: StubMachine, *answers: str) -> tuple[int, str]:
    """Run the installer in a terminal, where each question gets the next answer: its status, and what was seen."""
    command, environment = machine.command("install.sh", "--no-launch"), machine.environment()
    child, terminal = pty.fork()
    if child == 0:
        os.execve(command[0], command, environment)
    seen, left = "", list(answers)
    while piece := _read(terminal):
        seen += piece
        if left and seen.endswith("] "):
            os.write(terminal, f"{left.pop(0)}\n".encode())
    os.close(terminal)
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]), seen


def _read(terminal: int) -> str:
    try:
        return os.read(terminal, 4096).decode(errors="replace")
    except OSError:  # how Linux says that the other end is closed
        return ""


def test_each_question_is_asked_once_and_answered_in_the_terminal(mac: StubMachine) -> None:
    status, seen = session(mac, "y", "n")
    assert status == 0, seen
    assert "[y/N] y" in seen
    assert "[Y/n] n" in seen
    assert called(mac.calls(), "brew") == ["brew install --cask docker-desktop"]


def test_a_long_step_shows_a_clock(complete: StubMachine) -> None:
    complete.fact("pip-is-slow")
    status, seen = session(complete)
    assert status == 0, seen
    assert "\r  · " in seen
