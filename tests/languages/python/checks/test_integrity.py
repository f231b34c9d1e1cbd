from __future__ import annotations

from cancel import Cancel
from languages.checks import CheckContext
from languages.python.candidates import program, suite
from languages.python.checks.integrity import IntegrityCheck, disguised
from languages.types import CheckReport
from sandbox.base import Sandbox
from sandbox.registry import open_sandbox
from tests.fakes.quick_runs import Shared
from tests.fakes.specs import PYTHON

TESTS = """import pytest
from solution import double


def helper():
    return double(2)


def test_two():
    assert helper() == 4


def test_four():
    for value in (2, 3):
        if value:
            assert double(value)


class TestMore:
    def test_three(self):
        assert double(3) == 6
"""


def check(solution: str, tests: str = TESTS) -> CheckReport:
    sandbox: Sandbox = open_sandbox(PYTHON, "process", None, lambda _: None)
    try:
        return IntegrityCheck().run(program(solution), suite(tests, ()), CheckContext(Shared(sandbox), Cancel()))
    finally:
        sandbox.close()


def test_wrong_expectations_fail_with_an_honest_program() -> None:
    report = check("def double(value):\n    return value * 2\n")
    assert (report.status, report.findings) == ("passed", ())
    assert report.summary == (
        "2 wrong expectations failed, as they must; in 1 test none could be planted; no test could be touched by "
        "the program"
    )


def test_what_passes_wrong_expectations_is_told_with_the_test_and_the_line() -> None:
    report = check(
        "class A:\n    def __eq__(self, other):\n        return bool(id(other))\n\ndef double(value):\n    return A()\n"
    )
    assert report.status == "failed"
    assert report.summary.startswith("2 of 2 wrong expectations passed: ")
    assert {finding.detail.partition(" == ")[0] for finding in report.findings} == {
        "assert helper()",
        "assert double(3)",
    }
    assert all(
        "expects a wrong answer passed too (test_" in f.message or "(TestMore::" in f.message for f in report.findings
    )


def test_where_the_tests_in_disguise_took_too_long_it_is_not_checked() -> None:
    tests = "from solution import double\n\n\ndef test_a():\n    assert double(1) == 2\n"
    tests = tests.replace("test_a():", "test_a(monkeypatch):")
    waiting = 'while "test_" "solution.py" not in os.listdir():\n        pass'
    report = check(f"import os\ndef double(value):\n    {waiting}\n    return value * 2\n", tests)
    assert (report.status, report.helps) == ("not_checked", "again")
    assert "there was no time to run them again" in report.summary


def test_where_nothing_can_be_made_wrong_it_is_not_checked() -> None:
    tests = "from solution import double\n\n\ndef test_a():\n    if double(1):\n        assert double(1) == 2\n"
    report = check("def double(value):\n    return value * 2\n", tests)
    assert (report.status, report.helps) == ("not_checked", "tests")
    assert "no expectation in the tests could be made wrong" in report.summary


def test_a_control_without_a_result_shows_nothing() -> None:
    kill = "import os\ndef double(value):\n    os.kill(os.getpid(), 9)\n"
    tests = "from solution import double\n\n\ndef test_a(monkeypatch):\n    assert double(1) == 2\n"
    assert check(kill, tests).status == "not_checked"


def test_what_passes_only_beside_its_tests_is_named_with_what_is_true_apart() -> None:
    lying = "class Whole(int):\n    __eq__ = lambda self, other: True\n    __hash__ = int.__hash__\n\n\n"
    report = check(f"{lying}def double(value):\n    return Whole(value)\n")
    assert (report.status, report.summary) == ("failed", "Tests pass only where the program can touch them")
    assert "assert 2 == 4" in report.findings[0].detail


def test_in_disguise_tests_have_other_names_but_what_is_used_keeps_its_own() -> None:
    tests = "def test_a():\n    pass\n\n\ndef test_b():\n    test_c()\n\n\ndef test_c():\n    assert 'test_a'\n"
    changed = disguised(tests)
    assert "def test_a(" not in changed
    assert "def test_b(" not in changed
    assert "def test_c(" in changed
    assert "'test_a'" in changed
