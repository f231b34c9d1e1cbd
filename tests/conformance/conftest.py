"""The sandboxes of this machine, for the tests of what all of them share."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from sandbox.base import Sandbox
from tests.conformance.sandbox_helpers import opened

ISOLATING = [
    pytest.param("docker", marks=pytest.mark.docker),
    pytest.param("bubblewrap", marks=pytest.mark.bubblewrap),
]


@pytest.fixture(scope="module", params=[*ISOLATING, "process"])
def sandbox(request: pytest.FixtureRequest) -> Iterator[Sandbox]:
    held = opened(request.param)
    yield held
    held.close()


@pytest.fixture(scope="module", params=ISOLATING)
def isolating(request: pytest.FixtureRequest) -> Iterator[Sandbox]:
    held = opened(request.param)
    yield held
    held.close()


@pytest.fixture(params=[*ISOLATING, "process"])
def fresh(request: pytest.FixtureRequest) -> Iterator[Sandbox]:
    """A sandbox that a test may close or break."""
    held = opened(request.param)
    yield held
    held.close()


@pytest.fixture(params=[ISOLATING[1], "process"])
def local(request: pytest.FixtureRequest) -> Iterator[Sandbox]:
    """A sandbox whose processes are children of this one."""
    held = opened(request.param)
    yield held
    held.close()
