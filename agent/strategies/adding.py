"""Tests that were added are settled where the program fails them, and taken back where that can't be.

They are written from the task alone, as the first ones, so those that the program passes are as good as these; of what
it fails nobody knows at first who is wrong.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Generator

from agent.attempts import best
from agent.events import Event
from agent.strategies.base import Search
from agent.strategies.other_voices import another_program
from agent.strategies.settling import settle
from languages.types import Suite


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
    if unsettled := failing() - search.confirmed:
        yield from search.change_tests(taken_back(unsettled), [])
