"""Who comes in: the browser that was sent here by the start of this Assay, and programs that have its token.

Without it another user of the computer could drive the page of this one, for a port belongs to nobody. Source: RFC 6750
for programs; the address with a token is as Jupyter's servers have it.
"""

from __future__ import annotations

from secrets import compare_digest
from urllib.parse import urlencode

from starlette.requests import Request
from starlette.responses import HTMLResponse, PlainTextResponse, RedirectResponse, Response
from starlette.types import ASGIApp, Receive, Scope, Send

from message import say
from setup.page_secrets import PageSecrets
from setup.running_page import TOKEN, WHO_PATH
from translation import here

REFUSED = say(
    "This Assay belongs to whoever started it. Start it again, which opens it, or open the "
    "address that it prints when it starts. Programs send what is in the file `page-token` of "
    "its data folder, as `Authorization: Bearer TOKEN`."
)


# Why: docs/decisions.md, "The page's cookie is a secret of its start, at a secret path"
class TokenCheck:
    """An ASGI app that hands to `page` what knows the `secrets`; an address with one brings a browser the cookie."""

    def __init__(self, page: ASGIApp, secrets: PageSecrets) -> None:
        self._page = page
        self._secrets = secrets
        self._used: set[str] = set()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request."""
        if scope["type"] != "http" or scope["path"] == WHO_PATH or self._is_in(Request(scope)):
            await self._page(scope, receive, send)
        else:
            await self._at_the_door(Request(scope))(scope, receive, send)

    def _is_in(self, request: Request) -> bool:
        if self._secrets.opens(request.headers.get("authorization", "").removeprefix("Bearer ")):
            return True
        # Elsewhere browsers don't send it.
        kept = request.cookies.get(self._secrets.cookie_name, "")
        is_there = request.scope.get("root_path") == self._secrets.path
        return is_there and compare_digest(kept.encode(), self._secrets.cookie.encode())

    def _at_the_door(self, request: Request) -> Response:
        if request.scope["path"] == "/" and request.method == "GET":
            if self._lets_in(request.query_params.get(TOKEN, "")):
                return self._welcome(request)
            if "text/html" in request.headers.get("accept", ""):
                return HTMLResponse(_door())
        return PlainTextResponse(here().text(REFUSED), 403)

    def _welcome(self, request: Request) -> Response:
        """The page without the token in its address, so that it stays out of bookmarks and of what is sent on."""
        query = urlencode([(name, value) for name, value in request.query_params.multi_items() if name != TOKEN])
        answer = RedirectResponse(f"{self._secrets.path}/{query and f'?{query}'}", 303)
        answer.set_cookie(self._secrets.cookie_name, self._secrets.cookie, path=self._secrets.path, httponly=True)
        return answer

    def _lets_in(self, given: str) -> bool:
        if given not in self._used and self._secrets.is_ticket(given):
            self._used.add(given)
            return True
        return self._secrets.opens(given)


def _door() -> str:
    """What a browser is told that wasn't let in, or was before and is at an address without the secret path."""
    from ui.base.templating import render  # not before it is needed, see `StartupPage`

    return render("door")
