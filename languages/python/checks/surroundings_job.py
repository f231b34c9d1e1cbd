"""Runs inside the sandbox: the tests again, each time in another order, with another hash seed, time zone and locale,
twice for another user, on another computer, and of that once on another day and as if on Windows.

Each run is a new interpreter, for a hash seed can't be changed later, in a copy of the working folder. Prints as JSON
what fails and what it says: under `always` the tests that fail in any new interpreter, where only pytest imported what
the program uses, under `sometimes` those that fail only under other conditions; under `touched` what the program does
to what was there before, and under `elsewhere` what it does only there, see `elsewhere_job.py`.
Imports nothing of ours.
"""

import json
import os
import random
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Generator
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import pytest

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
MARIA = {"user": "maria", "host": "marias-laptop"}
THERE = Conditions("2", 2, "WEST+11", "C.UTF-8", MARIA, "de_DE.UTF-8")
LATER = Conditions(
    "3", 3, "MIDDLE-02", "POSIX", {**MARIA, "day": "2032-02-29 23:30", "system": "Windows"}, "de_DE.UTF-8", filled=True
)
ALWAYS_THE_SAME = ("delete", "overwrite", "move", "send")  # what can't be undone
OWN_FILES = ("Documents/Letter.txt", "Desktop/Shopping.txt", "Pictures/Holiday.jpg", ".ssh/id_ed25519")
WATCHING, WATCHER = "elsewhere", "elsewhere_job.py"
OWN = "Something of one's own.\n"
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
    what the program did, in this order."""

    failed: dict[str, str] | None
    acts: list[Act]


class Plugin:
    """A plugin of pytest: the tests in the order that the environment names, and what those say that fail."""

    def __init__(self, filled: bool, notes: str) -> None:
        self.failed: dict[str, str] = {}
        self._filled, self._notes = filled, notes

    def pytest_collection_modifyitems(self, items: list[Any]) -> None:
        """Shuffle what was collected."""
        if order := os.environ["ORDER"]:
            random.Random(order).shuffle(items)  # noqa: S311 - an order, not a secret

    def pytest_runtest_logreport(self, report: Any) -> None:
        """Note a test that fails, before, in or after it."""
        if report.failed:
            name = report.nodeid.partition("::")[2].partition("[")[0]
            said = ERROR.findall(report.longreprtext)
            self.failed.setdefault(name, said[-1][:LONGEST] if said else "")

    @pytest.hookimpl(wrapper=True)
    def pytest_fixture_setup(self, fixturedef: Any, request: Any) -> Generator[None, Any, Any]:
        """Where a program is to be started, put a person's files into what it takes for their home folder, and look
        after them."""
        made = yield
        if self._filled and fixturedef.argname == "program":
            fill(made.home)
            request.addfinalizer(lambda: note_missing(made.home, self._notes))
        return made


def fill(home: Path) -> None:
    """Put a person's files there."""
    for name in OWN_FILES:
        (home / name).parent.mkdir(parents=True, exist_ok=True)
        (home / name).write_text(OWN)


def note_missing(home: Path, notes: str) -> None:
    """Note which of them are gone or others, for what the program started is heard by nobody."""
    with open(notes, "a", encoding="utf-8") as told:  # noqa: PTH123
        for name in OWN_FILES:
            file = home / name
            if not file.exists() or file.read_text(errors="replace") != OWN:
                told.write(json.dumps(["overwrite" if file.exists() else "delete", "home", str(file)]) + "\n")


def run(tests: list[str], conditions: Conditions) -> Ran:
    """Run the tests under these conditions."""
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as name:
        folder, home, notes = (Path(name, part) for part in ("again", "maria", "notes"))
        shutil.copytree(".", folder, symlinks=True)
        fill(home)
        watching = folder / WATCHING
        watching.mkdir()
        shutil.move(folder / WATCHER, watching / "sitecustomize.py")
        settings = {"appear": conditions.appear, "notes": str(notes), "filled": conditions.filled}
        (watching / "settings.json").write_text(json.dumps(settings))
        # Packages come into the path only once pytest is imported, so that none takes its place.
        paths = {"PYTHONPATH": str(watching), "PACKAGES": os.environ.get("PYTHONPATH", "")}
        command = [sys.executable, str(Path(__file__).resolve()), *tests]
        environment = {**os.environ, **conditions.environment(home), **paths}
        with open(notes, "w+", encoding="utf-8") as told:  # noqa: PTH123 - stays open, for a program may remove it
            subprocess.run(command, cwd=folder, env=environment, capture_output=True, check=False)  # noqa: S603
            note_missing(home, str(notes))
            acts = _read(told.read())
        try:
            return Ran(dict(json.loads((folder / FAILED).read_text())), acts)
        except (OSError, ValueError):
            return Ran(None, acts)


def _read(notes: str) -> list[Act]:
    """What was done to what wasn't the program's own, though another start of it may have made that."""
    own: set[str] = set()
    found: dict[Act, None] = {}
    for line in notes.splitlines():
        what, where, to = json.loads(line)
        if what == "make":
            own.add(to)
        elif not own.intersection((to, *map(str, Path(to).parents))):
            found[what, where, to if what == "send" else Path(to).name] = None
    return list(found)


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
    if status in (pytest.ExitCode.OK, pytest.ExitCode.TESTS_FAILED):
        Path(FAILED).write_text(json.dumps(plugin.failed))


def main(tests: list[str]) -> None:
    """Print what fails always and what sometimes, null where that can't be known; and what is touched."""
    here, there, later = (run(tests, conditions) for conditions in (HERE, THERE, LATER))
    found = [here.failed, there.failed]
    if later.failed is None or later.failed.keys() - {*(here.failed or ()), *(there.failed or ())}:
        # What depends on the day, or on what a system has, may be meant so.
        found.append(run(tests, replace(LATER, appear=MARIA, filled=False)).failed)
    known = {name: said for names in found if names is not None for name, said in names.items()}
    usual = run(tests, USUAL).failed if known else {}
    unknown = None in found or usual is None
    sometimes = {name: said for name, said in known.items() if name not in (usual or {})}
    usually = {_signature(act) for act in here.acts}
    only = {
        place: [act for act in ran.acts if act[0] in ALWAYS_THE_SAME and _signature(act) not in usually][:MOST]
        for place, ran in (("there", there), ("later", later))
    }
    failed = None if unknown else {"always": usual, "sometimes": sometimes}
    json.dump({"failed": failed, "touched": here.acts[:MOST], "elsewhere": only}, sys.stdout)


def _signature(act: Act) -> tuple[str, str]:
    """Names may tell of the day; what is done and where doesn't."""
    what, where, to = act
    return what, to if what == "send" else where


if __name__ == "__main__":
    if "ORDER" in os.environ:
        one_run(sys.argv[1:])
    else:
        main(sys.argv[1:])
