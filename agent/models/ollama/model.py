"""Models that run on the own machine, through Ollama's own client.

Source of the protocol: https://github.com/ollama/ollama/blob/main/docs/api.md
"""

from __future__ import annotations

import ssl
from collections.abc import Generator, Iterator
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass, replace
from functools import cache
from typing import Any, Literal, cast

import httpx
import ollama
import pydantic

from agent.models.base import Delta, ModelFinished, ModelInfo, ModelNotice, Prompt, TextDelta
from agent.models.context import choose_window, estimate_tokens
from agent.models.ollama import errors
from agent.models.ollama.program import host_name, is_here
from agent.models.provider import DownloadStep
from agent.models.retry import RetryPolicy, with_retries
from agent.models.streaming import HangUp, ThreadedStream
from agent.types import Usage
from cancel import Cancel
from message import say

REPLY_TOKENS = 4096
THINKING_TOKENS = 8192
CLOUD = ("-cloud", ":cloud")
"""How names of models end that Ollama hands on to its makers' computers."""
MAKERS = "ollama.com"
KEEP_ALIVE = "30m"
"""How long a model stays in memory: longer than the checks of a program take, so that no repair waits for it again."""


@dataclass(frozen=True, slots=True)
class Timeouts:
    """How long to wait, in seconds.

    A model that isn't in memory is loaded before its first word, and a long prompt is read first;
    both can take minutes. Once it speaks, silence means that it hangs. Of a download, Ollama says
    nothing while it checks what it fetched, which takes minutes on a slow disk.
    """

    connect: float = 5.0
    notice: float = 2.0
    first: float = 600.0
    between: float = 120.0
    download: float = 600.0


@dataclass(frozen=True, slots=True)
class _Capabilities:
    context_length: int | None
    thinking: bool
    family: str

    def think(self, briefly: bool) -> Literal["low", "medium", True, False] | None:
        """What to send as `think`: gpt-oss takes levels, and can't be told yes or no."""
        if not self.thinking:
            return None
        if self.family.startswith("gptoss"):
            return "low" if briefly else "medium"
        return not briefly


class OllamaModel:
    """A model of Ollama at `host`, by the name that `ollama list` shows."""

    def __init__(
        self, name: str, host: str, timeouts: Timeouts | None = None, retries: RetryPolicy | None = None
    ) -> None:
        self._name = name
        self._host = host
        self._timeouts = timeouts or Timeouts()
        self._retries = retries or RetryPolicy()
        self._capabilities: _Capabilities | None = None
        self._window = 0

    @property
    def name(self) -> str:
        return f"ollama:{self._name}"

    def stream(self, prompt: Prompt, cancel: Cancel) -> Generator[Delta]:
        """See `Model.stream`. There is no price, so `cost_usd` is None."""
        yield from with_retries(lambda: self._ask(prompt, cancel), self._retries, cancel)

    def pull(self, cancel: Cancel) -> Generator[DownloadStep]:
        """Download the model, telling how far it is. Closing the iterator stops the download.

        Raises `UnknownModel` if the library has no such model, else as `stream`; a download that
        broke off goes on where it was when it is started again.
        """
        hang_up = HangUp()
        with ThreadedStream(lambda: self._pull(hang_up), hang_up, cancel) as parts:
            try:
                yield from parts.rest(self._timeouts.download)
            except TimeoutError as error:
                raise errors.stalled(say("The download of %(name)s", name=self._name)) from error

    def _ask(self, prompt: Prompt, cancel: Cancel) -> Generator[Delta]:
        hang_up = HangUp()
        with ThreadedStream(lambda: self._chat(prompt, hang_up), hang_up, cancel) as deltas:
            try:
                yield from self._wait_for_first(deltas)
                yield from deltas.rest(self._timeouts.between)
            except TimeoutError as error:
                raise errors.stalled(self._name) from error

    def _wait_for_first(self, deltas: ThreadedStream[Delta]) -> Iterator[Delta]:
        try:
            # Most answers begin within this; only who waits longer should read why.
            yield deltas.get(self._timeouts.notice)
        except TimeoutError:
            yield ModelNotice(
                say("Waiting for %(name)s: loading a model into memory can take minutes…", name=self._name)
            )
            yield deltas.get(self._timeouts.first)

    def _chat(self, prompt: Prompt, hang_up: HangUp) -> Iterator[Delta]:
        """Ask the server; runs in the reading thread."""
        with self._connected(hang_up) as client:
            capabilities = self._look_up(client)
            room = REPLY_TOKENS + (THINKING_TOKENS if capabilities.thinking else 0)
            window = choose_window(estimate_tokens(prompt.messages), room, capabilities.context_length, self._name)
            # A smaller window than before would make Ollama load the model again.
            self._window = max(self._window, window.size)
            parts = client.chat(
                self._name,
                [{"role": message.role, "content": message.content} for message in prompt.messages],
                stream=True,
                think=capabilities.think(prompt.briefly),
                format=dict(prompt.schema) if prompt.schema else None,
                keep_alive=KEEP_ALIVE,
                options={"num_ctx": self._window, "num_predict": window.reply},
            )
            yield from _deltas(parts)

    def _look_up(self, client: ollama.Client) -> _Capabilities:
        if self._capabilities is None:
            try:
                self._capabilities = _capabilities(client.show(self._name))
            except ollama.ResponseError:
                # Servers that only speak the chat part of the protocol have no such page; where the
                # model is missing, the chat says so as well.
                return _Capabilities(context_length=None, thinking=False, family="")
        return self._capabilities

    def _pull(self, hang_up: HangUp) -> Iterator[DownloadStep]:
        with self._connected(hang_up) as client:
            status = ""
            for part in client.pull(self._name, stream=True):
                status = part.status or ""
                yield DownloadStep(status, part.completed or 0, part.total or 0)
            # A server that is stopped ends the stream without any error.
            if status != "success":
                raise errors.broke_off()

    def _connected(self, hang_up: HangUp) -> AbstractContextManager[ollama.Client]:
        # Silence is what the stream watches for: a client's own clock goes on while the computer sleeps.
        timeout = httpx.Timeout(None, connect=self._timeouts.connect)
        return _connected(self._name, self._host, timeout, hang_up)


def installed_models(host: str, seconds: float) -> list[ModelInfo]:
    """The models that Ollama at `host` has; each step may take `seconds`.

    Raises the `ModelError` family, as `OllamaModel.stream`.
    """
    with _connected("Ollama", host, httpx.Timeout(seconds), HangUp()) as client:
        # The client's own list drops the field that says where a model runs.
        answer: httpx.Response = cast("Any", client)._request_raw("GET", "/api/tags")
        listed = _Listed.model_validate_json(answer.content)
        return [_info(model, host) for model in listed.models if model.model]


def remove_model(name: str, host: str, seconds: float) -> None:
    """Remove the model `name` from the disk of Ollama at `host`; each step may take `seconds`.

    Raises the `ModelError` family, as `OllamaModel.stream`.
    """
    with _connected(name, host, httpx.Timeout(seconds), HangUp()) as client:
        client.delete(name)


@cache
def _trusted() -> ssl.SSLContext:
    """As each client of the library makes it for itself; to read the certificates takes longer than a short request."""
    return httpx.create_ssl_context()


@contextmanager
def _connected(name: str, host: str, timeout: httpx.Timeout, hang_up: HangUp) -> Iterator[ollama.Client]:
    """A client whose failures are in plain words."""
    try:
        client = ollama.Client(host, timeout=timeout, verify=_trusted(), event_hooks=hang_up.hooks())
    except (ValueError, httpx.InvalidURL) as error:
        raise errors.bad_address(host) from error
    try:
        with client:
            yield client
    except errors.CLIENT_ERRORS as error:
        raise errors.in_plain_words(error, name, host, hang_up.retry_after) from error


class _ListedModel(ollama.ListResponse.Model):
    remote_host: str | None = None
    """Where it runs, as an address, if that is another computer than the server's."""


class _Listed(pydantic.BaseModel):
    models: list[_ListedModel]


def _info(model: _ListedModel, host: str) -> ModelInfo:
    name = str(model.model)
    runs_at = "" if is_here(host) else host_name(host)
    info = ModelInfo(f"ollama:{name}", name, _note(model, host), model.size, runs_at=runs_at)
    if model.remote_host or name.endswith(CLOUD):
        runs_at = host_name(model.remote_host) if model.remote_host else MAKERS
        return replace(info, note=_sent_to(runs_at), size_bytes=None, recommendable=False, runs_at=runs_at)
    if "embed" in name:
        return replace(info, note=say("made for searching; it can't write programs"), recommendable=False)
    return info


def _sent_to(where: str) -> str:
    return say("runs on %(where)s: what you write, and lines of your files, are sent there", where=where)


def _note(model: _ListedModel, host: str) -> str:
    parameters = (model.details and model.details.parameter_size) or ""
    if not is_here(host):
        where = _sent_to(host_name(host))
        return say("%(parameters)s, %(where)s", parameters=parameters, where=where) if parameters else where
    return say("%(parameters)s on this machine", parameters=parameters) if parameters else say("on this machine")


def _capabilities(shown: ollama.ShowResponse) -> _Capabilities:
    facts = shown.modelinfo or {}
    lengths = [int(value) for key, value in facts.items() if key.endswith(".context_length")]
    thinking = "thinking" in (shown.capabilities or ())
    return _Capabilities(min(lengths, default=None), thinking, str(facts.get("general.architecture", "")))


def _deltas(parts: Iterator[ollama.ChatResponse]) -> Iterator[Delta]:
    for part in parts:
        if part.message.thinking:
            yield TextDelta(part.message.thinking, thinking=True)
        if part.message.content:
            yield TextDelta(part.message.content)
        if part.done:
            usage = Usage(part.prompt_eval_count or 0, part.eval_count or 0)
            yield ModelFinished(usage, cut_off=part.done_reason == "length")
            return
    raise errors.broke_off()
