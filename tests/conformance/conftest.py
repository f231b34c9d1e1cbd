"""The sandboxes of this machine, for the tests of what all of them share."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing

import pytest

from sandbox.base import Sandbox
from settings import SandboxName
from tests.conformance.sandbox_helpers import opened

ISOLATING = [
    pytest.param("docker", marks=pytest.mark.docker),
    pytest.param("bubblewrap", marks=pytest.mark.bubblewrap),
]


def held(name: SandboxName) -> Iterator[Sandbox]:
    with closing(opened(name)) as sandbox:
        yield sandbox


@pytest.fixture(scope="module", params=[*ISOLATING, "process"])
def sandbox(request: pytest.FixtureRequest) -> Iterator[Sandbox]:
    yield from held(request.param)


@pytest.fixture(scope="module", params=ISOLATING)
def isolating(request: pytest.FixtureRequest) -> Iterator[Sandbox]:
    yield from held(request.param)


@pytest.fixture(params=[*ISOLATING, "process"])
def fresh(request: pytest.FixtureRequest) -> Iterator[Sandbox]:
    """A sandbox that a test may close or break."""
    yield from held(request.param)


@pytest.fixture(params=[ISOLATING[1], "process"])
def local(request: pytest.FixtureRequest) -> Iterator[Sandbox]:
    """A sandbox whose processes are children of this one."""
    yield from held(request.param)
