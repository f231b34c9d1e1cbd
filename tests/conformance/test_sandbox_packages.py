"""The packages that a sandbox is opened with: every job can import them, none can change them, and none is a tool."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

from cancel import Cancel
from languages.python.candidates import job_files, program, suite
from languages.python.packages.inventory import inventory_job, read_inventory
from sandbox.base import Sandbox
from tests.conformance.sandbox_helpers import BUBBLEWRAP, DOCKER, EVERY, opened, outcomes, run
from tests.fakes.specs import PYTHON

EVIL = "raise SystemExit('this is no tool')\n"
FILES = {
    "shelfmate.py": "VALUE = 5\n",
    "shelfmate-1.0.dist-info/METADATA": "Metadata-Version: 2.1\nName: shelfmate\nVersion: 1.0\n"
    "Requires-Dist: tabulate; extra == 'tables'\nRequires-Dist: nobody; extra == 'none'\n",
    "shelfmate-1.0.dist-info/RECORD": "shelfmate.py,,\nshelfmate-1.0.dist-info/METADATA,,\n",
    "pytest.py": EVIL,
    "_pytest/__init__.py": EVIL,
    "site.pth": f"import os; {EVIL}",
    "_newer/tabulate.py": "VALUE = 'newer'\n",
    "_newer/tabulate-99.0.dist-info/METADATA": "Metadata-Version: 2.1\nName: tabulate\nVersion: 99.0\n",
}
CHANGE = """
import pathlib, shelfmate
folder = pathlib.Path(shelfmate.__file__).parent
for attempt in (lambda: (folder / "new.py").write_text(""), lambda: pathlib.Path(shelfmate.__file__).write_text("")):
    try:
        attempt()
        print("changed")
    except OSError:
        pass
print(shelfmate.VALUE)
"""
TESTS = "from solution import value\n\n\ndef test_value():\n    assert value() == 5\n"


@pytest.fixture(scope="module")
def packages(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("kept") / "0123456789abcdef" / "site-packages"
    for name, text in FILES.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    for path in (folder, *folder.parents[:3], *folder.rglob("*")):
        path.chmod(0o755 if path.is_dir() else 0o444)
    return folder


@pytest.fixture(scope="module", params=EVERY)
def sandbox(request: pytest.FixtureRequest, packages: Path) -> Iterator[Sandbox]:
    with closing(opened(request.param, replace(PYTHON, packages=packages))) as sandbox:
        yield sandbox


def test_a_program_and_what_it_starts_can_import_them(sandbox: Sandbox) -> None:
    again = "import subprocess, sys; subprocess.run([sys.executable, '-c', 'import shelfmate; print(shelfmate.VALUE)'])"
    assert run(sandbox, "python", "-c", again).stdout == "5\n"
    files = job_files(program("import shelfmate\n\n\ndef value():\n    return shelfmate.VALUE\n"), suite(TESTS, ()))
    ended = run(sandbox, "pytest", files=files)
    assert outcomes(ended) == {"test_solution.py::test_value": "passed"}, ended.stdout + ended.stderr


def test_newer_versions_come_before_what_is_there_in_every_interpreter(sandbox: Sandbox) -> None:
    said = "import tabulate; print(tabulate.VALUE)"
    assert run(sandbox, "python", "-c", said).stdout == "newer\n"
    tests = "import tabulate\nfrom solution import value\n\n\ndef test_newer():\n    assert tabulate.VALUE == value()\n"
    files = job_files(program("import tabulate\n\n\ndef value():\n    return tabulate.VALUE\n"), suite(tests, ()))
    assert outcomes(run(sandbox, "pytest", files=files)) == {"test_solution.py::test_newer": "passed"}
    assert read_inventory(sandbox.run(inventory_job(["tabulate"]), Cancel())).packages == {"tabulate": "99.0"}


def test_they_are_among_what_is_there(sandbox: Sandbox) -> None:
    everything = read_inventory(sandbox.run(inventory_job(), Cancel()))
    assert everything.packages["shelfmate"] == "1.0"
    assert "pytest" in everything.packages
    names = ["shelfmate", "nobody", "Pillow", "shelfmate[tables]", "shelfmate[none]"]
    looked_for = read_inventory(sandbox.run(inventory_job(names), Cancel()))
    assert set(looked_for.packages) == {"shelfmate", "pillow", "shelfmate[tables]"}
    assert set(looked_for.modules) == {"shelfmate"}


@pytest.mark.parametrize("sandbox", [DOCKER, BUBBLEWRAP], indirect=True)  # a plain process can do what its user can
def test_none_can_be_changed(sandbox: Sandbox) -> None:
    assert run(sandbox, "python", "-c", CHANGE).stdout == "5\n"
