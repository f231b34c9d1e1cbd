"""docs/installing.md promises nothing that no test holds the installers to."""

from __future__ import annotations

import re
import subprocess

from tests.fakes.stub_machine import BASH, ROOT

GUIDE = (ROOT / "docs/installing.md").read_text(encoding="utf-8")
TABLE = [line.strip("|").split("|") for line in GUIDE.splitlines() if re.match(r"\|.*\|.*\|.*\|.*\|$", line)]
SITUATIONS = [row for row in TABLE[2:] if not row[0].strip().startswith("**")]
NAMED = re.compile(r"`(test_\w+)`")
SYSTEMS = ("Windows", "macOS", "Linux")
NEEDLESS = ("—", "A terminal stays open")


def test_every_test_that_the_table_names_exists() -> None:
    files = (ROOT / "tests").rglob("test_*.py")
    defined = {name for file in files for name in re.findall(r"def (test_\w+)\(", file.read_text(encoding="utf-8"))}
    named = set(NAMED.findall(GUIDE))
    assert named, "the table has no tests"
    assert named <= defined, named - defined


def test_every_situation_is_backed_by_a_test_on_every_system_it_concerns() -> None:
    without = [
        f"{row[0].strip()} on {system}: {cell.strip()}"
        for row in SITUATIONS
        for system, cell in zip(SYSTEMS, row[1:], strict=True)
        if not NAMED.search(cell) and cell.strip() not in NEEDLESS
    ]
    assert SITUATIONS
    assert without == []


def test_the_options_in_the_guide_are_those_of_the_scripts() -> None:
    for script in ("install", "uninstall"):
        done = subprocess.run([BASH, ROOT / f"installers/{script}.sh", "--help"], capture_output=True, check=True)
        options = [line.strip() for line in done.stdout.decode().splitlines() if line.startswith("  --")]
        assert len(options) >= 3
        for option in options:
            assert option in GUIDE
