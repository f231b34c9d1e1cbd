"""A run tells why it does what it does next."""

from __future__ import annotations

from collections.abc import Generator

from agent.events import Event, MoveMade, Notice
from agent.search.bench import Search
from agent.search.loop import search_by
from agent.search.move import Move
from agent.search.state import State, Turn
from languages.python.language import PYTHON
from languages.types import Suite


def move(name: str, applies: bool = True, *, does: int = 1, answers: bool = False) -> Move:
    """One that tells `does` things, and after which the coder has answered, once."""

    def make(search: Search) -> Generator[Event, None, None]:
        for _ in range(does):
            yield Notice(name)
        if answers and not search.state.turn.number:
            search.state = search.state.with_turn(Turn(1))

    return Move(name, f"does {name}", f"where {name}", lambda _: applies, make)


def told(*moves: Move) -> list[Event]:
    search = Search.__new__(Search)
    search.state = State(PYTHON.same_program, 1, Suite({}, ()))
    return list(search_by(moves, search))


def test_each_move_in_which_something_happens_is_told_with_those_before_it() -> None:
    events = told(move("a", applies=False), move("b", does=0), move("c", does=2), move("d"))
    assert events == [
        MoveMade("does c", "where c", ("where a", "where b")),
        Notice("c"),
        Notice("c"),
        MoveMade("does d", "where d"),
        Notice("d"),
    ]


def test_after_an_answer_it_begins_at_the_top() -> None:
    events = told(move("a"), move("b", answers=True))
    assert [event.does for event in events if isinstance(event, MoveMade)] == ["does a", "does b", "does a", "does b"]
