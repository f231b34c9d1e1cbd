"""Tests in dispute are settled: what they expect is derived again from the task alone, several times."""

from __future__ import annotations

from collections.abc import Generator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from agent.attempts import Attempt, best
from agent.deciding.apart import Apart, agreeing, leeway
from agent.deciding.choosing import as_value, choices
from agent.deciding.deriving import FAILS, PASSES, Case, Silence, derive_all, proves_nothing
from agent.deciding.disputes import Disputes, Ruling, in_dispute, outvoted, ruling, silent
from agent.deciding.rulings import change_of, given_up, left_out, passed_over
from agent.events import NONE, Event
from agent.search.bench import Search
from agent.types import TestChange
from languages.errors import NoUsableReply
from languages.failures import UNKNOWN, Failure
from languages.settling import Settling
from languages.types import DroppedTest, Suite
from message import say

PURPOSE = say("work out again what tests expect")
CANT_BE_ASKED = say("Nobody can be asked about it without being shown what it expects, so it stays as it is.")
CANT_BE_WRITTEN = say("What was worked out again can't be written into it, so it stays as it is.")
OUTVOTED = say(
    "No program gives what it expects: several give the same other result, and your examples come out right."
)


@dataclass(slots=True)
class Disputed(Case):
    """One test in dispute. `message` is what was said of its failure: of one that tries many inputs, that input. `ours`
    is what the program gives instead of its one value, empty where that isn't known.
    """

    message: str = field(kw_only=True)
    ours: str = field(kw_only=True)

    @property
    def name(self) -> str:
        """That of the test."""
        return self.expectation.test

    @property
    def expected(self) -> tuple[str, ...]:
        """What the test says now."""
        return self.expectation.values or (FAILS,)

    @property
    def ruling(self) -> Ruling | None:
        """How it is decided; None while it isn't."""
        # Of a whole test, how it ends says too little: it can be written in many right ways, and in many wrong ones.
        voices = [self.expected, *([(self.ours,)] if self.ours else [])] if self.expectation.values else []
        return ruling(self.expected, self.derived, voices)

    @property
    def is_open(self) -> bool:
        """See `Case.is_open`."""
        return self.ruling is None


def settle(search: Search, said: Mapping[str, str]) -> Generator[Event, None, bool]:
    """Settle the tests that are in dispute now, and judge all attempts anew where that changes some.

    `said` are those that the coder disputes, each with its reason. At most three requests go to the test model for each
    sort of test, and none for one that is decided. Returns whether there were any. Raises as `Conversation.ask` and
    `Search.change_tests`, but for a model that fails: then a test stands.
    """
    settling = search.language.settling
    if settling is None:
        return False
    disputes = _disputes(search, settling, said)
    told = [passed_over(search.suite, name, why, said.get(name, "")) for name, why in disputes.passed_over.items()]
    cases = cases_of(search, settling, disputes.names)
    unasked = [case for case in cases if not case.expectation.text]
    search.memory(Silence).tests |= {case.name for case in unasked}
    if new := [change for change in told if change not in search.state.changes]:
        yield from search.change_tests(search.suite, new)
    yield from derive_all(search, settling, [case for case in cases if case not in unasked], PURPOSE)
    if cases:
        yield from _apply(search, settling, cases, said)
    if len(unasked) < len(cases):
        return True
    return (yield from _leave_out(search, settling))


def _disputes(search: Search, settling: Settling, said: Mapping[str, str]) -> Disputes:
    def is_quoted(name: str) -> bool:
        examples = search.brief.examples if search.brief else ()
        return any(settling.says(search.suite, name, example.given, example.expected) for example in examples)

    so_far = search.attempts, search.suite, search.state.changes
    return in_dispute(*so_far, said, is_quoted, search.language.same_program, leeway(search))


def cases_of(search: Search, settling: Settling, names: Sequence[str]) -> list[Disputed]:
    """These tests, each with what it expects and what the best program gives instead."""
    chosen, cases, number = best(search.attempts), list[Disputed](), 1
    said_of = {one.name: one.message for one in chosen.verdicts.failures} if chosen else {}
    for name in names:
        message = said_of.get(name, "")
        suite, failure = settling.at_input(search.suite, name, message), search.language.failure(message)
        # Its lines are others then.
        expectation = settling.expectation(suite, name, number, message if suite == search.suite else "")
        ours = as_value(settling, expectation, failure.came or failure.error)
        silence = "" if expectation.text else CANT_BE_ASKED
        cases.append(Disputed(number, expectation, silence=silence, message=message, ours=ours))
        number += max(1, len(expectation.values))
    return cases


def _apply(
    search: Search, settling: Settling, cases: Sequence[Disputed], said: Mapping[str, str]
) -> Generator[Event, None, None]:
    """Go on with the tests as they were decided."""
    rulings = {case.name: case.ruling or silent(case.expected, case.silence) for case in cases}
    search.memory(Silence).tests -= {case.name for case in cases if any(map(any, case.derived))}
    suite = search.suite
    for case in cases:
        if rulings[case.name].what == "replaced":
            changed = _replaced(settling, settling.at_input(suite, case.name, case.message), case, rulings[case.name])
            suite = changed or suite
            rulings[case.name] = rulings[case.name] if changed else silent(case.expected, CANT_BE_WRITTEN)
    undecided = [name for name, decided in rulings.items() if decided.what == "dropped"]
    if suite != search.suite:
        nothing = yield from proves_nothing(search, suite)
        rulings |= {name: replace(rulings[name], what="dropped") for name in nothing & rulings.keys()}
    gone = [name for name, decided in rulings.items() if decided.what == "dropped"]
    failed = failures(search)
    out, changes = list[DroppedTest](), list[TestChange]()
    for case in cases:
        decided, failure = rulings[case.name], failed.get(case.name, UNKNOWN)
        changes.append(
            change_of(search.suite, case.expectation, decided, said.get(case.name, ""), settling.readable, failure)
        )
        if one := left_out(search.suite, case.expectation, decided, settling.readable, failure):
            asked_in = settling.at_input(search.suite, case.name, case.message)
            asked = choices(search, settling, asked_in, case.expectation, case.derived, case.ours)
            out.append(replace(one, choices=asked if case.name in gone else ()))
    suite = replace(settling.without(suite, gone), dropped=(*suite.dropped, *out))
    yield from search.change_tests(suite, changes)
    search.state = search.state.left_open([one.reason for one in out if one.name in undecided])


def failures(search: Search) -> dict[str, Failure]:
    """How the best attempt fails its tests, by their names."""
    chosen = best(search.attempts)
    found = chosen.verdicts.failures if chosen else ()
    return {one.name: search.language.failure(one.message) for one in found}


def _leave_out(search: Search, settling: Settling) -> Generator[Event, None, bool]:
    """Go on without the tests of which nobody can say what they should expect, and which programs outvote; whether
    there were any. Only where examples of the person's hold, and within what may be left out."""
    chosen, held, strengthening = best(search.attempts), search.example_tests, search.language.strengthening
    if not held or not search.memory(Silence).tests or chosen is None or strengthening is None:
        return False
    apart = yield from _written_apart(search)
    alike = yield from agreeing(search, chosen)
    judged = [*search.attempts, *apart]
    # Who fails the person's examples has no say.
    tried = [one for one in judged if held.isdisjoint(failure.name for failure in one.verdicts.failures)]
    names = outvoted(chosen, tried, alike, search.language.same_program) & search.memory(Silence).tests
    if len(names) > leeway(search):
        return False
    failed, words = {failure.name: failure for failure in chosen.verdicts.failures}, failures(search)
    # What all programs lack, such as a name or an error, all may have forgotten.
    names = {name for name in names if strengthening.is_value(failed[name])}
    if not names or held & failed.keys():
        return False
    gone = [test for test in search.suite.tests if test.name in names]
    out = [given_up(test, OUTVOTED, words[test.name]) for test in gone]
    suite = settling.without(search.suite, [test.name for test in gone])
    suite = replace(suite, dropped=(*suite.dropped, *out))
    yield from search.change_tests(suite, [TestChange(one.name, "dropped", one.reason) for one in out])
    return True


def _written_apart(search: Search) -> Generator[Event, None, list[Attempt]]:
    """What the tests say of the programs that were written apart."""
    judged = []
    for other in filter(None, search.memory(Apart).programs):
        judged.append(Attempt(NONE, other, (yield from search.sandbox.test(other, search.suite))))
    return judged


def _replaced(settling: Settling, suite: Suite, case: Disputed, decided: Ruling) -> Suite | None:
    """The tests with the one that was derived, or with the values that were; None where they can't be written so."""
    try:
        if PASSES in case.tests:
            return settling.with_test(suite, case.name, case.tests[PASSES][0])
        return settling.with_values(suite, {case.name: decided.values})
    except NoUsableReply:
        return None
