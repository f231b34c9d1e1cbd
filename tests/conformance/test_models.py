"""What every model keeps to, by the real clients against local servers that speak the protocols."""

from __future__ import annotations

import socket
import threading
import time
from contextlib import closing

import pytest

from agent.errors import ModelError, ModelUnavailable, TransientModelError, UnknownModel
from agent.models.base import ModelBegan, ModelNotice, Restarted, TextDelta
from agent.models.retry import RetryPolicy
from cancel import Cancel
from environment import prepare
from errors import Cancelled
from tests.agent.models.conftest import plain_environment
from tests.conformance.model_helpers import (
    ask,
    cancelled_after,
    drain,
    finished,
    is_notice,
    is_plain,
    is_text,
    never,
    script,
    text,
)
from tests.conformance.model_providers import EVERY, QUESTION, SERVED, Provider, Served
from tests.fakes.socks_server import socks_proxy
from tests.fakes.streaming_server import Reply

__all__ = ["plain_environment"]  # used by all tests here

# What is promised is one second; the rest is for a busy machine.
PROMPTLY = 20.0  # on a busy machine; the servers would be silent for longer
CODE = "def f():\n    return 1\n"


@pytest.fixture(params=EVERY, ids=lambda provider: type(provider).__name__.lower())
def every(request: pytest.FixtureRequest) -> Provider:
    provider: Provider = request.param
    return provider


@pytest.fixture(params=SERVED, ids=lambda provider: type(provider).__name__.lower())
def served(request: pytest.FixtureRequest) -> Served:
    provider: Served = request.param
    return provider


def test_text_streams_in_pieces_and_ends_with_one_finish(every: Provider) -> None:
    with every.answering() as (model, prompt):
        deltas = list(model.stream(prompt, Cancel()))
    assert sum(isinstance(delta, TextDelta) for delta in deltas) > 1
    assert "def " in text(deltas)
    usage = finished(deltas).usage
    assert usage.input_tokens > 0
    assert usage.output_tokens > 0


def test_a_cancelled_token_ends_it_before_anything_is_said(every: Provider) -> None:
    cancel = Cancel()
    cancel.cancel("Stopped by the user.")
    with every.answering() as (model, prompt), pytest.raises(Cancelled, match="Stopped by the user"):
        list(model.stream(prompt, cancel))


def test_a_cancel_between_two_pieces_ends_it(every: Provider) -> None:
    cancel = Cancel()
    with every.answering() as (model, prompt), closing(model.stream(prompt, cancel)) as deltas:  # type: ignore[type-var]
        next(deltas)
        cancel.cancel("Stopped by the user.")
        with pytest.raises(Cancelled, match="Stopped by the user"):
            list(deltas)


def test_a_model_can_be_asked_again(every: Provider) -> None:
    with every.answering() as (model, prompt):
        first, second = (text(list(model.stream(prompt, Cancel()))) for _ in range(2))
    assert first == second


WHOLE = {
    "code": Reply(CODE),
    "nothing": Reply(""),
    "cut off": Reply(CODE, cut_off=True),
    "tags of thinking in the text": Reply(f"<think>Hm.</think>\n{CODE}"),
    "characters split between packets": Reply("naïve 🐍 日本語 ﷽ e\u0301 \u2028 end", bytes_per_write=1),
    "a megabyte": Reply("x = 'ß'\n" * 125_000, piece=4096),
}


@pytest.mark.parametrize("reply", WHOLE.values(), ids=WHOLE)
def test_the_text_arrives_whole_and_it_is_said_where_it_was_cut_off(served: Served, reply: Reply) -> None:
    with served.server(script(reply)) as server:
        deltas = ask(served.model(server.url))
    assert text(deltas) == reply.text
    assert finished(deltas).cut_off is reply.cut_off


def test_thinking_is_kept_apart(served: Served) -> None:
    with served.server(script(Reply(CODE, thinking="What does the user want?"))) as server:
        deltas = ask(served.model(server.url))
    assert text(deltas) == CODE
    assert text(deltas, thinking=True) == "What does the user want?"


def test_cancel_before_the_first_word(served: Served) -> None:
    cancel, asked = Cancel(), threading.Event()

    def silent(_: object) -> Reply:
        asked.set()
        return Reply(delay=60)

    with served.server(silent) as server:
        moment = cancelled_after(asked, cancel)
        with pytest.raises(Cancelled, match="Stopped by the user"):
            drain(served.model(server.url).stream(QUESTION, cancel), asked, never)
        assert time.monotonic() - moment[0] < PROMPTLY
        assert server.disconnected.wait(PROMPTLY)


def test_cancel_in_mid_stream(served: Served) -> None:
    cancel, spoken = Cancel(), threading.Event()
    with served.server(script(Reply("abc", ending="stall"))) as server:
        moment = cancelled_after(spoken, cancel)
        deltas = served.model(server.url).stream(QUESTION, cancel)
        with pytest.raises(Cancelled, match="Stopped by the user"):
            drain(deltas, spoken, is_text)
        assert time.monotonic() - moment[0] < PROMPTLY
        assert server.disconnected.wait(PROMPTLY)


def test_cancel_while_waiting_for_the_next_try(served: Served) -> None:
    cancel, waiting = Cancel(), threading.Event()
    with served.server(script(Reply(status=503))) as server:
        moment = cancelled_after(waiting, cancel)
        deltas = served.model(server.url, retries=RetryPolicy(first_wait=30)).stream(QUESTION, cancel)
        with pytest.raises(Cancelled, match="Stopped by the user"):
            drain(deltas, waiting, is_notice)
        assert time.monotonic() - moment[0] < PROMPTLY
        assert len(server.chats) == 1


def test_closing_the_iterator_ends_the_servers_work(served: Served) -> None:
    with served.server(script(Reply(CODE, ending="stall"))) as server:
        with closing(served.model(server.url).stream(QUESTION, Cancel())) as deltas:  # type: ignore[type-var]
            assert isinstance(next(deltas), ModelBegan | TextDelta)
            assert not server.disconnected.is_set()
        assert server.disconnected.wait(PROMPTLY)


def test_a_server_that_is_down(served: Served) -> None:
    with socket.socket() as unused:
        unused.bind(("127.0.0.1", 0))
        url = f"http://127.0.0.1:{unused.getsockname()[1]}"
    with pytest.raises(ModelUnavailable) as caught:
        ask(served.model(url))
    is_plain(caught.value)
    assert caught.value.missing


@pytest.mark.parametrize("status", [401, 403])
def test_no_access(served: Served, status: int) -> None:
    with served.server(script(Reply(status=status))) as server, pytest.raises(ModelUnavailable) as caught:
        ask(served.model(server.url))
    is_plain(caught.value)
    assert len(server.chats) == 1


def test_a_model_that_is_not_there(served: Served) -> None:
    with served.server(script(CODE)) as server, pytest.raises((UnknownModel, ModelUnavailable)) as caught:
        ask(served.model(server.url, name="no-such-model"))
    is_plain(caught.value)
    assert "no-such-model" in caught.value.message
    assert caught.value.missing


@pytest.mark.parametrize("status", [429, 500, 502, 503, 529])
def test_a_busy_server_is_asked_again(served: Served, status: int) -> None:
    with served.server(script(Reply(status=status), CODE)) as server:
        deltas = ask(served.model(server.url))
    assert text(deltas) == CODE
    assert len(server.chats) == 2
    assert isinstance(deltas[0], ModelNotice)
    assert not any(isinstance(delta, Restarted) for delta in deltas)


def test_the_time_that_a_server_asks_to_wait_is_kept(served: Served) -> None:
    with served.server(script(Reply(status=429, retry_after=1), CODE)) as server:
        start = time.monotonic()
        deltas = ask(served.model(server.url))
    assert time.monotonic() - start >= 1
    assert text(deltas) == CODE


def test_a_server_that_asks_to_wait_too_long_is_not_asked_again(served: Served) -> None:
    with (
        served.server(script(Reply(status=429, retry_after=3600))) as server,
        pytest.raises(TransientModelError) as caught,
    ):
        ask(served.model(server.url))
    assert len(server.chats) == 1
    assert "60 minutes" in caught.value.advice
    is_plain(caught.value)


BROKEN = {
    "overloaded in mid-stream": Reply("half of", ending="error", error="Overloaded, unexpectedly"),
    "connection dropped": Reply("half of", ending="drop"),
    "ended too early": Reply("half of", ending="truncate"),
    "garbage": Reply("half of", ending="garbage"),
}
STALLED = Reply("half of", ending="stall")


@pytest.mark.parametrize("broken", [*BROKEN.values(), STALLED], ids=[*BROKEN, "stalled"])
def test_an_answer_that_broke_off_starts_again(served: Served, broken: Reply) -> None:
    with served.server(script(broken, CODE)) as server:
        deltas = ask(served.model(server.url, between=2.0 if broken is STALLED else 30.0))
        assert broken is not STALLED or server.disconnected.wait(PROMPTLY)
    assert len(server.chats) == 2
    assert sum(isinstance(delta, Restarted) for delta in deltas) == 1
    assert text(deltas) == CODE
    finished(deltas)


@pytest.mark.parametrize("ending", ["drop", "truncate", "garbage"])
def test_a_break_before_the_first_word_is_no_restart(served: Served, ending: str) -> None:
    with served.server(script(Reply(ending=ending), CODE)) as server:  # type: ignore[arg-type]
        deltas = ask(served.model(server.url))
    assert not any(isinstance(delta, Restarted) for delta in deltas)
    assert text(deltas) == CODE


@pytest.mark.parametrize("broken", [Reply(status=503), *BROKEN.values()], ids=["busy", *BROKEN])
def test_it_gives_up_after_the_last_try_in_plain_words(served: Served, broken: Reply) -> None:
    with served.server(script(broken)) as server, pytest.raises(TransientModelError) as caught:
        ask(served.model(server.url))
    assert len(server.chats) == 4
    assert "4 times" in caught.value.message
    is_plain(caught.value)


def test_of_the_web_page_of_a_failed_server_no_markup_is_shown(served: Served) -> None:
    page = "<html>\r\n<head><title>502 Bad Gateway</title></head><body><center>nginx</center></body></html>"
    with (
        served.server(script(Reply(status=502, error=page))) as server,
        pytest.raises(TransientModelError) as caught,
    ):
        ask(served.model(server.url))
    assert "<" not in caught.value.message + caught.value.advice


def test_a_proxy_in_the_environment_does_not_stand_before_loopback(
    served: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("HTTP_PROXY", "http_proxy", "ALL_PROXY", "all_proxy"):
        monkeypatch.setenv(name, "http://127.0.0.1:9")
    for name in ("NO_PROXY", "no_proxy"):
        monkeypatch.setenv(name, "")
    with served.server(script(CODE)) as server:
        with pytest.raises(ModelError):
            ask(served.model(server.url))
        prepare()
        assert text(ask(served.model(server.url))) == CODE


def test_a_desktops_socks_proxy_is_used_for_what_is_elsewhere(served: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    with served.server(script(CODE)) as server:
        port = int(server.url.rpartition(":")[2])
        with socks_proxy(port) as proxy:
            monkeypatch.setenv("ALL_PROXY", f"socks://127.0.0.1:{proxy.port}/")
            for name in ("NO_PROXY", "no_proxy", "all_proxy"):
                monkeypatch.setenv(name, "")  # so that it is taken back, whatever it is set to
                monkeypatch.delenv(name)
            prepare()
            assert text(ask(served.model(f"http://models.example:{port}"))) == CODE
    assert set(proxy.asked) == {"models.example"}
