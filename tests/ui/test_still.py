"""What is put into the page's own HTML on its way."""

from __future__ import annotations

import asyncio

import httpx
import pytest
from starlette.responses import HTMLResponse, PlainTextResponse, Response, StreamingResponse
from starlette.types import ASGIApp

from ui.serving.still import STOP_COUNTING, StillPage

SCRIPT = STOP_COUNTING.decode()


async def answered(page: ASGIApp) -> httpx.Response:
    transport = httpx.ASGITransport(StillPage(page))
    async with httpx.AsyncClient(transport=transport, base_url="http://page") as client:
        return await client.get("/")


@pytest.mark.parametrize(
    ("page", "expected"),
    [
        (HTMLResponse("<head><title>é</title>"), f"<head>{SCRIPT}<title>é</title>"),
        (PlainTextResponse("no page"), "no page"),
        (StreamingResponse(iter(["<head>", "<head>"]), media_type="text/html"), f"<head>{SCRIPT}<head>"),
        (Response(status_code=304), ""),
    ],
    ids=["a page", "something else", "in pieces", "nothing"],
)
def test_the_script_comes_first_and_the_length_is_right(page: Response, expected: str) -> None:
    response = asyncio.run(answered(page))
    assert (response.text, response.status_code) == (expected, page.status_code)
    if "content-length" in response.headers:
        assert int(response.headers["content-length"]) == len(response.content)
