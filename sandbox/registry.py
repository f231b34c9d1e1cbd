"""From a sandbox's name to a sandbox that is ready."""

from __future__ import annotations

import contextlib
import logging
from collections.abc import Callable
from typing import TYPE_CHECKING, assert_never

from sandbox.base import Sandbox
from sandbox.errors import SandboxUnavailable
from settings import SandboxName

if TYPE_CHECKING:
    from sandbox.engine import EngineStatus

Progress = Callable[[str], None]

log = logging.getLogger(__name__)


def open_sandbox(name: SandboxName, docker_host: str | None, on_progress: Progress) -> Sandbox:
    """Open the sandbox called `name`; `auto` takes Docker, or else bubblewrap, but never `process`.

    `on_progress` gets a line now and then where the image must be built first.

    Raises `SandboxUnavailable` where this machine can't, `ImageError` where the image can't be had,
    and `SandboxError` where it should work but doesn't.
    """
    match name:
        case "docker":
            return _open_docker(docker_host, on_progress)
        case "bubblewrap":
            return _open_bubblewrap()
        case "process":
            return _open_process()
        case "auto":
            return _open_best(docker_host, on_progress)
        case _:
            assert_never(name)


def prepare_image(docker_host: str | None, on_progress: Progress) -> None:
    """Make the sandbox image where it isn't there yet. Raises `SandboxUnavailable` and `ImageError`."""
    from sandbox.building import building
    from sandbox.engine import connect
    from sandbox.image import ensure_image

    with contextlib.closing(connect(docker_host)) as client, building(on_progress):
        ensure_image(client, on_progress)


def remove_orphans(docker_host: str | None) -> None:
    """Remove the containers of apps that died. Raises `SandboxUnavailable`."""
    from sandbox import docker
    from sandbox.engine import connect

    with contextlib.closing(connect(docker_host)) as client:
        docker.remove_orphans(client)


def engine_status(docker_host: str | None) -> EngineStatus:
    """See `sandbox.engine.engine_status`."""
    from sandbox import engine

    return engine.engine_status(docker_host)


def bubblewrap_problem() -> str:
    """Why bubblewrap can't be used here, as a sentence; empty where it can. Takes half a second."""
    try:
        _open_bubblewrap().close()
    except SandboxUnavailable as problem:
        return problem.message
    return ""


def _open_best(docker_host: str | None, on_progress: Progress) -> Sandbox:
    try:
        return _open_docker(docker_host, on_progress)
    except SandboxUnavailable as no_docker:
        log.info("no Docker: %s", no_docker)
        try:
            return _open_bubblewrap()
        except SandboxUnavailable as no_bubblewrap:
            log.info("no bubblewrap: %s", no_bubblewrap)
            raise SandboxUnavailable(
                f"Nothing on this machine can run generated programs safely. {no_docker.message}", no_docker.advice
            ) from no_bubblewrap


def _open_docker(docker_host: str | None, on_progress: Progress) -> Sandbox:
    from sandbox.building import building
    from sandbox.docker import open_docker
    from sandbox.engine import connect
    from sandbox.image import ensure_image

    client = connect(docker_host)
    with building(on_progress):
        image = ensure_image(client, on_progress)
    return open_docker(client, image, on_progress)


def _open_bubblewrap() -> Sandbox:
    from sandbox.bubblewrap import open_bubblewrap

    return open_bubblewrap()


def _open_process() -> Sandbox:
    from sandbox.process import open_process

    return open_process()
