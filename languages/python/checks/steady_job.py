"""Runs inside the sandbox: the tests again, each time in another order, with another hash seed, time zone and locale.

Each run is a new interpreter, for a hash seed can't be changed later, in a copy of the working folder. Prints as JSON
what fails and what it says: under `always` the tests that fail in any new interpreter, where only pytest imported what
the program uses, under `sometimes` those that fail only under other conditions. Imports nothing of ours.
"""

import json
import os
import random
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

import pytest

USUAL = {"ORDER": "", "PYTHONHASHSEED": "0", "TZ": "UTC", "LC_ALL": "C.UTF-8"}
OTHERS = (
    {"ORDER": "1", "PYTHONHASHSEED": "1", "TZ": "EAST-13:45", "LC_ALL": "C"},  # zones that need no table of zones
    {"ORDER": "2", "PYTHONHASHSEED": "2", "TZ": "WEST+11", "LC_ALL": "C.UTF-8"},
    {"ORDER": "3", "PYTHONHASHSEED": "3", "TZ": "MIDDLE-02", "LC_ALL": "POSIX"},
)
FAILED = "failed.json"
ERROR = re.compile(r"^E +((?:assert|[\w.]*(?:Error|Exception)|Failed)\b.*)", re.MULTILINE)  # its own, or its program's
LONGEST = 300
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


class Shuffled:
    """A plugin of pytest: the tests in the order that the environment names, and what those say that fail."""

    def __init__(self) -> None:
        self.failed: dict[str, str] = {}

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


def failing(tests: list[str], environment: dict[str, str]) -> dict[str, str] | None:
    """The tests that fail there, with what they say; None where they could not be run at all."""
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as name:
        folder = Path(name, "again")
        shutil.copytree(".", folder, symlinks=True)
        command = [sys.executable, str(Path(__file__).resolve()), *tests]
        # Packages come into the path only once pytest is imported, so that none takes its place.
        outside = {"PYTHONPATH": "", "PACKAGES": os.environ.get("PYTHONPATH", "")}
        subprocess.run(  # noqa: S603
            command, cwd=folder, env={**os.environ, **environment, **outside}, capture_output=True, check=False
        )
        try:
            return dict(json.loads((folder / FAILED).read_text()))
        except (OSError, ValueError):
            return None


def one_run(tests: list[str]) -> None:
    """Run the tests in this process, and leave the names of those that fail."""
    if packages := os.environ.pop("PACKAGES", ""):
        sys.path.append(packages)
        os.environ["PYTHONPATH"] = packages
    sys.path.insert(0, str(Path.cwd()))
    plugin = Shuffled()
    without = [f"-pno:{name}" for name in NOT_NEEDED]
    status = pytest.main(["-q", "-c", os.devnull, "--rootdir=.", "--confcutdir=.", *without, *tests], plugins=[plugin])
    if status in (pytest.ExitCode.OK, pytest.ExitCode.TESTS_FAILED):
        Path(FAILED).write_text(json.dumps(plugin.failed))


def main(tests: list[str]) -> None:
    """Print what fails always and what sometimes, or null where that can't be known."""
    found = [failing(tests, other) for other in OTHERS]
    known = {name: said for names in found if names is not None for name, said in names.items()}
    usual = failing(tests, USUAL) if known else {}
    if None in found or usual is None:
        json.dump(None, sys.stdout)
    else:
        sometimes = {name: said for name, said in known.items() if name not in usual}
        json.dump({"always": usual, "sometimes": sometimes}, sys.stdout)


if __name__ == "__main__":
    if "ORDER" in os.environ:
        one_run(sys.argv[1:])
    else:
        main(sys.argv[1:])
