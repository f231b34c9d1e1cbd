"""The run goes on without a test in which something of Assay's own fell over: it says nothing of any program."""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import replace

from agent.deciding.disputes import room
from agent.events import Event
from agent.search.bench import Search
from agent.search.move import Move
from agent.types import TestChange
from languages.types import DroppedTest, TestCase
from message import say


def leave_out_unjudged(search: Search) -> Generator[Event, None, None]:
    """Go on without those tests of the last attempt that gave no result, where it passes all others.

    No more than may be left out at all, none of the person's, and none that alone tests something: a program that makes
    the kit fall over gets rid of nothing by it.
    """
    attempt = search.attempts[-1]
    messages = {result.name: result.message for result in attempt.verdicts.unjudged}
    out = [test for test in search.suite.tests if test.name in messages and test.source != "user"]
    settling, left = search.language.settling, [test for test in search.suite.tests if test.name not in messages]
    allowed = len(out) <= room(search.suite, search.state.changes) and _about(search.suite.tests) <= _about(left)
    if settling is None or not out or not attempt.verdicts.stands or not allowed:
        return
    dropped = [DroppedTest(test.name, messages[test.name], rules=test.rules) for test in out]
    suite = settling.without(search.suite, [test.name for test in out])
    suite = replace(suite, dropped=(*suite.dropped, *dropped))
    yield from search.change_tests(suite, [TestChange(one.name, "dropped", one.reason) for one in dropped])
    search.state = search.state.with_settled_turn()


def _about(tests: list[TestCase] | tuple[TestCase, ...]) -> set[str]:
    return {about for test in tests if not test.weak for about in test.about}


LEAVE_OUT = Move(
    "leave out",
    say("tests in which the test kit itself fell over are left out"),
    say("the program that came passes all others"),
    lambda search: search.state.turn.candidate is not None,
    leave_out_unjudged,
)
