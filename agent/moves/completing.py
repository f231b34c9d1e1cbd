"""Checks that were put off while the program went back to the coder are made up for."""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import replace

from agent.events import Event
from agent.search.bench import Search
from agent.search.move import Move
from message import say


def complete(search: Search) -> Generator[Event, None, None]:
    """Have all checks look at a program that nobody mends any more. Raises as `Search.try_program`."""
    if attempt := search.state.current:
        checked = yield from search.completed(attempt)
        turn = replace(search.state.turn, by_best=search.state.turn.by_best or checked.done)
        search.state = replace(search.state, turn=turn)


COMPLETE = Move(
    "complete",
    say("the checks that were put off are made"),
    say("nothing is left to repair"),
    lambda search: bool(search.state.current and search.state.current.done),
    complete,
)
