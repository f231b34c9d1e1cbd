"""What is particular to Claude; what all models share is in tests/conformance/test_models.py."""

from __future__ import annotations

import logging
import traceback

import pytest
from pydantic import SecretStr

from agent import errors
from agent.models.base import Delta, ModelFinished, Prompt, TextDelta
from agent.models.claude.model import ClaudeModel, Timeouts
from agent.models.claude.prices import Tokens, cost_usd
from agent.models.retry import RetryPolicy
from agent.types import Message
from cancel import Cancel
from languages.brief import schema
from tests.fakes.anthropic_server import AnthropicServer, FakeClaude
from tests.fakes.streaming_server import Reply

QUESTION = [Message("system", "You write Python."), Message("user", "Write f.")]
ONCE = RetryPolicy(tries=1)
NAME = "claude-sonnet-5-5"


def server_with(reply: str | Reply = "ok", model: FakeClaude | None = None) -> AnthropicServer:
    return AnthropicServer(lambda _: reply, {NAME: model or FakeClaude()})


def model_at(server: AnthropicServer, key: str | None = AnthropicServer.key, name: str = NAME) -> ClaudeModel:
    return ClaudeModel(name, SecretStr(key) if key is not None else None, server.url, Timeouts(), ONCE)


def ask(model: ClaudeModel, messages: list[Message] = QUESTION) -> list[Delta]:
    return list(model.stream(Prompt(messages), Cancel()))


def finished(deltas: list[Delta]) -> ModelFinished:
    assert isinstance(deltas[-1], ModelFinished)
    return deltas[-1]


def test_prompt_and_conversation_go_where_the_api_wants_them_with_the_stable_parts_marked_for_the_cache() -> None:
    messages = [*QUESTION, Message("assistant", "def f(): ..."), Message("user", "Repair it.")]
    with server_with() as server:
        ask(model_at(server), messages)
    sent, marked = server.chats[0], {"cache_control": {"type": "ephemeral"}}
    assert sent["stream"] is True
    assert sent["system"] == [{"type": "text", "text": "You write Python."} | marked]
    assert [turn["role"] for turn in sent["messages"]] == ["user", "assistant", "user"]
    assert sent["messages"][-1]["content"][-1] == {"type": "text", "text": "Repair it."} | marked


@pytest.mark.parametrize("able", [True, False])
def test_a_model_that_can_is_held_to_a_schema(able: bool) -> None:
    with server_with(model=FakeClaude(schemas=able)) as server:
        list(model_at(server).stream(Prompt(QUESTION, schema=schema()), Cancel()))
    sent = server.chats[0].get("output_config", {"format": {"schema": None}})["format"]["schema"]
    assert (sent is not None) == able
    if able:
        assert (sent["additionalProperties"], "kind" in sent["required"]) == (False, True)


def test_there_need_not_be_a_system_prompt() -> None:
    with server_with() as server:
        ask(model_at(server), [Message("user", "Write f.")])
    assert "system" not in server.chats[0]


def test_thoughts_are_counted_as_the_service_tells_them_apart() -> None:
    with server_with(Reply("x" * 400, thinking="Hm. " * 40), model=FakeClaude(thinking="adaptive")) as server:
        end = finished(ask(model_at(server)))
    assert (end.usage.output_tokens, end.thought) == (140, 40)
    with server_with("x" * 400) as server:
        assert finished(ask(model_at(server))).thought is None


@pytest.mark.parametrize(
    ("model", "thinking", "max_tokens"),
    [
        (FakeClaude(), None, 32_000),
        (FakeClaude(thinking="adaptive"), {"type": "adaptive", "display": "summarized"}, 32_000),
        (FakeClaude(thinking="enabled"), {"type": "enabled", "budget_tokens": 8192}, 32_000),
        (FakeClaude(max_tokens=8192, thinking="enabled"), {"type": "enabled", "budget_tokens": 4096}, 8192),
    ],
)
def test_what_the_model_can_do_is_asked_of_the_api(model: FakeClaude, thinking: object, max_tokens: int) -> None:
    with server_with(model=model) as server:
        ask(model_at(server))
    assert server.chats[0].get("thinking") == thinking
    assert server.chats[0]["max_tokens"] == max_tokens


def test_a_gateway_without_a_list_of_models_works() -> None:
    with AnthropicServer(lambda _: "ok", lists_models=False) as server:
        assert ask(model_at(server))[1] == TextDelta("ok")
    assert server.chats[0]["max_tokens"] == 8192


def test_tokens_of_the_cache_are_counted_and_paid() -> None:
    with server_with("x" * 400) as server:
        usage = finished(ask(model_at(server))).usage
    assert (usage.input_tokens, usage.output_tokens) == (11 + 4 + 5, 100)
    assert usage.cost_usd == pytest.approx((11 * 2 + 4 * 2.5 + 5 * 0.1 + 100 * 10) / 1_000_000)


@pytest.mark.parametrize(
    ("model", "tokens", "dollars"),
    [
        ("claude-opus-5-5", Tokens(input=1_000_000), 4.0),
        ("claude-opus-5", Tokens(output=1_000_000), 25.0),
        ("claude-haiku-4-5-20251001", Tokens(input=1_000_000, output=1_000_000), 6.0),
        ("claude-sonnet-4-5-20250929", Tokens(cache_read=1_000_000), 0.3),
        ("claude-sonnet-4-0", Tokens(cache_write=1_000_000), 3.75),
        ("claude-haiku-5-5", Tokens(input=100_000), 0.01),
        ("claude-haiku-5-5", Tokens(input=200_000, output=1000), 0.1025),
        *((unknown, Tokens(input=1), None) for unknown in ("claude-opus-5-6", "claude-opus-55", "gpt-5", "")),
    ],
)
def test_prices(model: str, tokens: Tokens, dollars: float | None) -> None:
    assert cost_usd(model, tokens) == (None if dollars is None else pytest.approx(dollars))


@pytest.mark.parametrize(
    ("ending", "kind"),
    [
        ({"stop_reason": "refusal"}, errors.ModelRefused),
        ({"stop_reason": "model_context_window_exceeded"}, errors.ContextTooLong),
        ({"error_type": "overloaded_error"}, errors.TransientModelError),
        ({"error_type": "api_error"}, errors.TransientModelError),
        ({"error_type": "rate_limit_error"}, errors.TransientModelError),
        ({"error_type": "authentication_error"}, errors.ModelUnavailable),
    ],
)
def test_an_answer_that_ends_in_an_error(ending: dict[str, str], kind: type[errors.ModelError]) -> None:
    reply = Reply("half", ending="error" if "error_type" in ending else "done", error="Something", **ending)  # type: ignore[arg-type]
    with server_with(reply) as server, pytest.raises(kind) as caught:
        ask(model_at(server))
    assert caught.value.advice


@pytest.mark.parametrize(
    ("status", "said", "kind", "in_words"),
    [
        (400, "prompt is too long: 210000 tokens > 200000 maximum", errors.ContextTooLong, "longer context"),
        (400, "input length and `max_tokens` exceed context limit", errors.ContextTooLong, "longer context"),
        (400, "Your credit balance is too low to access the Anthropic API.", errors.ModelUnavailable, "billing"),
        (400, "temperature: bad value", errors.ModelError, "temperature: bad value"),
        (401, "invalid x-api-key", errors.ModelUnavailable, "ANTHROPIC_API_KEY"),
        (402, "payment required", errors.ModelUnavailable, "no credit"),
        (403, "no permission", errors.ModelUnavailable, "may not use"),
        (404, "model: gone", errors.UnknownModel, "app.py models"),
        (413, "Request exceeds the maximum size", errors.ContextTooLong, "Shorten"),
        (429, "rate limit", errors.TransientModelError, "too often"),
        (500, "Internal server error", errors.TransientModelError, "problem of its own"),
        (529, "Overloaded", errors.TransientModelError, "overloaded"),
    ],
)
def test_the_services_errors_in_plain_words(
    status: int, said: str, kind: type[errors.ModelError], in_words: str
) -> None:
    with server_with(Reply(status=status, error=said)) as server, pytest.raises(kind) as caught:
        ask(model_at(server))
    assert type(caught.value) is kind
    assert in_words in f"{caught.value.message} {caught.value.advice}"
    assert caught.value.__cause__ is not None


@pytest.mark.parametrize("key", [None, "", "  "])
def test_without_a_key_it_says_how_to_get_one(key: str | None) -> None:
    with server_with() as server, pytest.raises(errors.ModelUnavailable, match="needs an API key") as caught:
        ask(model_at(server, key=key))
    assert "ANTHROPIC_API_KEY" in caught.value.advice
    assert server.requests == []


def test_only_the_key_of_the_settings_is_used(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ANTHROPIC_AUTH_TOKEN", "from-elsewhere")
    monkeypatch.setenv("ANTHROPIC_API_KEY", "from-elsewhere")
    monkeypatch.setenv("ANTHROPIC_BASE_URL", "http://127.0.0.1:9")
    with server_with() as server:
        assert ask(model_at(server))[1] == TextDelta("ok")
        with pytest.raises(errors.ModelUnavailable, match="needs an API key"):
            ask(model_at(server, key=None))
    assert not any("from-elsewhere" in str(request.headers) for request in server.requests)


def shown_of(model: ClaudeModel, caplog: pytest.LogCaptureFixture) -> str:
    """All that a failing call shows anywhere."""
    caplog.set_level(logging.DEBUG)
    with pytest.raises(errors.ModelError) as caught:
        ask(model)
    error: BaseException = caught.value
    return "".join([repr(vars(model)), caught.value.advice, *traceback.format_exception(error), caplog.text])


@pytest.mark.parametrize("key", ["sk-wrong-secret", "sk-wrong-secret\u2026", "sk wrong-secret", "ü-wrong-secret"])
def test_a_wrong_key_shows_nowhere(key: str, caplog: pytest.LogCaptureFixture) -> None:
    with server_with() as server:
        assert "wrong-secret" not in shown_of(model_at(server, key=key), caplog)


def test_a_key_that_a_gateway_sends_back_shows_nowhere(caplog: pytest.LogCaptureFixture) -> None:
    with server_with(Reply(status=400, error=f"bad header {AnthropicServer.key}")) as server:
        shown = shown_of(model_at(server), caplog)
    assert "bad header" in shown
    assert AnthropicServer.key not in shown


def test_a_key_with_a_line_break_at_its_end_is_used_without_it() -> None:
    with server_with() as server:
        assert ask(model_at(server, key=f"{server.key}\n"))[1] == TextDelta("ok")


def test_an_address_that_makes_no_sense_is_a_plain_error() -> None:
    model = ClaudeModel(NAME, SecretStr("key"), "ftp://127.0.0.1:1", retries=ONCE)
    with pytest.raises(errors.ModelUnavailable, match="address"):
        ask(model)
