"""What tests expect is derived from the task alone, by a model that sees neither a program nor what anybody expects."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Generator, Mapping, Sequence
from dataclasses import dataclass, field

from agent.attempts import best
from agent.conversation import T
from agent.deriving import messages
from agent.errors import ModelError
from agent.events import Event
from agent.pace import SHORT
from agent.search.bench import Search
from agent.validation import on_empty_programs, worthless
from errors import AssayError
from languages.errors import NoUsableReply
from languages.settling import Expectation, Settling
from languages.types import Suite
from message import Sentence, joined, say

FAILS, PASSES = "fails", "passes"
STAYS = say("So it stays as it is.")


@dataclass(slots=True)
class Silence:
    """The `tests` of which it was asked what they should expect, and nobody said anything."""

    tests: set[str] = field(default_factory=set)


@dataclass(slots=True)
class Case(ABC):
    """One test of which it is derived what it expects.

    `derived` has the values of each derivation. Where a whole test is derived, the value that counts is how it ends on
    the best attempt, and `tests` has those that ended so. `silence` says why the last derivation gave nothing.
    """

    number: int
    expectation: Expectation
    derived: list[tuple[str, ...]] = field(default_factory=list)
    tests: dict[str, list[Suite]] = field(default_factory=dict)
    silence: Sentence = ""

    @property
    def unwatched(self) -> Sequence[str]:
        """The words of the task beside which no test looks yet; empty where that isn't known."""
        return ()

    @property
    @abstractmethod
    def is_open(self) -> bool:
        """Whether one more derivation could decide it."""


def derive_all(search: Search, settling: Settling, cases: Sequence[Case], purpose: str) -> Generator[Event, None, None]:
    """Derive what each expects as long as it is open, with three requests for each sort of test at most."""
    by_value = [case for case in cases if case.expectation.values]
    as_a_whole = [case for case in cases if not case.expectation.values]
    for derive, mine in ((derive_values, by_value), (derive_tests, as_a_whole)):
        # Each request is about all that is open, so that three do, however many tests there are.
        while open_cases := [case for case in mine if case.is_open]:
            if not (yield from derive(search, settling, open_cases, purpose)):
                break


def derive_values(
    search: Search, settling: Settling, cases: Sequence[Case], purpose: str
) -> Generator[Event, None, bool]:
    """One derivation of the values in these tests; whether it gave any."""

    pairs = (zip(case.expectation.numbers, case.expectation.values, strict=True) for case in cases)
    expected = dict(pair for case in pairs for pair in case)

    def read(reply: str) -> Mapping[int, str]:
        values = settling.read_values(reply, expected)
        if not values:
            raise NoUsableReply(say("It says nothing about any of the answers that it was asked for."))
        return values

    blanks = [f"ANSWER_{number}" for number in expected]
    values = yield from _answer(search, "settle_values", cases, read, purpose, blanks=blanks)
    if values is None:
        return False
    for case in cases:
        case.derived.append(tuple(values.get(number, "") for number in case.expectation.numbers))
    return True


def derive_tests(
    search: Search, settling: Settling, cases: Sequence[Case], purpose: str
) -> Generator[Event, None, bool]:
    """One derivation of these tests as a whole, each of which is run on the best attempt; whether it gave any."""
    program = search.suite.starts
    draft = yield from _answer(
        search,
        "settle_tests",
        cases,
        lambda reply: search.language.read_tests(reply, search.request.task),
        purpose,
        program=program,
        unwatched=[case.unwatched for case in cases],
    )
    chosen = best([attempt for attempt in search.attempts if not attempt.verdicts.problem])
    if draft is None or chosen is None:
        return False
    for case in cases:
        one, ends = settling.only(draft, case.number), ""
        if one and not (yield from proves_nothing(search, one)):
            verdicts = yield from search.sandbox.test(chosen.candidate, one)
            failed = [result.message for result in verdicts.results if result.outcome == "failed"]
            if verdicts.passed or (failed and not any(map(settling.is_broken, failed))):
                ends = PASSES if verdicts.passed else FAILS
                case.tests.setdefault(ends, []).append(one)
        case.derived.append((ends,))
    return True


def _answer(
    search: Search, prompt: str, cases: Sequence[Case], read: Callable[[str], T], purpose: str, **more: object
) -> Generator[Event, None, T | None]:
    """What the test model answers in a conversation of its own; None where that can't be used."""
    texts, task = [case.expectation.text for case in cases], search.request.task
    asked = messages(search.language.render, prompt, task, search.looks, search.brief, texts, **more)
    try:
        # A second try would be told what was wrong with the first, and be no derivation of its own.
        return (yield from search.tester.ask_if_time(purpose, asked, read, tokens=SHORT))
    except NoUsableReply as problem:
        search.memory(Silence).tests.update(case.expectation.test for case in cases)
        _silent(cases, problem)
    except ModelError as problem:
        _silent(cases, problem)
    return None


def _silent(cases: Sequence[Case], problem: AssayError) -> None:
    for case in cases:
        case.silence = joined(" ", (problem.message, STAYS))


def proves_nothing(search: Search, suite: Suite) -> Generator[Event, None, set[str]]:
    """The tests of `suite` that pass whatever a program does."""
    return set(worthless((yield from on_empty_programs(suite, search.language, search.sandbox))))
