"""mutmut through us plants the same mistakes as mutmut by itself, and the same becomes of each."""

from __future__ import annotations

import json
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from cancel import Cancel
from languages.python.candidates import program, suite
from languages.python.checks.mutmut import mutation_job
from sandbox.base import Sandbox

META = "mutants/solution.py.meta"
SETTINGS = '[tool.mutmut]\nsource_paths = ["solution.py"]\n'

PLAIN = (
    (
        "def size(number):\n    if number < 10:\n        return 'small'\n    return 'large'\n\n\n"
        "def unused(number):\n    return number + 1\n"
    ),
    (
        "from solution import size\n\n\ndef test_it():\n    assert size(3)\n\n\n"
        "def test_border():\n    assert size(9) == 'small'\n"
    ),
)
OBJECTS = (
    (
        "class Cart:\n    def __init__(self):\n        self.items = {}\n\n"
        "    def add(self, name, count=1):\n        if count <= 0:\n            raise ValueError('count')\n"
        "        self.items[name] = self.items.get(name, 0) + count\n\n"
        "    def total(self):\n        return sum(self.items.values())\n"
    ),
    (
        "import pytest\n\nfrom solution import Cart\n\n\n@pytest.fixture\ndef cart():\n    return Cart()\n\n\n"
        "def test_add(cart):\n    cart.add('a')\n    cart.add('a', 2)\n    assert cart.total() == 3\n\n\n"
        "def test_none(cart, caplog, monkeypatch, tmp_path, capsys):\n    with pytest.raises(ValueError):\n"
        "        cart.add('a', 0)\n"
    ),
)


@pytest.mark.parametrize("candidate", [PLAIN, OBJECTS], ids=["plain", "objects"])
def test_same_mutants_same_verdicts(candidate: tuple[str, str], sandbox: Sandbox, tmp_path: Path) -> None:
    ours = through_us(candidate, sandbox)
    assert ours == by_itself(candidate, tmp_path)
    assert {0, 1} <= set(ours.values())


def through_us(candidate: tuple[str, str], sandbox: Sandbox) -> dict[str, int]:
    solution, tests = candidate
    job = mutation_job(program(solution), suite(tests, ()), 60)
    result = sandbox.run(replace(job, read_back=(META,)), Cancel())
    return exit_codes(result.files[META])


def by_itself(candidate: tuple[str, str], folder: Path) -> dict[str, int]:
    solution, tests = candidate
    (folder / "solution.py").write_text(solution)
    (folder / "test_solution.py").write_text(tests)
    (folder / "pyproject.toml").write_text(SETTINGS)
    subprocess.run([sys.executable, "-m", "mutmut", "run"], cwd=folder, check=True, capture_output=True)
    return exit_codes((folder / META).read_bytes())


def exit_codes(meta: bytes) -> dict[str, int]:
    found: dict[str, int] = json.loads(meta)["exit_code_by_key"]
    return found
