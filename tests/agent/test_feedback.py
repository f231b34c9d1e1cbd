import pytest

from agent.attempts import Attempt
from agent.feedback import LONGEST, SHOWN, on_failures, on_findings, on_history, to_repair
from agent.types import TestChange
from languages.python.checks import CHECKS
from languages.python.language import PYTHON
from languages.python.prompts import render
from languages.types import Candidate, CheckReport, Finding, TestResult, Verdicts


def test_many_and_long_failures_are_condensed() -> None:
    results = tuple(TestResult(f"test_{number}", "failed", "begin" + "x" * 9999 + "end") for number in range(50))
    text = on_failures(render, Verdicts(results, 0.1), [])
    assert f"and {50 - SHOWN} more" in text
    assert text.count("begin") == text.count("end") - text.count("append") == SHOWN
    assert len(text) < (SHOWN + 1) * (LONGEST + 200)


def test_of_a_test_that_is_not_shown_only_its_rules_and_the_programs_own_errors_are_told() -> None:
    failing = (
        TestResult("test_six_jars_are_39", "failed", "E   AssertionError: assert 38 == 39"),
        TestResult("test_none_are_0", "failed", "E   ZeroDivisionError: division by zero"),
        TestResult("test_ten_are_65", "failed", "E   Failed: 65 was expected"),
    )
    unseen = {one.name: "Gifts earn nothing." for one in failing}
    text = on_failures(render, Verdicts(failing, 0.1), [], unseen=unseen)
    assert text.count("a test that isn't shown to you: Gifts earn nothing.") == 3
    assert "ZeroDivisionError: division by zero" in text
    assert not any(value in text for value in ("38", "39", "65"))
    history = on_history(render, [Attempt(1, Candidate({}, ""), Verdicts(failing, 0.1))], False, unseen)
    assert "1: 0 of 3 tests pass, not a test that isn't shown to you" in history
    assert "39" not in history


@pytest.mark.parametrize(("looks_up", "is_right"), [(True, False), (False, True)])
def test_it_is_right_is_said_only_where_it_is_settled_where_to_look(looks_up: bool, is_right: bool) -> None:
    failing = (TestResult("test_six", "failed", "E   AssertionError: assert 38 == 39"),)
    changes = [TestChange("test_six", "confirmed", "It is right.")]
    text = on_failures(render, Verdicts(failing, 0.1), [], changes, looking_up=lambda _: looks_up)
    assert "was worked out again from the task alone." in text
    assert ("It is right.)" in text) is is_right


def test_failures_of_one_cause_are_told_once() -> None:
    def crashed(name: str, line: int, error: str) -> TestResult:
        message = f"test_solution.py:9: in {name}\n    f(1)\nsolution.py:{line}: in f\n    x\nE   {error}"
        return TestResult(name, "failed", message)

    failing = (
        crashed("test_a", 3, "KeyError: 'a'"),
        TestResult("test_b", "failed", "E   assert 1 == 2"),
        crashed("test_c", 3, "KeyError: 'c'"),
        crashed("test_d", 4, "KeyError: 'a'"),
        crashed("test_hidden", 3, "KeyError: 'secret'"),
        TestResult("test_e", "failed", "E   assert 1 == 2"),
    )
    text = on_failures(render, Verdicts(failing, 0.1), [], unseen={"test_hidden": "A rule."}, cause=PYTHON.cause)
    assert [line.strip("- ") for line in text.splitlines() if line.startswith("---")] == [
        "test_a",
        "test_b",
        "test_d",
        "a test that isn't shown to you: A rule.",
        "test_e",
    ]
    assert "The same line fails in the same way in: test_c." in text
    assert "and 1 more" not in text


def test_a_problem_is_told_instead_of_the_missing_tests() -> None:
    text = on_failures(render, Verdicts((TestResult("test_a", "missing"),), 0.1, "NameError in line 3"), [])
    assert "NameError in line 3" in text
    assert "test_a" not in text


def test_only_serious_findings_of_security_and_dependencies_go_back() -> None:
    serious, minor = Finding("B324", "weak hash", "high", 7), Finding("B101", "assert", "low")
    reports = [
        CheckReport("bandit", "failed", "", (serious, minor)),
        CheckReport("mutmut", "failed", "", (Finding("m1", "missed", "low"),)),
        CheckReport("pip-audit", "not_checked", ""),
    ]
    assert to_repair(reports, CHECKS) == (serious,)
    assert "B324, line 7: weak hash" in on_findings(render, to_repair(reports, CHECKS))
