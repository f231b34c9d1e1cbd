"""The tools that every sandbox keeps warm."""

from __future__ import annotations

from sandbox.base import Sandbox
from tests.conformance.sandbox_helpers import ADD, run

MUTMUT_FILES = {
    "setup.cfg": b"[mutmut]\nsource_paths=solution.py\n",
    "solution.py": ADD + b"\n\ndef never(a):\n    return a + 1\n",
    "test_solution.py": b"from solution import add\n\ndef test_add():\n    assert add(1, 2) == 3\n",
}


def test_bandit_finds_and_exits_as_on_the_command_line(sandbox: Sandbox) -> None:
    bad = run(sandbox, "bandit", "-q", "-f", "json", "a.py", files={"a.py": b"eval(input())\n"})
    assert bad.exit_code == 1
    assert '"test_id": "B307"' in bad.stdout
    good = run(sandbox, "bandit", "-q", "-f", "json", "a.py", files={"a.py": b"x = 1\n"})
    assert (good.exit_code, good.stderr) == (0, "")
    assert run(sandbox, "bandit", "--no-such-option").exit_code == 2


def test_mutmut_runs_and_leaves_its_statistics(sandbox: Sandbox) -> None:
    result = run(sandbox, "mutmut", "run", "--max-children", "2", files=MUTMUT_FILES)
    assert result.exit_code == 0, result
    assert "🎉 1 🫥 2" in result.stdout
    assert run(sandbox, "mutmut", "run", files={"setup.cfg": b""}).exit_code == 1
