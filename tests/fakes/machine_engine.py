"""The container engine of this machine. Nothing is ever done to it but to our own containers."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing, contextmanager

import pytest
from docker import DockerClient
from docker.models.containers import Container

from sandbox.docker import OWNER_LABEL
from sandbox.engine import connect
from sandbox.errors import SandboxUnavailable
from sandbox.image import ensure_image
from sandbox.owner import Owner
from tests.fakes.specs import PYTHON


@contextmanager
def machine_engine() -> Iterator[DockerClient]:
    """A client of it, once it has the image. Skips the test where there is no engine."""
    try:
        client = connect(None)
    except SandboxUnavailable as problem:
        pytest.skip(f"{problem} {problem.advice}")
    with closing(client):
        ensure_image(client, PYTHON.language, print)
        yield client


def own(engine: DockerClient) -> list[Container]:
    """Its containers that this very process has."""
    found = []
    for container in engine.containers.list(all=True, filters={"label": OWNER_LABEL}, ignore_removed=True):
        owner = Owner.parse(container.labels[OWNER_LABEL])
        if owner is not None and owner.pid == Owner.current().pid:
            found.append(container)
    return found
