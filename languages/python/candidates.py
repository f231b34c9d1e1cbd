"""Programs and tests in Python: one file each, of fixed names; and what starts a program."""

from __future__ import annotations

import ast
import re
from collections.abc import Sequence
from importlib import resources

from languages.guide import System
from languages.python.syntax import parse
from languages.types import Candidate, DroppedTest, Suite, TestCase

ENTRY = "solution.py"
TESTS = "test_solution.py"
RUNNER = resources.files("languages.python.runner")
PLAIN = re.compile(r"\w[\w-]*\.py", re.ASCII)
"""What a program may be called that a shell is told to start."""
FIXTURE = "conftest.py"  # where pytest looks for what tests ask for
FIXTURE_PARTS = tuple(
    sorted(f"_scenario/{part.name}" for part in RUNNER.joinpath("_scenario").iterdir() if part.name.endswith(".py"))
)
START_FILES: dict[System, str] = {
    "Windows": "Start on Windows.bat",
    "macOS": "Start on macOS.command",
    "Linux": "Start on Linux.sh",
}


def program(source: str) -> Candidate:
    """The program of one file."""
    return Candidate({ENTRY: source}, ENTRY)


def suite(source: str, tests: Sequence[TestCase], dropped: Sequence[DroppedTest] = ()) -> Suite:
    """The tests of one file."""
    return Suite({TESTS: source}, tuple(tests), tuple(dropped))


def edited(candidate: Candidate, source: str) -> Candidate:
    """`candidate` with another text in its entry."""
    return Candidate({**candidate.files, candidate.entry: source}, candidate.entry)


def job_files(candidate: Candidate, suite: Suite) -> dict[str, bytes]:
    """Program and tests beside each other, as a job takes them."""
    return {path: text.encode() for path, text in {**candidate.files, **suite.files}.items()}


def same_program(candidate: Candidate) -> str:
    """The program without comments and layout, so that the same one is known again."""
    try:
        return "\n".join(ast.dump(parse(text)) for text in candidate.files.values())
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return candidate.source
