"""Whether tests that are judged apart from the program can fail there: with wrong expectations, they must."""

from __future__ import annotations

import ast
import random
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from languages.checks import CheckContext
from languages.python.candidates import TESTS
from languages.python.checks.controls import Alteration, Control, all_edits, alterations, written_out
from languages.python.checks.wrong_values import literal
from languages.python.reply.imports import names_from_solution
from languages.python.syntax import edited, parse, statements, tree_of
from languages.python.testing import APART_LIMITS, apart_job, case_name, reports_of
from languages.types import Candidate, Suite
from sandbox.base import JobResult

TRIES = 4  # with other values, of an expectation that passed although it was wrong


# Why: docs/decisions.md, "A pass is repeated with wrong expectations, which must fail"
@dataclass(frozen=True, slots=True)
class Swayed:
    """So many wrong expectations `failed`, and so many passed as they may in a right program. `by` has the lines of
    tests, by name, that pass whatever value they expect. `turned` are those that pass only with what the program made
    of what it was given, `own` those that hold a value of the program's against one that is written down, and pass
    with others."""

    failed: int = 0
    natural: int = 0
    by: Mapping[str, str] = field(default_factory=dict)
    turned: tuple[str, ...] = ()
    own: tuple[str, ...] = ()

    def joined(self, other: Swayed) -> Swayed:
        """Both, of different tests."""
        by, turned, own = {**self.by, **other.by}, (*self.turned, *other.turned), (*self.own, *other.own)
        return Swayed(self.failed + other.failed, self.natural + other.natural, by, turned, own)


def judged_apart(candidate: Candidate, files: Sequence[str], context: CheckContext) -> list[JobResult]:
    """What comes of each of these files of tests, apart from the program, in an order that it can't know.

    Raises `Cancelled` and `SandboxError`.
    """
    jobs = [apart_job(candidate, Suite({TESTS: tests}, ()), APART_LIMITS) for tests in files]
    order = random.SystemRandom().sample(range(len(jobs)), len(jobs))
    results = {number: context.sandbox.run(jobs[number], context.cancel) for number in order}
    return [results[number] for number in range(len(jobs))]


def swayed(
    candidate: Candidate,
    tests: str,
    rounds: Sequence[tuple[Control, JobResult]],
    strong: Collection[str],
    context: CheckContext,
) -> Swayed:
    """What came of the `strong` tests of each control, and of more tries. Raises `Cancelled` and `SandboxError`.

    That one wrong value passes may be chance, or what an operator of the program's means, as in `Hours(25) == 1`.
    """
    suspects: dict[str, Alteration] = {}
    own: list[str] = []
    failed = natural = 0
    for control, result in rounds:
        tried = control.altered.keys() & strong
        passed = _passed(result, tried)
        suspects |= {name: control.altered[name] for name in passed if not _is_natural(control.altered[name], tests)}
        own += [name for name in sorted(passed - suspects.keys()) if _is_alone(control.altered[name], tests)]
        failed, natural = failed + len(tried - passed), natural + len(passed)
    for _ in range(TRIES if suspects else 0):
        control = _again(tests, suspects)
        (result,) = judged_apart(candidate, [control.tests], context)
        passed = _passed(result, control.altered)
        suspects = {name: way for name, way in control.altered.items() if name in passed}
    by = {name: way.reads for name, way in suspects.items()}
    return Swayed(failed, natural, by, _turned(candidate, tests, strong, context), tuple(own))


def _turned(candidate: Candidate, tests: str, strong: Collection[str], context: CheckContext) -> tuple[str, ...]:
    control = written_out(tests)
    tried = control.altered.keys() & strong
    if not tried:
        return ()
    (result,) = judged_apart(candidate, [control.tests], context)
    return tuple(sorted(tried - _passed(result, tried)))


def _again(tests: str, suspects: Mapping[str, Alteration]) -> Control:
    """The same lines with other wrong values."""
    found = {
        name: [way for way in ways if name in suspects and way.edits[0][0] == suspects[name].edits[0][0]]
        for name, ways in alterations(tests).items()
    }
    altered = {name: random.SystemRandom().choice(ways) for name, ways in found.items() if ways}
    return Control(edited(tests, all_edits(altered)), altered)


def _passed(result: JobResult, names: Collection[str]) -> set[str]:
    """Those of these tests that pass, with all their rows."""
    reports = [one for one in reports_of(result) or () if case_name(one) in names]
    otherwise = {case_name(one) for one in reports if one.outcome != "passed"}
    return {case_name(one) for one in reports} - otherwise


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


def _is_alone(way: Alteration, tests: str) -> bool:
    """Whether it holds something of the program's against the one value that the tests have for it: what is meant to be
    equal to anything is held against several, and two of the program's own objects may well be equal."""
    held = [pair for node in ast.walk(parse(tests)) for pair in _held_against(node)]
    here = ast.walk(parse(way.reads)) if tree_of(way.reads) else ()
    names = {name for node in here for name, _ in _held_against(node)}
    return any(len({value for one, value in held if one == name}) == 1 for name in names)


def _held_against(node: ast.AST) -> Iterator[tuple[str, str]]:
    """What is compared, and the value that is written down for it."""
    if isinstance(node, ast.Compare) and isinstance(node.ops[0], ast.Eq):
        for one, other in ((node.left, node.comparators[0]), (node.comparators[0], node.left)):
            if literal(other) is not None:
                yield ast.unparse(one), ast.unparse(other)
