"""A small disk, to be filled."""

from __future__ import annotations

import gc
import shutil
import subprocess
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.fakes.waiting import until


@contextmanager
def tiny_disk(folder: Path, megabytes: int = 1) -> Iterator[Path]:
    """Mount a file system of its own at `folder` for the block. Skips the test where that isn't allowed."""
    folder.mkdir()
    size = f"size={megabytes}m"
    if shutil.which("mount") is None or _run("mount", "-t", "tmpfs", "-o", size, "tmpfs", str(folder)) != 0:
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
                file.write(bytes(65536))
        except OSError:
            return filler


@contextmanager
def read_only(folder: Path) -> Iterator[Callable[[], None]]:
    """What turns `folder` read-only for whoever opens files in it from then on, until the end of the block."""
    folder.mkdir(exist_ok=True)
    turned: list[Path] = []

    def turn() -> None:
        mounted = _run("mount", "--bind", str(folder), str(folder)) if shutil.which("mount") else 1
        if mounted != 0 or _run("mount", "-o", "remount,bind,ro", str(folder)) != 0:
            pytest.skip("mounting a folder read-only needs root on Linux")
        turned.append(folder)

    try:
        yield turn
    finally:
        if turned:
            # Whoever opens the same database in this process while it is open shares its being read-only. What was
            # taken from a pool that was given up stays open until it is collected, and a thread that ends may have it.
            until(lambda: _is_let_go(folder), "nobody has a file of it open")
            assert _run("umount", "--lazy", str(folder)) == 0


def _is_let_go(folder: Path) -> bool:
    """Whether this process has no file in `folder` open any more."""
    gc.collect()
    return not any(path.is_relative_to(folder) for path in map(Path.resolve, Path("/proc/self/fd").iterdir()))


def _run(*command: str) -> int:
    return subprocess.run(command, check=False, capture_output=True).returncode
