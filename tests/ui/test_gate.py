from __future__ import annotations

import asyncio
from collections.abc import Mapping
from types import SimpleNamespace
from urllib.parse import quote

import httpx
import pytest
from fastapi import Depends, FastAPI, Form, HTTPException, Request, Response

from address import Address
from ui.serving.gate import Gate

LOOPBACK = [Address(), Address(host="::1"), Address(host="127.0.0.2")]
SHARED = Address(host="0.0.0.0", auth=("ada", "lovelace"))
ELSEWHERE: list[Mapping[str, str]] = [
    {"Origin": "https://evil.example"},
    {"Origin": "http://127.0.0.1:1"},
    {"Origin": "null"},
    {"Origin": "http://[::1"},
    {"Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "no-cors"},
    {"Sec-Fetch-Site": "same-site", "Sec-Fetch-Mode": "cors"},
    {"Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "navigate", "Sec-Fetch-Dest": "iframe"},
]
OWN: list[Mapping[str, str]] = [
    {},
    {"Origin": "http://{host}", "Sec-Fetch-Site": "same-origin"},
    {"Sec-Fetch-Site": "none", "Sec-Fetch-Mode": "navigate", "Sec-Fetch-Dest": "document"},
    {"Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "navigate", "Sec-Fetch-Dest": "document"},
]


def page() -> FastAPI:
    app = FastAPI()

    @app.get("/")
    def root(response: Response) -> str:
        response.set_cookie("theme", "dark")
        return "the page"

    def login_check(request: Request) -> None:
        if "logged-out" in request.headers:
            raise HTTPException(401)

    @app.post("/gradio_api/upload", dependencies=[Depends(login_check)])
    async def upload(request: Request) -> str:
        async for part in request.stream():
            if part == b"breaks off":
                raise ConnectionError
        return "taken"

    @app.get("/gradio_api/file={path:path}")
    def sent_on(path: str) -> Response:
        return Response(status_code=302, headers={"location": path.replace("TAB", "\t")})

    @app.post("/gradio_api/process_recording")
    @app.post("/gradio_api/cancel")
    def other() -> str:
        return "done"

    @app.post("/login")
    def login(response: Response, password: str = Form()) -> str:
        response.set_cookie("access", "x", samesite="none", secure=True, httponly=True)
        response.status_code = 200 if password == "lovelace" else 400
        return ""

    return app


def client(address: Address, most_bytes: int = 1000, most_kept: int = 10_000) -> httpx.Client:
    """One request after the other, each to the same gate."""
    transport = httpx.ASGITransport(Gate(page(), address, most_bytes, most_kept, "/secret"), raise_app_exceptions=False)

    class InTurn(httpx.BaseTransport):
        def handle_request(self, request: httpx.Request) -> httpx.Response:
            async def ask() -> httpx.Response:
                answer = await transport.handle_async_request(request)
                await answer.aread()
                return httpx.Response(answer.status_code, headers=answer.headers, content=answer.content)

            return asyncio.run(ask())

    host = f"[{address.host}]" if ":" in address.host else address.host.replace("0.0.0.0", "192.168.1.7")
    return httpx.Client(transport=InTurn(), base_url=f"http://{host}:7860")


@pytest.mark.parametrize("address", [*LOOPBACK, SHARED], ids=lambda address: address.host)
def test_only_its_own_page_and_programs_come_in(address: Address) -> None:
    with client(address) as asking:
        for headers in OWN:
            sent = {name: value.format(host=asking.base_url.netloc.decode()) for name, value in headers.items()}
            assert asking.get("/", headers=sent).text == '"the page"', headers
        for headers in ELSEWHERE:
            assert asking.get("/", headers=headers).status_code == 403, headers
            assert asking.post("/gradio_api/upload", headers=headers, content=b"x").status_code == 403, headers


def test_no_host_is_not_the_origin_of_nowhere() -> None:
    with client(SHARED) as asking:
        assert asking.get("/", headers={"Host": "", "Origin": "null"}).status_code == 403


@pytest.mark.parametrize("host", ["evil.example", "127.0.0.1.evil.example:7860", "[::1].evil.example", ""])
def test_on_this_computer_it_has_no_other_names_unless_it_asks_for_a_password(host: str) -> None:
    with client(Address()) as asking:
        assert asking.get("/", headers={"Host": host}).status_code == 400
        assert asking.get("/", headers={"Host": "localhost:7860"}).status_code == 200
    for address in (SHARED, Address(auth=SHARED.auth)):
        with client(address) as asking:
            assert asking.get("/", headers={"Host": host}).status_code == 200


def test_cookies_stay_on_its_own_site_and_no_site_lays_it_in_a_frame() -> None:
    with client(Address()) as here, client(SHARED) as asking:
        for answer in (here.get("/"), asking.post("/login", data={"password": "lovelace"})):
            (cookie,) = answer.headers.get_list("set-cookie")
            assert cookie.count("SameSite") == cookie.count("SameSite=Lax") == 1
            assert cookie.count("Path") == cookie.count("Path=/secret;") == 1
            assert answer.headers["content-security-policy"] == "frame-ancestors 'self'; frame-src 'none'"
        assert "HttpOnly" in cookie
        assert answer.headers["content-location"] == "/secret/", "where the login goes on"
        assert "content-location" not in asking.post("/login", data={"password": "wrong"}).headers


def test_who_is_not_logged_in_learns_neither_the_path_nor_the_name_of_a_cookie() -> None:
    with client(SHARED) as asking:
        refused = [asking.request(method, f"{at}/logout") for method in ("GET", "POST") for at in ("", "/secret")]
        assert {answer.status_code for answer in refused} == {404}
        for answer in (*refused, asking.get("/"), asking.post("/login", data={"password": "wrong"})):
            assert "set-cookie" not in answer.headers
            assert "secret" not in str(answer.headers) + answer.text


ELSE = (
    "https://other.example",
    "//other.example/",
    "/\\other.example",
    "\\/other.example",
    "/TAB/other.example",
    "http:///x",
)
ELSE_HERE = (
    "http://{host}.other.example/",
    "http://{host}@other.example/",
    "http://user@{host}:1/",
    "https:other.example",
)
HERE = "/", "/secret/?run=1", "http://{host}/secret", "https://{host}", "/%2Fother.example", "/%5Cother.example"


@pytest.mark.parametrize("address", [Address(), SHARED], ids=lambda address: address.host)
def test_nobody_is_sent_to_another_place(address: Address) -> None:
    with client(address) as asking:

        def sent(to: str, method: str = "GET") -> tuple[int, bool]:
            place = quote(to.format(host=asking.base_url.netloc.decode()), safe="")
            answer = asking.request(method, f"/gradio_api/file={place}")
            return answer.status_code, "location" in answer.headers

        for to in (*ELSE, *ELSE_HERE):
            assert sent(to) == (404, False), to
        for to in HERE:
            assert sent(to) == (302, True), to


@pytest.mark.parametrize("path", ["upload", "cancel"])
def test_what_is_sent_has_a_length_and_a_limit(path: str) -> None:
    with client(Address(), most_bytes=10_000) as asking:
        assert asking.post(f"/gradio_api/{path}", content=b"x" * 10_000).status_code == 200
        assert asking.post(f"/gradio_api/{path}", content=b"x" * 10_001).status_code == 413
        endless = asking.build_request("POST", f"/gradio_api/{path}", content=b"x")
        del endless.headers["content-length"]
        assert asking.send(endless).status_code == (411 if path == "upload" else 200)  # most have no body at all
        endless.headers["transfer-encoding"] = "chunked"
        assert asking.send(endless).status_code == 411
        endless.headers["content-length"] = "1"  # which counts for nothing beside the other
        assert asking.send(endless).status_code == 411
        assert asking.post("/login", data={"password": "x" * 5000}).status_code == 413


def test_uploads_have_room_for_what_is_taken_and_for_what_came_of_others() -> None:
    with client(Address(), most_bytes=1000, most_kept=2500) as asking:

        def upload(content: bytes = b"x" * 1000, headers: Mapping[str, str] | None = None) -> int:
            return asking.post("/gradio_api/upload", content=content, headers=headers).status_code

        assert [upload(headers={"logged-out": "yes"}) for _ in range(3)] == 3 * [401]
        assert [asking.post("/gradio_api/upload/", content=b"x" * 1000).status_code for _ in range(3)] == 3 * [307]
        assert [upload(b"breaks off", {"content-length": "1000"}) for _ in range(3)] == 3 * [500]
        assert [upload() for _ in range(3)] == [200, 200, 413]
        assert [upload(b"x" * 470), upload(b"x")] == [200, 413]


def test_nothing_is_recorded() -> None:
    with client(Address()) as asking:
        assert asking.post("/gradio_api/process_recording", content=b"x").status_code == 404


def test_who_guesses_passwords_has_to_wait(monkeypatch: pytest.MonkeyPatch) -> None:
    now = 1000.0
    monkeypatch.setattr("ui.serving.gate.time", SimpleNamespace(monotonic=lambda: now))
    monkeypatch.setattr("ui.serving.gate.MOST_GUESSERS", 1)  # who is known keeps the place
    with client(SHARED) as asking:

        def tries(password: str) -> int:
            return asking.post("/login", data={"password": password}).status_code

        assert [tries("wrong") for _ in range(4)] == [400, 400, 400, 429]
        assert tries("lovelace") == 429
        now += 1.1
        assert [tries("wrong"), tries("lovelace")] == [400, 429]
        now += 2.1
        assert [tries("lovelace"), tries("wrong"), tries("wrong")] == [200, 400, 400]


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("127.0.0.1", "127.7.3.9", True),
        ("127.0.0.1", "::1", True),
        ("192.168.1.7", "192.168.1.8", False),
        ("192.168.1.7", "::ffff:192.168.1.7", True),
        ("2001:db8::1", "2001:db8::ffff:1", True),
        ("2001:db8::1", "2001:db8:0:1::1", False),
    ],
)
def test_who_has_many_addresses_has_no_more_guesses(one: str, other: str, same: bool) -> None:
    async def tried(address: str) -> int:
        transport = httpx.ASGITransport(gate, client=(address, 1))
        async with httpx.AsyncClient(transport=transport, base_url="http://192.168.1.7:7860") as asking:
            return (await asking.post("/login", data={"password": "wrong"})).status_code

    gate = Gate(page(), SHARED, 10_000, 10_000, "/secret")
    assert [asyncio.run(tried(one)) for _ in range(3)] == [400, 400, 400]
    assert asyncio.run(tried(other)) == (429 if same else 400)
