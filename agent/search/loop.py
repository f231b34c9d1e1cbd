"""The whole search: one move after the other."""

from __future__ import annotations

from collections.abc import Generator, Sequence

from agent.events import Event
from agent.search.move import Move
from agent.search.state import Search


# Why: docs/decisions.md, "A search is a table of moves and one loop"
def search_by(moves: Sequence[Move], search: Search) -> Generator[Event, None, None]:
    """Make the moves that apply, from the top of the table to its end, and from the top again after each new answer.

    Raises what conversations and the sandbox raise.
    """
    place = 0
    while place < len(moves):
        move, turn = moves[place], search.turn.number
        if move.applies(search):
            yield from move.make(search)
        place = 0 if search.turn.number != turn else place + 1
