"""Two models hold to their word about a test, and only the person can say who is right."""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import replace

from agent.attempts import best
from agent.deciding.choosing import choices
from agent.deciding.disputes import room
from agent.deciding.rulings import given_up
from agent.deciding.settling import cases_of, failures
from agent.events import Event
from agent.search.bench import Search
from agent.search.move import Move
from agent.types import TestChange
from languages.types import DroppedTest
from message import joined, say

STANDING = say("The model that writes tests says that it is right, and the one that writes the program that it is not:")


def leave_to_person(search: Search) -> Generator[Event, None, None]:
    """Have the person asked about the tests that alone fail the best program, where the coder disputes each, with its
    reasons.

    The seal stays away until the person has answered. None of theirs or of an example is among them, and no more than
    may be left out at all.
    """
    settling, chosen, said = search.language.settling, best(search.attempts), search.state.disputed
    failed = failures(search)
    fixed = search.example_tests | {test.name for test in search.suite.tests if test.source == "user"}
    may = failed.keys() <= said.keys() - fixed and len(failed) <= room(search.suite, search.state.changes)
    if settling is None or chosen is None or not failed or not may:
        return
    out = list[DroppedTest]()
    for case in cases_of(search, settling, list(failed)):
        test = next(one for one in search.suite.tests if one.name == case.name)
        asked = choices(search, settling, search.suite, case.expectation, (), case.ours)
        one = given_up(test, joined(" ", (STANDING, said[case.name])), failed[case.name])
        out.append(replace(one, choices=asked))
    suite = settling.without(search.suite, [one.name for one in out])
    changes = [TestChange(one.name, "dropped", one.reason) for one in out]
    yield from search.change_tests(replace(suite, dropped=(*suite.dropped, *out)), changes)
    search.state = search.state.left_open([one.reason for one in out])


def _is_left_open(search: Search) -> bool:
    attempt = search.state.current
    return bool(search.state.turn.answered and attempt and not attempt.done)


ASK = Move(
    "ask the person",
    say("tests are left for you to decide"),
    say("the model disputes all that still fails"),
    _is_left_open,
    leave_to_person,
)
