"""Runs inside the sandbox: whether two programs for one task give the same for the same calls.

Leaves `agreement.json`: {"same": int, "different": int, "telling": [{"lines", "yours", "changed": {}}]}, of what both
give and of the first calls with which they differ. Needs the other files of `survivors` beside it.
"""

import ast
import json
import math
import re
import sys
import time
from collections.abc import Iterator, Sequence
from itertools import islice
from pathlib import Path
from typing import Any

from played import Lines, Outcome, starts  # type: ignore[import-not-found]
from telling import played_twice  # type: ignore[import-not-found]
from varied import constants, in_turns, variations  # type: ignore[import-not-found]
from watched import inputs_of_tests  # type: ignore[import-not-found]
from workers import BUSY_FACTOR, Budget  # type: ignore[import-not-found]

CALLS = 400  # of the tests and like theirs
WATCHING_SHARE = 0.3  # of the budget
TELLING, CRASHES = 6, 2  # inputs that are told: where both give something, and where only the second does
REFUSALS = ("ValueError", "TypeError")  # what a program ends with that doesn't take an input
PROGRAM = "solution.py"
OPAQUE = re.compile(r"<[\w.]+ |<\w+>")  # as in <coroutine object f>, <function f> or <lambda>


def calls_like(recorded: Sequence[Lines], programs: Sequence[str]) -> list[Lines]:
    """Calls of the tests, and others like them, those that are most alike first."""
    calls = [tuple(lines) for lines in recorded if not starts(lines)]
    known = [value for program in programs for value in constants(program)]
    more = in_turns([variations(lines, known) for lines in calls])
    return list(dict.fromkeys([*calls, *islice(more, CALLS)]))


def shows_something(outcome: Outcome) -> bool:
    """Whether two programs can be told apart by it; what nobody can look into is the same for all inputs."""
    if "value" not in outcome or OPAQUE.search(outcome["value"]):
        return False
    return outcome["value"] != "None" or "printed" in outcome or "arguments" in outcome


def visible(outcome: Outcome) -> Any:
    """What is compared; where a function gives nothing, what it prints and makes of what it was given."""
    value = _read(outcome["value"])
    return value if value is not None else [None, outcome.get("printed", ""), outcome.get("arguments", "")]


def _read(text: str) -> Any:
    try:
        return ast.literal_eval(text)
    except (ValueError, TypeError, SyntaxError, RecursionError, MemoryError):
        return text


def alike(one: Any, other: Any) -> bool:
    """Whether a test that expects the one would accept the other; numbers that differ by rounding are the same."""
    if isinstance(one, float | int) and isinstance(other, float | int):
        rounded = isinstance(one, float) or isinstance(other, float)
        try:
            return one == other or (rounded and math.isclose(one, other, rel_tol=1e-9, abs_tol=1e-9))
        except OverflowError:  # a float and a huge integer
            return False
    if type(one) is not type(other):
        return False
    if isinstance(one, list | tuple):
        return len(one) == len(other) and all(map(alike, one, other))
    if isinstance(one, dict):
        return one.keys() == other.keys() and all(alike(one[key], other[key]) for key in one)
    return bool(one == other)


def compared(pairs: Sequence[tuple[Lines, Outcome, Outcome]]) -> dict[str, Any]:
    """What is told of calls with what comes of both programs, in the order of the calls."""
    giving = [pair for pair in pairs if shows_something(pair[1]) and shows_something(pair[2])]
    different = [pair for pair in giving if not alike(visible(pair[1]), visible(pair[2]))]
    crashed = [pair for pair in pairs if shows_something(pair[2]) and pair[1].get("error", REFUSALS[0]) not in REFUSALS]
    telling = [*islice(_unlike(different), TELLING), *islice(_unlike(crashed), CRASHES)]
    return {
        "same": len(giving) - len(different),
        "different": len(different),
        "telling": [{"lines": lines, "yours": ours, "changed": {"second": theirs}} for lines, ours, theirs in telling],
    }


def _unlike(pairs: Sequence[tuple[Lines, Outcome, Outcome]]) -> Iterator[tuple[Lines, Outcome, Outcome]]:
    """The first of those that come to the same."""
    seen: list[tuple[Outcome, Outcome]] = []
    for lines, ours, theirs in pairs:
        if (ours, theirs) not in seen:
            seen.append((ours, theirs))
            yield lines, ours, theirs


def main() -> None:
    """Compare them within the time that is given."""
    options = json.loads(Path(sys.argv[1]).read_text(encoding="utf-8"))
    programs = [Path(name).read_text(encoding="utf-8") for name in (PROGRAM, options["second"])]
    Path(options["second"]).unlink()  # no program is to find the other one
    budget = Budget(options["seconds"], time.monotonic() + BUSY_FACTOR * options["seconds"])
    recorded = inputs_of_tests(programs[0], options["tests"], budget.part(WATCHING_SHARE))
    inputs = calls_like([*recorded, *(one.splitlines() for one in options["inputs"])], programs)
    # Half of what is left for the first, and all that is left then for the second.
    outcomes = [
        {one.lines: one.outcome for one in played_twice(program, inputs, None, budget.part(share))}
        for program, share in zip(programs, (0.5, 1.0), strict=True)
    ]
    pairs = [(lines, outcomes[0][lines], outcomes[1][lines]) for lines in inputs if all(lines in o for o in outcomes)]
    Path("agreement.json").write_text(json.dumps(compared(pairs)))


if __name__ == "__main__":
    main()
