"""How a program is searched for: the table of strategies."""

from __future__ import annotations

from collections.abc import Callable, Generator
from dataclasses import dataclass
from functools import partial

from agent.events import Event
from agent.moves import MOVES
from agent.search.bench import Search
from agent.search.loop import search_by
from message import say


@dataclass(frozen=True, slots=True)
class Strategy:
    """One way to search. `title` says it to people; `run` raises what conversations and the sandbox raise."""

    name: str
    title: str
    run: Callable[[Search], Generator[Event, None, None]]


REPAIR = Strategy("repair", say("Write one program, and repair it until it passes"), partial(search_by, MOVES))
STRATEGIES = {strategy.name: strategy for strategy in (REPAIR,)}
