"""Who has the token of this Assay: the browser that was sent here by its start, and programs that were told.

Without it another user of the computer could drive the page of this one, for a port belongs to nobody. Source: RFC 6750
for programs; the address with a token is as Jupyter's servers have it.
"""

from __future__ import annotations

from secrets import compare_digest

from starlette.requests import Request
from starlette.responses import PlainTextResponse, RedirectResponse, Response
from starlette.types import ASGIApp, Receive, Scope, Send

from message import say
from setup.running_page import TOKEN, WHO_PATH, is_ticket
from translation import here

YEAR = 365 * 24 * 3600
REFUSED = say(
    "This Assay belongs to whoever started it. Start it again, which opens it, or open the "
    "address that it prints when it starts. Programs send what stands in that after `token=` "
    "as `Authorization: Bearer TOKEN`."
)


# Why: docs/decisions.md, "The page's token is kept, and opens it by a cookie"
class TokenCheck:
    """An ASGI app that hands to `page` what has the `token`; the address with it becomes a cookie and one without."""

    def __init__(self, page: ASGIApp, token: str) -> None:
        self._page = page
        self._token = token
        self._used: set[str] = set()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request."""
        if scope["type"] != "http" or scope["path"] == WHO_PATH:
            await self._page(scope, receive, send)
            return
        request = Request(scope)
        cookie = f"assay-{(scope.get('server') or ('', ''))[1]}"  # cookies don't tell ports apart
        sent = request.headers.get("authorization", "").removeprefix("Bearer ")
        if any(map(self._is_right, (request.cookies.get(cookie, ""), sent))):
            await self._page(scope, receive, send)
        elif request.method == "GET" and self._lets_in(request.query_params.get(TOKEN, "")):
            await self._welcome(request, cookie)(scope, receive, send)
        else:
            await PlainTextResponse(here().text(REFUSED), 403)(scope, receive, send)

    def _welcome(self, request: Request, cookie: str) -> Response:
        """The same place without the token, so that it stays out of bookmarks and of what is sent on."""
        where = request.url.remove_query_params(TOKEN)
        answer = RedirectResponse(where.path + (f"?{where.query}" if where.query else ""), 303)
        answer.set_cookie(cookie, self._token, max_age=YEAR, httponly=True, samesite="lax")
        return answer

    def _lets_in(self, given: str) -> bool:
        if given not in self._used and is_ticket(given, self._token):
            self._used.add(given)
            return True
        return self._is_right(given)

    def _is_right(self, given: str) -> bool:
        return compare_digest(given.encode(), self._token.encode())
