from dataclasses import asdict

from languages.python.testing import TestReport, read_results
from languages.types import TestCase
from sandbox.base import JobResult

TESTS = (TestCase("test_a", "a"), TestCase("TestB::test_c", "c"))


def as_json(reports: tuple[TestReport, ...]) -> list[dict[str, str]]:
    return [asdict(report) for report in reports]


def timed_out(*reports: TestReport) -> JobResult:
    return JobResult("timeout", None, "", "", 20.0, "test_c did not finish within 20 s.", report=as_json(reports))


def job(*reports: TestReport, reason: str = "") -> JobResult:
    return JobResult("exited", 0, "", "", 0.5, reason, report=None if reason else as_json(reports))


def test_each_expected_test_gets_one_result_in_its_order() -> None:
    verdicts = read_results(
        job(TestReport("test_solution.py::TestB::test_c", "passed"), TestReport("test_solution.py::test_a", "passed")),
        TESTS,
    )
    assert [result.name for result in verdicts.results] == ["test_a", "TestB::test_c"]
    assert verdicts.passed


def test_a_parametrized_test_passes_only_if_all_its_cases_do() -> None:
    verdicts = read_results(
        job(
            TestReport("test_solution.py::test_a[1]", "passed"),
            TestReport("test_solution.py::test_a[2-x::y]", "failed", "assert 1 == 2"),
        ),
        TESTS[:1],
    )
    assert verdicts.results[0].outcome == "failed"
    assert verdicts.results[0].message == "assert 1 == 2"


def test_a_test_that_was_not_reported_is_missing_which_is_not_a_pass() -> None:
    verdicts = read_results(job(TestReport("test_solution.py::test_a", "passed")), TESTS)
    assert verdicts.results[1].outcome == "missing"
    assert not verdicts.passed


def test_a_skipped_test_is_not_a_pass() -> None:
    assert not read_results(job(TestReport("test_solution.py::test_a", "skipped")), TESTS[:1]).passed


def test_without_a_trusted_report_there_is_a_problem_and_no_pass() -> None:
    verdicts = read_results(job(reason="the program ended the tests"), TESTS)
    assert verdicts.problem_in_full == "the program ended the tests"
    assert [result.outcome for result in verdicts.results] == ["missing", "missing"]
    assert not verdicts.passed


def test_a_file_that_can_not_be_loaded_is_a_problem_with_its_message() -> None:
    verdicts = read_results(job(TestReport("test_solution.py", "error", "NameError: x")), TESTS)
    assert "NameError: x" in verdicts.problem_in_full
    assert not verdicts.passed


def test_a_failure_nobody_expected_is_a_failure_after_the_expected_ones() -> None:
    verdicts = read_results(
        job(
            TestReport("test_solution.py::TestChild::test_inherited[1]", "passed"),
            TestReport("test_solution.py::TestChild::test_inherited[2]", "failed", "assert 4 == 5"),
            TestReport("test_solution.py::test_other", "passed"),
            TestReport("test_solution.py::TestBroken", "error", "no such base"),
            TestReport("test_solution.py::test_a", "passed"),
        ),
        TESTS[:1],
    )
    assert [(result.name, result.outcome, result.message) for result in verdicts.results] == [
        ("test_a", "passed", ""),
        ("TestChild::test_inherited", "failed", "assert 4 == 5"),
        ("TestBroken", "error", "no such base"),
    ]
    assert not verdicts.passed


def test_of_a_job_that_timed_out_the_finished_tests_keep_their_results() -> None:
    passed = TestReport("test_solution.py::test_a", "passed")
    hanging = TestReport("test_solution.py::TestB::test_c", "failed", "did not finish")
    verdicts = read_results(timed_out(passed, hanging), (*TESTS, TestCase("test_d", "d")))
    assert [result.outcome for result in verdicts.results] == ["passed", "failed", "missing"]
    assert (verdicts.problem, verdicts.passed) == ("", False)


def test_a_job_that_timed_out_never_passes() -> None:
    verdicts = read_results(timed_out(TestReport("test_solution.py::test_a", "passed")), TESTS[:1])
    assert verdicts.problem == "test_c did not finish within 20 s."
    assert not verdicts.passed


def test_of_tests_nobody_knows_yet_each_that_was_found_is_told() -> None:
    reports = TestReport("test_solution.py::test_a[1]", "passed"), TestReport("test_solution.py", "error")
    found = read_results(job(*reports), ())
    assert [(result.name, result.outcome) for result in found.results] == [("test_a", "passed")]
    assert "could not be loaded" in found.problem
    late = read_results(timed_out(TestReport("test_solution.py::test_a", "passed")), ())
    assert late.problem.startswith("test_c did not")
    assert read_results(job(reason="The program ended the tests."), ()).problem == "The program ended the tests."
