"""Tests that try too little are joined by those of somebody who sees none of them.

Where what the program fails of them can't be settled, all stay out, for nobody knows who is wrong.
"""

from __future__ import annotations

from collections.abc import Generator

from agent.deciding.adopting import settle_added
from agent.deciding.voices import write_tests_anew
from agent.events import Event
from agent.search.bench import Search
from agent.search.lacking import lacks_at_most_tests
from agent.search.move import Move
from agent.verdict import lacks_only_grounds
from message import say


def thicken(search: Search) -> Generator[Event, None, None]:
    """Add such tests where too few planted mistakes are noticed, or nothing but examples of the task is tried.

    The program fails those of which it is known that they are right. Raises as `Search.change_tests`.
    """
    before = search.suite
    if (yield from write_tests_anew(search)):
        known = {test.name for test in before.tests}
        added = [test.name for test in search.suite.tests if test.name not in known]
        yield from settle_added(search, added, lambda _: before)


def _is_thin(search: Search) -> bool:
    attempt = search.state.passing
    if not attempt or search.suite.starts or not search.example_tests or not lacks_at_most_tests(search, attempt):
        return False
    weak = any(report.status == "failed" and report.mutation for report in attempt.reports)
    # Where another program differs, examples don't speak, however many tests stand beside them.
    return weak or (not search.state.differing and lacks_only_grounds(attempt, search.language.checks))


THICKEN = Move(
    "thicken",
    say("more tests are written without a look at the first ones"),
    say("the examples of the task are nearly all that is tried"),
    _is_thin,
    thicken,
)
