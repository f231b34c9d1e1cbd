"""The sandboxes of this machine, for the tests of what all of them share."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing

import pytest

from sandbox.base import Sandbox
from tests.conformance.sandbox_helpers import BUBBLEWRAP, EVERY, opened


def held(name: str) -> Iterator[Sandbox]:
    with closing(opened(name)) as sandbox:
        yield sandbox


@pytest.fixture(scope="module", params=EVERY)
def sandbox(request: pytest.FixtureRequest) -> Iterator[Sandbox]:
    yield from held(request.param)


@pytest.fixture(params=EVERY)
def fresh(request: pytest.FixtureRequest) -> Iterator[Sandbox]:
    """A sandbox that a test may close or break."""
    yield from held(request.param)


@pytest.fixture(params=[BUBBLEWRAP, "process"])
def local(request: pytest.FixtureRequest) -> Iterator[Sandbox]:
    """A sandbox whose processes are children of this one."""
    yield from held(request.param)
