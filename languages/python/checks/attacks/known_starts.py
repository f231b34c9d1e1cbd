"""Runs inside the sandbox: the tests once more, to see how they start the program."""

from __future__ import annotations

import contextlib
import io
import json
import os
import time
from collections.abc import Collection, Iterator
from pathlib import Path
from typing import Any

import pytest
from _language import forked, scenario, warm_pytest  # type: ignore[import-not-found]
from tried import HOME, PROGRAM, Launch, contents  # type: ignore[import-not-found]

MOST, MOST_WINDOWS, SECONDS = 30, 4, 15.0
ALONE = "test_started_alone.py"
"""A start without anything, for where no test starts it."""


class Watcher:
    """A plugin of pytest: how each test starts the program, and how such a start goes through its windows."""

    def __init__(self, only: Collection[str]) -> None:
        self._only = only
        self.launches: list[Launch] = []
        self._windows = 0
        self._until = time.monotonic() + SECONDS
        self._begin, forked.begin = forked.begin, self._started

    @pytest.hookimpl(tryfirst=True)
    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        """Only tests that start something are of use here, of those that are asked for."""
        items[:] = [item for item in items if "program" in getattr(item, "fixturenames", ()) and self._is_asked(item)]

    def _is_asked(self, item: pytest.Item) -> bool:
        return not self._only or item.nodeid.partition("::")[2].partition("[")[0] in self._only

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtest_setup(self, item: pytest.Item) -> None:
        """Enough is enough: nothing is proved here."""
        many = len(self.launches) >= MOST or self._windows >= MOST_WINDOWS
        if many or time.monotonic() > self._until:
            pytest.skip("enough")

    def end(self) -> None:
        """Watch no more."""
        forked.begin = self._begin

    def _started(self, what: Any) -> Any:
        files = {f"{PROGRAM}/{name}": data for name, data in contents(what.folder).items()}
        home = what.environment.get("HOME", "")
        files |= {f"{HOME}/{name}": data for name, data in contents(Path(home)).items()} if home else {}
        asked: list[str] = []
        self.launches.append(Launch(what, files, _without_enters(what.typed), asked))
        self._windows += what.window
        return _Overheard(self._begin(what), asked)


class _Overheard:
    """A start with windows, of which it is noted what a test does in them. See `scenario.Started`."""

    def __init__(self, started: Any, asked: list[str]) -> None:
        self._started, self._asked = started, asked

    def ask(self, request: str) -> str:
        """See `scenario.Started`."""
        if request and json.loads(request)["act"] not in ("look", "close"):
            self._asked.append(request)
        return str(self._started.ask(request))

    def ended(self) -> Any:
        """See `scenario.Started`."""
        return self._started.ended()


def _without_enters(typed: str) -> list[str]:
    lines = typed.splitlines()
    return lines[: -scenario.ENTERS] if typed.endswith("\n" * scenario.ENTERS) else lines


def watch(tests: list[str], alone: str, only: Collection[str] = ()) -> Watcher:
    """What the tests in these files do, and a start `alone`, as in `start`; or `only` those of these names."""
    Path(ALONE).write_text(f"def test_alone(program):\n    program.{alone}()\n", encoding="utf-8")
    watcher = Watcher(only)
    with _silent():
        session = warm_pytest.begin(
            [*warm_pytest.PLAIN, "--assert=plain", "--tb=no", "--continue-on-collection-errors"]
        )
        session.config.pluginmanager.register(watcher)
        warm_pytest.carry_on(session, [*tests, ALONE])
    watcher.end()
    return watcher


@contextlib.contextmanager
def _silent() -> Iterator[None]:
    """What pytest says goes nowhere."""
    kept = [os.dup(number) for number in (1, 2)]
    nothing = os.open(os.devnull, os.O_WRONLY)
    for number in (1, 2):
        os.dup2(nothing, number)
    try:
        with contextlib.redirect_stdout(io.StringIO()):
            yield
    finally:
        for number, descriptor in zip((1, 2), kept, strict=True):
            os.dup2(descriptor, number)
            os.close(descriptor)
        os.close(nothing)
