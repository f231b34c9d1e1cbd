"""Tests in dispute are settled: what they expect is derived again from the task alone, several times."""

from __future__ import annotations

from collections.abc import Callable, Generator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from agent.attempts import best
from agent.conversation import T
from agent.disputes import Ruling, asked, in_dispute, never_passed, ruling, silent
from agent.errors import ModelError
from agent.events import Event
from agent.rulings import change_of, left_out
from agent.strategies.base import Search
from agent.types import Message
from agent.validation import LIMITS, worthless
from languages.errors import NoUsableReply
from languages.settling import Expectation, Settling
from languages.types import Suite

FAILS, PASSES = "fails", "passes"


@dataclass(slots=True)
class Case:
    """One test in dispute. `derived` has the values of each derivation, `tests` those that were written in its place.

    Where a whole test is derived, the value that counts is how it ends on the best attempt.
    """

    number: int
    expectation: Expectation
    derived: list[tuple[str, ...]] = field(default_factory=list)
    tests: list[Suite] = field(default_factory=list)

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
        return ruling(self.expected, self.derived)


def settle(search: Search, said: Mapping[str, str]) -> Generator[Event, None, bool]:
    """Settle the tests that are in dispute now, and judge all attempts anew where that changes some.

    `said` are those that the coder disputes, each with its reason. At most three requests go to the test model for each
    sort of test, and none for one that is decided. Returns whether there were any. Raises as `Conversation.ask` and
    `Search.change_tests`, but for a model that fails: then a test stands.
    """
    settling = search.language.settling
    if settling is None:
        return False
    cases = _cases(search, settling, said)
    if not cases:
        return False
    by_value = [case for case in cases if case.expectation.values]
    as_a_whole = [case for case in cases if not case.expectation.values]
    for ask, mine in ((_ask_values, by_value), (_ask_tests, as_a_whole)):
        while open_cases := [case for case in mine if case.ruling is None and case.name not in asked(search.changes)]:
            if not (yield from ask(search, settling, open_cases)):
                break
    yield from _apply(search, settling, cases, said)
    return True


def _cases(search: Search, settling: Settling, said: Mapping[str, str]) -> list[Case]:
    def is_quoted(name: str) -> bool:
        examples = search.brief.examples if search.brief else ()
        return any(settling.says(search.suite, name, example.given, example.expected) for example in examples)

    names = in_dispute(search.attempts, search.suite, search.changes, said, is_quoted, search.language.same_program)
    cases, number = [], 1
    for name in names:
        expectation = settling.expectation(search.suite, name, number)
        cases.append(Case(number, expectation))
        number += max(1, len(expectation.values))
    return [case for case in cases if case.expectation.text]


def _ask_values(search: Search, settling: Settling, cases: Sequence[Case]) -> Generator[Event, None, bool]:
    """One derivation of the values in these tests; whether it gave any."""

    pairs = (zip(case.expectation.numbers, case.expectation.values, strict=True) for case in cases)
    expected = dict(pair for case in pairs for pair in case)

    def read(reply: str) -> Mapping[int, str]:
        values = settling.read_values(reply, expected)
        if not values:
            raise NoUsableReply("It says nothing about any of the answers that it was asked for.")
        return values

    blanks = [f"ANSWER_{number}" for number in expected]
    values = yield from _answer(search, "settle_values", cases, read, blanks=blanks)
    if values is None:
        return False
    for case in cases:
        case.derived.append(tuple(values.get(number, "") for number in case.expectation.numbers))
    return True


def _ask_tests(search: Search, settling: Settling, cases: Sequence[Case]) -> Generator[Event, None, bool]:
    """One derivation of these tests as a whole, each of which is run on the best attempt; whether it gave any."""
    program = any(test.scenario for test in search.suite.tests)
    draft = yield from _answer(
        search,
        "settle_tests",
        cases,
        lambda reply: search.language.read_tests(reply, search.request.task),
        program=program,
    )
    chosen = best(search.attempts)
    if draft is None or chosen is None:
        return False
    for case in cases:
        one, ends = settling.only(draft, case.number), ""
        if one and not (yield from _proves_nothing(search, one)):
            passed = (yield from search.sandbox.test(chosen.candidate, one)).passed
            ends = PASSES if passed else FAILS
            case.tests += [one] if passed else []
        case.derived.append((ends,))
    return True


def _answer(
    search: Search, prompt: str, cases: Sequence[Case], read: Callable[[str], T], **more: object
) -> Generator[Event, None, T | None]:
    """What the test model answers in a conversation of its own; None where that can't be used."""
    render, brief = search.language.render, search.brief
    texts = [case.expectation.text for case in cases]
    ask = render(prompt, task=search.request.task, files=search.looks, brief=brief, texts=texts, **more)
    messages = [Message("system", render("settle_system", brief=brief)), Message("user", ask)]
    try:
        return (yield from search.tester.ask("work out again what tests expect", messages, read, tries=1))
    except (NoUsableReply, ModelError):
        return None


def _proves_nothing(search: Search, suite: Suite) -> Generator[Event, None, set[str]]:
    """The tests of `suite` that pass whatever a program does."""
    runs = []
    for program in search.language.empty_programs():
        runs.append((yield from search.sandbox.test(program, suite, LIMITS)))
    return set(worthless(runs))


def _apply(
    search: Search, settling: Settling, cases: Sequence[Case], said: Mapping[str, str]
) -> Generator[Event, None, None]:
    """Go on with the tests as they were decided."""
    unpassed = never_passed(search.attempts, search.language.same_program)
    rulings = {case.name: case.ruling or silent(case.expected, case.name in unpassed) for case in cases}
    suite = search.suite
    for case in cases:
        if rulings[case.name].what == "replaced":
            changed = _replaced(settling, suite, case, rulings[case.name])
            suite = changed or suite
            rulings[case.name] = rulings[case.name] if changed else replace(rulings[case.name], what="dropped")
    if suite != search.suite:
        nothing = yield from _proves_nothing(search, suite)
        rulings |= {name: replace(rulings[name], what="dropped") for name in nothing & rulings.keys()}
    gone = [name for name, decided in rulings.items() if decided.what == "dropped"]
    out = [left_out(search.suite, case.expectation, rulings[case.name]) for case in cases]
    suite = replace(settling.without(suite, gone), dropped=(*suite.dropped, *filter(None, out)))
    changes = [change_of(search.suite, case.expectation, rulings[case.name], said.get(case.name, "")) for case in cases]
    yield from search.change_tests(suite, changes)


def _replaced(settling: Settling, suite: Suite, case: Case, decided: Ruling) -> Suite | None:
    """The tests with the one that was derived, or with the values that were; None where they can't be written so."""
    try:
        if case.tests:
            return settling.with_test(suite, case.name, case.tests[0])
        return settling.with_values(suite, {case.name: decided.values})
    except NoUsableReply:
        return None
