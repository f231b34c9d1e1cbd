"""Runs inside the sandbox: whether two programs for one task give the same for the same calls.

Leaves `agreement.json`: {"same": int, "different": int, "telling": [{"lines", "yours", "changed": {}}], "beyond": []},
of what both give and of the first calls with which they differ; `beyond` are likewise some that don't count, for they
hold something of a sort that no test has there. Needs the other files of `survivors` beside it.
"""

import ast
import json
import math
import re
import sys
import time
from collections.abc import Iterator, Sequence, Set
from itertools import islice
from pathlib import Path
from typing import Any

from .played import Lines, Outcome, starts
from .telling import played_twice
from .varied import Known, constants, in_turns, parted, variations
from .watched import inputs_of_tests
from .workers import BUSY_FACTOR, Budget

CALLS = 400  # of the tests and like theirs
WATCHING_SHARE = 0.3  # of the budget
TELLING, CRASHES = 6, 2  # inputs that are told: where both give something, and where only the second does
BEYOND = 1  # likewise
REFUSALS = ("ValueError", "TypeError")  # what a program ends with that doesn't take an input
PROGRAM = "solution.py"
OPAQUE = re.compile(r"<[\w.]+ |<\w+>")  # as in <coroutine object f>, <function f> or <lambda>

TEXTS = {
    "nothing": r"^\Z",
    "a small letter": r"[^\W\d_A-Z]",
    "a capital": r"[A-Z]",
    "a digit": r"\d",
    "a space": r"\S\s+\S",
    "a space around": r"^\s|\s\Z",
    "another sign": r"[^\w\s]|_",
}

Pair = tuple[Lines, Outcome, Outcome]
Sort = tuple[str, str]


def calls_like(recorded: Sequence[Lines], programs: Sequence[str]) -> list[Lines]:
    """Calls of the tests, and others like them, those that are most alike first."""
    calls = [tuple(lines) for lines in recorded if not starts(lines)]
    # Without ways of writing: that one of them knows more of these proves nothing.
    known = Known([value for program in programs for value in constants(program)])
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


# Why: docs/decisions.md, "Where programs differ, more must agree than differ, but not on what no test has"
def sorts(lines: Lines) -> Iterator[Sort]:
    """Where calls are given something of a sort of its own, such as a number below zero, and of which."""
    for line in lines:
        call = ast.parse(parted(line)[1], mode="eval").body
        if isinstance(call, ast.Call):
            name = ast.unparse(call.func)
            for place, argument in enumerate(call.args):
                yield from _sorts_in(f"{name} {place}", argument)
            for keyword in call.keywords:
                yield from _sorts_in(f"{name} {keyword.arg}", keyword.value)


def _sorts_in(place: str, node: ast.expr) -> Iterator[Sort]:
    match node:
        case ast.UnaryOp(ast.USub(), ast.Constant()):
            yield place, "below zero"
        case ast.Constant(int() | float() as number) if number == 0 and not isinstance(number, bool):
            yield place, "zero"
        case ast.Constant(str() as text):
            yield from ((place, sort) for sort, pattern in TEXTS.items() if re.search(pattern, text))
        case ast.List(items) | ast.Tuple(items) | ast.Set(items):
            yield from _sorts_of_many(place, items)
        case ast.Dict(_, values):
            yield from _sorts_of_many(place, values)


def _sorts_of_many(place: str, items: Sequence[ast.expr]) -> Iterator[Sort]:
    if not items:
        yield place, "nothing"
    if len({ast.dump(item) for item in items}) < len(items):
        yield place, "something twice"
    for item in items:
        yield from _sorts_in(f"{place} []", item)


def compared(pairs: Sequence[Pair], known: Set[Sort]) -> dict[str, Any]:
    """What is told of calls with what comes of both programs, in the order of the calls; of `sorts`, tests have those
    that are `known`."""
    within: list[Pair] = []
    others: list[Pair] = []
    for pair in pairs:
        (within if known >= set(sorts(pair[0])) else others).append(pair)
    giving = [pair for pair in within if _both_give(pair)]
    different = [pair for pair in giving if not alike(visible(pair[1]), visible(pair[2]))]
    crashed = [pair for pair in within if _crashes(pair[1]) and shows_something(pair[2])]
    beyond = [pair for pair in others if _both_give(pair) and not alike(*map(visible, pair[1:]))]
    return {
        "same": len(giving) - len(different),
        "different": len(different),
        "telling": list(map(_told, [*islice(_unlike(different), TELLING), *islice(_unlike(crashed), CRASHES)])),
        "beyond": list(map(_told, beyond[:BEYOND])),
    }


def _both_give(pair: Pair) -> bool:
    return shows_something(pair[1]) and shows_something(pair[2])


def _crashes(outcome: Outcome) -> bool:
    return outcome.get("error", REFUSALS[0]) not in REFUSALS


def _told(pair: Pair) -> dict[str, Any]:
    lines, ours, theirs = pair
    return {"lines": lines, "yours": ours, "changed": {"second": theirs}}


def _unlike(pairs: Sequence[Pair]) -> Iterator[Pair]:
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
    known = {sort for lines in recorded for sort in sorts(lines)}
    Path("agreement.json").write_text(json.dumps(compared(pairs, known)))


if __name__ == "__main__":
    main()
