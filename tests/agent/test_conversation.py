"""What a conversation asks for when an answer can't be used."""

from __future__ import annotations

import threading
from collections.abc import Callable

import pytest
from pydantic import SecretStr

from agent.conversation import Budget, Conversation
from agent.errors import BudgetExceeded, NoTimeLeft
from agent.events import Event, ModelAnswered, ModelStopped, ReplyRejected
from agent.models.claude.model import ClaudeModel
from agent.models.ollama.model import OllamaModel
from agent.report import fold
from agent.types import Message
from cancel import Cancel
from languages.errors import NoUsableReply
from languages.registry import language_named
from languages.types import DEFAULT
from tests.agent.models.conftest import plain_environment
from tests.conformance.model_helpers import script
from tests.fakes.anthropic_server import AnthropicServer, FakeClaude
from tests.fakes.ollama_server import FakeModel, OllamaServer
from tests.fakes.streaming_server import Reply

__all__ = ["plain_environment"]  # used by all tests here

CLAUDE = "claude-sonnet-5-5"
ONLY_THOUGHTS = Reply(thinking="Let me think about that. " * 9, cut_off=True)


def thinking_server(*replies: str | Reply) -> OllamaServer:
    return OllamaServer(script(*replies), {"tiny:latest": FakeModel(capabilities=("completion", "thinking"))})


def _text(reply: str) -> str:
    if not reply:
        raise NoUsableReply("The answer is empty.")
    return reply


def asked(server: OllamaServer, events: list[Event], tries: int, parse: Callable[[str], str] = _text) -> str:
    """What comes of asking the server's model under a schema; what happens goes into `events`."""
    model = OllamaModel("tiny", server.url)
    conversation = Conversation("brief", "", model, language_named(DEFAULT).render, Budget(None), Cancel())
    asking = conversation.ask("plan it", [Message("user", "Plan it.")], parse, tries=tries, schema={"type": "object"})
    while True:
        try:
            events.append(next(asking))
        except StopIteration as end:
            return str(end.value)


def test_after_thoughts_without_an_answer_it_is_asked_to_think_less_and_freely() -> None:
    events: list[Event] = []
    with thinking_server(ONLY_THOUGHTS, "{}") as server:
        assert asked(server, events, tries=2) == "{}"
    assert [(chat["think"], chat.get("format")) for chat in server.chats] == [(True, {"type": "object"}), (False, None)]
    (rejected,) = (event for event in events if isinstance(event, ReplyRejected))
    assert rejected.reason == "It thought for 56 tokens and answered nothing."


def test_a_model_that_only_thinks_is_told_apart_from_one_that_is_too_small() -> None:
    with thinking_server(ONLY_THOUGHTS) as server, pytest.raises(NoUsableReply) as problem:
        asked(server, [], tries=2)
    assert "thinks less" in problem.value.advice


def test_what_can_be_spared_is_stopped_at_once_by_a_hurry_and_what_it_cost_is_counted() -> None:
    cancel, events = Cancel(), list[Event]()
    with AnthropicServer(lambda _: Reply("x" * 400, ending="stall"), {CLAUDE: FakeClaude()}) as server:
        model = ClaudeModel(CLAUDE, SecretStr(AnthropicServer.key), server.url)
        talk = Conversation("code", "", model, language_named(DEFAULT).render, Budget(0.0001), cancel)
        asking = talk.ask_if_time("write more", [Message("user", "Write more.")], _text)
        events += (next(asking) for _ in range(1 + 400 // 8))  # the service says nothing more
        threading.Timer(0.05, cancel.hurry).start()
        with pytest.raises(NoTimeLeft, match="isn't asked to write more"):
            events.extend(asking)
    [stopped] = [event for event in events if isinstance(event, ModelStopped)]
    assert (stopped.usage.input_tokens, stopped.usage.output_tokens) == (11 + 4 + 5, 100)
    assert stopped.usage.cost_usd == pytest.approx((11 * 2 + 4 * 2.5 + 5 * 0.1 + 100 * 10) / 1_000_000)
    with pytest.raises(BudgetExceeded):
        talk.budget.require()
    assert fold(events).usage == stopped.usage


def test_half_a_character_is_not_sent() -> None:
    def parse(reply: str) -> str:
        if reply != "{}":
            raise NoUsableReply("Half of one: \ud800.")
        return reply

    with thinking_server("no", "{}") as server:
        assert asked(server, [], tries=2, parse=parse) == "{}"
    assert "Half of one: \ufffd." in str(server.chats[1]["messages"])


def test_thoughts_are_counted_apart_by_their_share_of_what_was_written() -> None:
    events: list[Event] = []
    with thinking_server(Reply("{}" * 20, thinking="Hm. " * 40)) as server:
        asked(server, events, tries=1)
    (answered,) = (event for event in events if isinstance(event, ModelAnswered))
    assert (answered.usage.output_tokens, answered.thought) == (50, 40)
