from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import libcst as cst
import pytest
from mutmut.mutation import file_mutation, mutators

from languages.brief import Brief, Example, Rule
from languages.python.candidates import program, suite
from languages.python.checks.fixed_words import fixed_words, worded
from languages.python.checks.mutmut_jobs import kill_job, mutation_job
from languages.python.checks.mutmut_settings import CONFIG, OPTIONS
from languages.python.runner.mutation import messages

PLAN = Brief(
    "page",
    rules=(Rule("At the end it says “The page is written.”", "as the person wants"),),
    examples=(Example("Ada", "Hello Ada"),),
)
TEXTS = {"", "<tr><td>", "</td></tr>", "The page is written.", "<p>Bye</p>"}


@pytest.fixture(autouse=True)
def mutmut(monkeypatch: pytest.MonkeyPatch) -> None:
    """Puts back what is changed of it."""
    monkeypatch.setattr(file_mutation, "mutation_operators", mutators.mutation_operators)
    visitor = file_mutation.MutationVisitor
    monkeypatch.setattr(visitor, "_skip_node_and_children", visitor._skip_node_and_children)


@pytest.mark.parametrize(
    ("fixed", "planted"),
    [
        ("", {"", "<p>Bye</p>"}),
        ("assert '<tr><td>Ada' in page(['Ada'])", {"", "<p>Bye</p>", "<tr><td>"}),
        ("assert 'the page is written.' in run.text", {"", "<p>Bye</p>", "The page is written."}),
        (worded(suite("", ()), PLAN), {"", "<p>Bye</p>", "The page is written."}),
    ],
)
def test_words_and_tags_count_where_tests_or_a_plan_name_them(fixed: str, planted: set[str]) -> None:
    module: Any = file_mutation
    messages.install(fixed)
    of_texts = [operator for kind, operator in module.mutation_operators if kind is cst.BaseString]
    changed = {text for text in TEXTS for operator in of_texts for _ in operator(cst.SimpleString(repr(text)))}
    assert changed == planted


def test_all_jobs_are_told_the_same_of_what_a_plan_fixes() -> None:
    assert fixed_words(PLAN) == "The page is written.\nHello Ada"
    tests, made = suite("def test_f():\n    pass\n", ()), program("def f():\n    pass\n")
    jobs = mutation_job(made, tests, 60, PLAN), kill_job(made, tests, suite("", ()), ["a"], PLAN)
    assert {json.loads(job.files[OPTIONS])["worded"] for job in jobs} == {worded(tests, PLAN)}


@pytest.mark.parametrize(
    ("call", "left_alone"),
    [
        ("log.warning('Gone')", True),
        ("self._logger.info('Gone', name + 1)", True),
        ("logging.getLogger(__name__).error('Gone')", True),
        ("logging.basicConfig(level=10)", True),
        ("log.append('Gone')", False),
        ("math.log(3)", False),
        ("self.window.info('Gone')", False),
    ],
)
def test_what_is_logged_is_left_alone(call: str, left_alone: bool) -> None:
    assert messages.is_logging(cst.parse_expression(call)) is left_alone


@pytest.mark.parametrize(
    ("done", "fixed", "planted"),
    [
        ("self.logger.info('gone', a + 1)", "", False),
        ("self.root.title('Recipes')", "", False),
        ("self.root.title('Recipes')", "window.title == 'Recipes'", True),
        ("a.title()", "", False),
        ("self.root.title(a + 1)", "", True),
    ],
)
def test_nothing_is_planted_in_what_is_logged_or_how_a_window_is_called(
    done: str, fixed: str, planted: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "pyproject.toml").write_bytes(CONFIG)
    (tmp_path / "solution.py").touch()
    monkeypatch.chdir(tmp_path)
    messages.install(fixed)
    _, found, *_ = file_mutation.create_mutations("solution.py", f"def f(self, a):\n    {done}\n")
    assert bool(found) is planted


@pytest.mark.parametrize(
    ("argument", "as_here"),
    [
        ("encoding='utf-8'", True),
        ("encoding='UTF8'", True),
        ("encoding=None", True),
        ("encoding='utf-8-sig'", False),
        ("encoding='cp1252'", False),
        ("encoding='no such'", False),
        ("encoding=ENCODING", False),
        ("newline=''", True),
        ("newline='\\r\\n'", False),
        ("end=''", False),
    ],
)
def test_how_a_file_is_written_counts_where_it_differs(argument: str, as_here: bool) -> None:
    call = cst.parse_expression(f"open('a.csv', {argument})")
    assert isinstance(call, cst.Call)
    assert messages.is_as_here(call.args[1]) is as_here
