"""What answers first: a word that Assay is starting, until the page itself is there."""

from __future__ import annotations

from typing import TYPE_CHECKING

from setup.running_page import WHO_PATH
from translation import here
from ui.base.secret_path import path_in_page

if TYPE_CHECKING:
    from starlette.types import ASGIApp, Receive, Scope, Send


class StartupPage:
    """An ASGI app that hands everything to `page`, once that is set."""

    def __init__(self, name: str) -> None:
        """`name` is what tells this page from others, see `setup.running_page`."""
        self.page: ASGIApp | None = None
        self._name = name.encode()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request."""
        path = path_in_page(scope)
        if scope["type"] == "http" and path == WHO_PATH:
            await _answer(send, 200, b"text/plain", self._name)
        elif self.page:
            await self.page(scope, receive, send)
        elif scope["type"] == "http" and path == "/":
            from ui.base.templating import (
                render,  # not before it is needed: who asks first waits for all that is read before
            )

            await _answer(send, 200, b"text/html; charset=utf-8", render("starting").encode())
        elif scope["type"] == "http":
            await _answer(
                send,
                503,
                b"text/plain; charset=utf-8",
                here().gettext("Assay is starting; ask again in a moment.").encode(),
            )
        else:
            await send({"type": "websocket.close"})


async def _answer(send: Send, status: int, kind: bytes, body: bytes) -> None:
    headers = [
        (b"content-type", kind),
        (b"content-length", b"%d" % len(body)),
        (b"cache-control", b"no-store"),
        (b"retry-after", b"1"),
        (b"x-assay", b"starting"),
    ]
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body})
