"""Runs inside the sandbox, started by `surroundings_job.py`: one run of the tests in a new interpreter.

Leaves the tests that fail, each with what it says, and those that were left out; the notes tell of what was done.
"""

from __future__ import annotations

import atexit
import contextlib
import json
import os
import random
import re
import sys
import unittest
from collections.abc import Generator
from pathlib import Path
from typing import Any

import pytest

from . import starting_elsewhere as elsewhere
from .laid_out_job import LaidOut, fill, missing
from .varied_files import VariedFiles

ERROR = re.compile(r"^E +((?:assert|[\w.]*(?:Error|Exception)|Failed)\b.*)", re.MULTILINE)  # its own, or its program's
LONGEST = 300
OURS = "the program could not be started"
# What nobody reads only takes time, in each new interpreter.
NOT_NEEDED = [
    "cacheprovider",
    "doctest",
    "faulthandler",
    "junitxml",
    "pastebin",
    "setuponly",
    "setupplan",
    "stepwise",
]


class Plugin:
    """A plugin of pytest: the tests in the order that is asked for, what those say that fail, what became of the files
    that they laid out, and how the program is started. `settings` are those of `surroundings_job.run`."""

    def __init__(self, settings: dict[str, Any], order: str) -> None:
        self.failed: dict[str, str] = {}
        self.skipped: dict[str, str] = {}
        self.done: set[str] = set()
        self._settings, self._order = settings, order
        self._home = Path.home()  # a test may set another
        self._environment = dict(os.environ)
        self.varied: VariedFiles | None = None
        self._others = elsewhere.Others(settings["start"]["starts"])
        self.laid_out = LaidOut(settings["notes"])
        self._notes = open(settings["notes"], "a", encoding="utf-8", buffering=1)  # noqa: PTH123, SIM115 - till the end
        self._homes: list[Path] = []
        atexit.register(self._note_last)  # first, so that whatever the program does at its end comes before

    def pytest_collection_modifyitems(self, items: list[Any]) -> None:
        """Only the tests that are asked for. Shuffle them, but no test within a class of `unittest`, which promises
        their order."""
        if only := self._settings["only"]:
            items[:] = [item for item in items if name_of(item.nodeid) in only]
        if self._order:
            groups: dict[object, list[Any]] = {}
            for item in items:
                kind = getattr(item, "cls", None)
                groups.setdefault(kind if kind and issubclass(kind, unittest.TestCase) else item, []).append(item)
            units = list(groups.values())
            random.Random(self._order).shuffle(units)  # noqa: S311 - an order, not a secret
            items[:] = [item for unit in units for item in unit]

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_call(self, item: Any) -> Generator[None, Any, Any]:
        """Note what the test and its program come to."""
        self._note(["test", "", item.nodeid])
        fill(self._home)
        self.laid_out.look_after()
        try:
            return (yield)
        finally:
            sys.setprofile(None)
            homes = [self._home, *self._homes]
            for what, place in self.laid_out.touched():
                self._note([what, "home" if set(homes) & set(place.parents) else "given", place.name])
            for own in homes if self._settings["filled"] else [self._home]:
                for what, place in missing(own, self.laid_out.put_away):
                    self._note([what, "own", place.name])
            self._homes.clear()

    def pytest_runtest_logreport(self, report: Any) -> None:
        """Note a test that fails, before, in or after it, or is left out."""
        name = name_of(report.nodeid)
        if report.failed and self._settings["appear"] and _is_ours(report.longreprtext):
            self.skipped.setdefault(name, OURS)
        elif report.failed:
            said = ERROR.findall(report.longreprtext)
            self.failed.setdefault(name, said[-1][:LONGEST] if said else "")
        elif report.skipped:
            self.skipped.setdefault(name, str(report.longrepr[-1])[:LONGEST])

    @pytest.hookimpl(wrapper=True)
    def pytest_fixture_setup(self, fixturedef: Any) -> Generator[None, Any, Any]:
        """Where a program is to be started, do so as these surroundings are, and put a person's files into what it
        takes for their home folder."""
        made = yield
        if fixturedef.argname == "program":
            self._place(made)
            self._homes.append(made.home)
            if self._settings["filled"]:
                fill(made.home)
        return made

    def _place(self, made: Any) -> None:
        """Only `begin` is replaced, so the test and its kit are the same in all surroundings."""
        plain, place = made._begin, self._settings["start"]
        begin = plain
        if self._settings["varies"] and self.varied is None:
            self.varied = VariedFiles(made.files, (made._source / "solution.py").read_bytes())
        if place["terminal"]:
            begin = elsewhere.at_terminal(plain, place["whole"])
        if place["starts"]:
            made.home = self._home
            begin = self._others.before(begin, plain)
        if place["forgets"]:
            begin = elsewhere.forgetting(begin, made.home, made.folder)
        made._begin = self._watched(begin)

    def _watched(self, begin: Any) -> Any:
        """What the tests' own process doesn't see, the program's needs to be watched."""
        hidden = {name: self._environment[name] for name in self._settings["forgotten"] if name in self._environment}

        def started(what: Any) -> Any:
            if self.varied:
                self.varied.heard(what, begin)
            self.done.add("terminal" if self._settings["start"]["terminal"] else "start")
            with _set(hidden):
                return begin(what)

        return started

    def _note_last(self) -> None:
        self._note(["test", "", ""])
        for what, place in self.laid_out.touched_at_last():
            self._note([what, "given", place.name])

    def _note(self, line: list[str]) -> None:
        self._notes.write(json.dumps(line) + "\n")


@contextlib.contextmanager
def _set(variables: dict[str, str]) -> Generator[None]:
    """These variables as they were, where nobody has set them since."""
    new = {name: value for name, value in variables.items() if name not in os.environ}
    os.environ.update(new)
    try:
        yield
    finally:
        sys.modules["sitecustomize"].computer.forget(list(new))


def _is_ours(said: str) -> bool:
    """Whether what started the program fell over, before the program's first line."""
    _, found, after = said.partition("Traceback (most recent call last)")
    return bool(found) and "solution.py" not in after


def name_of(node_id: str) -> str:
    """The test's name as a test case has it."""
    return node_id.partition("::")[2].partition("[")[0]


def main(answer: str, tests: list[str]) -> None:
    """Run the tests in this process, and leave in `answer` what came of them."""
    watching = os.environ["PYTHONPATH"]
    if packages := os.environ.pop("PACKAGES", ""):
        sys.path.append(packages)
        os.environ["PYTHONPATH"] = os.pathsep.join((watching, packages))
    order = os.environ.pop("ORDER")
    here = Path(sys.path.pop(0))  # so that no test and no program finds what lies beside this
    globals().pop("__file__")  # nor does a process of the program's, which would run this again (multiprocessing)
    settings = json.loads(Path(watching, "settings.json").read_text())
    sys.path.insert(0, str(Path.cwd()))
    plugin = Plugin(settings, order)
    sys.modules["sitecustomize"].computer.forget(settings["forgotten"])
    without = [f"-pno:{name}" for name in NOT_NEEDED]
    status = pytest.main(["-q", "-c", os.devnull, "--rootdir=.", "--confcutdir=.", *without, *tests], plugins=[plugin])
    ready = plugin.varied.found() if plugin.varied else {}
    plugin.laid_out.end()
    if status in (pytest.ExitCode.OK, pytest.ExitCode.TESTS_FAILED):
        left = {"failed": plugin.failed, "skipped": plugin.skipped, "done": sorted(plugin.done), "ready": ready}
        Path(here, answer).write_text(json.dumps(left))
