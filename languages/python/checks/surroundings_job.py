"""Runs inside the sandbox: the tests again, each time in another order, with another hash seed, time zone and locale,
then for another user, and at last on another computer, on another day and as if on Windows.

Each run is a new interpreter, for a hash seed can't be changed later, in a copy of the working folder. Prints as JSON
what fails and what it says: under `always` the tests that fail in any new interpreter, where only pytest imported what
the program uses, under `sometimes` those that fail only under other conditions; under `touched` what the program does
to what was there before, and under `elsewhere` what it does only there, see `elsewhere_job.py`; and the `locale` of
another language in which they ran, empty where none is installed.
Imports nothing of ours.
"""

import atexit
import contextlib
import json
import locale
import os
import random
import re
import shutil
import subprocess
import sys
import tempfile
import unittest
from collections import Counter
from collections.abc import Generator
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import pytest
from laid_out_job import LaidOut, fill, missing  # type: ignore[import-not-found]

Act = tuple[str, str, str]
"""What is done, where, and to what."""


@dataclass(frozen=True)
class Conditions:
    """In which the tests are run: the `order` of the tests, "" for their own, the environment, and what the program is
    told of the computer, as `appear` takes it. `filled` says that a person's files lie in the home folder."""

    order: str
    seed: int
    zone: str
    locale: str
    appear: dict[str, str] = field(default_factory=dict)
    language: str = "C.UTF-8"
    filled: bool = False

    def environment(self, home: Path) -> dict[str, str]:
        """The variables that tell of them."""
        user = self.appear.get("user", "assay")
        told = {"ORDER": self.order, "PYTHONHASHSEED": str(self.seed), "TZ": self.zone, "LC_ALL": self.locale}
        names = dict.fromkeys(("USER", "LOGNAME", "USERNAME"), user)
        return {**told, **names, "LANG": self.language, "HOME": str(home)}


USUAL = Conditions("", 0, "UTC", "C.UTF-8")
HERE = Conditions("1", 1, "EAST-13:45", "C")  # zones that need no table of zones
MARIA = {"user": "maria"}
THERE = Conditions("2", 2, "WEST+11", "C.UTF-8", MARIA, "de_DE.UTF-8")
LOCALES = ("de_DE.UTF-8", "fr_FR.UTF-8", "es_ES.UTF-8", "en_US.UTF-8")
"""Those in which words are sorted otherwise than in C, and numbers written. The first is in our image."""
# What depends on the day or the system may be meant so: in this one a test may fail.
WINDOWS = {**MARIA, "host": "marias-laptop", "day": "2032-02-29 23:30", "system": "Windows"}
LATER = Conditions("3", 3, "MIDDLE-02", "POSIX", WINDOWS, "de_DE.UTF-8", filled=True)
WATCHING, WATCHER = "elsewhere", "elsewhere_job.py"
FAILED = "failed.json"
ERROR = re.compile(r"^E +((?:assert|[\w.]*(?:Error|Exception)|Failed)\b.*)", re.MULTILINE)  # its own, or its program's
LONGEST = 300
MOST = 50
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


@dataclass(frozen=True)
class Ran:
    """What came of one run: the tests that `failed`, with what they say, None where they could not be run at all; and
    what the program did, each with its test."""

    failed: dict[str, str] | None
    acts: list[tuple[str, Act]]


class Plugin:
    """A plugin of pytest: the tests in the order that the environment names, what those say that fail, and what became
    of the files that they laid out."""

    def __init__(self, filled: bool, notes: str) -> None:
        self.failed: dict[str, str] = {}
        self._filled, self._home = filled, Path.home()  # a test may set another
        self.laid_out = LaidOut(notes)
        self._notes = open(notes, "a", encoding="utf-8", buffering=1)  # noqa: PTH123, SIM115 - till the end
        self._homes: list[Path] = []
        atexit.register(self._note_last)  # first, so that whatever the program does at its end comes before

    def pytest_collection_modifyitems(self, items: list[Any]) -> None:
        """Shuffle what was collected, but no test within a class of `unittest`, which promises their order."""
        if order := os.environ["ORDER"]:
            groups: dict[object, list[Any]] = {}
            for item in items:
                kind = getattr(item, "cls", None)
                groups.setdefault(kind if kind and issubclass(kind, unittest.TestCase) else item, []).append(item)
            units = list(groups.values())
            random.Random(order).shuffle(units)  # noqa: S311 - an order, not a secret
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
            for own in homes if self._filled else [self._home]:
                for what, place in missing(own, self.laid_out.put_away):
                    self._note([what, "own", place.name])
            self._homes.clear()

    def pytest_runtest_logreport(self, report: Any) -> None:
        """Note a test that fails, before, in or after it."""
        if report.failed:
            name = report.nodeid.partition("::")[2].partition("[")[0]
            said = ERROR.findall(report.longreprtext)
            self.failed.setdefault(name, said[-1][:LONGEST] if said else "")

    @pytest.hookimpl(wrapper=True)
    def pytest_fixture_setup(self, fixturedef: Any) -> Generator[None, Any, Any]:
        """Where a program is to be started, put a person's files into what it takes for their home folder."""
        made = yield
        if fixturedef.argname == "program":
            self._homes.append(made.home)
            if self._filled:
                fill(made.home)
        return made

    def _note_last(self) -> None:
        self._note(["test", "", ""])
        for what, place in self.laid_out.touched_at_last():
            self._note([what, "given", place.name])

    def _note(self, line: list[str]) -> None:
        self._notes.write(json.dumps(line) + "\n")


# Why: docs/decisions.md, "What passes only sometimes is looked for in new interpreters"
def run(tests: list[str], conditions: Conditions) -> Ran:
    """Run the tests under these conditions."""
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as name:
        folder, home, notes, spare = (Path(name, part) for part in ("again", "home", "notes", "tmp"))
        shutil.copytree(".", folder, symlinks=True)
        spare.mkdir()
        fill(home)
        watching = folder / WATCHING
        watching.mkdir()
        shutil.move(folder / WATCHER, watching / "sitecustomize.py")
        settings = {"appear": conditions.appear, "notes": str(notes), "filled": conditions.filled}
        (watching / "settings.json").write_text(json.dumps(settings))
        # Packages come into the path only once pytest is imported, so that none takes its place.
        paths = {"PYTHONPATH": str(watching), "PACKAGES": os.environ.get("PYTHONPATH", ""), "TMPDIR": str(spare)}
        command = [sys.executable, str(Path(__file__).resolve()), *tests]
        environment = {**os.environ, **conditions.environment(home), **paths}
        with open(notes, "w+", encoding="utf-8") as told:  # noqa: PTH123 - stays open, for a program may remove it
            subprocess.run(command, cwd=folder, env=environment, capture_output=True, check=False)  # noqa: S603
            acts = _read(told.read())
        acts += [("", (what, "own", place.name)) for what, place in missing(home)]  # what waited for the end
        try:
            return Ran(dict(json.loads((folder / FAILED).read_text())), acts)
        except (OSError, ValueError):
            return Ran(None, acts)


def _read(notes: str) -> list[tuple[str, Act]]:
    """What the program did, with the test in which it did so."""
    test = ""
    found: dict[tuple[str, Act], None] = {}
    for line in notes.splitlines():
        what, where, to = json.loads(line)
        if what == "test":
            test = to
        elif what == "start":
            found[test, (what, "", _command(to))] = None
        else:
            found[test, (what, where, to if what == "send" else Path(to).name)] = None
    return list(found)


def _command(line: str) -> str:
    """What is started, also by a shell."""
    words = line.split() or [""]
    if Path(words[0]).name in ("sh", "bash", "zsh", "cmd", "cmd.exe") and len(words) > 2:
        words = words[2:]
    return Path(words[0]).name or words[0]


def one_run(tests: list[str]) -> None:
    """Run the tests in this process, and leave the names of those that fail."""
    watching = os.environ["PYTHONPATH"]
    if packages := os.environ.pop("PACKAGES", ""):
        sys.path.append(packages)
        os.environ["PYTHONPATH"] = os.pathsep.join((watching, packages))
    sys.path.insert(0, str(Path.cwd()))
    settings = json.loads(Path(watching, "settings.json").read_text())
    plugin = Plugin(settings["filled"], settings["notes"])
    without = [f"-pno:{name}" for name in NOT_NEEDED]
    status = pytest.main(["-q", "-c", os.devnull, "--rootdir=.", "--confcutdir=.", *without, *tests], plugins=[plugin])
    plugin.laid_out.end()
    if status in (pytest.ExitCode.OK, pytest.ExitCode.TESTS_FAILED):
        Path(FAILED).write_text(json.dumps(plugin.failed))


def main(tests: list[str]) -> None:
    """Print what fails always and what sometimes, null where that can't be known; and what is touched."""
    language = another_locale()
    abroad = replace(THERE, locale=language or THERE.locale)
    here, there, later = (run(tests, conditions) for conditions in (HERE, abroad, LATER))
    found = [here.failed, there.failed]
    if later.failed is None or later.failed.keys() - {*(here.failed or ()), *(there.failed or ())}:
        found.append(run(tests, replace(LATER, appear=MARIA, filled=False)).failed)
    known = {name: said for names in found if names is not None for name, said in names.items()}
    usual = run(tests, USUAL).failed if known else {}
    unknown = None in found or usual is None
    sometimes = {name: said for name, said in known.items() if name not in (usual or {})}
    failed = None if unknown else {"always": usual, "sometimes": sometimes}
    touched = list(dict.fromkeys(act for _, act in here.acts))
    only = {"there": only_in(there, here), "later": only_in(later, here)}
    json.dump({"failed": failed, "touched": touched[:MOST], "elsewhere": only, "locale": language}, sys.stdout)


def another_locale() -> str:
    """The first of `LOCALES` that is installed here; empty where none is."""
    before = locale.setlocale(locale.LC_ALL)
    for name in LOCALES:
        with contextlib.suppress(locale.Error):
            locale.setlocale(locale.LC_ALL, name)
            locale.setlocale(locale.LC_ALL, before)
            return name
    return ""


def only_in(ran: Ran, here: Ran) -> list[Act]:
    """What the program does there and not here: to more files in the same test, for their names may tell of the day; to
    a person's own; with other hosts and programs."""
    usual = {_kind(act) for _, act in here.acts}
    counts = Counter((test, act[:2]) for test, act in here.acts)
    found = []
    for test, act in ran.acts:
        what, where, to = act
        if what == "start":
            is_new = to not in SHOWING and _kind(act) not in usual
        elif where == "given":
            counts[test, act[:2]] -= 1
            is_new = counts[test, act[:2]] < 0
        else:
            is_new = _kind(act) not in usual
        if is_new:
            found.append(act)
    return list(dict.fromkeys(found))[:MOST]


SHOWING = {"cls", "clear", "start", "explorer", "explorer.exe", "open", "xdg-open", "title", "color", "mode", "chcp"}
SHOWING |= {"pause", "a browser", "stty", "tput", "say", "afplay"}
"""What programs start to show something, by another name in each system."""


def _kind(act: Act) -> tuple[str, str]:
    what, where, to = act
    return what, to if what in ("send", "start") else "home" if where == "own" else where


if __name__ == "__main__":
    if "ORDER" in os.environ:
        one_run(sys.argv[1:])
    else:
        main(sys.argv[1:])
