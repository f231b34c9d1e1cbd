"""Asking a model: an answer as events, asked again where nothing in it can be used."""

from __future__ import annotations

import time
from collections.abc import Callable, Generator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeVar, assert_never

from agent.errors import BudgetExceeded, NoTimeLeft
from agent.events import NONE, Event, ModelAnswered, ModelAsked, ModelRestarted, ModelText, Notice, ReplyRejected
from agent.models.base import Model, ModelFinished, ModelNotice, Prompt, Restarted, TextDelta
from agent.pace import CHECKS, Pace
from agent.types import Message, Role, Usage
from cancel import Cancel
from languages.base import Render
from languages.errors import NoUsableReply
from message import say

T = TypeVar("T")
Validation = Callable[[T], Generator[Event, None, T]]
TRIES = 3


def _as_it_is(parsed: T) -> Generator[Event, None, T]:
    yield from ()
    return parsed


class Budget:
    """What a run may spend on models, in dollars; `limit_usd` None means any amount."""

    def __init__(self, limit_usd: float | None) -> None:
        self._limit = limit_usd
        self._spent = Usage()

    def add(self, usage: Usage) -> None:
        """Count one answer."""
        self._spent += usage

    def require(self) -> None:
        """Raise `BudgetExceeded` if the limit is reached. What costs nothing never reaches one, not even of zero."""
        cost = self._spent.cost_usd or 0.0
        if self._limit is not None and 0 < cost >= self._limit:
            raise BudgetExceeded(
                say(
                    "The limit of $%(limit)s for this run is reached ($%(cost)s spent).",
                    limit=f"{self._limit:.2f}",
                    cost=f"{cost:.2f}",
                ),
                say("Raise the limit, or pick a cheaper model, and run it again."),
            )


@dataclass(frozen=True, slots=True)
class Conversation:
    """A model in one of its roles, with what the run lets it use."""

    role: Role
    task: str
    model: Model
    render: Render
    budget: Budget
    cancel: Cancel
    pace: Pace = field(default_factory=Pace)

    def ask(
        self,
        purpose: str,
        messages: Sequence[Message],
        parse: Callable[[str], T],
        validate: Validation[T] = _as_it_is,
        attempt: int = NONE,
        tries: int = TRIES,
        schema: Mapping[str, Any] | None = None,
    ) -> Generator[Event, None, T]:
        """Ask until `parse` can use the answer, at most `tries` times; returns what it made of it.

        `validate` looks at that more closely, may take something out of it, and may refuse it as well.
        Its events belong to `attempt`. `schema` is the JSON schema of an answer that is no prose.

        Raises `NoUsableReply` with the last reason, `BudgetExceeded`, `Cancelled`, and `ModelError`.
        """
        for tries_left in reversed(range(tries)):
            reply, cut_off = yield from self._answer(purpose, messages, attempt, schema)
            try:
                return (yield from validate(parse(reply)))
            except NoUsableReply as problem:
                reason = (
                    say("%(message)s (It was cut off at the model's limit.)", message=problem.message)
                    if cut_off
                    else problem.message
                )
                yield ReplyRejected(self.role, reason, attempt)
                if not tries_left:
                    raise self._useless(purpose, reason, tries, problem.advice) from problem
                # Services refuse an empty turn.
                whole = f"{reason} {problem.hint}".rstrip()
                again = Message("user", self.render("again", reason=whole, role=self.role))
                messages = [*messages, Message("assistant", reply or "(nothing)"), again]
        raise AssertionError("unreachable: the last try returns or raises")

    def ask_if_time(
        self,
        purpose: str,
        messages: Sequence[Message],
        parse: Callable[[str], T],
        validate: Validation[T] = _as_it_is,
        tries: int = 1,
        tokens: int | None = None,
        attempt: int = NONE,
        checks: float | None = None,
    ) -> Generator[Event, None, T]:
        """Ask as `ask` for what the run can do without, only where the time left does for a model as slow as this one.

        The answer has about so many `tokens`; None is as many as the longest so far. So many seconds are left to the
        `checks`; None is as many as these take mostly. Raises `NoTimeLeft` as well.
        """
        left = self.cancel.seconds_left - (CHECKS if checks is None else checks)
        seconds = self.pace.seconds_for(self.role, tokens)
        if seconds > left:
            self.pace.left_out.append(purpose)
            raise NoTimeLeft(
                say(
                    "There is no time to %(purpose)s: it would take about %(seconds)s s, and %(left)s s are left.",
                    purpose=purpose,
                    seconds=round(seconds),
                    left=max(0, round(left)),
                )
            )
        return (yield from self.ask(purpose, messages, parse, validate, attempt, tries))

    def _useless(self, purpose: str, reason: str, tries: int, advice: str) -> NoUsableReply:
        return NoUsableReply(
            say(
                "%(name)s was asked %(tries)s times to %(purpose)s, but nothing it answered can be used. %(reason)s",
                name=self.model.name,
                tries=tries,
                purpose=purpose,
                reason=reason,
            ),
            advice or say("Pick another model: a larger one, or one made for programming."),
        )

    def _answer(
        self, purpose: str, messages: Sequence[Message], attempt: int, schema: Mapping[str, Any] | None
    ) -> Generator[Event, None, tuple[str, bool]]:
        self.cancel.raise_if_set()
        # Only before a request: what one costs is known when it has been answered.
        self.budget.require()
        yield ModelAsked(self.role, self.model.name, purpose, messages[-1].content, attempt)
        started = time.monotonic()
        said: list[str] = []
        for delta in self.model.stream(Prompt(messages, self.role, self.task, attempt, schema), self.cancel):
            match delta:
                case TextDelta(text, thinking):
                    if not thinking:
                        said.append(text)
                    yield ModelText(self.role, text, thinking, attempt)
                case ModelNotice(text):
                    yield Notice(text)
                case Restarted(reason):
                    # The model began anew, so what it had said so far is no part of its answer.
                    said.clear()
                    yield ModelRestarted(self.role, reason, attempt)
                case ModelFinished(usage, cut_off):
                    self.budget.add(usage)
                    self.pace.add(self.role, usage, time.monotonic() - started)
                    yield ModelAnswered(self.role, usage, time.monotonic() - started, cut_off, attempt)
                    return "".join(said), cut_off
                case _:
                    assert_never(delta)
        raise AssertionError("a model's stream ended without ModelFinished")
