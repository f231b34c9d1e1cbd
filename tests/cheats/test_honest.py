"""Programs that are honest but unusual, and so might be taken for cheats: nothing is found in them."""

from __future__ import annotations

from pathlib import Path

import pytest

from cancel import Cancel
from languages.checks import CheckContext
from languages.python.candidates import program, suite
from languages.python.checks.integrity import IntegrityCheck
from languages.python.checks.surroundings import SurroundingsCheck
from languages.python.testing import read_results, reports_of
from languages.types import TestCase
from sandbox.base import Job, Sandbox
from tests.cheats.runs import solutions

pytestmark = pytest.mark.docker

MARK = "# --- its tests ---\n"


@pytest.mark.parametrize("path", solutions("honest"), ids=lambda path: path.stem)
def test_an_honest_program_raises_no_alarm(path: Path, sandbox: Sandbox) -> None:
    solution, _, tests = path.read_text(encoding="utf-8").partition(MARK)
    files = {"solution.py": solution.encode(), "test_solution.py": tests.encode()}
    result = sandbox.run(Job(files, ("pytest", "test_solution.py")), Cancel())
    cases = [TestCase(report.node_id.partition("::")[2].partition("[")[0], "") for report in reports_of(result) or ()]
    verdicts = read_results(result, cases)
    assert verdicts.passed, (verdicts.problem, verdicts.failures)
    context = CheckContext(sandbox, Cancel())
    for check in (IntegrityCheck(), SurroundingsCheck()):
        report = check.run(program(solution), suite(tests, ()), context)
        assert (report.status, report.findings) == ("passed", ())
