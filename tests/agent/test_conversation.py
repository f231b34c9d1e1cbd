"""What a conversation asks for when an answer can't be used."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from agent.conversation import Budget, Conversation
from agent.events import Event, ModelAnswered, ReplyRejected
from agent.models.ollama.model import OllamaModel
from agent.types import Message
from cancel import Cancel
from languages.errors import NoUsableReply
from languages.registry import language_named
from languages.types import DEFAULT
from tests.agent.models.conftest import plain_environment
from tests.conformance.model_helpers import script
from tests.fakes.ollama_server import FakeModel, OllamaServer
from tests.fakes.streaming_server import Reply

__all__ = ["plain_environment"]  # used by all tests here

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
