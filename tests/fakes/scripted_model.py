"""A model that answers from a list, as the simplest thing that satisfies the protocol."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from agent.errors import ModelUnavailable
from agent.models.base import Delta, ModelFinished, Prompt, TextDelta
from agent.types import Message, Usage
from cancel import Cancel


class ScriptedModel:
    """Gives `replies` one after the other, and then is no longer available. `asked` has every conversation.

    What a program shows it reads by `reviews`, as long as there are any, and then finds nothing wrong in it. Asked for
    another program, it writes what of `second` comes next, or at the end the last one again; where there is none, that
    of `replies` with a line more, for a copy is no other program. What isn't scripted doesn't count as `asked`.
    """

    name = "scripted"

    def __init__(
        self,
        *replies: str,
        cost_usd: float | None = None,
        second: str | Sequence[str] = (),
        reviews: Sequence[str] = (),
    ) -> None:
        self._replies = list(replies)
        self._usage = Usage(10, 5, cost_usd)
        self._last, self._reviews = "", list(reviews)
        self._second = [second] if isinstance(second, str) else list(second)
        self.asked: list[Sequence[Message]] = []

    def stream(self, prompt: Prompt, cancel: Cancel) -> Iterator[Delta]:
        """See `Model.stream`."""
        cancel.raise_if_set()
        reply = self._reply(prompt)
        yield TextDelta("thinking about it", thinking=True)
        yield TextDelta(reply)
        yield ModelFinished(self._usage)

    def _reply(self, prompt: Prompt) -> str:
        if prompt.role == "code" and not prompt.attempt:
            no_copy = "\n_ = None\n```".join(self._last.rsplit("```", 1))
            return (self._second.pop(0) if len(self._second) > 1 else "".join(self._second)) or no_copy
        if prompt.role == "review" and not self._reviews:
            return "Nothing is wrong."
        self.asked.append(prompt.messages)
        if prompt.role == "review":
            return self._reviews.pop(0)
        if not self._replies:
            raise ModelUnavailable("The script is over.", "Write a longer one.")
        self._last = self._replies.pop(0)
        return self._last


def fenced(code: str) -> str:
    """`code` as models like to give it."""
    return f"Here you are:\n\n```python\n{code}\n```\n"
