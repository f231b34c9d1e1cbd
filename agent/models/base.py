"""What every model can do: stream an answer."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from agent.types import Message, Role, Usage
from cancel import Cancel


@dataclass(frozen=True, slots=True)
class TextDelta:
    """A piece of the answer; `thinking` is what the model says to itself."""

    text: str
    thinking: bool = False


@dataclass(frozen=True, slots=True)
class ModelNotice:
    """Something the user should know while waiting: loading, busy."""

    text: str


@dataclass(frozen=True, slots=True)
class Restarted:
    """The answer broke off and is asked for again: forget the deltas so far."""

    reason: str


@dataclass(frozen=True, slots=True)
class ModelBegan:
    """The answer begins, and so much was used to read the prompt. Each token that is written costs so much more; None
    where nobody knows. Who stops listening knows by it what the answer cost."""

    read: Usage
    usd_per_token: float | None = None


@dataclass(frozen=True, slots=True)
class ModelFinished:
    """The answer's end. `cut_off` is true where the model hit its length limit.

    Of the tokens written, `thought` were thoughts; None where the service doesn't tell them apart.
    """

    usage: Usage
    cut_off: bool = False
    thought: int | None = None


@dataclass(frozen=True, slots=True)
class Prompt:
    """What a model is asked: a conversation, and what it is for.

    `task` is what the run's user wrote, and `attempt` the number of the attempt that the answer is for, 0 for none.
    `schema` is the JSON schema that the answer should keep to, where the model can be held to one. A model that thinks
    should do so `briefly`, or not at all, where its thoughts left no room for the answer.
    """

    messages: Sequence[Message]
    role: Role = "code"
    task: str = ""
    attempt: int = 1
    schema: Mapping[str, Any] | None = None
    briefly: bool = False


Delta = ModelBegan | TextDelta | ModelNotice | Restarted | ModelFinished


@dataclass(frozen=True, slots=True)
class ModelInfo:
    """One model a user can pick. `spec` is what names it; `note` is a plain phrase about it.

    `runs_at` is who has it where that isn't this computer, by name: what a person writes is sent there.
    What isn't `recommendable` is only taken where the user picks it: it can't write programs, or sends them elsewhere.
    """

    spec: str
    label: str
    note: str = ""
    size_bytes: int | None = None
    recommendable: bool = True
    runs_at: str = ""


class Model(Protocol):
    """A language model. One object serves one conversation at a time."""

    @property
    def name(self) -> str:
        """The spec that names it, as in `ollama:qwen3:8b`."""

    def stream(self, prompt: Prompt, cancel: Cancel) -> Iterator[Delta]:
        """Ask, and yield the answer as it comes; exactly one `ModelFinished` ends it.

        Closing the iterator ends the model's work. Retries what is worth it, saying so with
        `ModelNotice` and, where text was already out, `Restarted`.

        Raises `Cancelled` within a second of `cancel` being set, and the `ModelError` family of
        `agent.errors` where there will be no answer.
        """
