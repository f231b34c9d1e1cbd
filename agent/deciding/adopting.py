"""Tests that were added are settled where the program fails them, and taken back where that can't be.

They are written from the task alone, as the first ones, so those that the program passes are as good as these; of what
it fails nobody knows at first who is wrong.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Generator, Mapping
from dataclasses import replace

from agent.attempts import best
from agent.deciding.choosing import as_value, choices
from agent.deciding.rulings import given_up
from agent.deciding.settling import failures, settle
from agent.deciding.voices import another_program
from agent.events import Event
from agent.search.bench import Search
from agent.types import TestChange
from languages.failures import Failure
from languages.settling import Settling
from languages.types import Choice, DroppedTest, Suite
from message import Sentence, say

UNSETTLED = say("It was added later and the program fails it; it isn't known which of the two is wrong.")
BESIDE = say("It was added later, together with others that couldn't be settled, so it stays out too.")


def adopt(search: Search, joined: Suite, why: Sentence, settling: Settling) -> Generator[Event, None, list[str]]:
    """Go on with the tests that `joined` has beside those of now, and have them settled; the names of all of them."""
    added = [test.name for test in joined.tests[len(search.suite.tests) :]]
    if added:
        yield from search.change_tests(joined, [TestChange(name, "added", why) for name in added])
        yield from settle_added(search, added, lambda names: settling.without(search.suite, sorted(names)))
    return added


def settle_added(
    search: Search, added: Collection[str], taken_back: Callable[[Collection[str]], Suite]
) -> Generator[Event, None, None]:
    """Have those of the `added` tests settled that the best attempt fails, if need be by other programs.

    `taken_back` gives the tests to go on with, of the names of those that nobody could settle. The program goes on
    failing those of which it is known now that they are right. Raises as `Search.change_tests`.
    """

    def failing() -> set[str]:
        attempt = best(search.attempts)
        return {failure.name for failure in attempt.verdicts.failures} & {*added} if attempt else set()

    if failing():
        yield from settle(search, dict.fromkeys(failing(), ""))
    while failing() and (yield from another_program(search)):
        yield from settle(search, {})
    if unsettled := failing() - search.state.confirmed:
        suite, out = named(search.suite, taken_back(unsettled), failures(search))
        asked = {one.name: _asked(search, one) for one in out}
        suite = replace(suite, dropped=tuple(replace(one, choices=asked.get(one.name, ())) for one in suite.dropped))
        yield from search.change_tests(suite, [TestChange(one.name, "withdrawn", one.reason) for one in out])
        search.state = search.state.left_open([one.reason for one in out if one.name in unsettled])


def _asked(search: Search, one: DroppedTest) -> tuple[Choice, ...]:
    """The answers of a test that goes, and of the program, of which nobody knows which is right."""
    settling = search.language.settling
    if settling is None or not one.came:
        return ()
    expected = settling.expectation(search.suite, one.name, 1, "")
    return choices(search, settling, search.suite, expected, (), as_value(settling, expected, one.came))


def named(before: Suite, after: Suite, failed: Mapping[str, Failure]) -> tuple[Suite, list[DroppedTest]]:
    """`after` with a word on each test that it has no longer, which are given as well; some of these `failed`.

    What was left out of `before` stays told, but where it is back.
    """
    kept = {test.name for test in after.tests}
    gone = [test for test in before.tests if test.name not in kept]
    out = [
        given_up(test, UNSETTLED, failed[test.name]) if test.name in failed else given_up(test, BESIDE) for test in gone
    ]
    told = [one for one in before.dropped if one in after.dropped or one.name not in kept]
    return replace(after, dropped=(*told, *out)), out
