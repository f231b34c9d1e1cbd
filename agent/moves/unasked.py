"""Planted mistakes that change something which the task doesn't speak of, so that nobody can say what is right there.

A program may show more than was asked for. Who sees neither it nor the mistake was asked what has to come of the inputs
that tell both apart, and twice either said that the task doesn't decide it, or wrote a test of all that it asks for,
which both pass. It is a gap of the tests all the same where what differs is named by an example, in what a test looks
for, or as a value by a rule; and who finds most things undecided, or asserts so little that known mistakes get away,
has said nothing.
"""

from __future__ import annotations

from collections.abc import Collection, Generator, Sequence
from contextlib import suppress
from functools import reduce
from itertools import zip_longest

from agent.attempts import Attempt
from agent.deciding.deriving import PASSES
from agent.deciding.disputes import MAJORITY
from agent.deciding.new_tests import NewTest
from agent.events import Event
from agent.search.bench import Search
from languages.errors import NoUsableReply
from languages.settling import UNCLEAR, Settling
from languages.strengthening import Strengthening
from languages.types import CheckReport, Suite

ENOUGH = 0.5  # of known mistakes that tests of all that is asked for have to notice


# Why: docs/decisions.md, "A survivor doesn't count where no input shows it, or the task doesn't decide it"
def unasked(
    search: Search,
    attempt: Attempt,
    weak: CheckReport,
    cases: Sequence[NewTest],
    settling: Settling,
    strengthening: Strengthening,
) -> Generator[Event, None, frozenset[str]]:
    """The digests of such mistakes, which no test that was derived for these inputs notices."""
    undecided = _undecided(cases)
    named = strengthening.named(search.suite, *said_of(search))
    candidates = _unnamed(weak, {case.source for case in undecided}, named)
    started = [case for case in undecided if not case.expectation.values]
    before = search.planted_with(attempt, weak)
    for drafts in zip_longest(*(_derived(case, settling) for case in started)):
        if not candidates:
            break
        tests = reduce(strengthening.joined, filter(None, drafts))
        known = [*candidates, *weak.noticed]
        job = strengthening.kill_job(attempt.candidate, before, tests, known, search.brief)
        noticed = set(strengthening.read_kills((yield from search.sandbox.run(job))))
        says_much = len(noticed & set(weak.noticed)) >= max(1, ENOUGH * len(weak.noticed))
        candidates = {name: digest for name, digest in candidates.items() if says_much and name not in noticed}
    return frozenset(candidates.values())


def _unnamed(weak: CheckReport, undecided: Collection[str], named: frozenset[str]) -> dict[str, str]:
    """The names of mistakes that only these inputs tell apart, and by nothing that is `named`, each with its digest."""
    counted = {name for one in weak.inputs if one.source not in undecided for name in one.mutants}
    differences = [one for telling in weak.inputs for one in telling.differences]
    counted |= {one.mutant for one in differences if not one.words or not named.isdisjoint(one.words)}
    return {one.mutant: one.program for one in differences if one.mutant not in counted}


def _undecided(cases: Sequence[NewTest]) -> list[NewTest]:
    """Those of which everybody who said something, twice at least, said nothing that decides more."""
    unclear = [case for case in cases if _everybody_says(case, UNCLEAR)]
    decided = [case for case in cases if case.expectation.values and case.agreed]
    kept = unclear if len(unclear) <= len(decided) else []
    return [*kept, *(case for case in cases if _everybody_says(case, PASSES))]


def _everybody_says(case: NewTest, answer: str) -> bool:
    said = list(filter(any, case.derived))
    if case.shared in said:
        said.remove(case.shared)  # that another program gives something doesn't say that it has to
    return len(said) >= MAJORITY and set(said) == {(answer,)}


def _derived(case: NewTest, settling: Settling) -> list[Suite]:
    found = list[Suite]()
    for one in case.tests[PASSES]:
        with suppress(NoUsableReply):
            found.append(settling.with_test(case.draft, case.name, one))
    return found


def said_of(search: Search) -> tuple[str, str]:
    """What was said of the program, and what its examples expect."""
    brief = search.brief
    rules, decided, examples = (brief.rules, brief.assumptions, brief.examples) if brief else ((), (), ())
    said = [search.request.task, *(text for one in rules for text in (one.rule, one.words))]
    said += [text for one in decided for text in (one.question, one.chosen, one.example)]
    expected: Collection[str] = [text for one in examples for text in (one.given, one.expected, one.words)]
    return "\n".join(said), "\n".join([*expected, *search.request.examples])
