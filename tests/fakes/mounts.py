"""A folder that can't be written, not even by root."""

from __future__ import annotations

import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest


@contextmanager
def read_only(folder: Path) -> Iterator[None]:
    """Let nobody write `folder` for the block. Skips the test where that isn't allowed."""
    if _run("mount", "--bind", str(folder), str(folder)) != 0:
        pytest.skip("making a folder read-only takes root on Linux")
    try:
        assert _run("mount", "-o", "remount,bind,ro", str(folder)) == 0
        yield
    finally:
        _run("umount", str(folder))


def _run(*command: str) -> int:
    return subprocess.run(command, check=False, capture_output=True).returncode
