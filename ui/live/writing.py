"""The tests' sentences while a model still writes them, from its words as they come."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import reduce

from agent.events import NONE, Event, ModelAsked, ModelRestarted, ModelText, ReplyRejected, TestsReady
from languages.base import Language

MOST = 40


@dataclass(frozen=True, slots=True)
class Writing:
    """The first sentences of the answer that was asked for last, and its end, which decides nothing yet."""

    sentences: tuple[str, ...] = ()
    rest: str = ""


NOTHING = Writing()


def going_on(writing: Writing, events: Iterable[Event], language: Language) -> Writing:
    """What is written after some more events. It looks at nothing that came before them."""
    return reduce(lambda known, event: _after(known, event, language), events, writing)


def _after(writing: Writing, event: Event, language: Language) -> Writing:
    match event:
        case ModelText(role="tests", text=text, thinking=False, attempt=of) if (
            of == NONE and len(writing.sentences) < MOST
        ):
            found, rest = language.sentences(writing.rest + text)
            return Writing((*writing.sentences, *found)[:MOST], rest)
        case ModelAsked(role="tests") | ModelRestarted(role="tests") | ReplyRejected(role="tests") | TestsReady():
            return NOTHING
        case _:
            return writing
