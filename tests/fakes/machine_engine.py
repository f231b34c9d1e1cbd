"""The container engine of this machine. Nothing is ever done to it but to our own containers."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing, contextmanager

import pytest
from docker import DockerClient

from sandbox.engine import connect
from sandbox.errors import SandboxUnavailable
from sandbox.image import ensure_image
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
