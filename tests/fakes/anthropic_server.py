"""A local server that speaks Anthropic's messages protocol and answers what a test scripts.

    with AnthropicServer(lambda request: "def f(): ...") as server:
        model = ClaudeModel("claude-test-1", SecretStr(server.key), server.url)

`replies` gets the body of each `/v1/messages` request and returns the text, or a `Reply` that says
how the server misbehaves. Source of the protocol: https://platform.claude.com/docs/en/api/messages
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from tests.fakes.streaming_server import Json, Reply, Request, Response, StreamingServer

Replies = Callable[[Json], str | Reply]
ERROR_TYPES = {
    400: "invalid_request_error",
    401: "authentication_error",
    402: "billing_error",
    403: "permission_error",
    404: "not_found_error",
    413: "request_too_large",
    429: "rate_limit_error",
    529: "overloaded_error",
}


@dataclass(frozen=True, slots=True)
class FakeClaude:
    """A model that the service has. `thinking` is the kind of thinking that it takes; `schemas` if it keeps to one."""

    max_tokens: int = 64_000
    thinking: str = ""
    schemas: bool = False


MODELS = {"claude-sonnet-5-5": FakeClaude()}


class AnthropicServer(StreamingServer):
    """The API with the given models, which takes only `key`."""

    key = "sk-ant-test-key"

    def __init__(self, replies: Replies, models: Mapping[str, FakeClaude] = MODELS, *, lists_models: bool = True):
        super().__init__(self._dispatch)
        self._replies = replies
        self._models = dict(models)
        self._lists_models = lists_models

    @property
    def chats(self) -> list[Json]:
        """The bodies of the `/v1/messages` requests so far."""
        return [request.body for request in self.requests if request.path == "/v1/messages"]

    def _dispatch(self, request: Request) -> Response:
        if self.key not in {request.headers.get("x-api-key"), request.headers.get("authorization", "")[7:]}:
            return _error(401, f"invalid x-api-key: {request.headers}")
        if request.path == "/v1/messages":
            return self._message(request.body)
        if not self._lists_models:
            return _error(404, "Not Found")
        if request.path == "/v1/models":
            data = [_described(name, model) for name, model in self._models.items()]
            return Response.of_json({"data": data, "has_more": False, "first_id": None, "last_id": None})
        name = request.path.removeprefix("/v1/models/")
        known = self._models.get(name)
        return Response.of_json(_described(name, known)) if known else _error(404, f"model: {name}")

    def _message(self, body: Json) -> Response:
        if body["model"] not in self._models:
            return _error(404, f"model: {body['model']}")
        answer = self._replies(body)
        reply = Reply(answer) if isinstance(answer, str) else answer
        if reply.status != 200:
            return _error(reply.status, reply.error or f"status {reply.status}", reply.retry_after)
        return _stream(body["model"], reply)


def _stream(model: str, reply: Reply) -> Response:
    events = [_start(model), {"type": "ping"}]
    events += _block(0, "thinking", reply.pieces(reply.thinking)) if reply.thinking else []
    events += _block(1, "text", reply.pieces(reply.text))
    if reply.ending == "done":
        events += _stop(reply)
    lines = [_event(event) for event in events]
    if reply.ending == "garbage":
        lines.append(b"event: content_block_delta\ndata: <html>502 Bad Gateway</html>\n\n")
    if reply.ending == "error":
        lines.append(_event({"type": "error", "error": {"type": reply.error_type, "message": reply.error}}))
    return Response(
        content_type="text/event-stream",
        lines=tuple(lines),
        ending=reply.ending,
        delay=reply.delay,
        bytes_per_write=reply.bytes_per_write,
    )


def _start(model: str) -> Json:
    usage = {"input_tokens": 11, "cache_creation_input_tokens": 4, "cache_read_input_tokens": 5, "output_tokens": 1}
    message = {"id": "msg_1", "type": "message", "role": "assistant", "model": model, "content": []}
    return {"type": "message_start", "message": message | {"stop_reason": None, "stop_sequence": None, "usage": usage}}


def _block(index: int, kind: str, pieces: list[str]) -> list[Json]:
    empty = {"type": kind, kind: ""} | ({"signature": ""} if kind == "thinking" else {})
    deltas = [{"type": f"{kind}_delta", kind: piece} for piece in pieces]
    return [
        {"type": "content_block_start", "index": index, "content_block": empty},
        *({"type": "content_block_delta", "index": index, "delta": delta} for delta in deltas),
        {"type": "content_block_stop", "index": index},
    ]


def _stop(reply: Reply) -> list[Json]:
    reason = reply.stop_reason or ("max_tokens" if reply.cut_off else "end_turn")
    usage: Json = {"output_tokens": reply.counted}
    if reply.thinking:
        usage["output_tokens_details"] = {"thinking_tokens": len(reply.thinking) // 4}
    delta = {"stop_reason": reason, "stop_sequence": None}
    return [{"type": "message_delta", "delta": delta, "usage": usage}, {"type": "message_stop"}]


def _described(name: str, model: FakeClaude) -> Json:
    yes, no = {"supported": True}, {"supported": False}
    kinds = {kind: yes if kind == model.thinking else no for kind in ("adaptive", "enabled", "between_tools")}
    thinking = {"supported": bool(model.thinking), "types": kinds | {"disabled": yes}}
    others = ("batch", "citations", "code_execution", "image_input", "pdf_input")
    return {
        "type": "model",
        "id": name,
        "display_name": name.title(),
        "created_at": "2026-01-01T00:00:00Z",
        "lifecycle": "active",
        "max_input_tokens": 200_000,
        "max_tokens": model.max_tokens,
        "capabilities": {
            **dict.fromkeys(others, no),
            "structured_outputs": yes if model.schemas else no,
            "thinking": thinking,
        },
    }


def _error(status: int, message: str, retry_after: int | None = None) -> Response:
    body = {"type": "error", "error": {"type": ERROR_TYPES.get(status, "api_error"), "message": message}}
    headers = {} if retry_after is None else {"retry-after": str(retry_after)}
    return Response.of_json(body, status, headers)


def _event(event: Json) -> bytes:
    data = json.dumps(event, ensure_ascii=False)
    return f"event: {event['type']}\ndata: {data}\n\n".encode()
