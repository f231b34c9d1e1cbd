"""Two models hold to their word about a test, and only the person can say who is right."""

from __future__ import annotations

from collections.abc import Generator, Mapping
from dataclasses import replace

from agent.attempts import best
from agent.choosing import choices
from agent.disputes import room
from agent.events import Event
from agent.rulings import given_up
from agent.strategies.base import Search
from agent.strategies.settling import cases_of, failures
from agent.types import Review, TestChange
from languages.types import DroppedTest
from message import joined, say

STANDING = say("The model that writes tests says that it is right, and the one that writes the program that it is not:")


def leave_to_person(search: Search, said: Mapping[str, str]) -> Generator[Event, None, None]:
    """Have the person asked about the tests that alone fail the best program, where the coder disputes each; `said` are
    its reasons. It is the last thing in a search: what reads results afterwards could take the doubt back.

    The seal stays away until the person has answered. None of theirs or of an example is among them, and no more than
    may be left out at all.
    """
    settling, chosen = search.language.settling, best(search.attempts)
    failed = failures(search)
    fixed = search.example_tests | {test.name for test in search.suite.tests if test.source == "user"}
    may = failed.keys() <= said.keys() - fixed and len(failed) <= room(search.suite, search.changes)
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
    if best_now := best(search.attempts):  # which may be another one without them
        doubts = (*best_now.doubts, *(one.reason for one in out))
        search.note(best_now.number, Review(doubts, best_now.unseen))
