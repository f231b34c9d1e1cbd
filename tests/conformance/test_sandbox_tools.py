"""The tools that every sandbox keeps warm."""

from __future__ import annotations

from sandbox.base import Sandbox
from tests.conformance.sandbox_helpers import on_process, run


@on_process
def test_bandit_finds_and_exits_as_on_the_command_line(sandbox: Sandbox) -> None:
    bad = run(sandbox, "bandit", "-q", "-f", "json", "a.py", files={"a.py": b"eval(input())\n"})
    assert bad.exit_code == 1
    assert '"test_id": "B307"' in bad.stdout
    good = run(sandbox, "bandit", "-q", "-f", "json", "a.py", files={"a.py": b"x = 1\n"})
    assert (good.exit_code, good.stderr) == (0, "")
    assert run(sandbox, "bandit", "--no-such-option").exit_code == 2
