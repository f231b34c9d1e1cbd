"""Is there a container engine, and can it be used: Docker's, or Podman's, which answers like it."""

from __future__ import annotations

import contextlib
import logging
import os
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import docker
import docker.constants
import docker.errors
import requests

from message import joined, say
from sandbox.base import Toolset
from sandbox.building import being_built
from sandbox.diagnosis import State, advice_for, diagnose, only_podman, sentence_for
from sandbox.docker import orphans
from sandbox.errors import SandboxUnavailable
from sandbox.holds import HOLDS_ALL, Holds, holds, is_podman
from sandbox.image import has_image, image_name

if TYPE_CHECKING:
    from docker import DockerClient

CONNECT_SECONDS = 10
CONTEXT = ""  # an address that the context of Docker's own program says

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class EngineStatus:
    """What there is to know about the engine. `version` is empty unless it is reachable.

    `image_ready` says whether it has the sandbox image, so that a run can start at once, and `image_building` that
    an Assay is making it; `orphans` is how many containers it has of apps that died.
    """

    state: State
    version: str = ""
    image_ready: bool = False
    advice: str = ""
    engine: str = "Docker"
    image_building: bool = False
    orphans: int = 0
    held: Holds = HOLDS_ALL

    @property
    def reachable(self) -> bool:
        """True where the engine can be used."""
        return self.state == "reachable"

    @property
    def summary(self) -> str:
        """The state as a plain sentence."""
        sentence = sentence_for(self.state, self.engine)
        version = say("It is version %(version)s.", version=self.version) if self.version else ""
        return joined(" ", (sentence, version))


def connect(docker_host: str | None) -> DockerClient:
    """A client of the engine at `docker_host`, or where that is None, at one of the usual places.

    Raises `SandboxUnavailable`, which says what is missing and how to get it.
    """
    found = _find(docker_host)
    if isinstance(found, EngineStatus):
        raise SandboxUnavailable(found.summary, found.advice)
    return found


def engine_status(language: Toolset, docker_host: str | None) -> EngineStatus:
    """Look for the engine as `connect` does, and for the image for `language`, and say what was found."""
    found = _find(docker_host)
    if isinstance(found, EngineStatus):
        return found
    with contextlib.closing(found):
        return _status(found, language)


def _status(client: DockerClient, language: Toolset) -> EngineStatus:
    version, info = client.version(), client.info()
    ready = has_image(client, image_name(language))
    return EngineStatus(
        "reachable",
        version.get("Version", ""),
        ready,
        engine="Podman" if is_podman(info) else "Docker",
        image_building=not ready and being_built(),
        orphans=sum(1 for _ in orphans(client)),
        held=holds(client, info),
    )


def _find(docker_host: str | None) -> DockerClient | EngineStatus:
    failures: list[Exception] = []
    for address in [docker_host] if docker_host else _usual_addresses():
        try:
            return _connect(address)
        except (docker.errors.DockerException, requests.RequestException) as error:
            log.debug("no engine at %s", address, exc_info=True)
            failures.append(error)
    causes = [cause for failure in failures for cause in _causes(failure)]
    state = diagnose(causes, docker_host)
    engine = "Podman" if only_podman() and not docker_host else "Docker"
    return EngineStatus(state, advice=advice_for(state, docker_host), engine=engine)


def _usual_addresses() -> list[str]:
    """Where engines listen: where Docker's own program would look, as DOCKER_CONTEXT says, then Docker's own place, its
    desktop and rootless kinds, other desktops, then Podman."""
    if sys.platform == "win32":
        return [CONTEXT, "npipe:////./pipe/docker_engine"]
    home, own = Path.home(), Path("/run/user") / str(os.getuid())
    sockets = [
        home / ".docker/run/docker.sock",
        home / ".docker/desktop/docker.sock",
        own / "docker.sock",
        home / ".colima/default/docker.sock",
        home / ".config/colima/default/docker.sock",
        home / ".rd/docker.sock",
        home / ".orbstack/run/docker.sock",
        own / "podman/podman.sock",
        home / ".local/share/containers/podman/machine/podman.sock",
        Path("/run/podman/podman.sock"),
    ]
    return [CONTEXT, "unix:///var/run/docker.sock", *(f"unix://{path}" for path in sockets if _exists(path))]


def _exists(path: Path) -> bool:
    try:
        return path.exists()
    except PermissionError:
        return False


def _connect(address: str) -> DockerClient:
    # With the engine's own variables for TLS; without an address, its client takes that of DOCKER_HOST or the context.
    environment = dict(os.environ) | ({"DOCKER_HOST": address} if address else {})
    client = docker.from_env(environment=environment, timeout=CONNECT_SECONDS)
    try:
        client.ping()
    except BaseException:
        client.close()
        raise
    # Short only to find out whether there is an engine: building an image may be silent for longer.
    client.api.timeout = docker.constants.DEFAULT_TIMEOUT_SECONDS
    return client


def _causes(error: BaseException) -> Iterator[BaseException]:
    """`error` and all that led to it; the HTTP library also hides causes among the arguments."""
    yield error
    for inner in (error.__cause__, error.__context__, *error.args):
        if isinstance(inner, BaseException):
            yield from _causes(inner)
