from __future__ import annotations

from collections.abc import Iterator

import pytest

from sandbox.base import Sandbox
from sandbox.registry import open_sandbox
from tests.fakes.quick_runs import Shared
from tests.fakes.specs import PYTHON


@pytest.fixture(scope="session")
def sandbox() -> Iterator[Sandbox]:
    """Good enough for the harmless programs of these tests; isolation is the conformance suite's matter.

    One for all files, for to open it takes as long as many jobs, and nothing of a job stays.
    """
    opened = open_sandbox(PYTHON, "process", None, lambda _: None)
    yield Shared(opened)
    opened.close()
