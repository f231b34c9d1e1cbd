"""The page's own HTML, packed on its way: it has the whole page in it, and Gradio sends it as it is."""

from __future__ import annotations

from starlette.middleware.gzip import GZipMiddleware
from starlette.types import ASGIApp, Receive, Scope, Send

from ui.base.secret_path import path_in_page
from ui.serving.still import StillPage


# Why: docs/decisions.md, "The page is served by our own uvicorn, and Gradio is kept from needless work"
class PackedPage:
    """An ASGI app that hands everything to `page`, and packs what it answers to `/` for browsers that unpack it, once
    `StillPage` has put in what belongs at its top.

    What a run sends meanwhile stays as it is: it is small, or a stream, and mostly goes no further than this computer.
    """

    def __init__(self, page: ASGIApp) -> None:
        self._plain, self._packed = page, GZipMiddleware(StillPage(page), compresslevel=6)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request."""
        is_page = scope["type"] == "http" and path_in_page(scope) == "/"
        await (self._packed if is_page else self._plain)(scope, receive, send)
