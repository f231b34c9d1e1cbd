"""Runs inside the sandbox: whether a program and others for the same task give the same for the same calls.

Leaves `agreement.json`: {"same": int, "different": int, "least": int, "telling": [{"lines", "yours", "changed": {}}]},
of what they give and of the first calls with which they differ. Needs the other files of `survivors` beside it.
"""

import ast
import json
import math
import re
import sys
import time
from collections import Counter
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
TELLING, CRASHES = 6, 2  # inputs that are told: where all give something, and where only another program does
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


def compared(found: Sequence[tuple[Lines, Outcome, Sequence[Outcome]]]) -> dict[str, Any]:
    """What is told of calls with what comes of the program and of the others, in the order of the calls."""
    counts = Counter[int]()
    same, different, crashed = 0, [], []
    for lines, ours, outcomes in found:
        giving = {number: theirs for number, theirs in enumerate(outcomes) if shows_something(theirs)}
        if not giving:
            continue
        pair = lines, ours, next(iter(giving.values()))
        if not shows_something(ours):
            is_wrong = 2 * len(giving) > len(outcomes) and ours.get("error", REFUSALS[0]) not in REFUSALS
            crashed += [pair] if is_wrong else []
            continue
        agreeing = [number for number, theirs in giving.items() if alike(visible(ours), visible(theirs))]
        counts.update(agreeing)
        same += bool(agreeing)
        different += [] if agreeing else [pair]
    telling = [*islice(_unlike(different), TELLING), *islice(_unlike(crashed), CRASHES)]
    return {
        "same": same,
        "different": len(different),
        "least": min((counts[number] for number in range(len(found[0][2]))), default=0) if found else 0,
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
    programs = [Path(name).read_text(encoding="utf-8") for name in (PROGRAM, *options["others"])]
    for name in options["others"]:
        Path(name).unlink()  # no program is to find another one
    budget = Budget(options["seconds"], time.monotonic() + BUSY_FACTOR * options["seconds"])
    recorded = inputs_of_tests(programs[0], options["tests"], budget.part(WATCHING_SHARE))
    inputs = calls_like([*recorded, *(one.splitlines() for one in options["inputs"])], programs)
    # Of what is left, each has the same as those that come after it.
    shares = [1 / (len(programs) - number) for number in range(len(programs))]
    ours, *theirs = (
        {one.lines: one.outcome for one in played_twice(program, inputs, None, budget.part(share))}
        for program, share in zip(programs, shares, strict=True)
    )
    known = [lines for lines in inputs if all(lines in outcomes for outcomes in (ours, *theirs))]
    found = [(lines, ours[lines], [outcomes[lines] for outcomes in theirs]) for lines in known]
    Path("agreement.json").write_text(json.dumps(compared(found)))


if __name__ == "__main__":
    main()
