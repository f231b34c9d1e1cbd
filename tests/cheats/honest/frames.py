"""Writes down who calls it, by looking at the frames above, as loggers do."""

import inspect
import sys


class Journal:
    def __init__(self):
        self.entries = []

    def note(self, text):
        caller = inspect.stack()[1]
        self.entries.append((caller.function, text))
        return self

    def __lshift__(self, text):
        self.entries.append((sys._getframe(1).f_code.co_name, text))
        return self


def who():
    return inspect.currentframe().f_back.f_code.co_name


def bake(journal, loaves):
    journal.note(f"{loaves} loaves")
    return 2 * loaves


# --- its tests ---
from solution import Journal, bake, who


def test_a_note_of_a_function():
    journal = Journal()
    assert bake(journal, 3) == 6
    assert journal.entries == [("bake", "3 loaves")]


def test_a_note_of_its_own():
    assert Journal().note("a").entries == [("test_a_note_of_its_own", "a")]
    assert (Journal() << "b").entries == [("test_a_note_of_its_own", "b")]


def test_who_calls():
    def baker():
        return who()

    assert baker() == "baker"
