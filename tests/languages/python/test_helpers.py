"""Tests need of a program what its plan names, and nothing else."""

from __future__ import annotations

import pytest

from languages.brief import Brief
from languages.errors import NoUsableReply
from languages.python.candidates import TESTS
from languages.python.language import PYTHON

PLAN = Brief("files", interface=("read_cues(text: str) -> list[Cue]",))
USED = "def test_cues():\n    assert read_cues('') == [] and CueError\n\n\n"
HELPER = "def folder(program):\n    return run_folder(program)\n\n\n"
LOST = """def test_folder(program):
    assert folder(program)


def test_there(program):
    assert run_folder(program)
"""


def test_a_test_that_needs_what_the_plan_does_not_name_is_left_out() -> None:
    """A model calls a helper that it never wrote; it was taken for the program's, and no test could be loaded."""
    draft = PYTHON.read_tests(f"```python\n{USED}{HELPER}{LOST}```", "Read cues.")
    assert "from solution import CueError, read_cues, run_folder" in draft.source
    tests = PYTHON.planned(draft, PLAN)
    assert "from solution import CueError, read_cues\n" in tests.source
    assert "def test_cues" in tests.source
    assert [(one.name, "run_folder" in one.reason) for one in tests.dropped] == [
        ("test_folder", True),
        ("test_there", True),
    ]
    assert "test_folder" not in tests.source


@pytest.mark.parametrize("plan", [None, Brief("function", interface=PLAN.interface), Brief("files")])
def test_without_a_plan_that_names_functions_all_may_be_the_programs(plan: Brief | None) -> None:
    draft = PYTHON.read_tests(f"```python\n{USED}{LOST}```", "Read cues.")
    assert PYTHON.planned(draft, plan).files[TESTS] == draft.files[TESTS]


def test_where_no_test_is_left_the_model_is_told() -> None:
    draft = PYTHON.read_tests(f"```python\n{HELPER}{LOST}```", "Read cues.")
    with pytest.raises(NoUsableReply, match="run_folder, which is none of the functions in the plan"):
        PYTHON.planned(draft, PLAN)
