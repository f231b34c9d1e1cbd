"""mutmut through us plants the same mistakes as mutmut by itself, and the same becomes of each."""

from __future__ import annotations

import json
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

from cancel import Cancel
from languages.python.candidates import program, suite
from languages.python.checks.mutmut_jobs import mutation_job
from sandbox.base import Sandbox

META = "mutants/solution.py.meta"
SETTINGS = '[tool.mutmut]\nsource_paths = ["solution.py"]\n'

SOLUTION = """class Cart:
    def __init__(self):
        self.items = {}

    def add(self, name, count=1):
        if count <= 0:
            raise ValueError('count')
        self.items[name] = count


def unused(number):
    return number + 1
"""
TESTS = """import pytest

from solution import Cart


@pytest.fixture
def cart():
    return Cart()


def test_add(cart):
    cart.add('a')
    cart.add('b', 2)
    assert cart.items == {'a': 1, 'b': 2}


def test_none(cart, caplog, monkeypatch, tmp_path, capsys):
    with pytest.raises(ValueError):
        cart.add('a', 0)
"""


def test_same_mutants_same_verdicts(sandbox: Sandbox, tmp_path: Path) -> None:
    ours = through_us(sandbox)
    assert ours == by_itself(tmp_path)
    assert {0, 1, 33} <= set(ours.values())


def through_us(sandbox: Sandbox) -> dict[str, int]:
    job = mutation_job(program(SOLUTION), suite(TESTS, ()), 60)
    result = sandbox.run(replace(job, read_back=(META,)), Cancel())
    return exit_codes(result.files[META])


def by_itself(folder: Path) -> dict[str, int]:
    (folder / "solution.py").write_text(SOLUTION)
    (folder / "test_solution.py").write_text(TESTS)
    (folder / "pyproject.toml").write_text(SETTINGS)
    subprocess.run([sys.executable, "-m", "mutmut", "run"], cwd=folder, check=True, capture_output=True)
    return exit_codes((folder / META).read_bytes())


def exit_codes(meta: bytes) -> dict[str, int]:
    found: dict[str, int] = json.loads(meta)["exit_code_by_key"]
    return found
