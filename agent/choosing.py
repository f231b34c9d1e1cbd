"""What only the person can say: of what is given, which of several answers is right."""

from __future__ import annotations

from agent.attempts import best
from agent.strategies.base import Search
from agent.strategies.deriving import Case
from languages.errors import NoUsableReply
from languages.settling import UNCLEAR, Settling
from languages.types import Choice, Suite

MOST = 4


def choices(search: Search, settling: Settling, suite: Suite, case: Case) -> tuple[Choice, ...]:
    """The answers to what `case`, a test of `suite`, expects; none where a person can't read at least two."""
    name, said = case.expectation.test, [case.expectation.values, *case.derived]
    values = dict.fromkeys(one[0] for one in said if len(one) == len(case.expectation.values) == 1)
    only = settling.without(suite, [one.name for one in suite.tests if one.name != name])
    found = (_choice(search, settling, only, name, value) for value in values if value not in ("", UNCLEAR))
    read = tuple(one for one in found if one)[:MOST]
    return read if len(read) > 1 else ()


def _choice(search: Search, settling: Settling, only: Suite, test: str, value: str) -> Choice | None:
    chosen = best(search.attempts)
    try:
        said = settling.with_values(only, {test: (value,)})
    except NoUsableReply:
        return None
    example = search.language.question(chosen.candidate, said) if chosen else None
    return Choice(example.given, example.expected) if example else None
