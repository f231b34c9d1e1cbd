"""Mending what can be repaired: with stand-ins for the programs that would be started, and a real engine's image."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import docker
import pytest
from tenacity import retry, retry_if_exception_type, stop_after_attempt

from languages.python.one_file.pyodide import ARCHIVE
from sandbox.docker import OWNER_LABEL
from sandbox.image import ensure_image
from sandbox.owner import Owner
from sandbox.registry import prepare_image
from settings import Settings
from setup.doctor import Repaired, repair
from setup.doctor.starting import start_docker, start_ollama
from tests.fakes.ollama_server import OllamaServer
from tests.fakes.specs import PYTHON

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="the stand-ins are those of Linux's programs")


@pytest.fixture
def programs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder that is the whole PATH; what is called writes itself down in `calls`."""
    folder = tmp_path / "programs"
    folder.mkdir()
    monkeypatch.setenv("PATH", str(folder))
    monkeypatch.setattr("setup.doctor.starting.OLLAMA_SECONDS", 10.0)
    for limit in ("SERVICE_SECONDS", "DESKTOP_SECONDS"):
        monkeypatch.setattr(f"setup.doctor.starting.{limit}", 0.1)
    monkeypatch.setattr("sandbox.engine._usual_addresses", lambda: [f"unix://{tmp_path}/none.sock"])
    return folder


def put(folder: Path, name: str, script: str) -> None:
    (folder / name).write_text(f"#!/bin/sh\necho {name} $* >>{folder}/calls\n{script}\n")
    (folder / name).chmod(0o755)


def calls(folder: Path) -> list[str]:
    return (folder / "calls").read_text().splitlines() if (folder / "calls").exists() else []


def settings(tmp_path: Path, **more: str) -> Settings:
    """Settings under which nothing has to be fetched."""
    (tmp_path / "browser").mkdir(exist_ok=True)
    (tmp_path / "browser" / ARCHIVE).touch()
    nobody = {"OLLAMA_HOST": "http://127.0.0.1:9", "DOCKER_HOST": f"unix://{tmp_path}/none.sock"}
    return Settings.model_validate({"ASSAY_HOME": str(tmp_path), **nobody, **more})


def repaired(found: Settings) -> dict[str, Repaired]:
    return {done.name: done for done in repair(found, print)}


def test_where_nothing_is_installed_nothing_is_done(programs: Path, tmp_path: Path) -> None:
    assert repaired(settings(tmp_path)) == {}


def test_ollama_is_started_and_stays(programs: Path, tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    (programs / "api").mkdir()
    (programs / "api" / "tags").write_text('{"models": []}')
    serving = f"exec {sys.executable} -m http.server {port} --bind 127.0.0.1 --directory {programs}"
    put(programs, "ollama", f"echo $$ >{programs}/pid\n{serving}")
    try:
        done = repaired(settings(tmp_path, OLLAMA_HOST=f"http://127.0.0.1:{port}"))["Ollama"]
        assert done == Repaired("Ollama", True, "It was started.")
        assert calls(programs) == ["ollama serve"]
    finally:
        subprocess.run(["/bin/kill", (programs / "pid").read_text().strip()], check=True)


def test_a_service_is_started_by_its_own_means(programs: Path, tmp_path: Path) -> None:
    put(programs, "ollama", "exit 1")
    put(programs, "systemctl", '[ "$1" = cat ]')
    done = repaired(settings(tmp_path))["Ollama"]
    assert not done.done
    assert "sudo systemctl start ollama" in done.summary
    assert calls(programs) == ["systemctl cat ollama", "systemctl --no-ask-password start ollama"]


def test_an_ollama_that_runs_is_left_alone(programs: Path, tmp_path: Path) -> None:
    put(programs, "ollama", "exit 1")
    with OllamaServer(lambda _: "ok") as ollama:
        assert repaired(settings(tmp_path, OLLAMA_HOST=ollama.url)) == {}
    assert calls(programs) == []


def test_an_engine_that_only_an_administrator_may_start_is_told(programs: Path) -> None:
    put(programs, "docker", "exit 1")
    put(programs, "systemctl", "exit 1")
    assert "Starting it needs an administrator. " in start_docker(wait_only=False)
    assert "systemctl --no-ask-password start docker" in calls(programs)
    put(programs, "systemctl", "exit 0")
    assert "doesn't answer yet" in start_docker(wait_only=False)


def test_an_engine_that_is_starting_is_only_waited_for(programs: Path) -> None:
    put(programs, "systemctl", "exit 0")
    assert start_docker(wait_only=True) == "It was started, but doesn't answer yet. Look again in a minute."
    assert calls(programs) == []


def test_what_a_mac_has_is_opened_behind_other_windows(programs: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.platform", "darwin")
    put(programs, "open", "")
    start_docker(wait_only=False)
    opened = programs / "opened"
    put(programs, "open", f"echo $* >{opened}")
    assert start_ollama(Path("/Applications/Ollama.app/ollama"), opened.exists) == ""
    assert calls(programs) == ["open -g -a Docker", "open -g -a Ollama"]


def test_a_docker_desktop_without_a_command_for_it_is_opened(
    programs: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LOCALAPPDATA", str(tmp_path))
    installed = tmp_path / "Programs/DockerDesktop/Docker Desktop.exe"
    installed.parent.mkdir(parents=True)
    put(installed.parent, installed.name, f"echo opened >{programs}/opened")
    os.mkfifo(programs / "opened")
    assert "doesn't answer yet" in start_docker(wait_only=False)
    assert (programs / "opened").read_text() == "opened\n"


@contextmanager
def orphan() -> Iterator[str]:
    """A container of a process that is dead."""
    with subprocess.Popen(["/bin/cat"], stdin=subprocess.PIPE) as process:
        owner = Owner.current()
        dead = Owner(owner.host, process.pid, owner.started, owner.namespace)
    with closing(docker.from_env()) as client:
        container = client.containers.create(
            ensure_image(client, PYTHON.language, print), "true", labels={OWNER_LABEL: str(dead)}
        )
        yield str(container.id)
        for left in client.containers.list(all=True, filters={"id": str(container.id)}):
            left.remove(force=True)


# Another app that starts on this engine just then removes it as well.
@retry(retry=retry_if_exception_type(KeyError), stop=stop_after_attempt(5), reraise=True)
def repair_of_an_orphan(here: Settings) -> tuple[Repaired, int]:
    """What was said of it, and how many are left of one orphan."""
    with orphan() as container, closing(docker.from_env()) as client:
        said = repaired(here)["Containers"]
        return said, len(client.containers.list(all=True, filters={"id": container}))


@pytest.mark.docker
def test_what_dead_apps_left_behind_is_removed(tmp_path: Path) -> None:
    prepare_image(PYTHON.language, None, print)
    said, left = repair_of_an_orphan(settings(tmp_path).model_copy(update={"docker_host": None}))
    assert said.done
    assert left == 0
