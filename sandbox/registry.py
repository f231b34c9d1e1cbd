"""From a sandbox's name to a sandbox that is ready."""

from __future__ import annotations

import contextlib
import logging
from typing import TYPE_CHECKING, assert_never

from sandbox.base import NO_LANGUAGE, Announce, Sandbox, SandboxSpec, Toolset
from sandbox.errors import SandboxUnavailable
from settings import SandboxName

if TYPE_CHECKING:
    from sandbox.engine import EngineStatus

log = logging.getLogger(__name__)


def open_sandbox(spec: SandboxSpec, name: SandboxName, docker_host: str | None, announce: Announce) -> Sandbox:
    """Open the sandbox called `name` for `spec`; `auto` takes Docker, or else bubblewrap, but never `process`.

    `announce` gets a line now and then where the image must be built first.

    Raises `SandboxUnavailable` where this machine can't, `ImageError` where the image can't be had,
    and `SandboxError` where it should work but doesn't.
    """
    match name:
        case "docker":
            return _open_docker(spec, docker_host, announce)
        case "bubblewrap":
            return _open_bubblewrap(spec)
        case "process":
            return _open_process(spec)
        case "auto":
            return _open_best(spec, docker_host, announce)
        case _:
            assert_never(name)


def prepare_image(language: Toolset, docker_host: str | None, announce: Announce) -> None:
    """Make the sandbox image for `language` where it isn't there yet. Raises `SandboxUnavailable` and `ImageError`."""
    from sandbox.building import building
    from sandbox.engine import connect
    from sandbox.image import ensure_image

    with contextlib.closing(connect(docker_host)) as client, building(announce):
        ensure_image(client, language, announce)


def remove_orphans(docker_host: str | None) -> None:
    """Remove the containers of apps that died. Raises `SandboxUnavailable`."""
    from sandbox import docker
    from sandbox.engine import connect

    with contextlib.closing(connect(docker_host)) as client:
        docker.remove_orphans(client)


def engine_status(language: Toolset, docker_host: str | None) -> EngineStatus:
    """See `sandbox.engine.engine_status`."""
    from sandbox import engine

    return engine.engine_status(language, docker_host)


def bubblewrap_problem() -> str:
    """Why bubblewrap can't be used here, as a sentence; empty where it can. Takes half a second."""
    try:
        _open_bubblewrap(SandboxSpec(NO_LANGUAGE)).close()
    except SandboxUnavailable as problem:
        return problem.message
    return ""


def _open_best(spec: SandboxSpec, docker_host: str | None, announce: Announce) -> Sandbox:
    try:
        return _open_docker(spec, docker_host, announce)
    except SandboxUnavailable as no_docker:
        log.info("no Docker: %s", no_docker)
        try:
            return _open_bubblewrap(spec)
        except SandboxUnavailable as no_bubblewrap:
            log.info("no bubblewrap: %s", no_bubblewrap)
            raise SandboxUnavailable(
                f"Nothing on this machine can run generated programs safely. {no_docker.message}", no_docker.advice
            ) from no_bubblewrap


def _open_docker(spec: SandboxSpec, docker_host: str | None, announce: Announce) -> Sandbox:
    from sandbox.building import building
    from sandbox.docker import open_docker
    from sandbox.engine import connect
    from sandbox.image import ensure_image

    client = connect(docker_host)
    with building(announce):
        image = ensure_image(client, spec.language, announce)
    return open_docker(client, image, spec, announce)


def _open_bubblewrap(spec: SandboxSpec) -> Sandbox:
    from sandbox.bubblewrap import open_bubblewrap

    return open_bubblewrap(spec)


def _open_process(spec: SandboxSpec) -> Sandbox:
    from sandbox.process import open_process

    return open_process(spec)
