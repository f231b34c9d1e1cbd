"""From a sandbox's name to a sandbox that is ready."""

from __future__ import annotations

import contextlib
import logging
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from message import joined, say
from sandbox.base import NO_LANGUAGE, Announce, Sandbox, SandboxSpec, Toolset
from sandbox.errors import NotAllowed, SandboxUnavailable, UnknownSandbox

if TYPE_CHECKING:
    from sandbox.engine import EngineStatus

log = logging.getLogger(__name__)


AUTO = "auto"
"""The name for the first kind that works here."""


@dataclass(frozen=True, slots=True)
class Backend:
    """A kind of sandbox, by what opens one. It is only taken by itself where it `isolates`."""

    open: Callable[[SandboxSpec, str | None, Announce], Sandbox]
    isolates: bool = True


def open_sandbox(spec: SandboxSpec, name: str, docker_host: str | None, announce: Announce) -> Sandbox:
    """Open the sandbox called `name` for `spec`; `auto` takes the first that this machine has and that isolates.

    `announce` gets a line now and then where the image must be built first.

    Raises `UnknownSandbox`, `SandboxUnavailable` where this machine can't, `ImageError` where the image
    can't be had, and `SandboxError` where it should work but doesn't.
    """
    if known(name) != AUTO:
        return BACKENDS[name].open(spec, docker_host, announce)
    missing: list[SandboxUnavailable] = []
    for backend in (backend for backend in BACKENDS.values() if backend.isolates):
        try:
            return backend.open(spec, docker_host, announce)
        except SandboxUnavailable as problem:
            log.info("not to be had: %s", problem)
            missing.append(problem)
    message = say("Nothing on this machine can run generated programs safely. %(message)s", message=missing[0].message)
    allowing = (problem.advice for problem in missing[1:] if isinstance(problem, NotAllowed))
    raise SandboxUnavailable(message, joined(" ", (missing[0].advice, *allowing))) from missing[-1]


def known(name: str) -> str:
    """The name itself. Raises `UnknownSandbox` where no sandbox is called so."""
    if name not in NAMES:
        raise UnknownSandbox(
            say("There is no sandbox called %(name)s.", name=repr(name)),
            say("Take one of these: %(names)s.", names=", ".join(NAMES)),
        )
    return name


def prepare_image(language: Toolset, docker_host: str | None, announce: Announce) -> None:
    """Make the sandbox image for `language` where it isn't there yet. Raises `SandboxUnavailable` and `ImageError`."""
    from sandbox.building import building
    from sandbox.engine import connect
    from sandbox.image import ensure_image

    with contextlib.closing(connect(docker_host)) as client, building(announce):
        ensure_image(client, language, announce)


def remove_orphans(docker_host: str | None) -> int:
    """Remove the containers of apps that died; how many are still there. Raises `SandboxUnavailable`."""
    from sandbox import docker
    from sandbox.engine import connect

    with contextlib.closing(connect(docker_host)) as client:
        docker.remove_orphans(client)
        return sum(1 for _ in docker.orphans(client))


def remove_packages(docker_host: str | None) -> tuple[int, int]:
    """Remove the images that were made for packages of programs; how many went, and how many are left.

    Raises `SandboxUnavailable`.
    """
    from sandbox import image
    from sandbox.engine import connect

    with contextlib.closing(connect(docker_host)) as client:
        return image.remove_packages(client)


def engine_status(language: Toolset, docker_host: str | None) -> EngineStatus:
    """See `sandbox.engine.engine_status`."""
    from sandbox import engine

    return engine.engine_status(language, docker_host)


def bubblewrap_problem() -> SandboxUnavailable | None:
    """Why bubblewrap can't be used here; None where it can. Takes half a second."""
    try:
        BACKENDS["bubblewrap"].open(SandboxSpec(NO_LANGUAGE), None, log.info).close()
    except SandboxUnavailable as problem:
        return problem
    return None


# Each imports what it needs once it is opened, for most commands of the terminal open none.
def _open_docker(spec: SandboxSpec, docker_host: str | None, announce: Announce) -> Sandbox:
    from sandbox.building import building
    from sandbox.docker import open_docker
    from sandbox.engine import connect
    from sandbox.image import ensure_image, with_packages

    client = connect(docker_host)
    with building(announce):
        image = ensure_image(client, spec.language, announce)
        if spec.packages:
            image = with_packages(client, image, spec.packages, announce)
    return open_docker(client, image, spec, announce)


def _open_bubblewrap(spec: SandboxSpec, _: str | None, __: Announce) -> Sandbox:
    from sandbox.bubblewrap import open_bubblewrap

    return open_bubblewrap(spec)


def _open_process(spec: SandboxSpec, _: str | None, __: Announce) -> Sandbox:
    from sandbox.process import open_process

    return open_process(spec)


BACKENDS = {
    "docker": Backend(_open_docker),
    "bubblewrap": Backend(_open_bubblewrap),
    "process": Backend(_open_process, isolates=False),
}
"""By name, the best first. One more is a file beside this one, and a line here."""
NAMES = (AUTO, *BACKENDS)
"""What a user can write."""
