"""How many planted mistakes in the parts of programs their own tests notice: run once for a version.

    python -m benchmarks.parts [read understand …]

mutmut plants them in a copy of `languages/python/parts`, one group after the other. Windows and what is done with
other processes can't be seen by it, and are left out.
"""

from __future__ import annotations

import argparse
import json
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).parents[1]
PARTS, TESTS = Path("languages/python/parts"), Path("tests/languages/python/parts")
GROUPS = {
    "read": ("read/*.py", "read"),
    "understand": ("understand/*.py", "understand"),
    "write": ("write/*.py", "write"),
    "ask": ("ask.py", "test_ask.py"),
    "remember": ("remember.py", "test_remember.py"),
    "web": ("web.py", "test_web.py"),
}
"""Of each group its files, and where its tests are."""
SETTINGS = """[tool.mutmut]
source_paths = ["languages"]
only_mutate = ["{parts}/{files}"]
also_copy = ["tests", "pyproject.toml"]
pytest_add_cli_args_test_selection = ["{tests}"]
pytest_add_cli_args = ["-p", "no:cacheprovider", "-p", "no:xdist", "-q"]
[tool.pytest.ini_options]
pythonpath = ["."]
addopts = "--import-mode=importlib"
"""
NOTICED = ("killed", "timeout", "suspicious")


def main() -> None:
    """Print a line for each group: mistakes, how many were noticed, and the share."""
    reader = argparse.ArgumentParser(description=__doc__)
    reader.add_argument("groups", nargs="*", choices=[*GROUPS, []], default=list(GROUPS))
    for group in reader.parse_args().groups:
        with tempfile.TemporaryDirectory() as folder:
            noticed, planted = measured(Path(folder), *GROUPS[group])
        print(f"{group:12} {planted:6} planted  {noticed:6} noticed  {noticed / max(planted, 1):.1%}", flush=True)


def measured(folder: Path, files: str, tests: str) -> tuple[int, int]:
    """How many of the mistakes in these files the tests notice, and how many there are."""
    for place in (PARTS, TESTS):
        shutil.copytree(ROOT / place, folder / place, ignore=shutil.ignore_patterns("__pycache__"))
    for package in ("languages/__init__.py", "languages/python/__init__.py"):
        (folder / package).touch()
    settings = SETTINGS.format(parts=PARTS.as_posix(), files=files, tests=(TESTS / tests).as_posix())
    (folder / "pyproject.toml").write_text(settings, encoding="utf-8")
    mutmut = [sys.executable, "-m", "mutmut"]
    subprocess.run([*mutmut, "run"], cwd=folder, stdout=subprocess.DEVNULL, check=False)
    subprocess.run([*mutmut, "export-cicd-stats"], cwd=folder, stdout=subprocess.DEVNULL, check=True)
    found = json.loads((folder / "mutants/mutmut-cicd-stats.json").read_text(encoding="utf-8"))
    return sum(found[fate] for fate in NOTICED), found["total"]


if __name__ == "__main__":
    main()
