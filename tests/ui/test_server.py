"""The page that says that Assay is starting, in a real Chromium, until the real one is there."""

from __future__ import annotations

import re
import socket
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from dataclasses import replace

import httpx
import pytest
from fastapi import FastAPI, HTTPException
from fastapi.responses import HTMLResponse
from playwright.sync_api import Browser, Page, expect

from address import Address, listen
from setup.page_secrets import PageSecrets
from setup.running_page import WHO_PATH
from tests.fakes.pages import needs_chromium
from ui.serving.server import PageServer


def started(address: Address) -> PageServer:
    """One without Gradio's page, which would ask for the password, so that everybody comes in."""
    open_to_all = replace(address, auth=("ada", "lovelace"))
    server = PageServer(listen(address), open_to_all, PageSecrets("a-token", "a-name"))
    server.start()
    return server


@pytest.fixture
def server() -> Iterator[PageServer]:
    server = started(Address())
    yield server
    server.close()


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    with browser.new_context() as context:
        yield context.new_page()


def the_real_one(ends: list[str]) -> FastAPI:
    @asynccontextmanager
    async def lifespan(_: FastAPI) -> AsyncIterator[None]:
        ends.append("begun")
        yield
        ends.append("ended")

    app = FastAPI(lifespan=lifespan)

    @app.get("/", response_class=HTMLResponse)
    def root(run: str = "") -> str:
        return f"<!doctype html><title>x</title><link rel=icon href='data:,'><h1>Here it is: {run}</h1>"

    return app


@needs_chromium
def test_the_page_comes_by_itself_at_the_same_address(server: PageServer, page: Page) -> None:
    wrong: list[str] = []
    page.on("console", lambda message: wrong.extend([message.text] if message.type == "error" else []))
    page.goto(f"{server.url}?run=one")
    expect(page.get_by_role("heading")).to_have_text("Assay is starting…")
    server.show(the_real_one([]))
    expect(page.get_by_role("heading")).to_have_text("Here it is: one")
    assert wrong == []


@needs_chromium
def test_an_assay_that_could_not_start_is_told(page: Page) -> None:
    with socket.socket() as free:  # at a port that an Assay looks for, another one would be once this is closed
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    server = started(Address(port=port))
    page.goto(server.url)
    server.close()
    expect(page.get_by_role("heading")).to_have_text("Assay could not start")
    expect(page.get_by_role("status")).to_contain_text("Its window says why.")
    expect(page.get_by_role("progressbar")).to_be_hidden()


@needs_chromium
@pytest.mark.parametrize("theme", ["light", "dark"])
def test_it_is_in_the_theme_that_was_picked(server: PageServer, page: Page, theme: str) -> None:
    page.emulate_media(color_scheme="dark" if theme == "light" else "light")
    page.add_init_script(f"localStorage.setItem('assay-theme', '{theme}')")
    page.goto(server.url)
    background = page.evaluate("getComputedStyle(document.body).backgroundColor")
    assert background == ("rgb(250, 248, 244)" if theme == "light" else "rgb(18, 21, 31)")


def test_programs_are_told_to_come_again_and_who_answers(server: PageServer) -> None:
    refused = httpx.get(f"{server.url}config")
    assert (refused.status_code, refused.headers["retry-after"]) == (503, "1")
    assert httpx.get(server.url.rstrip("/") + WHO_PATH).text == "a-name"
    server.show(the_real_one([]))
    assert httpx.get(f"{server.url}config").status_code == 404
    assert httpx.get(server.url.rstrip("/") + WHO_PATH).text == "a-name"
    assert "x-assay" not in httpx.get(server.url).headers


def test_the_page_is_packed_for_who_unpacks_it(server: PageServer) -> None:
    app = the_real_one([])
    app.get("/else", response_class=HTMLResponse)(lambda: "x" * 5000)
    server.show(app)
    packed, plain = (
        httpx.get(f"{server.url}?run={'x' * 5000}", headers={"accept-encoding": how}) for how in ("gzip", "")
    )
    assert packed.headers["content-encoding"] == "gzip"
    assert int(packed.headers["content-length"]) < 500 < len(packed.text)
    assert packed.text == plain.text
    assert "content-encoding" not in plain.headers
    assert "content-encoding" not in httpx.get(f"{server.url}else").headers


def test_nobody_guesses_passwords_under_the_addresses_of_others(server: PageServer) -> None:
    app = FastAPI()

    @app.post("/login")
    def login() -> None:
        raise HTTPException(400)

    server.show(app)
    tries = [httpx.post(f"{server.url}login", headers={"X-Forwarded-For": f"10.0.0.{last}"}) for last in range(4)]
    assert [answer.status_code for answer in tries] == [400, 400, 400, 429]


def test_what_the_page_began_it_ends(server: PageServer) -> None:
    ends: list[str] = []
    server.show(the_real_one(ends))
    assert ends == ["begun"]
    server.close()
    assert ends == ["begun", "ended"]


def test_a_page_that_can_not_begin_says_so(server: PageServer) -> None:
    ends: list[str] = []

    @asynccontextmanager
    async def broken(_: FastAPI) -> AsyncIterator[None]:
        if ends:
            yield
        raise RuntimeError("no such thing")

    with pytest.raises(RuntimeError, match="no such thing"):
        server.show(FastAPI(lifespan=broken))


def test_its_address_is_for_this_computer(server: PageServer) -> None:
    assert re.fullmatch(r"http://127\.0\.0\.1:78\d\d/|http://127\.0\.0\.1:79[0-5]\d/", server.url)
