"""The Docker engine of this machine, for the tests that need the real one."""

from collections.abc import Iterator

import pytest
from docker import DockerClient

from sandbox.engine import connect
from sandbox.errors import SandboxUnavailable
from sandbox.image import ensure_image
from tests.fakes.specs import PYTHON


@pytest.fixture
def engine() -> Iterator[DockerClient]:
    try:
        client = connect(None)
    except SandboxUnavailable as problem:
        pytest.skip(f"{problem} {problem.advice}")
    yield client
    client.close()


@pytest.fixture
def image(engine: DockerClient) -> str:
    return ensure_image(engine, PYTHON.language, print)
