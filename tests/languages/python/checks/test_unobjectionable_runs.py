"""Mistakes that nobody could object to, with the real mutmut in the real sandbox."""

from __future__ import annotations

import pytest

from cancel import Cancel
from languages.brief import Brief, Rule
from languages.checks import CheckContext
from languages.python.candidates import program, suite
from languages.python.checks.mutmut import MutmutCheck
from languages.types import CheckReport, TestCase
from sandbox.base import Sandbox

PROGRAM = """
def fee(text):
    parts = text.split(";")
    amount = int(parts[0]) * 3
    if "DISCOUNT" in parts:
        amount = amount - 5
    return amount


def shown(text):
    lines = ["Ada".ljust(9) + str(fee(text)), ""]
    lines.append("=" * 12)
    return lines


def main():
    print("Club")
    for line in shown(input("Amount? ")):
        print(line, flush=True)
    print("-" * 30)


if __name__ == "__main__":
    main()
"""
GOOD = """
def test_fee(program):
    run = program.start(typed=["4"])
    assert run.value("Ada") == 12
    assert "Ada" in run.text
    assert program.start(typed=["0;x"]).value("Ada") == 0
"""
LAZY = """
def test_start(program):
    assert program.start(typed=["4"]).text
"""


def check(tests: str, rule: str, sandbox: Sandbox) -> CheckReport:
    brief = Brief("dialogue", rules=(Rule(rule, "The fee of Ada is three times the amount."),))
    cases = [TestCase(name, "", scenario=True) for name in ("test_fee", "test_start") if name in tests]
    context = CheckContext(sandbox, Cancel(), mutation_score=0.8, brief=brief)
    return MutmutCheck(60).run(program(PROGRAM), suite(tests, cases), context)


def test_tests_of_all_that_matters_need_not_look_at_blank_lines_nor_at_what_nobody_has(sandbox: Sandbox) -> None:
    report = check(GOOD, "Ada pays three times the amount.", sandbox)
    assert report.status == "passed", report.summary


@pytest.mark.thorough
def test_what_a_rule_names_counts(sandbox: Sandbox) -> None:
    report = check(GOOD, "With the word discount it is 5 less.", sandbox)
    assert report.status == "failed", report.summary
    assert any("amount + 5" in one.detail or "DISCOUNT" in one.detail for one in report.findings)


@pytest.mark.parametrize("rule", ["Ada pays three times the amount."])
def test_tests_that_look_at_nothing_gain_nothing_by_it(rule: str, sandbox: Sandbox) -> None:
    report = check(LAZY, rule, sandbox)
    assert report.status == "failed", report.summary
    assert report.mutation is not None
    assert (report.mutation.score or 1.0) < 0.7
