"""Tests that try too little are joined by those of somebody who sees none of them.

Where what the program fails of them can't be settled, all stay out, for nobody knows who is wrong.
"""

from __future__ import annotations

from collections.abc import Generator

from agent.attempts import Attempt, best
from agent.events import Event
from agent.strategies.adding import settle_added
from agent.strategies.base import Search
from agent.strategies.lacking import lacks_at_most_tests
from agent.strategies.other_voices import write_tests_anew
from agent.verdict import lacks_only_grounds


def thicken(search: Search) -> Generator[Event, None, Attempt | None]:
    """Add such tests where too few planted mistakes are noticed, or nothing but examples of the task is tried.

    Returns the best attempt with what its tests say then; it fails those of which it is known that they are right.
    Raises as `Search.change_tests`.
    """
    attempt, before = best(search.attempts), search.suite
    if not attempt or not _is_thin(search, attempt) or not (yield from write_tests_anew(search)):
        return attempt
    known = {test.name for test in before.tests}
    added = [test.name for test in search.suite.tests if test.name not in known]
    yield from settle_added(search, added, lambda _: before)
    return best(search.attempts)


def _is_thin(search: Search, attempt: Attempt) -> bool:
    if search.suite.starts or not search.example_tests or not lacks_at_most_tests(search, attempt):
        return False
    weak = any(report.status == "failed" and report.mutation for report in attempt.reports)
    # Where another program differs, examples don't speak, however many tests stand beside them.
    return weak or (not search.differing and lacks_only_grounds(attempt, search.language.checks))
