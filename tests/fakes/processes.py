"""Other processes that use the same history."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import IO

import psutil

ROOT = Path(__file__).parents[2]


@contextmanager
def python(script: str, *arguments: str, before: Sequence[str] = ()) -> Iterator[subprocess.Popen[str]]:
    """Run a script of the tests, its output to be read line by line; it is killed at the block's end.

    `before` is a command that starts another, as `unshare` does.
    """
    command = [*before, sys.executable, str(ROOT / "tests" / script), *arguments]
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, cwd=ROOT, env=environment) as process:
        try:
            yield process
        finally:
            process.kill()


def output_of(process: subprocess.Popen[str]) -> IO[str]:
    """Return the process's standard output."""
    assert process.stdout is not None
    return process.stdout


def lives(process: psutil.Process) -> bool:
    """Whether a process goes on: one that has ended may be forgotten at any moment, or wait for its parent."""
    try:
        return process.is_running() and process.status() != psutil.STATUS_ZOMBIE
    except psutil.NoSuchProcess:
        return False
