"""Whatever a program looks like, what is planted in it is Python, and what can't be planted is left out and counted."""

from __future__ import annotations

import importlib
import inspect
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from mutmut.mutation import file_mutation, mutators

from cancel import Cancel
from languages.checks import CheckContext
from languages.python.candidates import program, suite
from languages.python.checks.confirming import UNPLANTED, planted_programs
from languages.python.checks.mutmut import MutmutCheck
from languages.python.checks.mutmut_settings import CONFIG
from languages.python.runner.mutation import deletions, makeable
from sandbox.base import Sandbox

COUNTS = """def made(a, b):
    if(not a):
        return 255
    return 1 if(b)else 2


def bits(a):
    return a + 0xFF.bit_length()
"""
TESTS = """from solution import bits, made


def test_made():
    assert [made(0, 0), made(1, 1), made(1, 0)] == [255, 1, 2]


def test_bits():
    assert bits(1) == 9
"""


@pytest.fixture(autouse=True)
def mutmut(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Finds its settings where it is called, and is as it was afterwards."""
    (tmp_path / "pyproject.toml").write_bytes(CONFIG)
    (tmp_path / "solution.py").touch()
    monkeypatch.chdir(tmp_path)
    visitor = file_mutation.MutationVisitor
    monkeypatch.setattr(file_mutation, "mutation_operators", mutators.mutation_operators)
    monkeypatch.setattr(file_mutation, "create_mutations", file_mutation.create_mutations)
    monkeypatch.setattr(visitor, "__init__", visitor.__init__)


def planted(source: str, monkeypatch: pytest.MonkeyPatch) -> tuple[int, int]:
    """How many are planted in a program, as if it were a short one, and how many are left out."""
    monkeypatch.setattr(deletions, "LEAST", 1000)
    main: Any = SimpleNamespace()
    unmade = makeable.install(main)
    deletions.install(source)
    made = main.mutate_file_contents("solution.py", source)
    compile(made.code, "solution.py", "exec")
    return len(made.mutant_names), unmade.count


@pytest.mark.parametrize(
    ("body", "left_out"),
    [
        ("return sum(n * 2 for n in a)", 0),
        ("return any((m := n) for n in a)", 0),
        ("return len(m := a)", 0),
        ("raise ValueError(\n        'first'\n        'second')", 0),
        ("return(not a) or 3", 2),
        ("return 1 if(a)else 2", 1),
        ("return 0xFF.bit_length()", 1),
        ("return date(a, 1).weekday()", 1),
        ("match a:\n        case -1: return b\n        case -3.5: return a", 2),
        ("for n in a:\n        class Inner:\n            for m in n: break\n        b += n", 1),
        ("a(b)[0] = 1", 1),
    ],
)
def test_only_what_is_no_python_is_left_out(body: str, left_out: int, monkeypatch: pytest.MonkeyPatch) -> None:
    number, unmade = planted(f"def made(a, b):\n    {body}\n", monkeypatch)
    assert unmade == left_out
    assert number > 0


@pytest.mark.parametrize("name", ["bisect", "colorsys", "fnmatch", "linecache", "shlex"])
def test_mistakes_can_be_planted_in_python_itself(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    number, unmade = planted(inspect.getsource(importlib.import_module(name)), monkeypatch)
    assert 100 * unmade < number


def test_what_can_be_planted_is_tried_and_each_has_the_same_name_everywhere(sandbox: Sandbox) -> None:
    counted, tests, context = program(COUNTS), suite(TESTS, ()), CheckContext(sandbox, Cancel(), lambda _: None, 0.8)
    report = MutmutCheck(60).run(counted, tests, context)
    assert report.status == "passed", report.summary
    assert report.mutation is not None
    assert (report.mutation.killed, report.mutation.broken) == (report.mutation.total, 3)
    programs = planted_programs(counted, tests, report.noticed, context)
    assert programs.keys() == {*report.noticed, UNPLANTED}
    assert len({*programs.values()}) == len(programs)


def test_a_short_program_with_a_generator_is_judged(sandbox: Sandbox) -> None:
    total = program("def total(rows):\n    return sum(price * count for price, count in rows)\n")
    tests = suite("from solution import total\n\n\ndef test_it():\n    assert total([(2, 3), (4, 5)]) == 26\n", ())
    report = MutmutCheck(60).run(total, tests, CheckContext(sandbox, Cancel(), lambda _: None, 0.8))
    assert report.status == "passed", report.summary
