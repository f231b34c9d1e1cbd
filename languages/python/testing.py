"""How tests in Python are run, and what they say, test by test."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Literal

from languages.python.candidates import job_files
from languages.python.runner._scenario.browser import NO_PAGES
from languages.python.runner._scenario.display import NO_WINDOWS
from languages.python.runner._scenario.sentences import FELL_OVER_ITSELF
from languages.python.said_inside import as_ours
from languages.types import Candidate, Suite, TestCase, TestResult, Verdicts
from message import say
from sandbox.base import Job, JobLimits, JobResult

APART_LIMITS = JobLimits(cpu_seconds=120.0, seconds=400.0)  # each start is a new interpreter there
# As in: Windows can't be shown here: there is no screen (...)
UNSEEN = re.compile(rf"((?:{NO_WINDOWS}|{NO_PAGES}|{FELL_OVER_ITSELF})[^)]*\))")
BADNESS = {"passed": 0, "skipped": 1, "failed": 2, "error": 2}
NO_REPORT = say("The tests ended without a report that can be trusted.")


@dataclass(frozen=True, slots=True)
class TestReport:
    """One test's outcome as pytest reported it. `node_id` is as in `test_solution.py::test_a[1]`.

    `message` is empty for a pass, else pytest's condensed failure: the assertion with its values
    and the traceback's own lines. A file that can't be collected is one report with outcome
    `error` and the file's name as `node_id`. `limit` is the time limit that it ran into, as in "5 s", if any.
    """

    __test__ = False

    node_id: str
    outcome: Literal["passed", "failed", "error", "skipped"]
    message: str = ""
    limit: str = ""


def test_job(candidate: Candidate, suite: Suite, limits: JobLimits) -> Job:
    """What runs the tests of `suite`, all of its files and those beside them, on `candidate`."""
    files = {path: text.encode() for path, text in suite.beside.items()} | job_files(candidate, suite)
    return Job(files, ("pytest", *suite.files, *suite.beside), limits)


def apart_job(candidate: Candidate, suite: Suite, limits: JobLimits) -> Job:
    """The same, but the program is in a process of its own, where it can't touch its tests.

    A test that can't be judged this way is reported as skipped, with the reason.
    """
    return Job(job_files(candidate, suite), ("pytest-apart", *suite.files), limits)


test_job.__test__ = False  # type: ignore[attr-defined]  # pytest would take it for a test where it is imported


def reports_of(result: JobResult) -> tuple[TestReport, ...] | None:
    """What a `pytest` job reports.

    With status `exited` it is the whole report, or None: complete, from this very job, with the
    canaries on their right sides. With status `timeout` it is the report so far, or None where
    nothing was collected yet or what came isn't pytest's own: it ends with the test that was running,
    as `failed`, and those after it are left out. The canaries come last, so such a list shows what
    failed, but never that anything passes. With any other status it is None.
    """
    said = result.report["tests"] if isinstance(result.report, dict) else result.report
    return tuple(TestReport(**test) for test in said) if isinstance(said, list) else None


def tampering_in(result: JobResult) -> str:
    """What the program was seen at that no honest one does, in a sentence; empty where it was seen at nothing."""
    return as_ours(str(result.report["tampered"])) if isinstance(result.report, dict) else ""


def read_results(result: JobResult, tests: Sequence[TestCase]) -> Verdicts:
    """What a pytest job says of each expected test.

    A test case is one result even where it is parametrized: it passes only if all of its reports
    do. A test that wasn't reported is `missing`, which is not a pass. Tests that aren't expected,
    such as inherited ones, count where they don't pass. A job that didn't end by itself never passes.
    Where `tests` is empty, all that were found are meant.
    """
    if not tests:
        return _read_all(result)
    reports = reports_of(result)
    if reports is None:
        missing = tuple(TestResult(test.name, "missing") for test in tests)
        return Verdicts(missing, result.seconds, result.reason or NO_REPORT)
    expected = {test.name for test in tests}
    results = tuple(_result(test.name, reports) for test in tests)
    others = dict.fromkeys(case_name(report) for report in reports if report.outcome != "passed")
    others_failed = tuple(_result(name, reports) for name in others if name and name not in expected)
    verdicts = Verdicts((*results, *others_failed), result.seconds, *_not_loaded(reports))
    if verdicts.stands and result.status != "exited":
        return replace(verdicts, problem=result.reason or NO_REPORT)
    return verdicts


def read_news(news: list[tuple[str, Literal["passed", "failed", "error", "skipped"]]]) -> tuple[TestResult, ...]:
    """What a pytest job tells of tests while it goes on; one of them counts only once `read_results` says it."""
    return tuple(TestResult(case_name(TestReport(node_id, outcome)), outcome) for node_id, outcome in news)


def _read_all(result: JobResult) -> Verdicts:
    """What a pytest job says of each test it found. Where it didn't come to its end, there is a problem, too."""
    found = reports_of(result)
    reports = found or ()
    names = dict.fromkeys(name for report in reports if (name := case_name(report)))
    whole = found is not None and result.status == "exited"
    problem = _not_loaded(reports) if whole else (result.reason or NO_REPORT, "")
    return Verdicts(tuple(_result(name, reports) for name in names), result.seconds, *problem)


def _not_loaded(reports: Sequence[TestReport]) -> tuple[str, str]:
    """That a file can't be collected, and pytest's message; both empty where all can."""
    broken = [report for report in reports if report.outcome == "error" and not case_name(report)]
    return (say("The program or its tests could not be loaded"), broken[0].message) if broken else ("", "")


def _result(name: str, reports: Sequence[TestReport]) -> TestResult:
    own = [report for report in reports if case_name(report) == name]
    if not own:
        return TestResult(name, "missing", say("This test was not run."))
    worst = max(own, key=lambda report: BADNESS[report.outcome])
    if worst.outcome == "skipped" and (unseen := UNSEEN.search(worst.message)):
        return TestResult(name, "unjudged", as_ours(unseen[1]))
    return TestResult(name, worst.outcome, worst.message)


def case_name(report: TestReport) -> str:
    """The test's name as a test case has it; empty for a whole file."""
    return report.node_id.partition("::")[2].partition("[")[0]
