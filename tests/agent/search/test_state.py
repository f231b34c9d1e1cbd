"""What is known in a search: each state is a value of its own, and keeps what belongs together in step."""

from __future__ import annotations

from dataclasses import replace

import pytest

from agent.attempts import Attempt
from agent.search.state import State, Turn
from agent.types import Ground, Review
from languages.python.candidates import program
from languages.python.language import PYTHON
from languages.types import Suite, Verdicts

ONE, OTHER = program("def a():\n    return 1\n"), program("def a():\n    return 2\n")
BEGINNING = State(PYTHON.same_program, 2, Suite({}, ()))
NUMBERED = BEGINNING.with_number().with_number()
FIRST, SECOND = (Attempt(number, one, Verdicts((), 0.0)) for number, one in ((1, ONE), (2, OTHER)))
BOTH = NUMBERED.with_attempt(FIRST).with_attempt(SECOND)


def test_numbers_are_given_out_by_the_state_alone_and_each_once() -> None:
    assert (BEGINNING.numbered, NUMBERED.numbered, NUMBERED.attempts_left) == (0, 2, 0)
    with pytest.raises(ValueError, match="no more"):
        NUMBERED.with_number()
    with pytest.raises(ValueError, match="1 is no new number"):
        BEGINNING.with_attempt(FIRST)
    with pytest.raises(ValueError, match="2 is no new number"):
        BOTH.with_attempt(SECOND)


def test_an_attempt_is_changed_in_its_place_and_only_as_it_is_known() -> None:
    changed = replace(FIRST, doubts=("It is wrong.",))
    known = BOTH.with_changed(FIRST, changed)
    assert (known.attempts, BOTH.attempts) == ((changed, SECOND), (FIRST, SECOND))
    with pytest.raises(ValueError, match="not in tuple"):
        known.with_changed(FIRST, SECOND)


def test_what_is_open_stands_against_every_program_beside_what_was_read_in_its_results() -> None:
    read = BOTH.with_review(FIRST, Review(("A blank is left.",))).left_open(["A test is open."])
    assert [one.doubts for one in read.attempts] == [("A blank is left.", "A test is open.")] * 2
    settled = read.with_review(read.attempts[1], Review()).left_open(["Another one is."])
    assert [one.doubts for one in settled.attempts] == [
        ("A blank is left.", "A test is open.", "Another one is."),
        ("A test is open.", "Another one is."),
    ]


def test_a_layout_makes_no_other_program() -> None:
    spoken_for = BOTH.with_ground(program("def a(): return 1\n"), Ground("second", "Another one does the same."))
    assert list(spoken_for.spoken_for) == [PYTHON.same_program(ONE)]
    assert not BOTH.spoken_for


def test_all_that_was_ever_disputed_stays_known() -> None:
    twice = BOTH.with_turn(Turn(1, disputed={"test_a": "It is 1."})).with_turn(Turn(2, disputed={"test_b": "It is 2."}))
    assert (twice.turn.number, twice.disputed) == (2, {"test_a": "It is 1.", "test_b": "It is 2."})
