"""Anthropic's models, through its own SDK.

Source of the protocol: https://platform.claude.com/docs/en/build-with-claude/streaming
"""

from __future__ import annotations

from collections.abc import Generator, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from typing import Any
from urllib.parse import urlsplit

import anthropic
import httpx2
from anthropic import omit, transform_schema
from anthropic.types import (
    AssistantMessageParam,
    MessageDeltaUsage,
    MessageParam,
    OutputConfigParam,
    RawContentBlockDelta,
    RawMessageStreamEvent,
    TextBlockParam,
    ThinkingConfigParam,
    UserMessageParam,
)
from anthropic.types import ModelInfo as ClaudeInfo
from anthropic.types import Usage as ClaudeUsage
from pydantic import SecretStr

from agent.errors import ModelRefused
from agent.models.base import Delta, ModelBegan, ModelFinished, ModelInfo, ModelNotice, Prompt, TextDelta
from agent.models.claude import errors
from agent.models.claude.prices import Tokens, cost_usd
from agent.models.claude.provider import usable
from agent.models.retry import RetryPolicy, with_retries
from agent.models.streaming import HangUp, ThreadedStream
from agent.types import Message, Usage
from cancel import Cancel
from message import joined, say

MOST_REPLY_TOKENS = 32_000
UNKNOWN_REPLY_TOKENS = 8192
THINKING_TOKENS = 8192


@dataclass(frozen=True, slots=True)
class Timeouts:
    """How long to wait, in seconds. While Claude works it sends a ping every few seconds."""

    connect: float = 10.0
    between: float = 120.0


@dataclass(frozen=True, slots=True)
class _Capabilities:
    max_tokens: int
    thinking: ThinkingConfigParam | None
    schemas: bool = False
    """Can be held to a JSON schema."""


class ClaudeModel:
    """A model of Anthropic's, by its id. Only `key` is used to sign in, whatever else the environment holds."""

    def __init__(
        self,
        name: str,
        key: SecretStr | None,
        base_url: str,
        timeouts: Timeouts | None = None,
        retries: RetryPolicy | None = None,
    ) -> None:
        self._name = name
        self._key = key
        self._base_url = base_url
        self._timeouts = timeouts or Timeouts()
        self._retries = retries or RetryPolicy()
        self._capabilities: _Capabilities | None = None

    @property
    def name(self) -> str:
        return f"claude:{self._name}"

    def stream(self, prompt: Prompt, cancel: Cancel) -> Generator[Delta]:
        """See `Model.stream`. `cost_usd` is None for a model without a known price.

        Tokens of a try that broke off aren't counted: their number isn't told.
        """
        if cost_usd(self._name, Tokens()) is None:
            yield ModelNotice(
                say("Nobody knows what %(name)s costs, so no limit in dollars can be kept.", name=self._name)
            )
        yield from with_retries(lambda: self._ask(prompt, cancel), self._retries, cancel)

    def _ask(self, prompt: Prompt, cancel: Cancel) -> Generator[Delta]:
        hang_up = HangUp()
        with ThreadedStream(lambda: self._create(prompt, hang_up), hang_up, cancel) as deltas:
            # The HTTP client watches for silence: it sees the pings, which the SDK doesn't hand on.
            yield from deltas.rest(None)

    def _create(self, prompt: Prompt, hang_up: HangUp) -> Iterator[Delta]:
        """Ask the service; runs in the reading thread."""
        timeout = httpx2.Timeout(self._timeouts.between, connect=self._timeouts.connect)
        with _connected(self._name, self._key, self._base_url, timeout, hang_up) as client:
            capabilities = self._look_up(client)
            events = client.messages.create(
                model=self._name,
                max_tokens=capabilities.max_tokens,
                system=_system(prompt.messages) or omit,
                messages=_turns(prompt.messages),
                thinking=capabilities.thinking or omit,
                output_config=_held_to(prompt.schema) if prompt.schema and capabilities.schemas else omit,
                stream=True,
            )
            yield from _Reply(self._name).read(events)

    def _look_up(self, client: anthropic.Anthropic) -> _Capabilities:
        if self._capabilities is None:
            try:
                self._capabilities = _capabilities(client.models.retrieve(self._name))
            except anthropic.NotFoundError:
                # Gateways may serve messages and no list of models: the request itself will tell.
                self._capabilities = _Capabilities(UNKNOWN_REPLY_TOKENS, None)
        return self._capabilities


def available_models(key: SecretStr | None, base_url: str, seconds: float) -> list[ModelInfo]:
    """The models that the account can use, newest first; each step may take `seconds`.

    Raises the `ModelError` family, as `ClaudeModel.stream`.
    """
    with _connected(say("any model"), key, base_url, httpx2.Timeout(seconds), HangUp()) as client:
        # One page has all that there are, and the newest come first.
        page = client.models.list(limit=100, lifecycle=["active"])
        return [ModelInfo(f"claude:{model.id}", model.display_name, runs_at=_who(base_url)) for model in page.data]


def _who(base_url: str) -> str:
    """Who gets what is sent to this address, by name."""
    host = urlsplit(base_url).hostname or base_url
    return "Anthropic" if host.endswith("anthropic.com") else host


@contextmanager
def _connected(
    name: str, key: SecretStr | None, base_url: str, timeout: httpx2.Timeout, hang_up: HangUp
) -> Iterator[anthropic.Anthropic]:
    """A client whose failures are in plain words, and which asks only once: the retries are ours."""
    value = usable(key)
    with anthropic.DefaultHttpxClient(timeout=timeout, event_hooks=hang_up.hooks()) as http_client:
        try:
            yield anthropic.Anthropic(
                api_key=value,
                base_url=base_url,
                timeout=timeout,
                # Why: docs/decisions.md, "Retries are ours, and a reply is mended only in ways that real replies need"
                max_retries=0,
                http_client=http_client,
                open_telemetry=False,
            )
        except errors.CLIENT_ERRORS as error:
            # A gateway may answer with what it was sent, key and all.
            shown = None if value in str(error) else error
            raise errors.in_plain_words(error, name, value) from shown


def _system(messages: Sequence[Message]) -> list[TextBlockParam]:
    texts = [message.content for message in messages if message.role == "system"]
    return [_cached("\n\n".join(texts))] if texts else []


def _turns(messages: Sequence[Message]) -> list[MessageParam]:
    """The conversation. Its last message is a cache point, because a repair goes on from there."""
    spoken = [message for message in messages if message.role != "system"]
    earlier = [_turn(message, message.content) for message in spoken[:-1]]
    return earlier + [_turn(message, [_cached(message.content)]) for message in spoken[-1:]]


def _turn(message: Message, content: str | list[TextBlockParam]) -> MessageParam:
    if message.role == "assistant":
        return AssistantMessageParam(role="assistant", content=content)
    return UserMessageParam(role="user", content=content)


def _held_to(schema: Mapping[str, Any]) -> OutputConfigParam:
    return {"format": {"type": "json_schema", "schema": transform_schema(dict(schema))}}


def _cached(text: str) -> TextBlockParam:
    return {"type": "text", "text": text, "cache_control": {"type": "ephemeral"}}


def _capabilities(info: ClaudeInfo) -> _Capabilities:
    most = min(info.max_tokens or UNKNOWN_REPLY_TOKENS, MOST_REPLY_TOKENS)
    schemas = info.capabilities is not None and info.capabilities.structured_outputs.supported
    return _Capabilities(most, _thinking(info, most), schemas)


def _thinking(info: ClaudeInfo, max_tokens: int) -> ThinkingConfigParam | None:
    if info.capabilities is None or not info.capabilities.thinking.supported:
        return None
    types = info.capabilities.thinking.types
    # Where a model can choose by itself how long to think, a budget is refused by newer ones.
    if types.adaptive.supported:
        return {"type": "adaptive", "display": "summarized"}
    if types.enabled.supported:
        return {"type": "enabled", "budget_tokens": min(THINKING_TOKENS, max_tokens // 2)}
    return None


@dataclass(slots=True)
class _Reply:
    """What the events of one answer say about it."""

    model: str
    tokens: Tokens = field(default_factory=Tokens)
    stop_reason: str | None = None
    explanation: str = ""
    complete: bool = False

    def read(self, events: Iterable[RawMessageStreamEvent]) -> Iterator[Delta]:
        """The text as it comes, and the end of the answer."""
        for event in events:
            if event.type == "content_block_delta":
                yield from _text(event.delta)
            else:
                self._note(event)
            if event.type == "message_start":
                yield self._beginning()
        yield self._end()

    def _note(self, event: RawMessageStreamEvent) -> None:
        if event.type == "message_start":
            self.model = event.message.model
            self._count(event.message.usage)
        elif event.type == "message_delta":
            self._count(event.usage)
            self.stop_reason = event.delta.stop_reason
            self.explanation = (event.delta.stop_details and event.delta.stop_details.explanation) or ""
        elif event.type == "message_stop":
            self.complete = True

    def _count(self, usage: ClaudeUsage | MessageDeltaUsage) -> None:
        """Take over the counts, which are totals so far; what isn't told hasn't changed."""
        before = self.tokens
        self.tokens = Tokens(
            _known(usage.input_tokens, before.input),
            _known(usage.output_tokens, before.output),
            _known(usage.cache_read_input_tokens, before.cache_read),
            _known(usage.cache_creation_input_tokens, before.cache_write),
            usage.output_tokens_details.thinking_tokens if usage.output_tokens_details else before.thought,
        )

    def _beginning(self) -> ModelBegan:
        read = replace(self.tokens, output=0)
        cost, more = cost_usd(self.model, read), cost_usd(self.model, replace(read, output=1))
        per_token = None if cost is None or more is None else more - cost
        return ModelBegan(Usage(read.prompt, 0, cost), per_token)

    def _end(self) -> ModelFinished:
        if not self.complete:
            raise errors.broke_off()
        if self.stop_reason == "refusal":
            raise ModelRefused(
                joined(" ", (say("%(model)s declined to answer.", model=self.model), self.explanation)),
                say("Describe the task in other words, or pick another model."),
            )
        if self.stop_reason == "model_context_window_exceeded":
            raise errors.too_long(self.model)
        usage = Usage(self.tokens.prompt, self.tokens.output, cost_usd(self.model, self.tokens))
        return ModelFinished(usage, cut_off=self.stop_reason == "max_tokens", thought=self.tokens.thought)


def _text(delta: RawContentBlockDelta) -> Iterator[TextDelta]:
    if delta.type == "text_delta" and delta.text:
        yield TextDelta(delta.text)
    elif delta.type == "thinking_delta" and delta.thinking:
        yield TextDelta(delta.thinking, thinking=True)


def _known(count: int | None, before: int) -> int:
    return before if count is None else count
