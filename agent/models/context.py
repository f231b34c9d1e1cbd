"""How much a model has to read at once, and whether it can."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from agent.errors import ContextTooLong
from agent.types import Message
from message import say

BYTES_PER_TOKEN = 3
TOKENS_PER_MESSAGE = 16
SMALLEST = 8192
LEAST_REPLY = 1024


@dataclass(frozen=True, slots=True)
class Window:
    """A context window in tokens, and how many of them are left for the reply."""

    size: int
    reply: int


def estimate_tokens(messages: Sequence[Message]) -> int:
    """About how many tokens the messages take; rather too many than too few.

    English and code take about four bytes a token, other scripts about three.
    """
    return sum(len(message.content.encode()) // BYTES_PER_TOKEN + TOKENS_PER_MESSAGE for message in messages)


def choose_window(prompt: int, reply: int, longest: int | None, name: str) -> Window:
    """The window for `prompt` tokens and a reply of up to `reply` tokens; `longest` is the model's own limit.

    Sizes double from `SMALLEST`, because Ollama loads a model anew for each other size.

    Raises `ContextTooLong` if the prompt leaves no room for a reply.
    """
    size = SMALLEST
    while size < prompt + reply:
        size *= 2
    if longest is not None:
        size = min(size, longest)
    room = size - prompt
    if room < LEAST_REPLY:
        raise ContextTooLong(
            say(
                "%(name)s reads at most %(size)s tokens at once; this prompt takes about %(prompt)s, which "
                "leaves too few for an answer.",
                name=name,
                size=size,
                prompt=prompt,
            ),
            say("Shorten the task, or pick a model with a longer context."),
        )
    return Window(size, room)
