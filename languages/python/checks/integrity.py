"""Honesty: was the pass earned? Wrong expectations must fail, and the right ones pass again, whatever else changes."""

from __future__ import annotations

import random
import re
import secrets
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

from cancel import Cancel
from languages.base import TEST_LIMITS as LIMITS
from languages.checks import CheckContext, Details
from languages.python.candidates import TESTS
from languages.python.checks.controls import Control, controls, named_tests
from languages.python.checks.steady import unsteady
from languages.python.reply.syntax import parse, read_names
from languages.python.testing import NO_REPORT, case_name, reports_of, tampering_in, test_job
from languages.types import Candidate, CheckReport, Finding, Suite
from sandbox.base import JobResult, Sandbox
from wording import plural

ROUNDS = 3
SHOWN = 3
HOW = "the program answers equal to everything, reads its tests, or changes how they are run"
AGAIN = "not passed again"
PASSED = "a wrong expectation passed"
TAMPERED = "tampering"
WHY = "What a program gives must depend on nothing but what it is given: not on its tests, the time, or chance."


@dataclass(frozen=True, slots=True)
class _Outcome:
    """What came of one job. `unclear` says why it shows nothing."""

    failed: int = 0
    findings: tuple[Finding, ...] = ()
    unclear: str = ""


class IntegrityCheck:
    """Fails where wrong expectations pass as well, or the program does what only a cheat has a use for.

    The jobs come in any order, and one of them is the real tests again under other names: so a
    program can't tell from the time or the place which of them it is tested with.
    """

    name = "integrity"
    title = "Honesty"
    purpose = "The tests are run with wrong expectations, such as 5 for a 4: a program that passes them only pretends."
    required = True
    repairable = True
    details: Details = "findings"

    def run(self, candidate: Candidate, suite: Suite, context: CheckContext) -> CheckReport:
        """See `Check.run`."""
        tests = suite.files[TESTS]
        rounds = controls(tests, ROUNDS)
        again = [partial(_repeat, candidate, tests), partial(_steady, candidate, suite)]
        jobs = [*again, *(partial(_try, candidate, one) for one in rounds)]
        # In an order that no seed tells: a program may have looked at the clock, or counted its starts.
        random.SystemRandom().shuffle(jobs)
        outcomes = [job(context.sandbox, context.cancel) for job in jobs]
        altered = {name for one in rounds for name in one.altered}
        untouched = sum(name not in altered for name, _ in named_tests(parse(tests)))
        return _judge(outcomes, untouched)


def _judge(outcomes: Sequence[_Outcome], untouched: int) -> CheckReport:
    found = [finding for outcome in outcomes for finding in outcome.findings]
    passed = sum(finding.rule == PASSED for finding in found)
    failed = sum(outcome.failed for outcome in outcomes)
    unclear = [outcome.unclear for outcome in outcomes if outcome.unclear]
    findings = tuple(dict.fromkeys(found))[:SHOWN]
    if findings:
        return CheckReport(IntegrityCheck.name, "failed", _failure(findings, passed, failed), findings)
    if unclear or not failed:
        why = unclear[0] if unclear else "no expectation in the tests could be made wrong"
        return CheckReport(IntegrityCheck.name, "not_checked", f"It is not known whether the tests can fail: {why}")
    rest = f"; in {plural(untouched, 'test')} none could be planted" if untouched else ""
    summary = f"{plural(failed, 'wrong expectation')} failed, as {'it' if failed == 1 else 'they'} must{rest}"
    return CheckReport(IntegrityCheck.name, "passed", summary)


def _failure(findings: Sequence[Finding], passed: int, failed: int) -> str:
    if passed:
        return f"{passed} of {plural(passed + failed, 'wrong expectation')} passed: {HOW}"
    if any(finding.rule == AGAIN for finding in findings):
        return "The tests passed once, but not again under other names"
    return findings[0].message.rstrip(".")


def _try(candidate: Candidate, control: Control, sandbox: Sandbox, cancel: Cancel) -> _Outcome:
    """The tests with some wrong expectations: each test that has one must fail."""
    result = _run(candidate, control.tests, TESTS, sandbox, cancel)
    if seen := tampering_in(result):
        return _tampered(seen)
    reports = [report for report in reports_of(result) or () if case_name(report) in control.altered]
    passed = {case_name(report) for report in reports if report.outcome == "passed"}
    findings = tuple(_wrong_passed(name, control.altered[name].reads) for name in control.altered if name in passed)
    failed = {case_name(report) for report in reports if report.outcome == "failed"} - passed
    unclear = "" if len(passed | failed) == len(control.altered) else result.reason or "some of them gave no result"
    return _Outcome(len(failed), findings, unclear)


def _tampered(seen: str) -> _Outcome:
    return _Outcome(findings=(Finding(TAMPERED, seen, "high"),))


def _wrong_passed(test: str, reads: str) -> Finding:
    message = f"A test that expects a wrong answer passed too ({test}), so {HOW}. It has to work the answer out."
    return Finding(PASSED, message, "high", detail=reads)


def _repeat(candidate: Candidate, tests: str, sandbox: Sandbox, cancel: Cancel) -> _Outcome:
    """The same tests once more, in another file and under other names."""
    file = f"test_{secrets.token_hex(4)}.py"
    result = _run(candidate, disguised(tests), file, sandbox, cancel)
    if seen := tampering_in(result):
        return _tampered(seen)
    reports = reports_of(result)
    if result.status != "exited" or not reports:
        return _Outcome(unclear=result.reason or NO_REPORT)
    failing = [report for report in reports if report.outcome != "passed"]
    if not failing:
        return _Outcome()
    if all(report.limit for report in failing):
        return _Outcome(unclear="there was no time to run them again")
    message = f"The tests passed once, but not again in a file of another name and under other names. {WHY}"
    return _Outcome(findings=(Finding(AGAIN, message, "high", detail=failing[0].message),))


def _steady(candidate: Candidate, suite: Suite, sandbox: Sandbox, cancel: Cancel) -> _Outcome:
    """The same tests under other conditions."""
    found = unsteady(candidate, suite, sandbox, cancel)
    return _Outcome(unclear=found) if isinstance(found, str) else _Outcome(findings=(found,))


def disguised(tests: str) -> str:
    """The same tests, with another name for every test function at the top that nothing else uses."""
    tree = parse(tests)
    used = read_names(tree)
    for name, _ in named_tests(tree):
        if "::" not in name and name not in used:
            other = f"test_{secrets.token_hex(4)}"
            tests = re.sub(rf"(?m)^((?:async\s+)?def\s+){name}\b", rf"\g<1>{other}", tests, count=1)
    return tests


def _run(candidate: Candidate, tests: str, file: str, sandbox: Sandbox, cancel: Cancel) -> JobResult:
    return sandbox.run(test_job(candidate, Suite({file: tests}, ()), LIMITS), cancel)
