"""One thing that may be done in a search, as a value in a table."""

from __future__ import annotations

from collections.abc import Callable, Generator
from dataclasses import dataclass

from agent.events import Event
from agent.search.bench import Search
from message import Sentence


@dataclass(frozen=True, slots=True)
class Move:
    """Something that may be done next: `make` does it, where it `applies`. No move knows another.

    `does` says to people what it does, and `where` it applies. `make` raises what conversations and the sandbox raise.
    """

    name: str
    does: Sentence
    where: Sentence
    applies: Callable[[Search], bool]
    make: Callable[[Search], Generator[Event, None, None]]
