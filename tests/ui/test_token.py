"""Who comes in by the token: the browser that opened the address with it, and programs that send it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from fastapi import FastAPI
from fastapi.responses import HTMLResponse
from playwright.sync_api import Browser, expect

from address import Address, listen
from setup.running_page import TOKEN_FILE, WHO_PATH, Running, is_ticket, kept_token, made_ticket
from tests.fakes.pages import needs_chromium
from ui.server import PageServer

SECRET = "a-token-that-nobody-guesses"


@pytest.fixture(scope="module")
def url() -> Iterator[str]:
    app = FastAPI()

    @app.get("/", response_class=HTMLResponse)
    def root(run: str = "") -> str:
        return f"<!doctype html><title>x</title><link rel=icon href='data:,'><h1>Here it is: {run}</h1>"

    server = PageServer(listen(Address()), Address(), "a-name", SECRET)
    server.start()
    server.show(app)
    yield server.url
    server.close()


@needs_chromium
def test_a_browser_keeps_it_and_the_address_does_not(url: str, browser: Browser) -> None:
    with browser.new_context() as context:
        page = context.new_page()
        page.goto(f"{url}?run=one&token={SECRET}")
        expect(page.get_by_role("heading")).to_have_text("Here it is: one")
        assert page.url == f"{url}?run=one"
        assert page.evaluate("document.cookie") == "", "no script can read it"
        page.goto(f"{url}?run=two")
        expect(page.get_by_role("heading")).to_have_text("Here it is: two")
    with browser.new_context() as another:
        page = another.new_page()
        page.goto(f"{url}?run=two")
        expect(page.locator("body")).to_contain_text("This Assay belongs to whoever started it.")


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({"Authorization": f"Bearer {SECRET}"}, 200),
        ({}, 403),
        ({"Authorization": f"Bearer {SECRET}x"}, 403),
        ({"Authorization": "Bearer \u00e9"}, 403),
        ({"Cookie": "assay-1=x; assay=x"}, 403),
    ],
)
def test_programs_send_it(url: str, headers: dict[str, str], status: int) -> None:
    encoded = [(name.encode(), value.encode("latin-1")) for name, value in headers.items()]
    assert httpx.get(url, headers=encoded).status_code == status
    assert httpx.post(f"{url}gradio_api/upload", headers=encoded).status_code == (404 if status == 200 else 403)


def test_a_post_brings_no_cookie_and_everybody_may_ask_who_answers(url: str) -> None:
    assert httpx.post(f"{url}?token={SECRET}").status_code == 403
    assert httpx.get(f"{url.rstrip('/')}{WHO_PATH}").text == "a-name"


def test_what_a_browser_is_started_with_is_good_once_and_not_for_long(
    url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    opens = Running.here(url, SECRET).opens_now()
    assert SECRET not in opens
    assert httpx.get(opens).status_code == 303
    assert httpx.get(opens).status_code == 403
    assert httpx.get(f"{url}?token={made_ticket('another token')}").status_code == 403
    early = made_ticket(SECRET)
    assert is_ticket(early, SECRET)
    monkeypatch.setattr("setup.running_page.TICKET_SECONDS", -1)
    assert not is_ticket(early, SECRET)
    for odd in ("", ".", "1", f"x.{SECRET}", f"٣.{SECRET}"):
        assert not is_ticket(odd, SECRET)


def test_it_is_kept_where_only_the_person_reads_it(tmp_path: Path) -> None:
    token = kept_token(tmp_path)
    assert len(token) >= 32
    assert kept_token(tmp_path) == token
    assert (tmp_path / TOKEN_FILE).stat().st_mode & 0o077 == 0
    (tmp_path / TOKEN_FILE).write_text("")
    assert len(kept_token(tmp_path)) >= 32, "an empty one lets nobody in"
    assert kept_token(tmp_path / "nowhere") != kept_token(tmp_path / "nowhere")
    assert Running.here("http://127.0.0.1:7860/", token).opens == f"http://127.0.0.1:7860/?token={token}"
