"""Asking a model: an answer as events, asked again where nothing in it can be used."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from contextlib import nullcontext
from dataclasses import dataclass, field, replace
from typing import Any, TypeVar

import awake
from agent.errors import BudgetExceeded, NoTimeLeft
from agent.events import (
    NONE,
    Event,
    ModelAnswered,
    ModelAsked,
    ModelRestarted,
    ModelStopped,
    ModelText,
    Notice,
    ReplyRejected,
)
from agent.models.base import Delta, Model, ModelBegan, ModelFinished, ModelNotice, Prompt, Restarted, TextDelta
from agent.pace import CHECKS, HURRIED, Pace, about_tokens
from agent.types import Message, Role, Usage
from cancel import Cancel
from errors import Cancelled
from languages.base import Render
from languages.errors import NoUsableReply
from message import say, say_count
from wording import encodable

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
class _Answer:
    """What a model said, of `tokens` with its thoughts, if it `thought`; `cut_off` where that was all it may say."""

    text: str
    thought: bool
    tokens: int
    cut_off: bool

    @property
    def only_thought(self) -> bool:
        """Whether its thoughts left no room for an answer."""
        return self.thought and not self.text.strip()

    def why_useless(self, problem: NoUsableReply) -> str:
        """Why nothing in it can be used, in a sentence."""
        if self.only_thought:
            return say_count(
                "It thought for %(count)s token and answered nothing.",
                "It thought for %(count)s tokens and answered nothing.",
                self.tokens,
            )
        if self.cut_off:
            return say("%(message)s (It was cut off at the model's limit.)", message=problem.message)
        return problem.message

    @property
    def advice(self) -> str:
        """What helps where it never answers; empty where that is nothing special."""
        return say("Pick another model, one that thinks less before it answers.") if self.only_thought else ""


@dataclass(slots=True)
class _Heard:
    """What a model said so far, `since` it was asked: its words, how many characters of thoughts, and what it told of
    its price."""

    since: float
    said: list[str] = field(default_factory=list)
    thoughts: int = 0
    began: ModelBegan = field(default_factory=lambda: ModelBegan(Usage()))

    @property
    def usage(self) -> Usage:
        """About what it took until now."""
        written, read, more = about_tokens(self.thoughts + sum(map(len, self.said))), self.began.read, 0.0
        if read.cost_usd is not None and self.began.usd_per_token is not None:
            more = written * self.began.usd_per_token
        return replace(read, output_tokens=written, cost_usd=None if read.cost_usd is None else read.cost_usd + more)

    def told(self, delta: Delta, role: Role, attempt: int) -> Iterator[Event]:
        """What is told of one more piece."""
        match delta:
            case TextDelta(text, thinking):
                if thinking:
                    self.thoughts += len(text)
                else:
                    self.said.append(text)
                yield ModelText(role, text, thinking, attempt)
            case ModelNotice(text):
                yield Notice(text)
            case Restarted(reason):
                # The model began anew, so what it had said so far is no part of its answer.
                self.said.clear()
                self.thoughts = 0
                yield ModelRestarted(role, reason, attempt)
            case ModelBegan():
                self.began = delta


def _thought(usage: Usage, thoughts: int, words: int) -> int:
    """About how many tokens of an answer were thoughts, by how many characters of it were."""
    return round(usage.output_tokens * thoughts / (thoughts + words)) if thoughts else 0


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
        spare: bool = False,
    ) -> Generator[Event, None, T]:
        """Ask until `parse` can use the answer, at most `tries` times; returns what it made of it.

        `validate` looks at that more closely, may take something out of it, and may refuse it as well.
        Its events belong to `attempt`. `schema` is the JSON schema of an answer that is no prose. What is `spare` isn't
        asked of a run in a hurry, nor waited for.

        Raises `NoUsableReply` with the last reason, `BudgetExceeded`, `Cancelled`, and `ModelError`.
        """
        briefly = False
        for tries_left in reversed(range(tries)):
            # Services refuse half a character, which may come from an answer or from what a program wrote.
            sent = [replace(one, content=encodable(one.content)) for one in messages]
            prompt = Prompt(sent, self.role, self.task, attempt, schema, briefly)
            answer = yield from self._answer(purpose, prompt, spare)
            try:
                return (yield from validate(parse(answer.text)))
            except NoUsableReply as problem:
                reason = answer.why_useless(problem)
                yield ReplyRejected(self.role, reason, attempt)
                if not tries_left:
                    raise self._useless(purpose, reason, tries, answer.advice or problem.advice) from problem
                if answer.only_thought:
                    # The same request again would be thought about as long. Some families think on under a schema.
                    briefly, schema = True, None
                # Services refuse an empty turn.
                whole = f"{reason} {problem.hint}".rstrip()
                again = Message("user", self.render("again", reason=whole, role=self.role))
                messages = [*messages, Message("assistant", answer.text or "(nothing)"), again]
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
        `checks`; None is as many as these take mostly. Somebody in a hurry does without all but the program of an
        `attempt`. Raises `NoTimeLeft` as well.
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
        return (yield from self.ask(purpose, messages, parse, validate, attempt, tries, spare=attempt == NONE))

    def _may_be_spared(self, purpose: str) -> None:
        """Raises `NoTimeLeft` for a run in a hurry."""
        if self.cancel.is_hurried:
            self.pace.left_out.append(purpose)
            raise NoTimeLeft(
                say("The run is set to finish quickly, so the model isn't asked to %(purpose)s.", purpose=purpose)
            )

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

    def _answered(self, end: ModelFinished, heard: _Heard, attempt: int) -> Generator[Event, None, _Answer]:
        text, seconds = "".join(heard.said), awake.now() - heard.since
        thought = _thought(end.usage, heard.thoughts, len(text)) if end.thought is None else end.thought
        self.budget.add(end.usage)
        self.pace.add(self.role, end.usage, seconds, thought)
        yield ModelAnswered(self.role, end.usage, seconds, end.cut_off, attempt, thought)
        return _Answer(text, bool(heard.thoughts), end.usage.output_tokens, end.cut_off)

    def _answer(self, purpose: str, prompt: Prompt, spare: bool) -> Generator[Event, None, _Answer]:
        self.cancel.raise_if_set()
        if spare:
            self._may_be_spared(purpose)
        # Only before a request: what one costs is known when it has been answered.
        self.budget.require()
        attempt = prompt.attempt
        yield ModelAsked(self.role, self.model.name, purpose, prompt.messages[-1].content, attempt)
        heard = _Heard(awake.now())
        with self.cancel.spare(HURRIED) if spare else nullcontext(self.cancel) as token:
            try:
                for delta in self.model.stream(prompt, token):
                    if isinstance(delta, ModelFinished):
                        return (yield from self._answered(delta, heard, attempt))
                    token.raise_if_set()
                    yield from heard.told(delta, self.role, attempt)
            except Cancelled:
                if not spare or self.cancel.is_set:
                    raise
                self.budget.add(heard.usage)
                yield ModelStopped(self.role, HURRIED, attempt, heard.usage, awake.now() - heard.since)
                self._may_be_spared(purpose)
        raise AssertionError("a model's stream ended without ModelFinished")
