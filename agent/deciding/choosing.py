"""What only the person can say: of what is given, which of several answers is right."""

from __future__ import annotations

from collections.abc import Sequence

from agent.attempts import best
from agent.search.bench import Search
from languages.errors import NoUsableReply
from languages.settling import UNCLEAR, Expectation, Settling
from languages.types import Choice, Suite

MOST = 4
CUT = "..."
"""Stands in what a tool shows of a long value."""


def choices(
    search: Search, settling: Settling, suite: Suite, expected: Expectation, said: Sequence[Sequence[str]], ours: str
) -> tuple[Choice, ...]:
    """The answers to what a test of `suite` expects: its own, those that were `said`, and `ours`, the program's.

    None where a person can't read at least two.
    """
    if len(expected.values) != 1:
        return ()
    values = dict.fromkeys([*expected.values, *(one[0] for one in said if len(one) == 1), ours])
    only = settling.without(suite, [one.name for one in suite.tests if one.name != expected.test])
    found = {
        value: _choice(search, settling, only, expected.test, value) for value in values if value not in ("", UNCLEAR)
    }
    read = tuple(Choice(*one, yours=value == ours) for value, one in found.items() if one)[:MOST]
    return read if len(read) > 1 else ()


def as_value(settling: Settling, expected: Expectation, came: str) -> str:
    """What came instead of the one value that a test expects, as a value of the same kind; empty where it is none."""
    if len(expected.values) != 1 or CUT in came:
        return ""
    return settling.read_values(f"ANSWER_1 = {came}", {1: expected.values[0]}).get(1, "")


def _choice(search: Search, settling: Settling, only: Suite, test: str, value: str) -> tuple[str, str] | None:
    chosen = best(search.attempts)
    try:
        said = settling.with_values(only, {test: (value,)})
    except NoUsableReply:
        return None
    example = search.language.question(chosen.candidate, said) if chosen else None
    return (example.given, example.expected) if example else None
