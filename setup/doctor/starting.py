"""Starting the container engine and Ollama, as far as an ordinary user may."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path

from message import say
from sandbox.base import NO_LANGUAGE
from sandbox.registry import engine_status

DESKTOP_SECONDS, SERVICE_SECONDS, OLLAMA_SECONDS = 180.0, 30.0, 30.0
"""How long each may take to answer, once it was started; Docker Desktop starts a whole machine."""
COMMAND_SECONDS = 60.0
PAUSE_SECONDS = 0.5
NO_ANSWER = say("It was started, but doesn't answer yet. Look again in a minute.")


def start_docker(wait_only: bool) -> str:
    """Start the engine and wait until it answers; with `wait_only`, it is starting already.

    Returns why that didn't go well, as a sentence; empty where it did.
    """
    if not wait_only:
        started = any(_succeeds(command) for command in _docker_commands()) or _open_docker_desktop()
        if not started:
            return say("Starting it needs an administrator. %(advice)s", advice=engine_status(NO_LANGUAGE, None).advice)
    seconds = SERVICE_SECONDS if sys.platform == "linux" else DESKTOP_SECONDS
    return "" if _comes(lambda: engine_status(NO_LANGUAGE, None).reachable, seconds) else NO_ANSWER


def start_ollama(program: Path, answers: Callable[[], bool]) -> str:
    """Start Ollama's service, or where there is none, `program` itself; as `start_docker`."""
    if _has_service("ollama"):
        if not _succeeds(["systemctl", "--no-ask-password", "start", "ollama"]):
            return say("Starting it needs an administrator: sudo systemctl start ollama")
    else:
        _leave_running(_ollama_command(program))
    return "" if _comes(answers, OLLAMA_SECONDS) else NO_ANSWER


def _docker_commands() -> list[list[str]]:
    """Ways to start an engine, the first that works is taken."""
    if sys.platform == "darwin":
        return [["open", "-g", "-a", "Docker"]]
    if sys.platform == "win32":
        return [["docker", "desktop", "start", "--detach"]]
    return [
        ["systemctl", "--user", "start", "docker-desktop"],
        ["systemctl", "--user", "start", "docker"],
        ["systemctl", "--no-ask-password", "start", "docker"],
        ["systemctl", "--user", "start", "podman.socket"],
    ]


def _open_docker_desktop() -> bool:
    """Open this Windows' Docker Desktop, whose older versions have no command for that; False where there is none."""
    folders = [("PROGRAMFILES", "Docker/Docker"), ("LOCALAPPDATA", "Programs/DockerDesktop")]
    paths = [Path(os.environ[name], folder, "Docker Desktop.exe") for name, folder in folders if name in os.environ]
    program = next((path for path in paths if path.is_file()), None)
    if program:
        _leave_running([str(program)])
    return program is not None


def _ollama_command(program: Path) -> list[str]:
    if sys.platform == "darwin" and "Ollama.app" in str(program):
        return ["open", "-g", "-a", "Ollama"]
    app = program.with_name("ollama app.exe")  # with its sign in the task bar
    return [str(app)] if app.is_file() else [str(program), "serve"]


def _has_service(name: str) -> bool:
    return sys.platform == "linux" and _succeeds(["systemctl", "cat", name])


def _succeeds(command: Sequence[str]) -> bool:
    program = shutil.which(command[0])
    if not program:
        return False
    try:
        ended = subprocess.run(  # noqa: S603
            [program, *command[1:]],
            stdin=subprocess.DEVNULL,
            capture_output=True,
            timeout=COMMAND_SECONDS,
            check=False,
        )
    except (OSError, subprocess.TimeoutExpired):
        return False
    return ended.returncode == 0


def _leave_running(command: list[str]) -> None:
    """Start a program that stays when Assay ends."""
    subprocess.Popen(  # noqa: S603
        command,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
        creationflags=_detached(),
    )


def _detached() -> int:
    """What Windows wants to know: no window, and no end with the terminal's Ctrl-C."""
    if sys.platform == "win32":
        return subprocess.CREATE_NEW_PROCESS_GROUP | subprocess.CREATE_NO_WINDOW
    return 0


def _comes(condition: Callable[[], bool], seconds: float) -> bool:
    """Ask again and again, up to `seconds`, whether `condition` holds."""
    end = time.monotonic() + seconds
    while not condition():
        if time.monotonic() > end:
            return False
        time.sleep(PAUSE_SECONDS)
    return True
