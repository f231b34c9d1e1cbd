"""Tests are made stronger: inputs that tell planted mistakes from the program become tests, answered from the task.

Source of the idea: Foster et al., "Mutation-Guided LLM-based Test Generation at Meta" (ACH), 2025: a new test is
kept only if it passes on the program and fails on the mistake. What is expected comes from the task, never from the
program alone: it is worked out several times, once by another program that was written apart from it. So a test that
the program fails shows a bug.
"""

from __future__ import annotations

from collections.abc import Collection, Generator, Sequence
from dataclasses import dataclass, field, replace
from functools import reduce

from agent.attempts import Attempt
from agent.deciding.apart import written_apart
from agent.deciding.deriving import FAILS, derive_all
from agent.deciding.new_tests import (
    NewTest,
    answered,
    ask_for_inputs,
    asked_of_person,
    ends,
    is_question,
    new_tests,
)
from agent.events import Event, TestsChanged
from agent.moves.unasked import said_of, unasked
from agent.search.bench import Search
from agent.search.lacking import weak_reports
from agent.search.move import Move
from agent.types import TestChange
from languages.settling import Settling
from languages.strengthening import Strengthening
from languages.types import CheckReport, Suite
from message import joined, say

ROUNDS = 2
PURPOSE = say("work out what stronger tests expect")
MISSED = say("It notices a mistake that was planted in the program and that no other test noticed.")
WRONG = say("For this input, the program gives something else than the task asks for, worked out several times.")
LOOK = say(
    "Tests that were written for this from the task alone fail. Look whether the program does what you mean here."
)
SHARED = say("A second program, written without seeing yours, gives the same here.")
OPEN = say("It would tell a planted mistake from the program, but the task doesn't say what is right here.")


@dataclass(slots=True)
class Strengthened:
    """So many `rounds` there were; what is right for the inputs `tried` was asked, and whether others were `sought`."""

    rounds: int = 0
    tried: set[str] = field(default_factory=set)
    sought: bool = False


# Why: docs/decisions.md, "Stronger tests are answered from the task, and the coder says only what to try"
def strengthen(search: Search) -> Generator[Event, None, None]:
    """Add tests where too few planted mistakes are noticed, and nothing else keeps the best attempt from its verdict.

    The program may fail a new test, which shows a bug. At most `ROUNDS` in a search, each with at most three requests
    for each sort of test, and one before them where the tests' own inputs show too little. Raises as
    `Search.change_tests`.
    """
    settling, strengthening = search.language.settling, search.language.strengthening
    done = search.memory(Strengthened)
    while settling and strengthening and (found := _weak(search)):
        attempt, weak = found
        if not done.sought and not _suffice(weak, search):
            done.sought = True
            # Of programs that are started, inputs alone told nothing apart that widening hadn't.
            if not search.state.inputs_asked and not search.suite.starts:
                yield from ask_for_inputs(search, strengthening)
            if search.suite.inputs:
                yield from search.check_again()
            continue
        inputs = [one for one in weak.inputs if one.source not in done.tried]
        if not inputs:
            break
        done.rounds += 1
        done.tried.update(one.source for one in inputs)
        cases = new_tests(search.suite, inputs, settling, strengthening, "\n".join(said_of(search)))
        yield from _share(search, attempt, cases, strengthening)
        yield from derive_all(search, settling, cases, PURPOSE)
        unspoken = yield from unasked(search, attempt, weak, cases, settling, strengthening)
        suite = replace(search.suite, unasked=(*search.suite.unasked, *sorted(unspoken)))
        search.state = replace(search.state, suite=suite)
        if not (yield from _add(search, attempt, weak, cases, settling, strengthening)):
            if not unspoken:
                break
            yield TestsChanged(search.suite, ())
            yield from search.check_again()


def _weak(search: Search) -> tuple[Attempt, CheckReport] | None:
    """What could be verified if its tests were stronger, with what says that they are too weak."""
    attempt = search.state.passing
    reports = weak_reports(search, attempt) if attempt else []
    weak = next((one for one in reports if one.mutation), None)
    return (attempt, weak) if attempt and weak and search.memory(Strengthened).rounds < ROUNDS else None


def _suffice(weak: CheckReport, search: Search) -> bool:
    """Whether enough would be noticed if all were that inputs tell apart."""
    told = {mutant for one in weak.inputs for mutant in one.mutants}
    counted, caught = (weak.mutation.counted, weak.mutation.caught) if weak.mutation else (0, 0)
    return caught + len(told) >= search.request.limits.mutation_score * counted


def _share(
    search: Search, attempt: Attempt, cases: Sequence[NewTest], strengthening: Strengthening
) -> Generator[Event, None, None]:
    """Have another program, that was written apart, say of these what it gives, if it gives the same.

    Not of those that start it: what two programs show is worded in two ways.
    """
    comparing, calls = search.language.comparing, [case for case in cases if not case.draft.starts]
    if not calls or not comparing:
        return
    if other := (yield from written_apart(search, attempt, comparing)):
        drafts = reduce(strengthening.joined, (case.draft for case in calls))
        verdicts = yield from search.sandbox.test(other, drafts)
        passed = {result.name for result in verdicts.results if result.outcome == "passed"}
        for case in calls:
            if case.name in passed:
                case.share()


def _add(
    search: Search,
    attempt: Attempt,
    weak: CheckReport,
    cases: Sequence[NewTest],
    settling: Settling,
    strengthening: Strengthening,
) -> Generator[Event, None, bool]:
    """Go on with the tests that are worth it; whether there were any."""
    said = {case.name: one for case in cases if (one := answered(case, settling, strengthening))}
    new = reduce(strengthening.joined, said.values()) if said else None
    failing, kept = frozenset[str](), frozenset[str]()
    if new:
        passing, failing = yield from ends(search, attempt, new)
        noticing = [case for case in cases if case.name in passing]
        kept = failing | (yield from _noticing(search, attempt, weak, new, noticing, settling, strengthening))
    suite = _with(search.suite, new, kept, settling, strengthening)
    dropped = [
        asked_of_person(search, settling, case, LOOK if case.said_twice == (FAILS,) else OPEN)
        for case in cases
        if is_question(case)
    ]
    if kept or dropped:
        shared = {case.name for case in cases if case.shared and case.agreed == case.shared}
        changes = _changes(kept, failing, shared)
        yield from search.change_tests(replace(suite, dropped=(*suite.dropped, *dropped)), changes)
        fails = {case.name for case in cases if case.said_twice == (FAILS,)}
        search.state = search.state.left_open([one.reason for one in dropped if one.name in fails])
    return bool(kept)


def _noticing(
    search: Search,
    attempt: Attempt,
    weak: CheckReport,
    new: Suite,
    passing: Sequence[NewTest],
    settling: Settling,
    strengthening: Strengthening,
) -> Generator[Event, None, set[str]]:
    """Those tests that notice one of the mistakes that they were made for."""
    if not passing:
        return set()
    names = {case.name for case in passing}
    # Alone, for the tests so far notice some of these mistakes as well.
    alone = settling.without(new, [test.name for test in new.tests if test.name not in names])
    mutants = sorted({mutant for case in passing for mutant in case.mutants})
    before = search.planted_with(attempt, weak)
    job = strengthening.kill_job(attempt.candidate, before, alone, mutants, search.brief)
    killed = set(strengthening.read_kills((yield from search.sandbox.run(job))))
    return {case.name for case in passing if killed & set(case.mutants)}


def _with(
    suite: Suite, new: Suite | None, kept: Collection[str], settling: Settling, strengthening: Strengthening
) -> Suite:
    if new is None or not kept:
        return suite
    return strengthening.joined(
        suite, settling.without(new, [test.name for test in new.tests if test.name not in kept])
    )


def _changes(kept: Collection[str], failing: Collection[str], shared: Collection[str]) -> list[TestChange]:
    """A test that the program fails is as good as settled: nobody may dispute it any more."""

    def reason(name: str) -> str:
        return WRONG if name in failing else joined(" ", (MISSED, SHARED)) if name in shared else MISSED

    added = [TestChange(name, "added", reason(name)) for name in sorted(kept)]
    return [*added, *(TestChange(name, "confirmed", WRONG) for name in sorted(failing))]


STRENGTHEN = Move(
    "strengthen",
    say("inputs that show planted mistakes become tests"),
    say("too few planted mistakes are noticed"),
    lambda search: _weak(search) is not None,
    strengthen,
)
