"""What is in dispute after an answer of the coder is settled, and other voices are heard on what resists."""

from __future__ import annotations

from collections.abc import Generator, Mapping

from agent.deciding.settling import settle
from agent.deciding.voices import hear_others
from agent.events import Event
from agent.search.bench import Search
from agent.search.move import Move
from message import say


def settle_disputes(search: Search) -> Generator[Event, None, None]:
    """Settle what the coder disputes, and what no program passes. Raises as `settle`."""
    yield from _settled(search, search.state.turn.disputed)


def hear(search: Search) -> Generator[Event, None, None]:
    """Have others write tests or programs as long as there is anybody, and settle with them what resists repair."""
    while names := (yield from hear_others(search)):
        yield from _settled(search, dict.fromkeys(names, ""))


def _settled(search: Search, said: Mapping[str, str]) -> Generator[Event, None, None]:
    if (yield from settle(search, said)):
        search.state = search.state.with_settled_turn()


def _is_answered(search: Search) -> bool:
    return search.state.turn.answered


SETTLE = Move(
    "settle", say("tests in dispute are worked out again"), say("the model has answered"), _is_answered, settle_disputes
)
HEAR = Move(
    "hear others",
    say("other tests and other programs are asked for"),
    say("what fails resists repair"),
    _is_answered,
    hear,
)
