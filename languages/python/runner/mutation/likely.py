"""Which test is tried first on a planted mistake. Also runs inside the sandbox, so it imports nothing of ours.

What noticed a mistake in a function mostly notices the next one there, too, and nothing is run after a test that fails.
"""

import json
from collections.abc import Iterable, Sequence
from contextlib import suppress


# Why: docs/decisions.md, "A mutant's session does only what its exit status needs"
def likely_first(mutant: str, tests: Sequence[str], notes: Iterable[str]) -> list[str]:
    """These tests, and before the others the one that noticed the mistake nearest to this one in its function.

    Each of the `notes` names a mistake and the test that noticed it first, the last ones known last.
    """
    function, _, number = mutant.rpartition("_")
    near: list[tuple[int, str]] = []
    for note in notes:
        with suppress(ValueError, TypeError, AttributeError):  # one that is being written, or that a program wrote
            other, test = json.loads(note)
            its, _, its_number = other.rpartition("_")
            if its == function and test in tests:
                near.append((abs(int(its_number) - int(number)), test))
    first = [min(near)[1]] if near else []
    return [*first, *(test for test in tests if test not in first)]
