"""Runs inside the sandbox: the tests once more, to see how they start the program."""

from __future__ import annotations

import contextlib
import hashlib
import io
import json
import os
import shutil
import tempfile
import time
from collections.abc import Collection, Iterator, Mapping
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from .. import forked, scenario, warm_pytest
from .forks import plain, show
from .tried import HOME, PROGRAM, Launch, contents

MOST, MOST_WINDOWS, SECONDS = 30, 4, 15.0
MOST_SECONDS = 120.0  # by the clock, for tests that don't end though they did before
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


def watch(tests: list[str], alone: str, only: Collection[str] = ()) -> list[Launch]:
    """How the tests in these files, or `only` those of these names, start the program, and a start `alone`.

    Tests may import the program, which then could change what counts here, and the starts: so these are seen in a
    fork, and the start alone in another one. Raises `RuntimeError` where that didn't come to its end.
    """
    Path(ALONE).write_text(f"def test_alone(program):\n    program.{alone}()\n", encoding="utf-8")
    try:
        return [launch for files in (tests, [ALONE]) for launch in _seen_apart(files, only)]
    finally:
        shutil.rmtree(_kept(), ignore_errors=True)


def _seen_apart(tests: list[str], only: Collection[str]) -> list[Launch]:
    told = plain(partial(_seen, tests, only), MOST_SECONDS)
    if told is None:
        raise RuntimeError("The tests' starts could not be seen.")
    contents: dict[str, bytes] = {}
    for digest in {digest for one in told for digest in one["files"].values()}:
        contents[digest] = (_kept() / digest).read_bytes()
    return [_read(one, contents) for one in told]


def _seen(tests: list[str], only: Collection[str]) -> list[dict[str, Any]]:
    show()
    watcher = Watcher(only)
    with _silent():
        session = warm_pytest.begin(
            [*warm_pytest.PLAIN, "--assert=plain", "--tb=no", "--continue-on-collection-errors"]
        )
        session.config.pluginmanager.register(watcher)
        warm_pytest.carry_on(session, tests)
    return [_told(launch) for launch in watcher.launches]


def _told(launch: Launch) -> dict[str, Any]:
    """As JSON knows it; the files lie apart, each content once."""
    _kept().mkdir(exist_ok=True)
    digests = {name: hashlib.sha256(data).hexdigest() for name, data in launch.files.items()}
    for name, digest in digests.items():
        if not (_kept() / digest).exists():
            (_kept() / digest).write_bytes(launch.files[name])
    what = {**vars(launch.what), "folder": str(launch.what.folder)}
    return {"what": what, "files": digests, "typed": launch.typed, "asked": launch.asked}


def _read(told: Mapping[str, Any], contents: Mapping[str, bytes]) -> Launch:
    what = scenario.Launch(**{**told["what"], "folder": Path(told["what"]["folder"])})
    return Launch(what, {name: contents[one] for name, one in told["files"].items()}, told["typed"], told["asked"])


def _kept() -> Path:
    return Path(tempfile.gettempdir(), "contents")


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
