"""The fixture `program` where there is but one interpreter, as in a browser: a start is a play in this very one.

What a new interpreter wouldn't have is put away for it, and put back afterwards.
"""

from __future__ import annotations

import atexit
import contextlib
import io
import os
import random
import sys
import tempfile
from collections.abc import Iterator, Mapping
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from languages.python.runner import scenario
from languages.python.runner._scenario import playing

HIDDEN = ("pytest", "_pytest", "test_", "solution")


@pytest.fixture
def program(request: pytest.FixtureRequest) -> Iterator[Any]:
    """The program beside the test, ready to be started."""
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        made = scenario.Program(request.path.parent, Path(folder), Played, dict)
        yield made
        made.end()


class Played:
    """A program that was played to its end. See `scenario.Started`."""

    def __init__(self, what: Any) -> None:
        shown = io.BytesIO()
        streams = {
            "stdin": io.TextIOWrapper(io.BytesIO(what.typed.encode()), "utf-8", "replace"),
            "stdout": io.TextIOWrapper(shown, "utf-8", line_buffering=True),
            "stderr": io.TextIOWrapper(shown, "utf-8", line_buffering=True),
        }
        with _another_interpreter(what.folder, what.environment, streams):
            status = playing.status_of(what.arguments, what.settings)
            with contextlib.suppress(BaseException):
                atexit._run_exitfuncs()
            for stream in (sys.stdout, sys.stderr):
                with contextlib.suppress(BaseException):
                    stream.flush()
        for name in ("stdout", "stderr"):
            with contextlib.suppress(ValueError):
                streams[name].flush()
        self._ended = shown.getvalue().decode("utf-8", "replace") if not shown.closed else "", status

    def ask(self, request: str) -> str:
        """See `scenario.Started`: there are no windows."""
        return ""

    def ended(self) -> tuple[str, int]:
        """See `scenario.Started`."""
        return self._ended


@contextlib.contextmanager
def _another_interpreter(folder: Path, environment: Mapping[str, str], streams: Mapping[str, Any]) -> Iterator[None]:
    """Be as a new one within the block, in `folder`, as far as that can be had."""
    place, numbers, variables = Path.cwd(), random.getstate(), dict(os.environ)
    seeding = random.Random.seed
    modules = dict(sys.modules)
    own = {name: dict(vars(one)) for name, one in modules.items() if _is_kept(name, one)}
    path = list(sys.path)
    try:
        for name in [name for name in sys.modules if name.startswith(HIDDEN)]:
            del sys.modules[name]
        atexit._clear()  # what is to be done at the end of this one, such as removing folders, isn't due
        os.environ.pop("PYTEST_CURRENT_TEST", None)
        os.environ.update(environment)
        os.chdir(folder)
        for name, stream in streams.items():
            setattr(sys, name, stream)
        yield
    finally:
        for name in [name for name in sys.modules if name not in modules]:
            del sys.modules[name]
        sys.modules.update(modules)
        for name, before in own.items():
            _restore(vars(modules[name]), before)
        sys.path[:] = path
        os.environ.clear()
        os.environ.update(variables)
        os.chdir(place)
        random.Random.seed = seeding  # type: ignore[method-assign]
        random.setstate(numbers)


def _is_kept(name: str, module: object) -> bool:
    return isinstance(module, ModuleType) and not name.startswith(("pytest", "_pytest", "pyodide", "_pyodide", "js"))


def _restore(now: dict[str, Any], before: Mapping[str, Any]) -> None:
    """What was replaced in a module is put back, and what came is taken away."""
    for name in [name for name in now if name not in before]:
        del now[name]
    for name, value in before.items():
        if now.get(name, now) is not value:
            now[name] = value
