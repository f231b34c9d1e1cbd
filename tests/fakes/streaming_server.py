"""A local HTTP server that streams scripted answers and can misbehave in every way a real one does.

`OllamaServer` and `AnthropicServer` speak their protocols on top of it, and share `Reply`.
"""

from __future__ import annotations

import contextlib
import json
import select
import socket
import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, Literal, Self
from urllib.parse import urlsplit

Json = dict[str, Any]
Ending = Literal["done", "stall", "drop", "truncate", "garbage", "error"]


@dataclass(frozen=True, slots=True)
class Reply:
    """How the model answers one request.

    `status` other than 200 answers with that HTTP error and `error` as its message. Otherwise the
    text streams in pieces of `piece` characters, after `delay` seconds, and then comes the `ending`:
    `done` is the regular one, `stall` says nothing more until the client leaves, `drop` cuts the
    connection, `truncate` ends the body early, `garbage` sends what isn't JSON, `error` sends `error`
    in mid-stream. `bytes_per_write` splits what is sent regardless of characters. All that is written has so many
    `tokens`; by default as many as texts of that length mostly have.
    """

    text: str = ""
    thinking: str = ""
    cut_off: bool = False
    stop_reason: str = ""
    status: int = 200
    error: str = ""
    error_type: str = "overloaded_error"
    retry_after: int | None = None
    ending: Ending = "done"
    delay: float = 0.0
    piece: int = 8
    bytes_per_write: int | None = None
    tokens: int | None = None

    @property
    def counted(self) -> int:
        """The tokens of its thoughts and its text."""
        return max(1, (len(self.thinking) + len(self.text)) // 4) if self.tokens is None else self.tokens

    def pieces(self, text: str) -> list[str]:
        """`text` as it is streamed, piece by piece."""
        return [text[start : start + self.piece] for start in range(0, len(text), self.piece)]


@dataclass(frozen=True, slots=True)
class Request:
    """What a client sent. `headers` has lower-case names."""

    method: str
    path: str
    headers: dict[str, str]
    body: Json


@dataclass(frozen=True, slots=True)
class Response:
    """What goes out: a whole body, or the lines of a stream and how that ends."""

    status: int = 200
    content_type: str = "application/json"
    headers: dict[str, str] = field(default_factory=dict)
    lines: tuple[bytes, ...] = ()
    ending: Ending = "done"
    delay: float = 0.0
    bytes_per_write: int | None = None

    @classmethod
    def of_json(cls, body: Json, status: int = 200, headers: dict[str, str] | None = None) -> Self:
        return cls(status=status, lines=(json.dumps(body).encode(),), headers=headers or {})


class StreamingServer:
    """Serves `route` on a free port of loopback while the `with` block runs.

    `requests` has what was asked so far; `disconnected` is set once a client left before its answer
    was complete.
    """

    def __init__(self, route: Callable[[Request], Response]) -> None:
        self.requests: list[Request] = []
        self.disconnected = threading.Event()
        self._closing = threading.Event()
        self._route = route
        self._http = _QuietServer(("127.0.0.1", 0), self._handler_class())
        self._thread = threading.Thread(target=self._http.serve_forever, args=(0.02,), daemon=True)

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self._http.server_address[1]}"

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(self, *exc: object) -> None:
        self._closing.set()
        self._http.shutdown()
        self._http.server_close()
        self._thread.join()

    def _handler_class(self) -> type[BaseHTTPRequestHandler]:
        owner = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_GET(self) -> None:
                owner.answer(self)

            def do_POST(self) -> None:
                owner.answer(self)

            def do_DELETE(self) -> None:
                owner.answer(self)

            def log_message(self, format: str, *args: object) -> None:  # noqa: A002
                pass

        return Handler

    def answer(self, handler: BaseHTTPRequestHandler) -> None:
        """Read one request and send its response, on the handler's connection."""
        body = handler.rfile.read(int(handler.headers.get("Content-Length") or 0))
        headers = {name.lower(): value for name, value in handler.headers.items()}
        request = Request(handler.command, urlsplit(handler.path).path, headers, json.loads(body) if body else {})
        self.requests.append(request)
        response = self._route(request)
        try:
            self._send(handler, response)
        except OSError:
            self.disconnected.set()
            handler.close_connection = True

    def _send(self, handler: BaseHTTPRequestHandler, response: Response) -> None:
        if response.delay and self._client_left(handler.connection, response.delay):
            return
        handler.send_response(response.status)
        handler.send_header("Content-Type", response.content_type)
        handler.send_header("Transfer-Encoding", "chunked")
        for name, value in response.headers.items():
            handler.send_header(name, value)
        handler.end_headers()
        for chunk in _chunks(response):
            handler.wfile.write(b"%x\r\n%s\r\n" % (len(chunk), chunk))
        self._end(handler, response.ending)

    def _end(self, handler: BaseHTTPRequestHandler, ending: Ending) -> None:
        if ending == "stall":
            self._client_left(handler.connection, 60.0)
            handler.close_connection = True
        elif ending == "drop":
            handler.close_connection = True
            handler.wfile.flush()
            handler.connection.shutdown(socket.SHUT_RDWR)
        else:
            handler.wfile.write(b"0\r\n\r\n")

    def _client_left(self, connection: socket.socket, seconds: float) -> bool:
        """Wait up to `seconds`; true, and said so, as soon as the client closes its connection."""
        for _ in range(max(1, int(seconds / 0.01))):
            if self._closing.is_set():
                return True
            readable, _, _ = select.select([connection], [], [], 0.01)
            if readable and _is_closed(connection):
                self.disconnected.set()
                return True
        return False


class _QuietServer(ThreadingHTTPServer):
    daemon_threads = True
    block_on_close = False
    request_queue_size = 64

    def handle_error(self, request: object, client_address: object) -> None:
        """A client that went away is what half of the tests are about."""


def _is_closed(connection: socket.socket) -> bool:
    with contextlib.suppress(OSError):
        return connection.recv(1, socket.MSG_PEEK) == b""
    return True


def _chunks(response: Response) -> Iterator[bytes]:
    if response.bytes_per_write is None:
        yield from response.lines
        return
    body, size = b"".join(response.lines), response.bytes_per_write
    yield from (body[start : start + size] for start in range(0, len(body), size))
