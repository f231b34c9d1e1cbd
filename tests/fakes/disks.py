"""A disk of one megabyte, to be filled."""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest


@contextmanager
def tiny_disk(folder: Path) -> Iterator[Path]:
    """Mount a file system of 1 MB at `folder` for the block. Skips the test where that isn't allowed."""
    folder.mkdir()
    if shutil.which("mount") is None or _run("mount", "-t", "tmpfs", "-o", "size=1m", "tmpfs", str(folder)) != 0:
        pytest.skip("mounting a tiny disk needs root on Linux")
    try:
        yield folder
    finally:
        _run("umount", str(folder))


def fill(folder: Path) -> Path:
    """Write a file that takes all the room that is left, and return it."""
    filler = folder / "filler"
    with filler.open("wb", buffering=0) as file:
        try:
            while True:
                file.write(bytes(1024))
        except OSError:
            return filler


def _run(*command: str) -> int:
    return subprocess.run(command, check=False, capture_output=True).returncode
