"""Runs inside the sandbox: the tests again, each time in another order, with another hash seed, time zone and locale.

Each run is a new interpreter, for a hash seed can't be changed later, in a copy of the working folder. Prints the names
of the tests that fail in one of them as JSON, but for those that fail in a new interpreter anyway: that is no chance.
Imports nothing of ours.
"""

import json
import os
import random
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
BROKEN = "the tests could not be run again"


class Shuffled:
    """A plugin of pytest: the tests in the order that the environment names, and which of them don't pass."""

    def __init__(self) -> None:
        self.failed: set[str] = set()

    def pytest_collection_modifyitems(self, items: list[Any]) -> None:
        """Shuffle what was collected."""
        if order := os.environ["ORDER"]:
            random.Random(order).shuffle(items)  # noqa: S311 - an order, not a secret

    def pytest_runtest_logreport(self, report: Any) -> None:
        """Note a test that fails, before, in or after it."""
        if report.failed:
            self.failed.add(report.nodeid.partition("::")[2].partition("[")[0])


def failing(tests: list[str], environment: dict[str, str]) -> set[str] | None:
    """The tests that fail there; None where they could not be run at all."""
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as name:
        folder = Path(name, "again")
        shutil.copytree(".", folder, symlinks=True)
        command = [sys.executable, str(Path(__file__).resolve()), *tests]
        subprocess.run(command, cwd=folder, env={**os.environ, **environment}, capture_output=True, check=False)  # noqa: S603
        try:
            return set(json.loads((folder / FAILED).read_text()))
        except (OSError, ValueError):
            return None


def one_run(tests: list[str]) -> None:
    """Run the tests in this process, and leave the names of those that fail."""
    sys.path.insert(0, str(Path.cwd()))
    plugin = Shuffled()
    status = pytest.main(
        ["-q", "-c", os.devnull, "--rootdir=.", "--confcutdir=.", "-pno:cacheprovider", *tests], plugins=[plugin]
    )
    if status in (pytest.ExitCode.OK, pytest.ExitCode.TESTS_FAILED):
        Path(FAILED).write_text(json.dumps(sorted(plugin.failed)))


def main(tests: list[str]) -> None:
    """Print what passes only sometimes, or null where that can't be known."""
    found = [failing(tests, other) for other in OTHERS]
    known = set().union(*(names for names in found if names is not None))
    usual = failing(tests, USUAL) if known else set()
    json.dump(None if None in found or usual is None else sorted(known - usual), sys.stdout)


if __name__ == "__main__":
    if "ORDER" in os.environ:
        one_run(sys.argv[1:])
    else:
        main(sys.argv[1:])
