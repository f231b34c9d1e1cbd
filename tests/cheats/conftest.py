from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import closing

import pytest

from sandbox.base import Sandbox
from tests.conformance.sandbox_helpers import opened
from tests.fakes.quick_runs import Shared

# They are programs for the sandbox: nothing of them is ever run here.
collect_ignore = ["programs", "honest"]


@pytest.fixture(scope="module")
def sandbox() -> Iterator[Sandbox]:
    """A sandbox for all programs of a file: what one leaves behind would be felt by the next.

    What decides runs in it as well, where a cheat has it easier than in rooms, which are for those that whisper.
    """
    with closing(opened(os.environ.get("ASSAY_SANDBOX", "docker"))) as sandbox:
        yield Shared(sandbox)
