"""Why an engine doesn't answer: each state told from the others."""

from __future__ import annotations

import http.server
import shutil
import socketserver
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from sandbox.diagnosis import advice_for, diagnose, only_podman
from sandbox.engine import engine_status
from sandbox.windows import obstacle
from tests.fakes.specs import PYTHON

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="the stand-ins are shell scripts")


@pytest.fixture
def programs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[str, str], None]:
    """Puts a program on the PATH, on which there is nothing else."""
    monkeypatch.setenv("PATH", str(tmp_path))

    def put(name: str, script: str = "") -> None:
        (tmp_path / name).write_text(f"#!/bin/sh\n{script}\n")
        (tmp_path / name).chmod(0o755)

    return put


class Engine(socketserver.ThreadingUnixStreamServer):
    """An engine that gives every request the same answer."""

    daemon_threads = True

    def __init__(self, path: str, status: int, version: str) -> None:
        class Handler(http.server.BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                held = b'"cgroupControllers": ["memory", "pids", "cpu"], "security": {}'
                podman = b'"BuildahVersion": "1.39.4", "Version": "5.4.2", "host": {%s}' % held
                body = b'{"ApiVersion": "%s", "message": "not yet", %s}' % (version.encode(), podman)
                body = b"[]" if "/containers/" in self.path else body
                self.send_response(status)
                self.send_header("Content-Type", "application/json")
                self.send_header("Content-Length", str(len(body)))
                self.end_headers()
                self.wfile.write(body)

            def address_string(self) -> str:
                return "unix"

            def log_message(self, format: str, *args: object) -> None:  # noqa: A002
                pass

        super().__init__(path, Handler)


@contextmanager
def engine(tmp_path: Path, status: int = 200, version: str = "1.41") -> Iterator[str]:
    with Engine(str(tmp_path / "engine.sock"), status, version) as server:
        threading.Thread(target=server.serve_forever, args=(0.05,), daemon=True).start()
        yield f"unix://{tmp_path}/engine.sock"
        server.shutdown()


@pytest.mark.parametrize(
    ("status", "version", "state", "said"),
    [
        (503, "1.41", "starting", ""),
        (200, "1.41", "reachable", "Podman answers. It is version 5.4.2."),
        (200, "1.12", "too_old", "too old"),
    ],
)
def test_what_an_engine_answers_tells_its_state(
    tmp_path: Path, status: int, version: str, state: str, said: str
) -> None:
    with engine(tmp_path, status, version) as address:
        found = engine_status(PYTHON.language, address)
    assert (found.state, found.reachable) == (state, state == "reachable")
    assert said in found.summary


def test_an_engine_whose_program_was_just_started_is_starting(
    programs: Callable[[str, str], None], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sandbox.diagnosis.ENGINE_PROGRAMS", {"assay-dockerd"})
    sleep = shutil.which("sleep", path="/bin:/usr/bin")
    assert sleep
    shutil.copy(sleep, tmp_path / "assay-dockerd")
    assert diagnose([], None) == "not_installed"
    with subprocess.Popen([str(tmp_path / "assay-dockerd"), "60"]) as process:
        assert diagnose([], None) == "starting"
        assert diagnose([], "unix:///elsewhere") == "not_installed"  # another's start says nothing of that one
        monkeypatch.setattr("sandbox.diagnosis.STARTING_SECONDS", 0)
        assert diagnose([], None) == "not_installed"
        process.kill()


@pytest.fixture
def calm(monkeypatch: pytest.MonkeyPatch) -> None:
    """As if no engine had been started moments ago on the machine that tests."""
    monkeypatch.setattr("sandbox.diagnosis.ENGINE_PROGRAMS", set())


@pytest.mark.usefixtures("calm")
def test_podman_without_its_socket_is_not_running(programs: Callable[[str, str], None]) -> None:
    programs("podman", "")
    assert only_podman()
    assert diagnose([FileNotFoundError()], None) == "not_running"
    assert "podman.socket" in advice_for("not_running", None)


@pytest.mark.usefixtures("calm")
@pytest.mark.parametrize(
    ("wsl", "powershell", "state"),
    [
        ("exit 0", "echo True; echo False", "not_running"),
        ("exit 1", "echo False; echo True", "wsl_missing"),
        ("exit 1", "echo False; echo False; echo False", "virtualization_off"),
        ("exit 0", "exit 1", "not_running"),
        ("", "", "wsl_missing"),
    ],
)
def test_on_windows_what_docker_desktop_needs_is_looked_at(
    programs: Callable[[str, str], None], wsl: str, powershell: str, state: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    programs("docker", "exit 1")
    if wsl:
        programs("wsl", wsl)
        programs("powershell", powershell)
    monkeypatch.setattr("sandbox.diagnosis.is_windows", lambda: True)
    assert diagnose([FileNotFoundError()], None) == state
    assert obstacle() == (None if state == "not_running" else state)


def test_there_is_one_thing_to_do_about_each() -> None:
    for state in ("not_installed", "not_running", "starting", "no_permission", "too_old", "wsl_missing"):
        assert advice_for(state, None)
    assert "BIOS" in advice_for("virtualization_off", None)


@pytest.mark.parametrize(("member", "advice"), [(True, "log out and in again"), (False, "usermod")])
def test_a_new_member_of_the_group_only_has_to_log_in_again(
    member: bool, advice: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sandbox.diagnosis.is_new_member", lambda: member)
    assert advice in advice_for("no_permission", None)
    assert ("usermod" in advice_for("no_permission", None)) is not member


def test_on_windows_an_administrator_adds_the_user(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sandbox.diagnosis.is_windows", lambda: True)
    assert "net localgroup docker-users" in advice_for("no_permission", None)
