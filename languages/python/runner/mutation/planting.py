"""Runs inside the sandbox: in which order mutmut plants its mistakes, when it ends, and what became of each."""

from typing import Any

import mutmut.__main__ as main_of_mutmut
from mutmut.state import state
from mutmut.stats import status_by_exit_code
from mutmut.utils.format_utils import mangled_name_from_mutant_name
from mutmut.workers import isolation

from . import even_sample
from .enough import MANY, Enough, InOrder
from .plantable import MISSED, UNPROVED_SHARE
from .survivors.workers import Budget

# In our words. What isn't here crashed the interpreter, stopped the collection or ended the tests
# in another odd way: it was noticed, and so counts as killed.
FATES = {"survived": "survived", "timeout": "timeout", "no tests": "no_tests", "not checked": "no_tests"}
FATES["skipped"] = BROKEN = "broken"  # see `fresh_runner.BROKEN`
# Why: docs/decisions.md, "An evenly spread sample of mistakes is planted, as long as it can change the verdict"
MOST = 160


class Planting:
    """Which mistakes are planted, and when that ends.

    At first come some from all over the program, and none any more once those that were planted used up the budget, or
    are `most`, or as many are known as are needed to hold their share against the bar.
    """

    def __init__(self, start: float, budget: Budget, bar: float, most: int = MOST) -> None:
        self._start, self._budget, self._bar, self._most = start, budget, bar, most
        self._places: dict[str, float] = {}
        self._order: InOrder | None = None
        self._planted = 0

    @property
    def side(self) -> str:
        """On which side of the bar the share is for sure; empty where that isn't known, or all were planted."""
        return self._order.enough.side if self._order else ""

    @property
    def goes_on(self) -> bool:
        """Whether one more is to be planted."""
        return self._budget.left > 0 and self._planted < self._most and not self.side

    def install(self) -> None:
        """Have mutmut do so."""
        planting = self

        class UntilTheEnd(isolation.ForkRunner):
            def startup(self) -> None:
                """See `ForkRunner`; it comes when all are in their order."""
                super().startup()
                planting.begin()

            def submit(self, *arguments: Any) -> None:
                """See `ForkRunner`; what comes too late is left without a result."""
                if planting.goes_on:
                    planting.count()
                    super().submit(*arguments)

            def wait_for_result(self, *arguments: Any) -> Any:
                """See `ForkRunner`."""
                result = super().wait_for_result(*arguments)
                planting.learn(result.mutant_name, fate_of(result.exit_code))
                return result

        vars(isolation)["ForkRunner"] = UntilTheEnd  # mutmut looks it up by this name
        # mutmut sorts its mutants by this, one after the other, and uses it for nothing else.
        main_of_mutmut.estimated_worst_case_time = self._place

    def _place(self, mutant_name: str) -> float:
        return self._places.setdefault(mutant_name, even_sample.place(len(self._places), self._start))

    def begin(self) -> None:
        """All have their places."""
        if 0 < self._bar < 1 and len(self._places) >= MANY:
            names = sorted(self._places, key=self._places.__getitem__)
            unreached = {name for name in names if not tests_at(name)}
            self._order = InOrder(Enough(self._bar, UNPROVED_SHARE), names, unreached)

    def count(self) -> None:
        """One more is planted."""
        self._planted += 1

    def learn(self, name: str, fate: str) -> None:
        """What became of one."""
        if self._order:
            self._order.learn(name, None if fate == BROKEN else fate not in MISSED)


def tests_at(name: str) -> set[str]:
    """The tests that come to a mutant, as far as mutmut knows."""
    found: set[str] = state().tests_by_mangled_function_name.get(mangled_name_from_mutant_name(name), set())
    return found


def fate_of(exit_code: int | None) -> str:
    """What became of a mutant, in our words."""
    return FATES.get(status_by_exit_code[exit_code], "killed")
