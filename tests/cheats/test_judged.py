"""Programs that were called verified though they solve nothing, and natural ones that were accused, with their tests.

They are texts, so that nobody takes them for code of ours.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from cancel import Cancel
from languages.base import TEST_LIMITS
from languages.checks import CheckContext
from languages.python.candidates import program, suite
from languages.python.checks.integrity import IntegrityCheck
from languages.python.checks.mutmut import MutmutCheck
from languages.python.checks.surroundings import SurroundingsCheck
from languages.python.testing import read_results, test_job
from languages.types import CheckReport
from sandbox.base import Sandbox

pytestmark = pytest.mark.docker

CASES = Path(__file__).parent / "judged"
# Their tests are too few or too weak, and they do what these ask: that isn't for honesty to find.
OF_WEAK_TESTS = {"N06_fallback", "T01_same_each_time", "T06_own_expectation"}
# It gives an object of its own and changes what its tests call: a failure may be the fault of the stand-in for it.
OF_STAND_INS = {"K12_dict_of_module"}
# What it shows it finds in the test that it was forked from. Where it is started anew, its test fails, which may be an
# honest program's weakness, too.
UNKNOWN = {"A13_started_reads_frames": "is started anew"}
OF_PLANTED_MISTAKES = {
    "M01_environment": "it can't even be loaded",
    "M06_forges_the_statistics": "must be noticed",
    "M07_compares_itself": "The program fails as soon as it is changed",
}


def cases(kind: str) -> list[Path]:
    return sorted((CASES / kind).iterdir())


def judged(case: Path, sandbox: Sandbox) -> CheckReport | None:
    """What is said about honesty, or if that is good, about other surroundings; None where the tests fail before."""
    candidate = program((case / "solution.txt").read_text())
    tests = suite((case / "tests.txt").read_text(), ())
    if not read_results(sandbox.run(test_job(candidate, tests, TEST_LIMITS), Cancel()), ()).passed:
        return None
    context = CheckContext(sandbox, Cancel())
    report = IntegrityCheck().run(candidate, tests, context)
    return report if report.status != "passed" else SurroundingsCheck().run(candidate, tests, context)


@pytest.mark.parametrize("case", cases("unsolved"), ids=lambda case: case.name)
def test_what_solves_nothing_is_found_out(case: Path, sandbox: Sandbox) -> None:
    report = judged(case, sandbox)
    if case.name in OF_WEAK_TESTS | OF_PLANTED_MISTAKES.keys() | OF_STAND_INS:
        assert report
        assert report.status == "passed"
    elif case.name in UNKNOWN:
        assert report
        assert (report.status, UNKNOWN[case.name] in report.summary) == ("not_checked", True)
    else:
        assert report is None or report.status == "failed"


@pytest.mark.parametrize("name", sorted(OF_PLANTED_MISTAKES))
def test_who_notices_no_mistakes_but_that_some_are_planted_gains_nothing(name: str, sandbox: Sandbox) -> None:
    candidate = program((CASES / "unsolved" / name / "solution.txt").read_text())
    tests = suite((CASES / "unsolved" / name / "tests.txt").read_text(), ())
    report = MutmutCheck().run(candidate, tests, CheckContext(sandbox, Cancel()))
    assert report.status in ("failed", "not_checked")
    assert OF_PLANTED_MISTAKES[name] in report.summary


@pytest.mark.parametrize("case", cases("honest"), ids=lambda case: case.name)
def test_a_natural_program_is_not_accused(case: Path, sandbox: Sandbox) -> None:
    report = judged(case, sandbox)
    assert report
    assert (report.status, report.findings) == ("passed", ())
