"""The page in the language of whoever looks at it: the one chosen on it, else the one that the browser asks for."""

from __future__ import annotations

import json
import re
from typing import Any

from starlette.datastructures import MutableHeaders
from starlette.requests import Request
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from message import say
from sandbox.base import MEGABYTE, MOST_FILE_BYTES
from translation import Tongue, here, preferred, speaking
from ui.base.secret_path import path_in_page

COOKIE = "assay-language"

# Gradio's own words follow the browser's language, for which it has no setting.
BEGINNING = """<html lang="{code}" dir="{direction}"><head><script>
for (const [name, value] of [["language", "{code}"], ["languages", ["{code}"]]])
  Object.defineProperty(navigator, name, {{get: () => value}});
window.assayWords = {words};
</script><style>:root {{ {styled} }}</style>"""
ENGLISH_BEGINNING = re.compile(rb'<html\b[^>]*?lang="en"[^>]*>\s*<head>')
ASKS_TO_LOG_IN = re.compile(rb'"auth_required":\s*true\b')
"""In what Gradio sends to who isn't logged in: its own form is English, and drawn by all of its scripts."""
WORDS = {
    "more-files": say("More files"),
    "your-files": say("+ Your files: drop them here or click. A folder comes as a zip."),
    "shared-file": say("+ The file that was shared: drop it here or click."),
    "this-computer": say("this computer"),
    "copy": say("Copy"),
    "close": say("Close"),
    "failed": say("That did not work. Nothing of yours is lost. Try again; the details are in Assay's log."),
    "lost": say("Assay doesn't answer. Is it still running? Start it again; what you typed is still here then."),
    "too-large": say(
        "Too large, and so not taken: %(names)s. All files together may have %(most)s MB. Drop only a part of it, or a "
        "smaller copy.",
        names="{names}",
        most=MOST_FILE_BYTES // MEGABYTE,
    ),
    "without-large": say("To go on without it, press Run once more."),
    "drop-again": say("The page was loaded anew. Drop these files once more:"),
}
"""What scripts say, as `assayWords[name]`, and style sheets, as `var(--say-name)`."""


def tongue_of(request: Any) -> Tongue:
    """The language in which a request, Starlette's or Gradio's, is answered."""
    request = request[0] if isinstance(request, list) and request else request
    cookies, headers = getattr(request, "cookies", None) or {}, getattr(request, "headers", None) or {}
    return preferred(cookies.get(COOKIE, ""), headers.get("accept-language", ""))


class InTongue:
    """An ASGI app that has `page` answer in the language of whoever asks."""

    def __init__(self, page: ASGIApp) -> None:
        self._page = page

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request."""
        if scope["type"] != "http":
            await self._page(scope, receive, send)
            return
        with speaking(tongue_of(Request(scope))):
            await self._page(scope, receive, _Beginning(send) if path_in_page(scope) == "/" else send)


class _Beginning:
    """Sends on what the page sends, with its language at the beginning of its HTML."""

    def __init__(self, send: Send) -> None:
        self._send = send
        self._held: Message | None = None

    async def __call__(self, message: Message) -> None:
        if message["type"] == "http.response.start" and _is_html(message):
            self._held = message  # until the length of the body is known
            return
        if self._held is not None and message["type"] == "http.response.body":
            body = message.get("body", b"")
            body = (
                _login()
                if ASKS_TO_LOG_IN.search(body)
                else ENGLISH_BEGINNING.sub(lambda _: _beginning(), body, count=1)
            )
            headers = MutableHeaders(raw=list(self._held["headers"]))
            if "content-length" in headers and not message.get("more_body"):
                headers["content-length"] = str(len(body))
            held, self._held = {**self._held, "headers": headers.raw}, None
            await self._send(held)
            message = {**message, "body": body}
        await self._send(message)


def _login() -> bytes:
    from ui.base.templating import render  # not before it is needed, see `StartupPage`

    return render("login").encode()


def _is_html(message: Message) -> bool:
    return MutableHeaders(raw=list(message["headers"])).get("content-type", "").startswith("text/html")


def _beginning() -> bytes:
    tongue = here().tongue
    said = {name: here().text(word) for name, word in WORDS.items()}
    words = json.dumps(said).replace("<", "\\u003c")
    styled = " ".join(f"--say-{name}: {json.dumps(word, ensure_ascii=False)};" for name, word in said.items())
    return BEGINNING.format(code=tongue.code, direction=tongue.direction, words=words, styled=styled).encode()
