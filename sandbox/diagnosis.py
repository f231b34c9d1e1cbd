"""Why no container engine answers, and the one thing to do about it."""

from __future__ import annotations

import os
import shutil
import sys
import time
from collections.abc import Sequence
from typing import Literal

import docker.errors
import psutil
import requests

from message import say
from sandbox.windows import is_windows, obstacle

State = Literal[
    "reachable",
    "not_installed",
    "not_running",
    "starting",
    "no_permission",
    "too_old",
    "wsl_missing",
    "virtualization_off",
]


def sentence_for(state: State, engine: str) -> str:
    """What is said of `engine` in this state."""
    match state:
        case "reachable":
            return say("%(engine)s answers.", engine=engine)
        case "not_installed":
            return say("There is no container engine on this machine.")
        case "not_running":
            return say("%(engine)s is installed, but doesn't answer.", engine=engine)
        case "starting":
            return say("%(engine)s is still starting.", engine=engine)
        case "no_permission":
            return say("There is a Docker engine, but you aren't allowed to use it.")
        case "too_old":
            return say("The %(engine)s engine is too old.", engine=engine)
        case "wsl_missing":
            return say("%(engine)s can't start: WSL 2, which it needs on Windows, is missing.", engine=engine)
        case "virtualization_off":
            return say("%(engine)s can't start: this computer's virtualization is switched off.", engine=engine)


STARTING_SECONDS = 180
ENGINE_PROGRAMS = {"dockerd", "docker desktop", "com.docker.backend"}
INSTALL = "https://docs.docker.com/engine/install/"


def diagnose(causes: Sequence[BaseException], docker_host: str | None) -> State:
    """The state of an engine that failed with `causes`; `docker_host` is None where the usual places were tried."""
    if any(isinstance(cause, PermissionError) for cause in causes):
        return "no_permission"
    if any(isinstance(cause, docker.errors.InvalidVersion) for cause in causes):
        return "too_old"
    # Before the question whether there is one: an engine that starts answers nothing yet, like none at all.
    if any(_says_later(cause) for cause in causes) or (docker_host is None and _has_just_begun()):
        return "starting"
    # A refused connection is something that somebody set up, though its program may lie nowhere on the path.
    if not _is_installed() and not any(isinstance(cause, ConnectionError) for cause in causes):
        return "not_installed"
    if is_windows() and docker_host is None:
        return obstacle() or "not_running"
    return "not_running"


def advice_for(state: State, docker_host: str | None) -> str:
    """What to do about `state`."""
    if docker_host:
        return say(
            "DOCKER_HOST says %(docker_host)s: see whether an engine listens there, or unset it.",
            docker_host=docker_host,
        )
    if state == "no_permission":
        return _permission_advice()
    desktop = sys.platform in ("win32", "darwin")
    sentences: dict[State, str] = {
        "starting": say("Wait a minute, then look again."),
        "too_old": say("Update it, see %(install)s", install=INSTALL),
        "wsl_missing": say("Run `wsl --install` in a terminal as administrator, then start this computer again."),
        "virtualization_off": say("Switch it on in the computer's BIOS or UEFI settings (Intel VT-x, AMD-V or SVM)."),
        "not_running": say("Start Docker Desktop.") if desktop else _start_advice(),
        "not_installed": say("Install Docker Desktop from https://docs.docker.com/get-docker/")
        if desktop
        else say("Install it: sudo apt-get install docker.io, or see %(install)s", install=INSTALL),
    }
    return sentences.get(state, "")


def only_podman() -> bool:
    """Whether Podman is the only engine that is installed."""
    return bool(shutil.which("podman")) and not _is_installed_docker()


def is_new_member() -> bool:
    """Whether this user was added to Docker's group, but not yet in this session."""
    if sys.platform == "win32":
        return False
    # Windows has neither of these.
    import grp
    import pwd

    try:
        group = grp.getgrnam("docker")
        return pwd.getpwuid(os.getuid()).pw_name in group.gr_mem and group.gr_gid not in os.getgroups()
    except KeyError:
        return False


def _permission_advice() -> str:
    if is_windows():
        command = 'net localgroup docker-users "%USERNAME%" /add'
        return say("An administrator has to run: %(command)s - then sign out and in.", command=command)
    if is_new_member():
        return say("You are in its group already, but not in this session: log out and in again.")
    return say("Add yourself to its group (sudo usermod -aG docker $USER), then log out and in again.")


def _start_advice() -> str:
    if only_podman():
        return say("Start its socket: systemctl --user enable --now podman.socket")
    return say("Start it: sudo systemctl start docker")


def _says_later(cause: BaseException) -> bool:
    """Docker Desktop answers before its engine does, with an error."""
    return isinstance(cause, docker.errors.APIError | requests.HTTPError) and _status(cause) >= 500


def _status(cause: docker.errors.APIError | requests.HTTPError) -> int:
    return 0 if cause.response is None else int(cause.response.status_code)


def _has_just_begun() -> bool:
    """Whether the program of an engine was started moments ago."""
    for process in psutil.process_iter(["name", "create_time"]):
        name = (process.info["name"] or "").lower().removesuffix(".exe")
        if name in ENGINE_PROGRAMS and time.time() - (process.info["create_time"] or 0) < STARTING_SECONDS:
            return True
    return False


def _is_installed() -> bool:
    return _is_installed_docker() or bool(shutil.which("podman"))


def _is_installed_docker() -> bool:
    return bool(shutil.which("docker") or shutil.which("dockerd"))
