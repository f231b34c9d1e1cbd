from agent.feedback import LONGEST, SHOWN, on_failures, on_findings, to_repair
from languages.python.checks import CHECKS
from languages.python.prompts import render
from languages.types import CheckReport, Finding, TestResult, Verdicts


def test_many_and_long_failures_are_condensed() -> None:
    results = tuple(TestResult(f"test_{number}", "failed", "begin" + "x" * 9999 + "end") for number in range(50))
    text = on_failures(render, Verdicts(results, 0.1), [])
    assert f"and {50 - SHOWN} more" in text
    assert text.count("begin") == text.count("end") - text.count("append") == SHOWN
    assert len(text) < (SHOWN + 1) * (LONGEST + 200)


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
