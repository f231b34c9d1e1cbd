"""Other voices on tests that a program fails though it was repaired: tests and programs that were written apart.

Nobody could say what such a test should expect, or so many fail that they can't all be settled. So the tests are
written once more, by who sees none of the first, and other programs, by who sees neither tests nor programs.
"""

from __future__ import annotations

from collections.abc import Generator
from contextlib import suppress
from dataclasses import dataclass, field

from agent.attempts import best
from agent.deciding.apart import OTHERS, Apart, agreeing, leeway, written_apart
from agent.deciding.deriving import Silence
from agent.events import Event
from agent.search.bench import Search
from languages.base import Language
from languages.errors import NoUsableReply
from languages.settling import Settling
from languages.types import Suite

ROUNDS = 2
"""In which tests are written anew at most."""


@dataclass(slots=True)
class Heard:
    """So often it was asked for all tests anew (`tests_asked`). The tests in `resisted` stay failed though the program
    was repaired."""

    tests_asked: int = 0
    resisted: set[str] = field(default_factory=set)


def hear_others(search: Search) -> Generator[Event, None, frozenset[str]]:
    """The tests that may be settled now, for there is one voice more, or these weren't in dispute before.

    Only where the person's examples hold and the last attempt fails just as the best one does: else it may still be
    repaired. Raises as `Search.change_tests`; a model that fails has said nothing.
    """
    names = _resisted(search)
    if not names:
        return names
    if len(names) > leeway(search):
        is_heard = (yield from write_tests_anew(search)) or (yield from _is_backed(search))
    elif names - search.memory(Heard).resisted:
        search.memory(Heard).resisted |= names
        is_heard = True
    else:
        is_heard = names <= search.memory(Silence).tests and (yield from another_program(search))
    return names if is_heard else frozenset()


# Why: docs/decisions.md, "Programs and the person's examples outvote a test that no model can speak for"
def write_tests_anew(search: Search) -> Generator[Event, None, bool]:
    """Add the tests that somebody writes who sees none of those so far; whether there are any."""
    settling, strengthening = search.language.settling, search.language.strengthening
    done = search.memory(Heard)
    while settling and strengthening and done.tests_asked < ROUNDS:
        done.tests_asked += 1
        other = yield from search.writer.another(search.suite)
        new = unlike(search.suite, other, search.language) if other else None
        if new and new.tests:
            with suppress(NoUsableReply):
                yield from search.change_tests(strengthening.joined(search.suite, new), [])
                return True
    return False


def _is_backed(search: Search) -> Generator[Event, None, bool]:
    """Whether a program that was written apart gives the same as the best one. Others are asked for until one does."""
    while chosen := best(search.attempts):
        if (yield from agreeing(search, chosen)):
            search.memory(Apart).backed = search.language.same_program(chosen.candidate)
            return True
        if not (yield from another_program(search)):
            return False
    return False


def unlike(suite: Suite, other: Suite, language: Language) -> Suite:
    """Those tests of `other` that aren't in `suite` as well, under whichever name, and that can be asked about."""
    settling = language.settling
    if settling is None:
        return other
    known, asks = _asked(suite, language, settling).values(), _asked(other, language, settling)
    return settling.without(other, [test.name for test in other.tests if asks.get(test.name) in (None, *known)])


def _asked(tests: Suite, language: Language, settling: Settling) -> dict[str, tuple[str, tuple[str, ...]]]:
    """What each test asks, and the values that it expects, by its name; not of one that isn't written as others are."""
    sources, found = language.test_sources(tests), dict[str, tuple[str, tuple[str, ...]]]()
    for test in tests.tests:
        with suppress(NoUsableReply):
            one = settling.expectation(tests, test.name, 1, "")
            # Where it can't be told what is a value, as in what a start shows, all that stands below its name counts.
            body = sources.get(test.name, test.name).partition("\n")[2]
            found[test.name] = (one.text, one.values) if one.values else (body, ())
    return found


def _resisted(search: Search) -> frozenset[str]:
    """The tests that the best attempt and the last one fail alike, if these are all that it fails, and no example."""
    judged, strengthening = [one for one in search.attempts if not one.verdicts.problem], search.language.strengthening
    chosen, held = best(judged), search.example_tests
    if len(judged) < 2 or chosen is None or chosen.verdicts.stands or not held or strengthening is None:
        return frozenset()
    failures = chosen.verdicts.failures
    again = all(failure in judged[-1].verdicts.failures for failure in failures)
    names = frozenset(failure.name for failure in failures)
    # What all programs lack, such as a name or an error, all may have forgotten.
    return names if again and not names & held and all(map(strengthening.is_value, failures)) else frozenset()


# Why: docs/decisions.md, "Programs and the person's examples outvote a test that no model can speak for"
def another_program(search: Search) -> Generator[Event, None, bool]:
    """Whether there is one that was written apart. It becomes an attempt where it passes more tests than the best one,
    and one more is allowed."""
    comparing, number, attempt = search.language.comparing, len(search.memory(Apart).programs), best(search.attempts)
    if comparing is None or attempt is None or search.suite.starts or number >= OTHERS:
        return False
    other = yield from written_apart(search, attempt, comparing, number)
    if other and search.state.attempts_left:
        verdicts = yield from search.sandbox.test(other, search.suite)
        if sum(one.outcome == "passed" for one in verdicts.results) > attempt.passes:
            yield from search.try_program(search.next_number(), other)
    return True
