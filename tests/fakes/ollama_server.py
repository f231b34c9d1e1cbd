"""A local server that speaks Ollama's protocol and answers what a test scripts.

    with OllamaServer(lambda request: "def f(): ...") as server:
        model = OllamaModel("tiny", host=server.url)

`replies` gets the body of each `/api/chat` request and returns the text, or a `Reply` that says how
the server misbehaves. `server.requests` has everything that was asked, `server.chats` the chats.
Source of the protocol: https://github.com/ollama/ollama/blob/main/docs/api.md
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from tests.fakes.streaming_server import Json, Request, Response, StreamingServer
from tests.fakes.streaming_server import Reply as Reply

Replies = Callable[[Json], str | Reply]


@dataclass(frozen=True, slots=True)
class FakeModel:
    """A model that the server has: what `/api/show` and `/api/tags` say of it."""

    context_length: int = 32_768
    capabilities: tuple[str, ...] = ("completion",)
    family: str = "llama"
    size: int = 1_000_000
    remote_host: str = ""


TINY = {"tiny:latest": FakeModel()}


class OllamaServer(StreamingServer):
    """Ollama with the given models; by default one, which is named `tiny`."""

    def __init__(self, replies: Replies, models: Mapping[str, FakeModel] = TINY, pull: Reply | None = None) -> None:
        super().__init__(self._dispatch)
        self._replies = replies
        self._models = dict(models)
        self._pull = pull or Reply()

    @property
    def chats(self) -> list[Json]:
        """The bodies of the `/api/chat` requests so far."""
        return [request.body for request in self.requests if request.path == "/api/chat"]

    def add(self, name: str) -> None:
        """From now on it has this model as well."""
        self._models[name] = FakeModel()

    def _dispatch(self, request: Request) -> Response:
        handlers = {
            "/api/chat": self._chat,
            "/api/show": self._show,
            "/api/tags": self._tags,
            "/api/pull": self._pulled,
            "/api/delete": self._delete,
        }
        handler = handlers.get(request.path)
        return handler(request.body) if handler else Response.of_json({"error": "not found"}, 404)

    def _tags(self, body: Json) -> Response:
        models = [
            {"name": name, "model": name, "size": model.size, "digest": "0" * 12, "details": _details(model)}
            | ({"remote_host": model.remote_host} if model.remote_host else {})
            for name, model in self._models.items()
        ]
        return Response.of_json({"models": models})

    def _show(self, body: Json) -> Response:
        model = self._find(body)
        if model is None:
            return _not_found(body)
        info = {"general.architecture": model.family, f"{model.family}.context_length": model.context_length}
        shown = {"details": _details(model), "model_info": info, "capabilities": list(model.capabilities)}
        return Response.of_json(shown)

    def _chat(self, body: Json) -> Response:
        if self._find(body) is None:
            return _not_found(body)
        answer = self._replies(body)
        reply = Reply(answer) if isinstance(answer, str) else answer
        return _refusal(reply) if reply.status != 200 else _stream(body["model"], reply)

    def _pulled(self, body: Json) -> Response:
        if self._pull.status != 200:
            return _refusal(self._pull)
        total = 1000
        parts: list[Json] = [{"status": "pulling manifest"}]
        parts += [{"status": "pulling abc", "digest": "abc", "total": total, "completed": n} for n in (0, 500, total)]
        if self._pull.ending == "done":
            self._models[_full_name(body)] = FakeModel()
            parts.append({"status": "success"})
        elif self._pull.ending == "error":
            parts.append({"error": self._pull.error})
        return Response(content_type="application/x-ndjson", lines=tuple(map(_line, parts)), ending=self._pull.ending)

    def _delete(self, body: Json) -> Response:
        return Response() if self._models.pop(_full_name(body), None) else _not_found(body)

    def _find(self, body: Json) -> FakeModel | None:
        return self._models.get(_full_name(body))


def _full_name(body: Json) -> str:
    name = str(body.get("model", ""))
    return name if ":" in name else f"{name}:latest"


def _stream(model: str, reply: Reply) -> Response:
    parts: list[Json] = [_part(model, thinking=piece) for piece in reply.pieces(reply.thinking)]
    parts += [_part(model, content=piece) for piece in reply.pieces(reply.text)]
    if reply.ending == "done":
        parts.append(_last(model, reply))
    lines = [_line(part) for part in parts]
    if reply.ending == "garbage":
        lines.append(b"<html>502 Bad Gateway</html>\n")
    if reply.ending == "error":
        lines.append(_line({"error": reply.error}))
    return Response(
        content_type="application/x-ndjson",
        lines=tuple(lines),
        ending=reply.ending,
        delay=reply.delay,
        bytes_per_write=reply.bytes_per_write,
    )


def _part(model: str, content: str = "", thinking: str | None = None) -> Json:
    message = {"role": "assistant", "content": content} | ({"thinking": thinking} if thinking else {})
    return {"model": model, "created_at": "2025-01-01T00:00:00Z", "message": message, "done": False}


def _last(model: str, reply: Reply) -> Json:
    return _part(model) | {
        "done": True,
        "done_reason": "length" if reply.cut_off else "stop",
        "total_duration": 1_000_000,
        "prompt_eval_count": 11,
        "eval_count": reply.counted,
    }


def _refusal(reply: Reply) -> Response:
    headers = {} if reply.retry_after is None else {"Retry-After": str(reply.retry_after)}
    return Response.of_json({"error": reply.error or f"status {reply.status}"}, reply.status, headers)


def _not_found(body: Json) -> Response:
    return Response.of_json({"error": f"model '{body.get('model')}' not found"}, 404)


def _details(model: FakeModel) -> Json:
    return {"format": "gguf", "family": model.family, "families": [model.family], "parameter_size": "1B"}


def _line(part: Json) -> bytes:
    # As Go writes JSON: characters as they are, but for the two line separators.
    text = json.dumps(part, ensure_ascii=False).replace("\u2028", "\\u2028").replace("\u2029", "\\u2029")
    return text.encode() + b"\n"
