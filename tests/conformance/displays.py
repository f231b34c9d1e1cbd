"""A display that nobody sees, and a program on it that is started as at home."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from languages.python.runner._scenario import display

SECONDS = 20.0


def until(found: Callable[[], Any]) -> Any:
    """What `found` gives, as soon as that is something."""
    end = time.monotonic() + SECONDS
    while time.monotonic() < end:
        try:
            if value := found():
                return value
        except (OSError, ValueError):
            pass
        time.sleep(0.02)
    raise AssertionError("it never came")


@contextmanager
def hidden_screen(monkeypatch: pytest.MonkeyPatch) -> Iterator[dict[str, str]]:
    monkeypatch.delenv("DISPLAY", raising=False)
    with display.screen() as environment:
        yield environment


@contextmanager
def started(folder: Path, environment: dict[str, str]) -> Iterator[None]:
    """The program in this folder, until the block ends."""
    process = subprocess.Popen([sys.executable, "solution.py"], cwd=folder, env={**os.environ, **environment})
    try:
        yield
    finally:
        process.kill()
        process.wait()
