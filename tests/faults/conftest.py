"""A stage with the machine's own engine, and one with an engine that may be broken."""

from __future__ import annotations

import contextlib
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from docker import DockerClient

from sandbox.image import image_name
from tests.fakes.disks import tiny_disk
from tests.fakes.faulted_runs import Stage, own_containers, staged
from tests.fakes.machine_engine import machine_engine
from tests.fakes.private_engine import PrivateEngine, start
from tests.fakes.specs import PYTHON
from tests.fakes.waiting import until


@pytest.fixture(scope="session")
def machine() -> Iterator[DockerClient]:
    with machine_engine() as client:
        yield client


@pytest.fixture(scope="session")
def shared_engine(machine: DockerClient) -> Iterator[PrivateEngine]:
    """An engine of our own with the image, its data on a small disk of its own."""
    folder = Path(tempfile.mkdtemp(prefix="assay-engine-"))
    with tiny_disk(folder / "data", megabytes=2000):  # the image, three times while it is loaded
        engine = start(folder)
        try:
            engine.load(image_name(PYTHON.language))
            yield engine
        finally:
            engine.close()


@pytest.fixture
def spare(shared_engine: PrivateEngine) -> Iterator[PrivateEngine]:
    """That engine; after the test it runs again, has room, and nothing of ours may be left in it."""
    yield shared_engine
    shared_engine.recover()
    with contextlib.closing(shared_engine.client()) as client:
        until(lambda: client.containers.list(all=True, ignore_removed=True) == [], "the containers are gone")


@pytest.fixture
def stage(machine: DockerClient, tmp_path: Path) -> Iterator[Stage]:
    """A stage on this machine's engine; at its end, nothing of ours may be left there."""
    with staged(tmp_path / "home", None) as opened:
        yield opened
    until(lambda: own_containers(machine) == [], "the containers are gone")


@pytest.fixture
def spare_stage(spare: PrivateEngine, tmp_path: Path) -> Iterator[Stage]:
    """A stage on the engine of our own."""
    with staged(tmp_path / "home", spare.host) as opened:
        yield opened
