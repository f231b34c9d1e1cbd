from dataclasses import asdict

import pytest

from languages.python.testing import TestReport, read_results
from languages.types import TestCase
from sandbox.base import JobResult

TESTS = (TestCase("test_a", "a"), TestCase("TestB::test_c", "c"))
A, C = ("test_a", "passed", ""), ("TestB::test_c", "passed", "")


def as_json(reports: tuple[TestReport, ...]) -> list[dict[str, str]]:
    return [asdict(report) for report in reports]


def timed_out(*reports: TestReport) -> JobResult:
    return JobResult("timeout", None, "", "", 20.0, "test_c did not finish within 20 s.", report=as_json(reports))


def job(*reports: TestReport, reason: str = "") -> JobResult:
    return JobResult("exited", 0, "", "", 0.5, reason, report=None if reason else as_json(reports))


@pytest.mark.parametrize(
    ("reports", "results", "passed"),
    [
        ([("TestB::test_c", "passed"), ("test_a", "passed")], [A, C], True),
        ([("test_a", "passed")], [A, ("TestB::test_c", "missing", "This test was not run.")], False),
        ([("TestB::test_c", "passed"), ("test_a", "skipped")], [("test_a", "skipped", ""), C], False),
        (
            [("test_a[1]", "passed"), ("test_a[2-x::y]", "failed", "assert 1 == 2"), ("TestB::test_c", "passed")],
            [("test_a", "failed", "assert 1 == 2"), C],
            False,
        ),
        (
            [
                ("TestChild::test_inherited[1]", "passed"),
                ("TestChild::test_inherited[2]", "failed", "assert 4 == 5"),
                ("test_other", "passed"),
                ("TestBroken", "error", "no such base"),
                ("test_a", "passed"),
                ("TestB::test_c", "passed"),
            ],
            [A, C, ("TestChild::test_inherited", "failed", "assert 4 == 5"), ("TestBroken", "error", "no such base")],
            False,
        ),
    ],
    ids=["in their order", "not reported", "skipped", "parametrized", "a failure that nobody expected"],
)
def test_each_expected_test_gets_one_result(
    reports: list[tuple[str, ...]], results: list[tuple[str, str, str]], passed: bool
) -> None:
    told = [TestReport(f"test_solution.py::{name}", *more) for name, *more in reports]  # type: ignore[arg-type]
    verdicts = read_results(job(*told), TESTS)
    assert [(result.name, result.outcome, result.message) for result in verdicts.results] == results
    assert verdicts.passed is passed


def test_without_a_trusted_report_there_is_a_problem_and_no_pass() -> None:
    verdicts = read_results(job(reason="the program ended the tests"), TESTS)
    assert verdicts.problem_in_full == "the program ended the tests"
    assert [result.outcome for result in verdicts.results] == ["missing", "missing"]
    assert not verdicts.passed


def test_a_file_that_can_not_be_loaded_is_a_problem_with_its_message() -> None:
    verdicts = read_results(job(TestReport("test_solution.py", "error", "NameError: x")), TESTS)
    assert "NameError: x" in verdicts.problem_in_full
    assert not verdicts.passed


def test_of_a_job_that_timed_out_the_finished_tests_keep_their_results_and_it_never_passes() -> None:
    passed = TestReport("test_solution.py::test_a", "passed")
    hanging = TestReport("test_solution.py::TestB::test_c", "failed", "did not finish")
    verdicts = read_results(timed_out(passed, hanging), (*TESTS, TestCase("test_d", "d")))
    assert [result.outcome for result in verdicts.results] == ["passed", "failed", "missing"]
    assert (verdicts.problem, verdicts.passed) == ("", False)
    verdicts = read_results(timed_out(passed), TESTS[:1])
    assert (verdicts.problem, verdicts.passed) == ("test_c did not finish within 20 s.", False)


def test_of_tests_nobody_knows_yet_each_that_was_found_is_told() -> None:
    reports = TestReport("test_solution.py::test_a[1]", "passed"), TestReport("test_solution.py", "error")
    found = read_results(job(*reports), ())
    assert [(result.name, result.outcome) for result in found.results] == [("test_a", "passed")]
    assert "could not be loaded" in found.problem
    late = read_results(timed_out(TestReport("test_solution.py::test_a", "passed")), ())
    assert late.problem.startswith("test_c did not")
    assert read_results(job(reason="The program ended the tests."), ()).problem == "The program ended the tests."
