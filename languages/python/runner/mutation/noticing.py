"""Runs inside the sandbox: whether the tests of each rule notice a planted mistake, so that they can fail at all.

A test may name a rule, and hold nothing against it that a mistake could change.
"""

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from mutmut.mutation.trampoline import set_mutant_under_test
from mutmut.state import state
from mutmut.utils.format_utils import mangled_name_from_mutant_name

from . import even_sample
from .fresh_runner import FreshRunner, noticed_first
from .survivors.workers import AT_ONCE, Budget, each

SECONDS = 10.0  # of processor time for one
PASSED = (0, 5)  # exit statuses of pytest: no test failed, or there was none


def unproven(named: Mapping[str, Sequence[str]], killed: Sequence[str], budget: Budget) -> list[str]:
    """The rules whose tests were seen to notice none of the mutants that others notice.

    `named` has the names of their tests by what they are about. They may come by at none, or by at few, or time was up:
    that nobody saw them fail says nothing against them, but nothing for them either.
    """
    noticing = {_name(test) for _, test in map(json.loads, noticed_first())}
    waiting = [about for about, names in named.items() if noticing.isdisjoint(names)]
    left = range(len(waiting), 0, -1)  # each has its share of the time, so that none takes that of all others
    return [
        about
        for about, rest in zip(waiting, left, strict=True)
        if not _notice({*named[about]}, killed, budget.part(1 / rest))
    ]


def _notice(names: set[str], killed: Sequence[str], budget: Budget) -> bool:
    reached = {mutant: tests for mutant in killed if (tests := _tests_at(mutant, names))}
    mutants = [list(reached)[place] for place in even_sample.order(len(reached))]

    def run(mutant: str) -> Iterator[Any]:
        set_mutant_under_test(mutant)
        yield FreshRunner().run_tests(mutant_name=mutant, tests=reached[mutant]) not in PASSED

    for place in range(0, len(mutants), AT_ONCE):
        if [True] in each(run, mutants[place : place + AT_ONCE], SECONDS, budget):
            return True
    return False


def _tests_at(mutant: str, names: set[str]) -> list[str]:
    tests = state().tests_by_mangled_function_name.get(mangled_name_from_mutant_name(mutant), set())
    return sorted(test for test in tests if _name(test) in names)


def _name(test: str) -> str:
    """As a test case has it, of what pytest calls it."""
    return test.partition("::")[2].partition("[")[0]
