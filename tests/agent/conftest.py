from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.agent.test_loop import KEPT_OPEN


@pytest.fixture(scope="session", autouse=True)
def _close_the_sandbox() -> Iterator[None]:
    yield
    KEPT_OPEN.close()
