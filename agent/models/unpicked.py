"""What stands where nobody picked a model: for runs that ask none, as those of a program that somebody shared."""

from __future__ import annotations

from collections.abc import Iterator

from agent.errors import ModelUnavailable
from agent.models.base import Delta, Prompt
from cancel import Cancel
from message import say

UNPICKED = ""
"""The spec of no model."""


def nobody_picked() -> ModelUnavailable:
    """That this needs a model."""
    return ModelUnavailable(
        say("No model was picked for this program yet."),
        say("Pick one for it beside “Change it like this”. What is there stays as it is."),
    )


class Unpicked:
    """Answers nothing."""

    name = UNPICKED

    def stream(self, prompt: Prompt, cancel: Cancel) -> Iterator[Delta]:
        """See `Model.stream`. Raises `ModelUnavailable`."""
        raise nobody_picked()
