"""The whole search: one move after the other."""

from __future__ import annotations

from collections.abc import Generator, Sequence
from itertools import chain

from agent.events import Event, MoveMade
from agent.search.bench import Search
from agent.search.move import Move


# Why: docs/decisions.md, "A search is a table of moves and one loop"
def search_by(moves: Sequence[Move], search: Search) -> Generator[Event, None, None]:
    """Make the moves that apply, from the top of the table to its end, and from the top again after each new answer.

    Raises what conversations and the sandbox raise.
    """
    place, passed = 0, list[Move]()
    while place < len(moves):
        move, turn = moves[place], search.state.turn.number
        is_made = move.applies(search) and (yield from _made(move, passed, search))
        passed = [] if is_made else [*passed, move]
        place = 0 if search.state.turn.number != turn else place + 1


def _made(move: Move, passed: Sequence[Move], search: Search) -> Generator[Event, None, bool]:
    """Make it, and tell so before the first thing that happens in it; whether anything did."""
    made = move.make(search)
    first = next(made, None)
    if first is None:
        return False
    yield MoveMade(move.does, move.where, tuple(dict.fromkeys(one.where for one in passed)))
    yield from chain((first,), made)
    return True
