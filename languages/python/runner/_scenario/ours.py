"""A test in which this kit itself falls over is left out, and says so: whoever wrote the program has no part in it."""

from __future__ import annotations

import traceback
from collections.abc import Generator
from pathlib import Path
from typing import Any

import pytest

from .faults import said_of

HERE = Path(__file__).resolve().parent
# What looks on at each test; and a text like any other, with which a test may well do what can't be done.
NOT_OURS = {"ours.py", "text.py"}
KIT = {str(path) for path in HERE.glob("*.py") if path.name not in NOT_OURS}
KIT |= {str(HERE.parent / name) for name in ("conftest.py", "scenario.py", "forked.py")}


def _left_out() -> Generator[None, Any, Any]:
    try:
        return (yield)
    except Exception as error:
        if isinstance(error, AssertionError) or not _came_up_here(error):
            raise
        raise pytest.skip.Exception(said_of(error)) from error


def _came_up_here(error: Exception) -> bool:
    """Whether it came up in what a test asked of the kit, or before there was a test."""
    files = [str(Path(frame.f_code.co_filename).resolve()) for frame, _ in traceback.walk_tb(error.__traceback__)]
    last = max((place for place, file in enumerate(files) if Path(file).name.startswith("test_")), default=None)
    return not KIT.isdisjoint(files if last is None else files[last + 1 : last + 2])


@pytest.hookimpl(wrapper=True)
def pytest_runtest_setup() -> Generator[None, Any, Any]:
    """See pytest."""
    return (yield from _left_out())


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call() -> Generator[None, Any, Any]:
    """See pytest."""
    return (yield from _left_out())
