"""Honesty: was the pass earned? The tests must pass where the program can't touch them, wrong expectations must fail,
and the right ones pass again, whatever else changes.

What a program does inside the process of its tests shows nothing about tests that pass apart from it as well.
"""

from __future__ import annotations

import ast
import random
import re
import secrets
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial

from cancel import Cancel
from languages.base import TEST_LIMITS as LIMITS
from languages.checks import CheckContext, Details
from languages.python.candidates import TESTS
from languages.python.checks.controls import Alteration, Control, alterations, controls, named_tests
from languages.python.checks.steady import unsteady
from languages.python.reply.imports import names_from_solution
from languages.python.reply.syntax import edited, parse, read_names, statements
from languages.python.testing import NO_REPORT, apart_job, case_name, reports_of, tampering_in, test_job
from languages.types import Candidate, CheckReport, Finding, Suite
from sandbox.base import JobLimits, JobResult, Sandbox
from wording import plural

ROUNDS = 3
TRIES = 4  # with other values, of an expectation that passed although it was wrong
SHOWN = 3
HOW = "the program answers equal to everything, reads its tests, or changes how they are run"
AGAIN = "not passed again"
APART = "not passed apart"
PASSED = "a wrong expectation passed"
TAMPERED = "tampering"
STARTS = "program"  # the fixture
# No test asks for these: with them a program would choose how it is judged. One that asks for the last says so.
ITS_OWN_DOING = ("nested too deeply", "can't be rebuilt")
ASYNCHRONOUS = "asynchronous"
APART_LIMITS = JobLimits(cpu_seconds=120.0, seconds=400.0, processes=128)  # each start is a new interpreter
PLAINLY = (
    "What it gives is taken for what it is by Python's own rules, and nothing around it is the program's to change."
)
WHY = "What a program gives must depend on nothing but what it is given: not on its tests, the time, or chance."


@dataclass(frozen=True, slots=True)
class _Outcome:
    """What came of one job. `unclear` says why it shows nothing. Of wrong expectations so many `failed`, and those of
    tests by name `passed`; what the program was `seen` at it does in the process of its tests."""

    failed: int = 0
    findings: tuple[Finding, ...] = ()
    unclear: str = ""
    passed: Mapping[str, Finding] = field(default_factory=dict)
    seen: str = ""


@dataclass(frozen=True, slots=True)
class _Apart:
    """How the tests end where the program can't touch them. `strong` are the names of those that passed, and `weak` are
    the reasons for those that can't be judged that way; `failing` says why the others don't pass."""

    strong: frozenset[str] = frozenset()
    weak: Mapping[str, str] = field(default_factory=dict)
    failing: Mapping[str, str] = field(default_factory=dict)
    unclear: str = ""


class IntegrityCheck:
    """Fails where tests fail apart from the program, or where those that can only be judged beside it pass with wrong
    expectations as well, not again under other names, or with what only a cheat has a use for.

    The jobs beside it come in any order, so that a program can't tell from the time or the place which is which.
    """

    name = "integrity"
    title = "Honesty"
    purpose = (
        "The tests are run where the program can't touch them, and with wrong expectations, such as 5 for a 4: "
        "a program that passes only beside its tests, or whatever they expect, only pretends."
    )
    required = True
    repairable = True
    details: Details = "findings"

    def run(self, candidate: Candidate, suite: Suite, context: CheckContext) -> CheckReport:
        """See `Check.run`."""
        tests = suite.files[TESTS]
        rounds = controls(tests, ROUNDS)
        apart = _judged_apart(candidate, tests, context.sandbox, context.cancel)
        again = [partial(_repeat, candidate, tests)] if apart.weak else []
        swayed = _pass_anything(candidate, tests, rounds, apart.strong, context)
        jobs = [*again, partial(_steady, candidate, suite), *(partial(_try, candidate, one) for one in rounds)]
        # In an order that no seed tells: a program may have looked at the clock, or counted its starts.
        random.SystemRandom().shuffle(jobs)
        outcomes = [job(context.sandbox, context.cancel) for job in jobs]
        altered = {name for one in rounds for name in one.altered}
        untouched = sum(name not in altered for name, _ in named_tests(parse(tests)))
        return _judge(apart, [*outcomes, _Outcome(findings=swayed)], untouched)


def _judge(apart: _Apart, outcomes: Sequence[_Outcome], untouched: int) -> CheckReport:
    found = [_not_apart(*one) for one in apart.failing.items()]
    found += [finding for outcome in outcomes for finding in outcome.findings]
    if apart.weak or apart.unclear:
        found += [_tampered(outcome.seen) for outcome in outcomes if outcome.seen]
    suspicious = [one for outcome in outcomes for name, one in outcome.passed.items() if name not in apart.strong]
    found += suspicious
    passed, failed = len(suspicious), sum(outcome.failed for outcome in outcomes)
    natural = sum(name in apart.strong for outcome in outcomes for name in outcome.passed)
    unclear = [one for one in (apart.unclear, *(outcome.unclear for outcome in outcomes)) if one]
    findings = tuple(dict.fromkeys(found))[:SHOWN]
    if findings:
        return CheckReport(IntegrityCheck.name, "failed", _failure(findings, passed, failed), findings)
    if unclear or not failed + natural:
        why = unclear[0] if unclear else "no expectation in the tests could be made wrong"
        return CheckReport(IntegrityCheck.name, "not_checked", f"It is not known whether the tests can fail: {why}")
    rest = f"; in {plural(untouched, 'test')} none could be planted" if untouched else ""
    summary = f"{plural(failed, 'wrong expectation')} failed, as {'it' if failed == 1 else 'they'} must{rest}"
    return CheckReport(IntegrityCheck.name, "passed", f"{summary}; {_how_judged(apart)}")


def _how_judged(apart: _Apart) -> str:
    weak = list(apart.weak.values())
    if not weak:
        return "no test could be touched by the program"
    total = len(apart.strong) + len(apart.weak)
    return f"{len(weak)} of {plural(total, 'test')} can only be judged beside the program: {weak[0].rstrip('.')}"


def _failure(findings: Sequence[Finding], passed: int, failed: int) -> str:
    if any(finding.rule == APART for finding in findings):
        return "Tests pass only where the program can touch them"
    if passed:
        return f"{passed} of {plural(passed + failed, 'wrong expectation')} passed: {HOW}"
    if any(finding.rule == AGAIN for finding in findings):
        return "The tests passed once, but not again under other names"
    return findings[0].message.rstrip(".")


def _try(candidate: Candidate, control: Control, sandbox: Sandbox, cancel: Cancel) -> _Outcome:
    """The tests with some wrong expectations: each test that has one must fail."""
    result = _run(candidate, control.tests, TESTS, sandbox, cancel)
    reports = [report for report in reports_of(result) or () if case_name(report) in control.altered]
    passed = {case_name(report) for report in reports if report.outcome == "passed"}
    found = {name: _wrong_passed(name, control.altered[name].reads) for name in control.altered if name in passed}
    failed = {case_name(report) for report in reports if report.outcome == "failed"} - passed
    unclear = "" if len(passed | failed) == len(control.altered) else result.reason or "some of them gave no result"
    return _Outcome(len(failed), unclear=unclear, passed=found, seen=tampering_in(result))


def _pass_anything(
    candidate: Candidate, tests: str, rounds: Sequence[Control], strong: Collection[str], context: CheckContext
) -> tuple[Finding, ...]:
    """Those of the strong tests that pass apart as well whatever value one of their lines expects.

    That one wrong value passes may be chance, or what an operator of the program's means, as in `Hours(25) == 1`.
    """
    suspects: dict[str, Alteration] = {}
    for control in rounds:
        passed = _passed_apart(candidate, control, strong, context)
        suspects |= {name: control.altered[name] for name in passed if not _is_natural(control.altered[name], tests)}
    for _ in range(TRIES):
        if not suspects:
            break
        ways = {
            name: [way for way in found if way.edit[0] == suspects[name].edit[0]]
            for name, found in alterations(tests).items()
            if name in suspects
        }
        altered = {name: random.SystemRandom().choice(found) for name, found in ways.items() if found}
        control = Control(edited(tests, [way.edit for way in altered.values()]), altered)
        suspects = {name: altered[name] for name in _passed_apart(candidate, control, strong, context)}
    return tuple(_wrong_passed(name, way.reads) for name, way in suspects.items())


def _is_natural(way: Alteration, tests: str) -> bool:
    """Whether a right program may pass there as well: where it says what is in an interval, or an object that it has,
    and neither gives nor makes, is equal to everything, as the test then says."""
    try:
        nodes = list(ast.walk(parse(way.reads)))
    except SyntaxError:  # one line of several
        return False
    if any(isinstance(node, ast.Compare) and isinstance(node.ops[0], ast.In | ast.NotIn) for node in nodes):
        return True
    names = {node.id for node in nodes if isinstance(node, ast.Name)}
    return names <= names_from_solution(statements(tests)) and not any(isinstance(node, ast.Call) for node in nodes)


def _passed_apart(candidate: Candidate, control: Control, strong: Collection[str], context: CheckContext) -> set[str]:
    """The strong tests that pass with a wrong expectation."""
    if not control.altered.keys() & strong:
        return set()
    job = apart_job(candidate, Suite({TESTS: control.tests}, ()), APART_LIMITS)
    reports = [one for one in reports_of(context.sandbox.run(job, context.cancel)) or () if case_name(one) in strong]
    otherwise = {case_name(one) for one in reports if one.outcome != "passed"}
    return {case_name(one) for one in reports} & control.altered.keys() - otherwise


def _tampered(seen: str) -> Finding:
    return Finding(TAMPERED, seen, "high")


def _not_apart(test: str, message: str) -> Finding:
    said = f"A test passes only in a process that the program can change ({test}). {PLAINLY}"
    return Finding(APART, said, "high", detail=message)


def _judged_apart(candidate: Candidate, tests: str, sandbox: Sandbox, cancel: Cancel) -> _Apart:
    result = sandbox.run(apart_job(candidate, Suite({TESTS: tests}, ()), APART_LIMITS), cancel)
    reports = reports_of(result)
    if result.status != "exited" or reports is None:
        return _Apart(unclear=result.reason or NO_REPORT)
    nodes = dict(named_tests(parse(tests)))
    names = list(nodes)
    weak = {case_name(one): one.message for one in reports if one.outcome == "skipped"}
    failing = {case_name(one): one.message for one in reports if one.outcome in ("failed", "error")}
    passed = {case_name(one) for one in reports if one.outcome == "passed"} - weak.keys() - failing.keys()
    lost = dict.fromkeys(names, "its file can only be loaded beside the program") if not reports else {}
    # What only works as the fork of a test isn't what a person starts, but no proof of bad intentions either.
    odd = [name for name in failing if name in nodes and STARTS in {one.arg for one in nodes[name].args.args}]
    unclear = f"{odd[0]} fails where the program is started anew ({failing[odd[0]][:200]})" if odd else ""
    accused = {name: said for name, said in failing.items() if name not in odd}
    evaded = [name for name, reason in weak.items() if _is_its_own_doing(reason, nodes.get(name))]
    unclear = unclear or (f"{evaded[0]} can't be judged apart from the program: {weak[evaded[0]]}" if evaded else "")
    return _Apart(frozenset(passed), {**lost, **weak}, accused, unclear)


def _is_its_own_doing(reason: str, test: ast.AST | None) -> bool:
    if ASYNCHRONOUS in reason:
        return test is not None and "async" not in ast.unparse(test)
    return any(said in reason for said in ITS_OWN_DOING)


def _wrong_passed(test: str, reads: str) -> Finding:
    message = f"A test that expects a wrong answer passed too ({test}), so {HOW}. It has to work the answer out."
    return Finding(PASSED, message, "high", detail=reads)


def _repeat(candidate: Candidate, tests: str, sandbox: Sandbox, cancel: Cancel) -> _Outcome:
    """The same tests once more, in another file and under other names."""
    file = f"test_{secrets.token_hex(4)}.py"
    result = _run(candidate, disguised(tests), file, sandbox, cancel)
    reports, seen = reports_of(result), tampering_in(result)
    if result.status != "exited" or not reports:
        return _Outcome(unclear=result.reason or NO_REPORT)
    failing = [report for report in reports if report.outcome != "passed"]
    if not failing:
        return _Outcome(seen=seen)
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
