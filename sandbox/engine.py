"""Is there a container engine, and can it be used: Docker's, or Podman's, which answers like it."""

from __future__ import annotations

import contextlib
import logging
import os
import shutil
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Literal

import docker
import docker.constants
import docker.errors
import requests

from sandbox.errors import SandboxUnavailable
from sandbox.image import has_image, image_name

if TYPE_CHECKING:
    from docker import DockerClient

State = Literal["reachable", "not_installed", "not_running", "no_permission"]
CONNECT_SECONDS = 10

log = logging.getLogger(__name__)

SENTENCES: dict[State, str] = {
    "reachable": "A container engine answers.",
    "not_installed": "There is no container engine on this machine.",
    "not_running": "The Docker engine is installed, but doesn't answer.",
    "no_permission": "There is a Docker engine, but you aren't allowed to use it.",
}


@dataclass(frozen=True, slots=True)
class EngineStatus:
    """What there is to know about the engine. `version` is empty unless it is reachable.

    `image_ready` says whether it has the sandbox image, so that a run can start at once.
    """

    state: State
    version: str = ""
    image_ready: bool = False
    advice: str = ""

    @property
    def reachable(self) -> bool:
        """True where the engine can be used."""
        return self.state == "reachable"

    @property
    def summary(self) -> str:
        """The state as a plain sentence."""
        return SENTENCES[self.state] + (f" It is version {self.version}." if self.version else "")


def connect(docker_host: str | None) -> DockerClient:
    """A client of the engine at `docker_host`, or where that is None, at one of the usual places.

    Raises `SandboxUnavailable`, which says what is missing and how to get it.
    """
    found = _find(docker_host)
    if isinstance(found, EngineStatus):
        raise SandboxUnavailable(found.summary, found.advice)
    return found


def engine_status(docker_host: str | None) -> EngineStatus:
    """Look for the engine as `connect` does, and say what was found."""
    found = _find(docker_host)
    if isinstance(found, EngineStatus):
        return found
    with contextlib.closing(found):
        version = found.version().get("Version", "")
        return EngineStatus("reachable", version, has_image(found, image_name()))


def _find(docker_host: str | None) -> DockerClient | EngineStatus:
    failures: list[Exception] = []
    for address in [docker_host] if docker_host else _usual_addresses():
        try:
            return _connect(address)
        except (docker.errors.DockerException, requests.RequestException) as error:
            log.debug("no engine at %s", address, exc_info=True)
            failures.append(error)
    state = _state_of(failures)
    return EngineStatus(state, advice=_advice(state, docker_host))


def _usual_addresses() -> list[str]:
    """Where engines listen: Docker's own place first, then its desktop and rootless kinds, then Podman."""
    if sys.platform == "win32":
        return ["npipe:////./pipe/docker_engine"]
    own = Path("/run/user") / str(os.getuid())
    sockets = [
        Path.home() / ".docker/run/docker.sock",
        Path.home() / ".docker/desktop/docker.sock",
        own / "docker.sock",
        own / "podman/podman.sock",
        Path("/run/podman/podman.sock"),
    ]
    return ["unix:///var/run/docker.sock", *(f"unix://{path}" for path in sockets if _exists(path))]


def _exists(path: Path) -> bool:
    try:
        return path.exists()
    except PermissionError:
        return False


def _connect(address: str) -> DockerClient:
    environment = dict(os.environ) | {"DOCKER_HOST": address}  # with the engine's own variables for TLS
    client = docker.from_env(environment=environment, timeout=CONNECT_SECONDS)
    try:
        client.ping()
    except BaseException:
        client.close()
        raise
    client.api.timeout = docker.constants.DEFAULT_TIMEOUT_SECONDS
    return client


def _state_of(failures: list[Exception]) -> State:
    causes = [cause for failure in failures for cause in _causes(failure)]
    if any(isinstance(cause, PermissionError) for cause in causes):
        return "no_permission"
    if shutil.which("docker") or shutil.which("dockerd") or any(isinstance(c, ConnectionError) for c in causes):
        return "not_running"
    return "not_installed"


def _causes(error: BaseException) -> Iterator[BaseException]:
    """`error` and all that led to it; the HTTP library also hides causes among the arguments."""
    yield error
    for inner in (error.__cause__, error.__context__, *error.args):
        if isinstance(inner, BaseException):
            yield from _causes(inner)


def _advice(state: State, docker_host: str | None) -> str:
    if docker_host:
        return f"DOCKER_HOST says {docker_host}: see whether an engine listens there, or unset it."
    if state == "no_permission":
        return "Add yourself to its group (sudo usermod -aG docker $USER), then log out and in again."
    desktop = sys.platform in ("win32", "darwin")
    if state == "not_running":
        return "Start Docker Desktop." if desktop else "Start it: sudo systemctl start docker"
    if desktop:
        return "Install Docker Desktop from https://docs.docker.com/get-docker/"
    return "Install it: sudo apt-get install docker.io, or see https://docs.docker.com/engine/install/"
