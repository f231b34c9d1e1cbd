"""Who comes in: the browser that opened the address with a secret, and programs that send the token."""

from __future__ import annotations

import http.client
import os
import socket
import stat
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import httpx
import pytest
from fastapi import FastAPI, Request
from fastapi.responses import HTMLResponse
from playwright.sync_api import Browser, Page, expect

from address import Address, listen
from setup.page_secrets import TOKEN_FILE, PageSecrets, kept_token, read_token
from setup.running_page import RECORD, WHO_PATH, Running, enter
from tests.fakes.pages import needs_chromium
from ui.base.look import HEAD
from ui.serving.server import PageServer

SECRETS = PageSecrets("a-token-that-nobody-guesses", "a-name")
NEXT_START = PageSecrets(SECRETS.token, "another-name")
BELONGS = "This Assay belongs to whoever started it."
HTML = {"Accept": "text/html,*/*"}


def page_with(request: Request, run: str = "") -> str:
    icon, at = "<link rel=icon href='data:,'>", request.url.path
    return f"<!doctype html><head><title>x</title>{icon}{HEAD}</head><h1>Here it is: {run}</h1><p>{at}</p>"


@contextmanager
def started(secrets: PageSecrets, port: int | None = None) -> Iterator[str]:
    """The address of a page of ours in place of Gradio's."""
    app = FastAPI()
    app.get("/", response_class=HTMLResponse)(page_with)
    server = PageServer(listen(Address(port=port)), Address(), secrets)
    server.start()
    server.show(app)
    yield server.url
    server.close()


@pytest.fixture(scope="module")
def url() -> Iterator[str]:
    with started(SECRETS) as found:
        yield found


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    with browser.new_context() as context:
        yield context.new_page()


@contextmanager
def neighbour() -> Iterator[tuple[str, list[Any]]]:
    """Somebody else's server at another port: its address, and the headers of each request that it got."""
    seen: list[Any] = []

    class Writing(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            seen.append(self.headers)
            body = b"<!doctype html><title>x</title><link rel=icon href='data:,'><h1>Not yours</h1>"
            self.send_response(200)
            self.send_header("Content-Length", str(len(body)))
            self.send_header("Content-Type", "text/html")
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_: object) -> None: ...

    with ThreadingHTTPServer(("127.0.0.1", 0), Writing) as serving:
        threading.Thread(target=serving.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{serving.server_port}/", seen
        serving.shutdown()


@needs_chromium
def test_a_browser_that_was_let_in_goes_on_by_bookmarks_and_typed_addresses(url: str, page: Page) -> None:
    page.goto(f"{url}?run=one&token={SECRETS.opening}")
    expect(page.get_by_role("heading")).to_have_text("Here it is: one")
    inside = f"{url.rstrip('/')}{SECRETS.path}/"
    assert page.url == f"{inside}?run=one"
    assert page.evaluate("document.cookie") == "", "no script can read it"
    (cookie,) = page.context.cookies(inside)
    assert (cookie["path"], cookie["expires"], cookie["httpOnly"]) == (SECRETS.path, -1, True)
    for address in (f"{url}?run=two", f"{inside}?run=two", f"{inside.rstrip('/')}?run=two"):
        second = page.context.new_page()
        second.goto(address)
        expect(second.get_by_role("heading")).to_have_text("Here it is: two")
        assert second.url == f"{inside}?run=two"
        second.close()


@needs_chromium
def test_whoever_was_not_let_in_is_told_what_to_do(url: str, page: Page) -> None:
    for address in (f"{url}?run=two", url.rstrip("/") + NEXT_START.path + "/?run=two", f"{url}?token=wrong"):
        page.goto(address)
        expect(page.get_by_role("heading")).to_have_text(BELONGS)
        expect(page.locator("body")).to_contain_text("start it again as you did before")
    page.goto(url.rstrip("/") + SECRETS.path + "/")
    expect(page.locator("body")).to_contain_text(BELONGS)  # the path alone opens nothing


@needs_chromium
def test_tabs_and_bookmarks_of_an_earlier_start_go_on_once_the_browser_was_let_in_anew(page: Page) -> None:
    with socket.create_server(("127.0.0.1", 0)) as free:  # where no page begins to look, so that none is there between
        port = free.getsockname()[1]
    with started(SECRETS, port) as url:
        page.goto(f"{url}?run=one&token={SECRETS.opening}")
        earlier = page.url
    with started(NEXT_START, port) as url:
        page.reload()
        expect(page.get_by_role("heading")).to_have_text(BELONGS)
        page.goto(f"{url}?token={NEXT_START.opening}")
        page.goto(earlier)
        expect(page.get_by_role("heading")).to_have_text("Here it is: one")
        assert page.url == earlier.replace(SECRETS.path, NEXT_START.path)


@needs_chromium
def test_a_server_at_another_port_is_sent_neither_the_cookie_nor_the_path(url: str, page: Page) -> None:
    with neighbour() as (theirs, seen):
        page.goto(f"{url}?token={SECRETS.opening}")
        page.evaluate("here => { document.body.innerHTML = `<a href=${here}>to them</a><img src=${here}x>`; }", theirs)
        page.get_by_role("link").click()
        expect(page.get_by_role("heading")).to_have_text("Not yours")
        page.goto(f"{theirs}?run=two")
        page.go_back()
        page.go_back()
        expect(page.get_by_role("heading")).to_have_text("Here it is:")
        assert len(seen) >= 3
        said = "".join(str(headers) for headers in seen)
        secret = (SECRETS.cookie, SECRETS.cookie_name, SECRETS.path, SECRETS.opening, SECRETS.token)
        assert [one for one in secret if one in said] == []
        assert "Cookie" not in said
        page.goto(f"{theirs.rstrip('/')}{SECRETS.path}/")  # whoever knew the path would get it, so nobody may
        assert SECRETS.cookie in str(seen[-1])


@needs_chromium
def test_two_assays_at_two_ports_keep_a_browser_each(url: str, page: Page) -> None:
    with started(NEXT_START) as other:
        for address, secrets in ((url, SECRETS), (other, NEXT_START)):
            page.goto(f"{address}?token={secrets.opening}")
        for address, secrets in ((url, SECRETS), (other, NEXT_START)):
            page.goto(address)
            expect(page.locator("p")).to_have_text(f"{secrets.path}/")


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({"Authorization": f"Bearer {SECRETS.token}"}, 200),
        ({"Authorization": f"Bearer {SECRETS.opening}"}, 200),
        ({}, 403),
        ({"Authorization": f"Bearer {SECRETS.token}x"}, 403),
        ({"Authorization": f"Bearer {NEXT_START.opening}"}, 403),
        ({"Authorization": ""}, 403),
        ({"Authorization": "Bearer \u00e9"}, 403),
        ({"Cookie": "assay-1=x; assay=x"}, 403),
        ({"Cookie": f"{SECRETS.cookie_name}={SECRETS.cookie}"}, 403),
    ],
)
def test_programs_send_it(url: str, headers: dict[str, str], status: int) -> None:
    encoded = [(name.encode(), value.encode("latin-1")) for name, value in headers.items()]
    assert httpx.get(url, headers=encoded).status_code == status
    assert httpx.post(f"{url}gradio_api/upload", headers=encoded).status_code == (404 if status == 200 else 403)


@pytest.mark.parametrize(
    ("cookie", "status"),
    [
        (f"{SECRETS.cookie_name}={SECRETS.cookie}", 200),
        (f"{SECRETS.cookie_name}={NEXT_START.cookie}", 403),
        (f"{SECRETS.cookie_name}={SECRETS.token}", 403),
        (f"{NEXT_START.cookie_name}={SECRETS.cookie}", 403),
        (f"{SECRETS.cookie_name}=", 403),
    ],
)
def test_at_the_secret_path_it_is_the_cookie_of_this_start(url: str, cookie: str, status: int) -> None:
    for path in ("/", WHO_PATH):
        asked = url.rstrip("/") + SECRETS.path + path
        assert httpx.get(asked, headers={"Cookie": cookie}).status_code == status
    elsewhere = url.rstrip("/") + NEXT_START.path + WHO_PATH
    assert httpx.get(elsewhere, headers={"Cookie": cookie}).status_code == 403


def test_a_post_brings_no_cookie_and_everybody_may_ask_who_answers(url: str) -> None:
    for method in ("POST", "HEAD", "PUT"):
        answer = httpx.request(method, f"{url}?token={SECRETS.opening}")
        assert (answer.status_code, "set-cookie" in answer.headers) == (403, False), method
    assert httpx.get(f"{url.rstrip('/')}{WHO_PATH}").text == SECRETS.name


OTHERS = (
    "//other.example/",
    "/\\other.example/",
    "/%2Fother.example/",
    "/%5Cother.example/",
    "//user@other.example/",
    "///other.example",
    "/.//other.example/",
    "/https://other.example/",
    f"{SECRETS.path}//other.example/",
    f"{SECRETS.path}/../other.example",
    f"/{SECRETS.path}",
)


@pytest.mark.parametrize("path", OTHERS)
@pytest.mark.parametrize("method", ["GET", "HEAD", "POST"])
def test_no_path_leads_to_another_host(url: str, path: str, method: str) -> None:
    own = urlsplit(url)
    for headers in ({}, HTML, {"Authorization": f"Bearer {SECRETS.token}"}):
        for query in ("", f"?token={SECRETS.opening}", "?next=//other.example&_target_url=https://other.example"):
            connection = http.client.HTTPConnection(str(own.hostname), own.port)  # which sends the path as it is
            connection.request(method, path + query, headers=headers)
            answer = connection.getresponse()
            leads = answer.getheader("location", "/")
            assert not leads.startswith(("//", "/\\")), leads
            assert urlsplit(leads).netloc in ("", own.netloc)
            assert answer.getheader("set-cookie") is None
            connection.close()


def test_what_a_browser_is_started_with_is_good_once_and_not_for_long(
    url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    ticket = SECRETS.ticket()
    secret = (SECRETS.token, SECRETS.opening, SECRETS.cookie, SECRETS.path)
    assert [one for one in secret if one in ticket] == []
    assert httpx.get(f"{url}?token={ticket}").status_code == 303
    assert httpx.get(f"{url}?token={ticket}").status_code == 403
    assert httpx.get(f"{url}?token={NEXT_START.ticket()}").status_code == 403
    early = SECRETS.ticket()
    assert SECRETS.is_ticket(early)
    monkeypatch.setattr("setup.page_secrets.TICKET_SECONDS", -1)
    assert not SECRETS.is_ticket(early)
    for odd in ("", ".", "1", f"x.{SECRETS.token}", f"٣.{SECRETS.token}"):
        assert not SECRETS.is_ticket(odd)


@pytest.mark.skipif(os.name == "nt", reason="Windows keeps the person's folder from others")
def test_only_the_person_can_read_the_token_which_no_other_file_has(tmp_path: Path) -> None:
    home = tmp_path / "home"
    with umask(0):
        token = kept_token(home)
        enter(home, Running.here("http://127.0.0.1:7860/", by_token=True))
    assert len(token) >= 40
    assert kept_token(home) == token == read_token(home)
    modes = {path.name: stat.S_IMODE(path.stat().st_mode) for path in (home, *home.iterdir())}
    assert modes == {"home": 0o700, TOKEN_FILE: 0o600, RECORD: 0o600}
    assert [path.name for path in home.iterdir() if token in path.read_text()] == [TOKEN_FILE]


@pytest.mark.skipif(os.name == "nt", reason="Windows keeps the person's folder from others")
def test_a_token_that_others_could_have_read_is_replaced(tmp_path: Path) -> None:
    place = tmp_path / TOKEN_FILE
    for text, mode in (("", 0o600), ("one-that-browsers-got-as-a-cookie", 0o600), ("x" * 43, 0o644), ("x" * 43, 0o640)):
        place.write_text(text)
        place.chmod(mode)
        token = kept_token(tmp_path)
        assert len(token) >= 40
        assert token != text
        assert (token, stat.S_IMODE(place.stat().st_mode)) == (read_token(tmp_path), 0o600)
    assert list(tmp_path.iterdir()) == [place], "nothing that has it is left beside it"
    place.unlink()
    (tmp_path / "file").touch()
    nowhere = tmp_path / "file" / "home"
    assert kept_token(nowhere) != kept_token(nowhere)


@contextmanager
def umask(mask: int) -> Iterator[None]:
    before = os.umask(mask)
    yield
    os.umask(before)
