"""Honesty: was the pass earned? The tests must pass where the program can't touch them, wrong expectations must fail,
and the right ones pass again, whatever else changes.

What a program does inside the process of its tests shows nothing about tests that pass apart from it as well.
"""

from __future__ import annotations

import ast
import random
import re
import secrets
from dataclasses import dataclass, replace
from functools import partial

from languages.base import TEST_LIMITS as LIMITS
from languages.checks import CheckContext, Details, Part
from languages.python.candidates import TESTS
from languages.python.checks.added import added
from languages.python.checks.controls import Control, controls
from languages.python.checks.honesty import AGAIN, NAME, WHY, Apart, Beside, judged, wrong_passed
from languages.python.checks.sought import looking_tests, sought
from languages.python.checks.swayed import Swayed, judged_apart, swayed
from languages.python.checks.written_down import named_tests
from languages.python.runner.apart.values import GARBLED, TOO_DEEP
from languages.python.syntax import parse, read_names
from languages.python.testing import NO_REPORT, case_name, reports_of, tampering_in, test_job
from languages.types import Candidate, CheckReport, Finding, Suite
from message import say
from sandbox.base import JobResult

ROUNDS = 3
STARTS = "program"  # the fixture
ITS_OWN_DOING = {f"{one}." for one in (TOO_DEEP, GARBLED)}  # no test asks for it: so it would choose how it is judged


@dataclass(frozen=True, slots=True)
class _Seen:
    """All that was tried with some tests: how they end `apart`, how wrong expectations do (`swayed`) in those that
    were `altered`, what else they would find (`looks`, see `sought`), and the jobs beside the program."""

    apart: Apart
    swayed: Swayed
    altered: frozenset[str]
    looks: tuple[tuple[str, JobResult], ...]
    beside: tuple[Beside, ...]

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

    name = NAME
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
        return replace(judged(seen.apart, seen.swayed, found, seen.beside, untouched), vague=found.vague)


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


def _try(candidate: Candidate, control: Control, context: CheckContext) -> Beside:
    """The tests that are judged beside the program, with some wrong expectations: each that has one must fail."""
    result = _run(candidate, control.tests, TESTS, context)
    reports = [report for report in reports_of(result) or () if case_name(report) in control.altered]
    passed = {case_name(report) for report in reports if report.outcome == "passed"}
    found = tuple(wrong_passed(name, way.reads) for name, way in control.altered.items() if name in passed)
    failed = {case_name(report) for report in reports if report.outcome == "failed"} - passed
    unclear = (
        "" if len(passed | failed) == len(control.altered) else result.reason or say("some of them gave no result")
    )
    return Beside(len(failed), unclear=unclear, passed=found, seen=tampering_in(result))


def _apart(result: JobResult, tests: str) -> Apart:
    reports = reports_of(result)
    if result.status != "exited" or reports is None:
        return Apart(unclear=result.reason or NO_REPORT)
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
    return Apart(frozenset(passed), {**lost, **weak}, accused, unclear, bool(odd or evaded))


def _repeat(candidate: Candidate, tests: str, context: CheckContext) -> Beside:
    """The same tests once more, in another file and under other names."""
    file = f"test_{secrets.token_hex(4)}.py"
    result = _run(candidate, disguised(tests), file, context)
    reports, seen = reports_of(result), tampering_in(result)
    if result.status != "exited" or not reports:
        return Beside(unclear=result.reason or NO_REPORT)
    failing = [report for report in reports if report.outcome != "passed"]
    if not failing:
        return Beside(seen=seen)
    if all(report.outcome == "skipped" for report in failing):
        return Beside(unclear=failing[0].message)
    if all(report.limit for report in failing):
        return Beside(unclear=say("there was no time to run them again"))
    message = say(
        "The tests passed once, but not again in a file of another name and under other names. %(why)s", why=WHY
    )
    return Beside(findings=(Finding(AGAIN, message, "high", detail=failing[0].message),))


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
