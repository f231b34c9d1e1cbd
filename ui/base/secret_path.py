"""Where the page lies for browsers: at a path that nobody else knows, to which alone they send its cookie.

Cookies don't tell ports apart, and a port of this computer can be anybody's. Source: RFC 6265, sections 5.1.4 and 8.5.
"""

from __future__ import annotations

import re

from starlette.datastructures import MutableHeaders
from starlette.responses import RedirectResponse
from starlette.types import ASGIApp, Receive, Scope, Send

FORWARDED_HOST = "x-forwarded-host"
OF_SOME_START = re.compile(r"/[0-9a-f]{32}/?")
"""What a path of `setup.page_secrets` looks like."""


class SecretPath:
    """An ASGI app that hands everything to `page`; what comes below the `path` has it as its `root_path`."""

    def __init__(self, page: ASGIApp, path: str) -> None:
        self._page = page
        self._path = path

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request."""
        path = str(scope.get("path", ""))
        if path.startswith(f"{self._path}/"):
            await self._page(self._rooted(scope), receive, send)
        elif OF_SOME_START.fullmatch(path):  # without its last letter, or a bookmark from an earlier start
            front = f"{self._path}/" if path == self._path else "/"
            await RedirectResponse(with_query(front, scope), 307)(scope, receive, send)
        else:
            await self._page(scope, receive, send)

    def _rooted(self, scope: Scope) -> Scope:
        """The request with its root, also in the header of which Gradio makes the addresses of files for some events.

        It takes a whole path off there that has the root in it (6.31, `run/predict`).
        """
        headers = MutableHeaders(raw=list(scope["headers"]))
        host = headers.get(FORWARDED_HOST, headers.get("host", "")).partition(",")[0].strip()
        headers[FORWARDED_HOST] = f"{host}{self._path}"
        return {**scope, "root_path": self._path, "headers": headers.raw}


def path_in_page(scope: Scope) -> str:
    """The path of a request, from where the page lies for whoever asks."""
    return str(scope.get("path", "")).removeprefix(scope.get("root_path", ""))


def with_query(path: str, scope: Scope) -> str:
    """`path` with what stands behind the `?` in the request."""
    query = scope["query_string"].decode("latin-1")
    return f"{path}?{query}" if query else path
