"""The Docker engine of this machine, for the tests that need the real one."""

from collections.abc import Iterator

import pytest
from docker import DockerClient

from sandbox.image import image_name
from tests.fakes.machine_engine import machine_engine
from tests.fakes.specs import PYTHON


@pytest.fixture
def engine() -> Iterator[DockerClient]:
    with machine_engine() as client:
        yield client


@pytest.fixture
def image(engine: DockerClient) -> str:
    return image_name(PYTHON.language)
