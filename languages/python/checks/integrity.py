"""Honesty: was the pass earned? The tests must pass where the program can't touch them, wrong expectations must fail,
and the right ones pass again, whatever else changes.

What a program does inside the process of its tests shows nothing about tests that pass apart from it as well.
"""

from __future__ import annotations

import ast
import random
import re
import secrets
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial

from languages.base import TEST_LIMITS as LIMITS
from languages.checks import CheckContext, Details, Part
from languages.python.candidates import TESTS
from languages.python.checks.added import added
from languages.python.checks.controls import Control, controls
from languages.python.checks.sought import Sought, looking_tests, sought
from languages.python.checks.swayed import Swayed, judged_apart, swayed
from languages.python.checks.written_down import named_tests
from languages.python.runner.apart.values import GARBLED, TOO_DEEP
from languages.python.said_inside import as_ours
from languages.python.syntax import parse, read_names
from languages.python.testing import NO_REPORT, case_name, reports_of, tampering_in, test_job
from languages.types import Candidate, CheckReport, Finding, Helps, Suite
from message import bare, joined, say, say_count
from sandbox.base import JobResult

ROUNDS = 3
SHOWN = 3
HOW = say("the program answers equal to everything, reads its tests, or changes how they are run")
AGAIN = say("not passed again")
APART = say("not passed apart")
PASSED = say("a wrong expectation passed")
EVERYTHING = say("every number is shown")
TAMPERED = "tampering"
STARTS = "program"  # the fixture
ITS_OWN_DOING = {f"{one}." for one in (TOO_DEEP, GARBLED)}  # no test asks for it: so it would choose how it is judged
PLAINLY = say(
    "What it gives is taken for what it is by Python's own rules, and nothing around it is the program's to change."
)
WHY = say("What a program gives must depend on nothing but what it is given: not on its tests, the time, or chance.")


@dataclass(frozen=True, slots=True)
class _Outcome:
    """What came of one job. `unclear` says why it shows nothing. Of wrong expectations so many `failed`, and these
    `passed`; what the program was `seen` at it does in the process of its tests."""

    failed: int = 0
    findings: tuple[Finding, ...] = ()
    unclear: str = ""
    passed: tuple[Finding, ...] = ()
    seen: str = ""


@dataclass(frozen=True, slots=True)
class _Apart:
    """How the tests end where the program can't touch them. `strong` are the names of those that passed, and `weak` are
    the reasons for those that can't be judged that way; `failing` says why the others don't pass. What is
    `unclear` may stay so `for_good`."""

    strong: frozenset[str] = frozenset()
    weak: Mapping[str, str] = field(default_factory=dict)
    failing: Mapping[str, str] = field(default_factory=dict)
    unclear: str = ""
    for_good: bool = False

    def joined(self, other: _Apart) -> _Apart:
        """Both, of different tests."""
        weak, failing = {**self.weak, **other.weak}, {**self.failing, **other.failing}
        unclear, for_good = self.unclear or other.unclear, self.for_good or other.for_good
        return _Apart(self.strong | other.strong, weak, failing, unclear, for_good)


@dataclass(frozen=True, slots=True)
class _Seen:
    """All that was tried with some tests: how they end `apart`, how wrong expectations do (`swayed`) in those that
    were `altered`, what else they would find (`looks`, see `sought`), and the jobs beside the program."""

    apart: _Apart
    swayed: Swayed
    altered: frozenset[str]
    looks: tuple[tuple[str, JobResult], ...]
    beside: tuple[_Outcome, ...]

    def joined(self, other: _Seen) -> _Seen:
        """Both, of different tests."""
        return _Seen(
            self.apart.joined(other.apart),
            self.swayed.joined(other.swayed),
            self.altered | other.altered,
            (*self.looks, *other.looks),
            (*self.beside, *other.beside),
        )


class IntegrityCheck:
    """Fails where tests fail apart from the program, or where those that can only be judged beside it pass with wrong
    expectations as well, not again under other names, or with what only a cheat has a use for.

    The jobs beside it come in any order, so that a program can't tell from the time or the place which is which.
    """

    name = "integrity"
    title = say("Honesty")
    purpose = say(
        "The tests are run where the program can't touch them, and with wrong expectations, such as "
        "5 for a 4: a program that passes only beside its tests, or whatever they expect, only "
        "pretends."
    )
    claim = say("It earns its pass: its tests can fail, and it works out what they ask for")
    wrong = say("It may only pretend to work: its tests also pass with wrong answers, or only where it can get at them")
    unknown = say("It isn't known whether its tests can fail at all")
    required = True
    repairable = True
    proves = True
    details: Details = "findings"
    depends_on: frozenset[Part] = frozenset(("program", "packages", "brief", "tests"))

    def run(self, candidate: Candidate, suite: Suite, context: CheckContext) -> CheckReport:
        """See `Check.run`."""
        return self._of_added(candidate, suite, context) or self._of(_seen(candidate, suite, context), suite, context)

    def _of_added(self, candidate: Candidate, suite: Suite, context: CheckContext) -> CheckReport | None:
        """What is said of all tests, where those that were added are tried alone.

        So a pass can only be kept; whatever else comes of it, all are tried together.
        """
        earlier = context.earlier
        if earlier is None or earlier.report.status != "passed" or not isinstance(earlier.notes, _Seen):
            return None
        new = added(earlier.suite, suite)
        if new is None or not new.tests:
            return None
        report = self._of(earlier.notes.joined(_seen(candidate, new, context)), suite, context)
        return report if report.status == "passed" else None

    def _of(self, seen: _Seen, suite: Suite, context: CheckContext) -> CheckReport:
        tests = suite.files[TESTS]
        found = sought(tests, seen.looks, seen.apart.strong)
        if context.brief and context.brief.only_vague(suite.tests, found.vague):
            found = replace(found, untold="")  # which is said of these, and other tests are asked for
        untouched = sum(name not in seen.altered for name, _ in named_tests(parse(tests)))
        context.leave(seen, suite)
        return replace(_judge(seen.apart, seen.swayed, found, seen.beside, untouched), vague=found.vague)


def _seen(candidate: Candidate, suite: Suite, context: CheckContext) -> _Seen:
    """What comes of these tests, all together."""
    tests = suite.files[TESTS]
    rounds, looking = controls(tests, ROUNDS), looking_tests(tests)
    files = [tests, *(control.tests for control in rounds), *filter(None, [looking])]
    with context.room() as room:
        there = replace(context, sandbox=room)
        real, *tried = judged_apart(candidate, files, there)
        apart = _apart(real, tests)
        found = swayed(candidate, tests, list(zip(rounds, tried, strict=False)), apart.strong, there)
    again = [partial(_repeat, candidate, tests)] if apart.weak else []
    beside = [one for control in rounds if (one := control.without(apart.strong)).altered]
    jobs = [*again, *(partial(_try, candidate, one) for one in beside)]
    # In an order that no seed tells: a program may have looked at the clock, or counted its starts.
    random.SystemRandom().shuffle(jobs)
    outcomes = tuple(job(context) for job in jobs)
    altered = frozenset(name for one in rounds for name in one.altered)
    return _Seen(apart, found, altered, ((tests, tried[-1]),) if looking else (), outcomes)


def _judge(apart: _Apart, tried: Swayed, seen: Sought, outcomes: Sequence[_Outcome], untouched: int) -> CheckReport:
    found = [_not_apart(*one) for one in apart.failing.items()]
    found += [finding for outcome in outcomes for finding in outcome.findings]
    if apart.weak or apart.unclear:
        found += [_tampered(outcome.seen) for outcome in outcomes if outcome.seen]
    suspicious = [_wrong_passed(*one) for one in tried.by.items()]
    suspicious += [finding for outcome in outcomes for finding in outcome.passed]
    found += suspicious
    found += [_shows_everything(*seen.everything)] if seen.everything else []
    passed, failed = len(suspicious), tried.failed + sum(outcome.failed for outcome in outcomes)
    turned = [
        say("%(name)s passes only with what the program made of what it was given", name=name)
        for name in tried.turned[:1]
    ]
    own = [say("%(name)s passes with any value beside what the program holds", name=name) for name in tried.own[:1]]
    vague = [say("%(name)s would find other numbers as well in what is shown", name=seen.untold)] if seen.untold else []
    unclear = [apart.unclear, seen.unclear, *turned, *own, *vague, *(outcome.unclear for outcome in outcomes)]
    unclear = [one for one in unclear if one]
    findings = tuple(dict.fromkeys(found))[:SHOWN]
    if findings:
        return CheckReport(IntegrityCheck.name, "failed", _failure(findings, passed, failed), findings)
    if unclear or not failed + tried.natural:
        why = unclear[0] if unclear else say("no expectation in the tests could be made wrong")
        summary = say("It is not known whether the tests can fail: %(why)s", why=why)
        by_the_tests = why in (*turned, *own, *vague) or not unclear
        helps: Helps = "tests" if by_the_tests else "nothing" if apart.for_good else "again"
        return CheckReport(IntegrityCheck.name, "not_checked", summary, helps=helps)
    rest = (
        say_count("in %(count)s test none could be planted", "in %(count)s tests none could be planted", untouched)
        if untouched
        else ""
    )
    summary = say_count(
        "%(count)s wrong expectation failed, as it must", "%(count)s wrong expectations failed, as they must", failed
    )
    return CheckReport(IntegrityCheck.name, "passed", joined("; ", (summary, rest, _how_judged(apart))))


def _how_judged(apart: _Apart) -> str:
    weak = list(apart.weak.values())
    if not weak:
        return say("no test could be touched by the program")
    total = len(apart.strong) + len(apart.weak)
    return say_count(
        "%(number)s of %(count)s test can only be judged beside the program: %(weak)s",
        "%(number)s of %(count)s tests can only be judged beside the program: %(weak)s",
        total,
        number=len(weak),
        weak=bare(as_ours(weak[0])),
    )


def _failure(findings: Sequence[Finding], passed: int, failed: int) -> str:
    if any(finding.rule == APART for finding in findings):
        return say("Tests pass only where the program can touch them")
    if passed:
        return say_count(
            "%(passed)s of %(count)s wrong expectation passed: %(how)s",
            "%(passed)s of %(count)s wrong expectations passed: %(how)s",
            passed + failed,
            passed=passed,
            how=HOW,
        )
    if any(finding.rule == AGAIN for finding in findings):
        return say("The tests passed once, but not again under other names")
    return bare(findings[0].message)


def _try(candidate: Candidate, control: Control, context: CheckContext) -> _Outcome:
    """The tests that are judged beside the program, with some wrong expectations: each that has one must fail."""
    result = _run(candidate, control.tests, TESTS, context)
    reports = [report for report in reports_of(result) or () if case_name(report) in control.altered]
    passed = {case_name(report) for report in reports if report.outcome == "passed"}
    found = tuple(_wrong_passed(name, way.reads) for name, way in control.altered.items() if name in passed)
    failed = {case_name(report) for report in reports if report.outcome == "failed"} - passed
    unclear = (
        "" if len(passed | failed) == len(control.altered) else result.reason or say("some of them gave no result")
    )
    return _Outcome(len(failed), unclear=unclear, passed=found, seen=tampering_in(result))


def _tampered(seen: str) -> Finding:
    return Finding(TAMPERED, seen, "high")


def _not_apart(test: str, message: str) -> Finding:
    said = say(
        "A test passes only in a process that the program can change (%(test)s). %(plainly)s",
        test=test,
        plainly=PLAINLY,
    )
    return Finding(APART, said, "high", detail=message)


def _apart(result: JobResult, tests: str) -> _Apart:
    reports = reports_of(result)
    if result.status != "exited" or reports is None:
        return _Apart(unclear=result.reason or NO_REPORT)
    nodes = dict(named_tests(parse(tests)))
    names = list(nodes)
    weak = {case_name(one): one.message for one in reports if one.outcome == "skipped"}
    failing = {case_name(one): one.message for one in reports if one.outcome in ("failed", "error")}
    passed = {case_name(one) for one in reports if one.outcome == "passed"} - weak.keys() - failing.keys()
    lost = dict.fromkeys(names, say("its file can only be loaded beside the program")) if not reports else {}
    # What only works as the fork of a test isn't what a person starts, but no proof of bad intentions either.
    odd = [name for name in failing if name in nodes and STARTS in {one.arg for one in nodes[name].args.args}]
    unclear = (
        say("%(odd)s fails where the program is started anew (%(failing)s)", odd=odd[0], failing=failing[odd[0]][:200])
        if odd
        else ""
    )
    accused = {name: said for name, said in failing.items() if name not in odd}
    evaded = [name for name, reason in weak.items() if reason in ITS_OWN_DOING]
    unclear = unclear or (
        say("%(evaded)s can't be judged apart from the program: %(weak)s", evaded=evaded[0], weak=weak[evaded[0]])
        if evaded
        else ""
    )
    return _Apart(frozenset(passed), {**lost, **weak}, accused, unclear, bool(odd or evaded))


def _wrong_passed(test: str, reads: str) -> Finding:
    message = say(
        "A test that expects a wrong answer passed too (%(test)s), so %(how)s. It has to work the answer out.",
        test=test,
        how=HOW,
    )
    return Finding(PASSED, message, "high", detail=reads)


def _shows_everything(one: str, other: str) -> Finding:
    message = say(
        "It shows the same line for different inputs, with nearly every number in it (%(one)s, %(other)s). "
        "It has to work the answer out, and show it alone.",
        one=one,
        other=other,
    )
    return Finding(EVERYTHING, message, "high")


def _repeat(candidate: Candidate, tests: str, context: CheckContext) -> _Outcome:
    """The same tests once more, in another file and under other names."""
    file = f"test_{secrets.token_hex(4)}.py"
    result = _run(candidate, disguised(tests), file, context)
    reports, seen = reports_of(result), tampering_in(result)
    if result.status != "exited" or not reports:
        return _Outcome(unclear=result.reason or NO_REPORT)
    failing = [report for report in reports if report.outcome != "passed"]
    if not failing:
        return _Outcome(seen=seen)
    if all(report.outcome == "skipped" for report in failing):
        return _Outcome(unclear=failing[0].message)
    if all(report.limit for report in failing):
        return _Outcome(unclear=say("there was no time to run them again"))
    message = say(
        "The tests passed once, but not again in a file of another name and under other names. %(why)s", why=WHY
    )
    return _Outcome(findings=(Finding(AGAIN, message, "high", detail=failing[0].message),))


def disguised(tests: str) -> str:
    """The same tests without words, and with another name for every test function at the top that nothing else uses."""
    tree = _wordless(parse(tests))
    tests = ast.unparse(tree)
    used = read_names(tree)
    for name, _ in named_tests(tree):
        if "::" not in name and name not in used:
            other = f"test_{secrets.token_hex(4)}"
            tests = re.sub(rf"(?m)^((?:async\s+)?def\s+){name}\b", rf"\g<1>{other}", tests, count=1)
    return tests


def _wordless(tree: ast.Module) -> ast.Module:
    """Without what only tells people something about the tests: it may tell what they expect."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Assert):
            node.msg = None
        elif isinstance(node, ast.Call) and getattr(node.func, "attr", "") in ("parametrize", "param"):
            node.keywords = [one for one in node.keywords if one.arg not in ("id", "ids")]
    for documented in (tree, *(node for _, node in named_tests(tree))):
        if ast.get_docstring(documented) is not None:
            documented.body[0] = ast.Pass()
    return ast.fix_missing_locations(tree)


def _run(candidate: Candidate, tests: str, file: str, context: CheckContext) -> JobResult:
    """Each in a room of its own: by what another job expects, a program could tell which expectations are wrong."""
    with context.room() as room:
        return room.run(test_job(candidate, Suite({file: tests}, ()), LIMITS), context.cancel)
