"""Running a candidate's tests in the sandbox, and reading the verdict test by test."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from agent.types import Candidate, TestCase, TestResult
from cancel import Cancel
from sandbox.base import Job, JobLimits, JobResult, Sandbox, TestReport

LIMITS = JobLimits(seconds=20.0)


@dataclass(frozen=True, slots=True)
class Verdicts:
    """One result for each test case, in their order. `problem` says why there is none, in a sentence."""

    __test__ = False

    results: tuple[TestResult, ...]
    seconds: float
    problem: str = ""

    @property
    def passed(self) -> bool:
        """True only where every expected test was reported and passed."""
        return bool(self.results) and not self.problem and all(result.outcome == "passed" for result in self.results)

    @property
    def failures(self) -> tuple[TestResult, ...]:
        """The results that aren't a pass."""
        return tuple(result for result in self.results if result.outcome != "passed")


def run_tests(candidate: Candidate, tests: Sequence[TestCase], sandbox: Sandbox, cancel: Cancel) -> Verdicts:
    """Hold `candidate` against its tests.

    Raises `Cancelled` and `SandboxError`.
    """
    files = {"solution.py": candidate.solution.encode(), "test_solution.py": candidate.tests.encode()}
    result = sandbox.run(Job(files, ("pytest", "test_solution.py"), LIMITS), cancel)
    return read_verdicts(result, tests)


def read_verdicts(result: JobResult, tests: Sequence[TestCase]) -> Verdicts:
    """What a pytest job says of each expected test.

    A test case is one result even where it is parametrized: it passes only if all of its reports
    do. A test that wasn't reported is `missing`, which is not a pass.
    """
    if result.tests is None:
        reason = result.reason or "the tests ended without a report that can be trusted"
        return Verdicts(tuple(TestResult(test.name, "missing") for test in tests), result.seconds, reason)
    broken = [report for report in result.tests if report.outcome == "error" and "::" not in report.node_id]
    problem = f"the program or its tests could not be loaded:\n{broken[0].message}" if broken else ""
    results = tuple(_result(test.name, result.tests) for test in tests)
    return Verdicts(results, result.seconds, problem)


def _result(name: str, reports: Sequence[TestReport]) -> TestResult:
    own = [report for report in reports if report.node_id.partition("::")[2].partition("[")[0] == name]
    if not own:
        return TestResult(name, "missing", "This test was not run.")
    worst = next((report for report in own if report.outcome != "passed"), own[0])
    return TestResult(name, worst.outcome, worst.message)
