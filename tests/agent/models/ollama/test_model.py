"""What is particular to Ollama; what all models share is in tests/conformance/test_models.py."""

from __future__ import annotations

import pytest

from agent import errors
from agent.models.base import Delta, ModelFinished, ModelNotice, Prompt, TextDelta
from agent.models.ollama.model import OllamaModel, Timeouts
from agent.models.retry import RetryPolicy
from agent.types import Message
from cancel import Cancel
from languages.brief import schema
from tests.fakes.ollama_server import FakeModel, OllamaServer
from tests.fakes.streaming_server import Reply

QUESTION = [Message("system", "You write Python."), Message("user", "Write f.")]
ONCE = RetryPolicy(tries=1)


def ask(model: OllamaModel, messages: list[Message] = QUESTION) -> list[Delta]:
    return list(model.stream(Prompt(messages), Cancel()))


def server_with(model: FakeModel, reply: str | Reply = "ok") -> OllamaServer:
    return OllamaServer(lambda _: reply, {"tiny:latest": model})


def test_an_answer_can_be_held_to_a_schema() -> None:
    with server_with(FakeModel()) as server:
        for held in (None, schema()):
            list(OllamaModel("tiny", server.url).stream(Prompt(QUESTION, schema=held), Cancel()))
    assert [chat.get("format") for chat in server.chats] == [None, schema()]


def test_the_request_has_the_whole_conversation_and_the_answer_no_price() -> None:
    messages = [*QUESTION, Message("assistant", "def f(): ..."), Message("user", "Repair it.")]
    with server_with(FakeModel()) as server:
        end = ask(OllamaModel("tiny", server.url), messages)[-1]
    sent = server.chats[0]["messages"]
    assert [Message(message["role"], message["content"]) for message in sent] == messages
    assert isinstance(end, ModelFinished)
    assert end.usage.cost_usd is None


@pytest.mark.parametrize(
    ("prompt_bytes", "length", "expected"),
    [(100, 131_072, 8192), (15_000, 131_072, 16_384), (60_000, 131_072, 32_768), (100, 4096, 4096)],
)
def test_the_context_is_chosen_for_prompt_and_reply(prompt_bytes: int, length: int, expected: int) -> None:
    with server_with(FakeModel(context_length=length)) as server:
        ask(OllamaModel("tiny", server.url), [Message("user", "x" * prompt_bytes)])
    options = server.chats[0]["options"]
    assert options["num_ctx"] == expected
    assert 1024 <= options["num_predict"] <= expected - prompt_bytes // 3


@pytest.mark.parametrize(
    ("model", "think", "briefly", "context"),
    [
        (FakeModel(), None, None, 8192),
        (FakeModel(capabilities=("completion", "thinking")), True, False, 16_384),
        (FakeModel(capabilities=("completion", "thinking"), family="gptoss"), "medium", "low", 16_384),
    ],
)
def test_thinking_is_asked_for_as_the_model_takes_it_and_has_room(
    model: FakeModel, think: object, briefly: object, context: int
) -> None:
    with server_with(model) as server:
        ask(OllamaModel("tiny", server.url))
        list(OllamaModel("tiny", server.url).stream(Prompt(QUESTION, briefly=True), Cancel()))
    assert [chat.get("think") for chat in server.chats] == [think, briefly]
    assert server.chats[0]["options"]["num_ctx"] == context


def test_a_model_stays_in_memory_while_a_program_is_checked() -> None:
    with server_with(FakeModel()) as server:
        ask(OllamaModel("tiny", server.url))
    assert server.chats[0]["keep_alive"] == "30m"


def test_the_context_does_not_shrink_because_that_would_load_the_model_again() -> None:
    with server_with(FakeModel()) as server:
        model = OllamaModel("tiny", server.url)
        ask(model, [Message("user", "x" * 30_000)])
        ask(model)
    first, second = (chat["options"]["num_ctx"] for chat in server.chats)
    assert first == second == 16_384


def test_a_prompt_that_does_not_fit_is_told_before_it_is_sent() -> None:
    with server_with(FakeModel(context_length=8192)) as server, pytest.raises(errors.ContextTooLong) as caught:
        ask(OllamaModel("tiny", server.url), [Message("user", "x" * 30_000)])
    assert server.chats == []
    assert "8,192 tokens" in caught.value.message
    assert "longer context" in caught.value.advice


def test_a_cold_load_is_said_and_is_no_hang() -> None:
    timeouts = Timeouts(notice=0.05, first=30, between=0.9)
    with server_with(FakeModel(), Reply("ok", delay=1.2)) as server:
        deltas = ask(OllamaModel("tiny", server.url, timeouts, ONCE))
    assert isinstance(deltas[0], ModelNotice)
    assert "loading" in deltas[0].text
    assert deltas[1] == TextDelta("ok")


def test_a_load_without_end_is_given_up() -> None:
    timeouts = Timeouts(notice=0.05, first=0.2)
    with server_with(FakeModel(), Reply(delay=60)) as server:
        with pytest.raises(errors.TransientModelError, match="stopped"):
            ask(OllamaModel("tiny", server.url, timeouts, ONCE))
        # On a busy machine its time may be up before it could ask for an answer.
        asked = any(request.path == "/api/chat" for request in server.requests)
        assert server.disconnected.wait(30) if asked else not server.disconnected.is_set()


def test_a_missing_model_tells_how_to_get_it() -> None:
    with server_with(FakeModel()) as server, pytest.raises(errors.ModelUnavailable) as caught:
        ask(OllamaModel("qwen3:8b", server.url))
    assert "ollama pull qwen3:8b" in caught.value.advice


@pytest.mark.parametrize("in_mid_stream", [True, False])
@pytest.mark.parametrize(
    ("said", "kind", "in_words"),
    [
        (
            "model requires more system memory (7.5 GiB) than is available (5.2 GiB)",
            errors.ModelUnavailable,
            "smaller model",
        ),
        ("cudaMalloc failed: out of memory", errors.ModelUnavailable, "smaller model"),
        ("the input length exceeds the context length", errors.ContextTooLong, "too long for tiny"),
        ("llama runner process has terminated: exit status 2", errors.TransientModelError, "still running"),
    ],
)
def test_the_servers_errors_in_plain_words(
    said: str, kind: type[errors.ModelError], in_words: str, in_mid_stream: bool
) -> None:
    reply = Reply("half", ending="error", error=said) if in_mid_stream else Reply(status=500, error=said)
    with server_with(FakeModel(), reply) as server, pytest.raises(kind) as caught:
        ask(OllamaModel("tiny", server.url, retries=ONCE))
    assert in_words in f"{caught.value.message} {caught.value.advice}"
    assert caught.value.__cause__ is not None


def test_an_error_that_nobody_knows_is_passed_on_and_not_tried_again() -> None:
    with server_with(FakeModel(), Reply(status=400, error="no such option")) as server:
        with pytest.raises(errors.ModelError, match="no such option"):
            ask(OllamaModel("tiny", server.url))
        assert len(server.chats) == 1


@pytest.mark.parametrize("host", ["http://127.0.0.1:notaport", "ftp://127.0.0.1:1"])
def test_an_address_that_makes_no_sense_is_a_plain_error(host: str) -> None:
    with pytest.raises(errors.ModelUnavailable, match="address") as caught:
        ask(OllamaModel("tiny", host))
    assert "OLLAMA_HOST" in caught.value.advice


NO_HOST = 'Get "https://x/": dial tcp: lookup registry.ollama.ai: no such host'


@pytest.mark.parametrize(
    ("pull", "kind", "message", "advice"),
    [
        (Reply(ending="error", error=NO_HOST), errors.ModelError, "could not reach its library", "Check the internet"),
        (Reply(ending="error", error="write /x: no space left on device"), errors.ModelError, "disk is full", "Make"),
        (Reply(status=500, error="pull model manifest: file does not exist"), errors.UnknownModel, "no model", "libra"),
        (Reply(status=503, error="busy"), errors.TransientModelError, "busy", "still running"),
        (Reply(ending="drop"), errors.TransientModelError, "", "still running"),
        (Reply(ending="truncate"), errors.TransientModelError, "broke off", "still running"),
        (Reply(ending="stall"), errors.TransientModelError, "", ""),
    ],
)
def test_a_pull_that_fails(pull: Reply, kind: type[errors.ModelError], message: str, advice: str) -> None:
    with OllamaServer(lambda _: "ok", pull=pull) as server:
        model = OllamaModel("new", server.url, Timeouts(download=0.5 if pull.ending == "stall" else 60))
        with pytest.raises(kind) as caught:
            list(model.pull(Cancel()))
    assert caught.value.advice
    assert message in caught.value.message
    assert advice in caught.value.advice


def test_a_password_in_the_address_is_never_shown() -> None:
    with pytest.raises(errors.ModelUnavailable) as caught:
        list(OllamaModel("tiny", "http://user:s3cret@127.0.0.1:9").stream(Prompt([Message("user", "hi")]), Cancel()))
    assert "s3cret" not in caught.value.message + caught.value.advice
