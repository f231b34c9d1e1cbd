"""A page at which nothing happens has the browser do nothing.

The sign that Gradio shows while it loads goes on counting the time when it is gone, 60 frames a second (6.31): a tenth
of a slow core for as long as the page is open. It takes the browser's function for the next frame before anything is
there that Gradio is given for the page, so what ends it stands in the HTML in front of all scripts.
"""

from __future__ import annotations

from starlette.datastructures import MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

# What counts looks at the clock in each frame; once the page is there, the first that does so is the sign's.
STOP_COUNTING = b"""<script>{
  const nextFrame = requestAnimationFrame;
  let counts = true;
  window.requestAnimationFrame = (then) => {
    const isSign = counts && document.getElementById("run") && String(then).includes("performance.now");
    if (!isSign) return nextFrame(then);
    counts = false;
    return 0;
  };
}</script>"""
HEAD = b"<head>"


class StillPage:
    """An ASGI app that hands everything to `page`, and puts this script at the top of the HTML that it answers."""

    def __init__(self, page: ASGIApp) -> None:
        self._page = page

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request."""
        begin: Message | None = None

        async def send_changed(message: Message) -> None:
            nonlocal begin
            if message["type"] == "http.response.start":
                begin = message  # which says how long the body is
                return
            if begin:
                body = message.get("body", b"")
                changed = body.replace(HEAD, HEAD + STOP_COUNTING, 1)
                _lengthen(begin, len(changed) - len(body))
                await send(begin)
                begin, message = None, {**message, "body": changed}
            await send(message)

        await self._page(scope, receive, send_changed)


def _lengthen(begin: Message, count: int) -> None:
    headers = MutableHeaders(raw=begin["headers"])
    if count and "content-length" in headers:
        headers["content-length"] = str(int(headers["content-length"]) + count)
