"""A model that answers from a list, as the simplest thing that satisfies the protocol."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from agent.errors import ModelUnavailable
from agent.models.base import Delta, ModelFinished, Prompt, TextDelta
from agent.types import Message, Usage
from cancel import Cancel


class ScriptedModel:
    """Gives `replies` one after the other, and then is no longer available. `asked` has every conversation."""

    name = "scripted"

    def __init__(self, *replies: str, cost_usd: float | None = None) -> None:
        self._replies = list(replies)
        self._usage = Usage(10, 5, cost_usd)
        self.asked: list[Sequence[Message]] = []

    def stream(self, prompt: Prompt, cancel: Cancel) -> Iterator[Delta]:
        """See `Model.stream`."""
        cancel.raise_if_set()
        self.asked.append(prompt.messages)
        if not self._replies:
            raise ModelUnavailable("The script is over.", "Write a longer one.")
        yield TextDelta("thinking about it", thinking=True)
        yield TextDelta(self._replies.pop(0))
        yield ModelFinished(self._usage)


def fenced(code: str) -> str:
    """`code` as models like to give it."""
    return f"Here you are:\n\n```python\n{code}\n```\n"
