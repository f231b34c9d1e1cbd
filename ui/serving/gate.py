"""Who may ask the page for anything: its own pages, and programs; no other site in somebody's browser.

A browser sends along which site a request comes from (`Origin`, `Sec-Fetch-Site`), and no site can change that;
programs send neither. Source: OWASP, "Cross-Site Request Forgery Prevention Cheat Sheet"; W3C, "Fetch Metadata".
"""

from __future__ import annotations

import ipaddress
import re
import time
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from address import Address
from translation import here

HOST = re.compile(r"(\[(?P<number>[^\]]+)\]|(?P<name>[^:\[\]]+))(:\d+)?")
LOGIN, LOGOUT, UPLOAD = "/login", "/logout", "/upload"
RECORDING = "/process_recording"
"""Where Gradio takes films of the screen: Assay makes none, and nobody would remove them."""
LONGEST_LOGIN = 4096
FREE_GUESSES = 3
LONGEST_WAIT = 30.0
MOST_GUESSERS = 1000
KEPT_SECONDS = 24 * 3600.0
"""For how long what was uploaded is kept: see `ui.serving.page`."""
HEADERS = {
    # Or another site could lay it below its own buttons, and a page that a program made could lead its frame elsewhere.
    "Content-Security-Policy": "frame-ancestors 'self'; frame-src 'none'",
    "Referrer-Policy": "same-origin",
    "X-Content-Type-Options": "nosniff",
}


class Gate:
    """An ASGI app that hands to `page` what may come in, and refuses the rest with a plain sentence."""

    def __init__(self, page: ASGIApp, address: Address, most_bytes: int, most_kept: int, path: str) -> None:
        """`most_bytes` is how much one request may hold, and `most_kept` all uploads that are kept at a time.

        Cookies are sent to the secret `path` only.
        """
        self._page = page
        self._path = path
        self._has_login = bool(address.auth)
        self._names = _names(address)
        self._most_bytes = most_bytes
        self._uploads = _Uploads(most_kept)
        self._guesses = _Guesses()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request."""
        if scope["type"] != "http":
            await self._page(scope, receive, send)
            return
        headers = Headers(scope=scope)
        refused = self._refusal(scope, headers)
        # Where there is a login, a cookie given to anybody else would tell its name and the path.
        guarded = _guarded(send, headers.get("host", ""), "" if self._has_login else self._path)
        if refused:
            await refused(scope, receive, send)
        elif _posts_to(scope, LOGIN):
            await self._let_guess(scope, receive, send)
        elif _posts_to(scope, UPLOAD):
            await self._let_upload(scope, receive, guarded)
        else:
            await self._page(scope, receive, guarded)

    def _refusal(self, scope: Scope, headers: Headers) -> PlainTextResponse | None:
        host = headers.get("host", "").casefold()
        if self._names and _without_port(host) not in self._names:
            return PlainTextResponse(here().gettext("Assay is not reached by this name."), 400)
        if not _is_own(headers, host):
            return PlainTextResponse(here().gettext("Only Assay's own page may ask for this."), 403)
        if _posts_to(scope, RECORDING):
            return PlainTextResponse(here().gettext("Assay records nothing."), 404)
        if str(scope["path"]).rstrip("/").endswith(LOGOUT):  # Gradio's ends all of somebody's visits, whoever asks
            return PlainTextResponse(here().gettext("Close the browser to log out."), 404)
        return self._too_long(scope, headers)

    def _too_long(self, scope: Scope, headers: Headers) -> PlainTextResponse | None:
        """Said by the length, for Gradio has a whole request in memory before it asks for the login."""
        length = headers.get("content-length", "")
        # It could go on for ever; where both are said, the length counts for nothing (RFC 9112, section 6.3).
        if "transfer-encoding" in headers or (_posts_to(scope, UPLOAD) and not length.isdecimal()):
            return PlainTextResponse(here().gettext("A request has to say how long it is."), 411)
        most = LONGEST_LOGIN if _posts_to(scope, LOGIN) else self._most_bytes
        if length.isdecimal() and int(length) > most:
            return PlainTextResponse(here().gettext("This is too large."), 413)
        return None

    async def _let_guess(self, scope: Scope, receive: Receive, send: Send) -> None:
        """A password is tried; one address after some wrong ones has to wait, longer each time."""
        who = _neighbourhood(str((scope.get("client") or ("",))[0]))
        wait = self._guesses.wait(who)
        if wait > 0:
            answer = PlainTextResponse(
                here().gettext("Too many wrong passwords. Wait a while."), 429, {"Retry-After": f"{wait:.0f}"}
            )
            await answer(scope, receive, send)
            return
        self._guesses.begin(who)

        host = Headers(scope=scope).get("host", "")
        let_in, refusing = _guarded(send, host, self._path), _guarded(send, host, "")

        async def answering(message: Message) -> None:
            if message["type"] != "http.response.start":
                await send(message)
            elif message["status"] < 300:
                self._guesses.right(who)
                MutableHeaders(scope=message)["content-location"] = f"{self._path}/"  # where the login's page goes on
                await let_in(message)
            else:
                await refusing(message)

        await self._page(scope, receive, answering)

    async def _let_upload(self, scope: Scope, receive: Receive, send: Send) -> None:
        """One that isn't taken, as without the login, holds no room but for what came: Gradio leaves half a file."""
        upload = self._uploads.begin(int(Headers(scope=scope)["content-length"]))
        if upload is None:
            answer = PlainTextResponse(here().gettext("Too much was uploaded. Start Assay again to make room."), 413)
            await answer(scope, receive, send)
            return

        async def counted() -> Message:
            message = await receive()
            upload.came += len(message.get("body", b""))
            return message

        try:
            await self._page(scope, counted, _telling(send, lambda _: upload.take()))
        finally:
            self._uploads.end(upload)


def _posts_to(scope: Scope, path: str) -> bool:
    return scope["method"] == "POST" and str(scope["path"]).rstrip("/").endswith(path)


def _names(address: Address) -> frozenset[str]:
    """What the page may be called, or nothing for anything: a site may give this address a name of its own.

    Browsers take the two for one site then, which is called DNS rebinding. Where there is a login nothing is gained by
    it, for the cookie belongs to the right name.
    """
    if not address.only_here or address.auth:
        return frozenset()
    return frozenset({"localhost", "127.0.0.1", "::1", address.bare_host.casefold()})


def _without_port(host: str) -> str:
    found = HOST.fullmatch(host)
    return found["name"] or found["number"] if found else ""


def _is_own(headers: Headers, host: str) -> bool:
    """Whether it comes from a page at this very host and port, from the address bar, or from no browser at all."""
    origin = headers.get("origin")
    if origin is not None:
        return bool(host) and origin.casefold().partition("://")[2] == host
    navigates = headers.get("sec-fetch-mode") == "navigate" and headers.get("sec-fetch-dest") == "document"
    return headers.get("sec-fetch-site", "none") in ("none", "same-origin") or navigates


def _telling(send: Send, succeeded: Callable[[MutableHeaders], None]) -> Send:
    """`send` that says when the answer is a success: no refusal, nor what Gradio sends elsewhere before the login."""

    async def telling(message: Message) -> None:
        if message["type"] == "http.response.start" and message["status"] < 300:
            succeeded(MutableHeaders(scope=message))
        await send(message)

    return telling


def _guarded(send: Send, host: str, path: str) -> Send:
    """`send` that adds what keeps other sites out, gives cookies for the secret `path` alone, none where that is empty,
    and sends nobody elsewhere."""

    async def guarded(message: Message) -> None:
        if message["type"] == "http.response.start":
            message.setdefault("headers", [])
            headers = MutableHeaders(scope=message)
            for name, value in HEADERS.items():
                headers.setdefault(name, value)
            cookies = headers.getlist("set-cookie")
            del headers["set-cookie"]
            for cookie in cookies if path else ():
                headers.append("set-cookie", _bound(cookie, path))
            if not _leads_here(headers.get("location", "/"), host):
                message["status"] = 404
                del headers["location"]
        await send(message)

    return guarded


def _bound(cookie: str, path: str) -> str:
    """The `cookie` sent back to the secret `path` alone; of what other sites ask for, only with links."""
    parts = [part.strip() for part in cookie.split(";")]
    kept = [part for part in parts if not part.casefold().startswith(("samesite", "path", "domain"))]
    return "; ".join([*kept, f"Path={path}", "SameSite=Lax"])


def _leads_here(location: str, host: str) -> bool:
    """Whether a browser stays at this `host` there. Source: WHATWG, "URL": a tab is nothing, a backslash a slash."""
    target = re.sub(r"[\t\r\n]", "", location).strip().replace("\\", "/")
    own = tuple(f"{scheme}://{host}/" for scheme in ("http", "https"))
    return (target.startswith("/") and not target.startswith("//")) or (host != "" and f"{target}/".startswith(own))


@dataclass(slots=True, eq=False)
class _Upload:
    size: int
    began: float
    came: int = 0
    taken: bool = False

    def take(self) -> None:
        self.taken = True


# Why: docs/decisions.md, "Limits count what really comes, in zips and in uploads"
class _Uploads:
    """What lies here of uploads."""

    def __init__(self, most_kept: int) -> None:
        self._most_kept = most_kept
        self._kept: deque[_Upload] = deque()

    def begin(self, size: int) -> _Upload | None:
        """Hold room for one more of this `size`; None where there isn't enough."""
        now = time.monotonic()
        while self._kept and self._kept[0].began < now - KEPT_SECONDS:
            self._kept.popleft()
        if sum(upload.size for upload in self._kept) + size > self._most_kept:
            return None
        self._kept.append(_Upload(size, now))
        return self._kept[-1]

    def end(self, upload: _Upload) -> None:
        """Give back what it doesn't need."""
        if upload.taken:
            upload.size = max(upload.size, upload.came)
            return
        upload.size = upload.came
        if not upload.size and upload in self._kept:
            self._kept.remove(upload)


def _neighbourhood(address: str) -> str:
    """All addresses that are one person's as easily as this one: those of this computer, or of one network."""
    try:
        found = ipaddress.ip_address(address.partition("%")[0])
    except ValueError:
        return address
    if isinstance(found, ipaddress.IPv6Address):
        found = found.ipv4_mapped or found
    if found.is_loopback:
        return "here"
    return str(ipaddress.ip_network((found, 64), strict=False)) if found.version == 6 else str(found)


@dataclass(slots=True)
class _Guesser:
    wrong: int = 0
    last: float = 0.0


class _Guesses:
    """How often which address has tried passwords without finding the right one."""

    def __init__(self) -> None:
        self._known: dict[str, _Guesser] = {}

    def wait(self, who: str) -> float:
        """Seconds until it may try again."""
        guesser = self._known.get(who, _Guesser())
        if guesser.wrong < FREE_GUESSES:
            return 0.0
        pause = min(LONGEST_WAIT, 2.0 ** (guesser.wrong - FREE_GUESSES))
        return max(0.0, guesser.last + pause - time.monotonic())

    def begin(self, who: str) -> None:
        """Count a try as wrong until it is known to be right, so that many at once gain nothing."""
        if who not in self._known and len(self._known) >= MOST_GUESSERS:
            self._known.pop(next(iter(self._known)))
        guesser = self._known.setdefault(who, _Guesser())
        guesser.wrong += 1
        guesser.last = time.monotonic()

    def right(self, who: str) -> None:
        """Forget its wrong ones."""
        self._known.pop(who, None)
