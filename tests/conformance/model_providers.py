"""The models that the conformance suite holds to the contract of `agent.models.base.Model`."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Protocol

from pydantic import SecretStr

from agent.models.base import Model, Prompt
from agent.models.claude import model as claude
from agent.models.demo import DemoModel, recordings
from agent.models.ollama import model as ollama
from agent.models.retry import RetryPolicy
from agent.types import Message
from tests.fakes.anthropic_server import AnthropicServer, FakeClaude
from tests.fakes.ollama_server import FakeModel, OllamaServer
from tests.fakes.ollama_server import Replies as Replies

QUESTION = Prompt((Message("system", "You write Python."), Message("user", "Write f.")))
QUICK = RetryPolicy(first_wait=0.01)
Server = OllamaServer | AnthropicServer


class Provider(Protocol):
    """A kind of model."""

    @contextmanager
    def answering(self) -> Iterator[tuple[Model, Prompt]]:
        """A model with something to ask that it answers."""


class Served(Provider, Protocol):
    """A kind of model behind a server, which a test can script."""

    def server(self, replies: Replies) -> Server: ...

    def model(self, url: str, name: str = "", retries: RetryPolicy = QUICK, between: float = 30.0) -> Model: ...

    @contextmanager
    def answering(self) -> Iterator[tuple[Model, Prompt]]:
        with self.server(lambda _: "def f():\n    return 1\n") as server:
            yield self.model(server.url), QUESTION


class Ollama(Served):
    """`ollama:` models, by the real client."""

    def server(self, replies: Replies) -> OllamaServer:
        return OllamaServer(replies, {"tiny:latest": FakeModel(capabilities=("completion", "thinking"))})

    def model(self, url: str, name: str = "", retries: RetryPolicy = QUICK, between: float = 30.0) -> Model:
        timeouts = ollama.Timeouts(between=between)
        return ollama.OllamaModel(name or "tiny", url, timeouts, retries)


class Claude(Served):
    """`claude:` models, by the real SDK."""

    def server(self, replies: Replies) -> AnthropicServer:
        return AnthropicServer(replies, {"claude-sonnet-5-5": FakeClaude(thinking="adaptive")})

    def model(self, url: str, name: str = "", retries: RetryPolicy = QUICK, between: float = 30.0) -> Model:
        timeouts = claude.Timeouts(between=between)
        return claude.ClaudeModel(name or "claude-sonnet-5-5", SecretStr(AnthropicServer.key), url, timeouts, retries)


class Demo:
    """The recorded answers."""

    @contextmanager
    def answering(self) -> Iterator[tuple[Model, Prompt]]:
        task = recordings()[0].task
        yield DemoModel(), Prompt((Message("user", task),), task=task)


SERVED: list[Served] = [Ollama(), Claude()]
EVERY: list[Provider] = [*SERVED, Demo()]
