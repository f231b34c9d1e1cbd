"""Runs inside the sandbox: with all tests, instead of those that mutmut believes to reach a mistake.

A table that is built as the program is imported, or kept from one test to the next, is reached once only as far as
mutmut sees.
"""

from collections.abc import Iterator, Sequence
from typing import Any

from mutmut.mutation.trampoline import set_mutant_under_test
from mutmut.state import state
from mutmut.utils.format_utils import mangled_name_from_mutant_name

from ..fresh_runner import FreshRunner
from .workers import Budget, each

SECONDS = 10.0  # of processor time for one
PASSED = (0, 5)  # exit statuses of pytest: no test failed, or there was none


def noticed_after_all(names: Sequence[str], budget: Budget) -> set[str]:
    """Those of these mutants that one of the other tests notices."""
    runner, tests = FreshRunner(), state().duration_by_test.keys()

    def run(name: str) -> Iterator[Any]:
        others = tests - state().tests_by_mangled_function_name.get(mangled_name_from_mutant_name(name), set())
        set_mutant_under_test(name)
        yield not others or runner.run_tests(mutant_name=name, tests=sorted(others)) in PASSED

    return {
        name for name, unnoticed in zip(names, each(run, names, SECONDS, budget), strict=True) if unnoticed == [False]
    }
