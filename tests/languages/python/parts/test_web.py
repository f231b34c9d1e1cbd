# ruff: noqa: A002, RUF005  (as the standard library calls it)
"""What the web offers is fetched from real servers, with patience, and what can't be had is said in words."""

from __future__ import annotations

import gzip
import socket
import ssl
import subprocess
import threading
import urllib.request
import zlib
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from email.utils import format_datetime
from http.client import HTTPException, HTTPMessage
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from types import SimpleNamespace
from typing import Any
from urllib.error import URLError

import pytest

from languages.python.parts import web
from languages.python.parts.web import (
    CannotFetch,
    _asked_to_wait,
    _trouble_of_line,
    _web_address,
    _web_text,
    _web_unzipped,
    _WebTrouble,
    fetch,
    fetch_all,
    fetch_text,
    links_in,
)
from tests.languages.python.parts.folder import set_everywhere

Answer = tuple[int, dict[str, str], bytes]


@dataclass
class Site:
    """A server; what it answers to each path, in turn, the last again and again. `asked` is what it heard."""

    address: str
    answers: dict[str, list[Answer]] = field(default_factory=dict)
    asked: list[str] = field(default_factory=list)
    heads: list[dict[str, str]] = field(default_factory=list)

    def answer(self, path: str, *answers: Answer) -> str:
        self.answers[path] = list(answers)
        return self.address + path


class Waiting:
    """A clock that moves only as somebody sleeps."""

    def __init__(self) -> None:
        self.now, self.slept = 1000.0, list[float]()

    def sleep(self, seconds: float) -> None:
        self.slept.append(round(seconds, 3))
        self.now += seconds

    def monotonic(self) -> float:
        return self.now


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Waiting:
    waiting = Waiting()
    monkeypatch.setattr(web, "sleep", waiting.sleep)
    monkeypatch.setattr(web, "monotonic", waiting.monotonic)
    monkeypatch.setattr(web, "_WEB_ASKED", {})
    return waiting


@pytest.fixture
def said(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    texts: list[str] = []
    set_everywhere(monkeypatch, "_LISTENERS", [texts.append])
    return texts


@pytest.fixture
def site(clock: Waiting) -> Iterator[Site]:
    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            held.asked.append(self.path)
            held.heads.append(dict(self.headers))
            answers = held.answers.get(self.path, [(404, {}, b"")])
            status, heads, body = answers.pop(0) if len(answers) > 1 else answers[0]
            self.send_response(status)
            for name, value in ({"Content-Length": str(len(body))} | heads).items():
                self.send_header(name, value)
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, format: str, *args: Any) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    held = Site(f"http://127.0.0.1:{server.server_port}")
    threading.Thread(target=server.serve_forever, args=(0.01,), daemon=True).start()
    yield held
    server.shutdown()
    server.server_close()


def problem_of(call: Callable[[], object]) -> str:
    with pytest.raises(CannotFetch) as problem:
        call()
    return str(problem.value)


def test_it_fetches(site: Site, clock: Waiting) -> None:
    url = site.answer("/a", (200, {}, b"\x00\xff" * 100_000))
    assert fetch(f"  {url}#part ") == b"\x00\xff" * 100_000
    assert (site.asked, clock.slept) == (["/a"], [])
    assert (site.heads[0]["User-Agent"], site.heads[0]["Accept-Encoding"]) == (
        "Mozilla/5.0 (compatible; small program)",
        "gzip",
    )
    assert fetch(site.answer("/empty", (204, {}, b""))) == b""


@pytest.mark.parametrize(
    ("url", "address"),
    [
        ("http://a.org", "http://a.org/"),
        ("HTTPS://A.org/x?a=b%20c#d", "https://a.org/x?a=b%20c"),
        ("a.org/x", "https://a.org/x"),
        ("localhost:8000/x", "https://localhost:8000/x"),
        ("127.0.0.1:80", "https://127.0.0.1:80/"),
        ("http://[::1]:8000/a", "http://[::1]:8000/a"),
        ("https://de.wikipedia.org/wiki/Käse kuchen", "https://de.wikipedia.org/wiki/K%C3%A4se%20kuchen"),
        ("https://müller.de/?q=ä&b=1", "https://xn--mller-kva.de/?q=%C3%A4&b=1"),
        ("http://me:secret@a.org/", "http://a.org/"),
        ("http://a.org/(x)_[y]@~!$,;'*+", "http://a.org/(x)_[y]@~!$,;'*+"),
    ],
)
def test_addresses(url: str, address: str) -> None:
    assert _web_address(url) == address


@pytest.mark.parametrize(
    "url",
    [
        "",
        "file:///etc/passwd",
        "ftp://a.org/x",
        "data:,x",
        "javascript:alert(1)",
        "mailto:a@b.org",
        "C:\\a.txt",
        "http://",
    ]
    + ["http://[", "http://a b/", "http://a.org:x/", "http:///x", "https://" + "ä" * 80 + ".de", "http://a.org:99999/"],
)
def test_what_is_no_address_of_the_web(url: str) -> None:
    said = f"“{url}” can't be fetched. Only addresses that begin with http:// or https:// can be fetched."
    assert problem_of(lambda: fetch(url)) == said
    assert problem_of(lambda: fetch_text(url)) == said


@pytest.mark.parametrize(
    ("status", "words", "tries"),
    [
        (404, "There is no such page. Check the address.", 1),
        (410, "There is no such page. Check the address.", 1),
        (401, "The site doesn't let this program in.", 1),
        (402, "The site doesn't let this program in.", 1),
        (403, "The site doesn't let this program in.", 1),
        (451, "The site doesn't let this program in.", 1),
        (418, "The site answers with the error code 418.", 1),
        (429, "The site is getting too many requests. Try again later.", 3),
        (500, "The site has a problem at the moment. Try again later.", 3),
        (502, "The site has a problem at the moment. Try again later.", 3),
        (503, "The site has a problem at the moment. Try again later.", 3),
        (504, "The site has a problem at the moment. Try again later.", 3),
        (501, "The site has a problem at the moment. Try again later.", 1),
    ],
)
def test_what_a_site_answers(site: Site, clock: Waiting, status: int, words: str, tries: int) -> None:
    url = site.answer("/a", (status, {}, b"no"))
    assert problem_of(lambda: fetch(url)) == f"“{url}” can't be fetched. {words}"
    assert (len(site.asked), clock.slept) == (tries, [1.0, 2.0][: tries - 1])


@pytest.mark.parametrize(
    ("after", "slept"), [("", 1.0), ("0", 1.0), ("4", 4.0), ("3600", 10.0), ("soon", 1.0), ("-5", 1.0), ("²", 1.0)]
)
def test_a_site_asks_for_patience(site: Site, clock: Waiting, after: str, slept: float) -> None:
    url = site.answer("/a", (503, {"Retry-After": after.encode().decode("latin-1")}, b""), (200, {}, b"yes"))
    assert fetch(url) == b"yes"
    assert clock.slept == [slept]


def test_patience_until_a_time() -> None:
    now = datetime.now(UTC)
    assert 3 < _asked_to_wait(format_datetime(now + timedelta(seconds=6), usegmt=True)) <= 6
    assert _asked_to_wait(format_datetime(now + timedelta(hours=6))) == 10
    assert _asked_to_wait(format_datetime(now - timedelta(hours=6))) == 0
    assert _asked_to_wait("Sat, 28 Nov 2026 20:00:00 -0000") == 0  # without a zone


def test_it_comes_at_the_third_try(site: Site) -> None:
    url = site.answer("/a", (500, {}, b""), (429, {}, b""), (200, {}, b"yes"))
    assert (fetch(url), len(site.asked)) == (b"yes", 3)


def test_a_site_is_asked_once_a_second(site: Site, clock: Waiting) -> None:
    url = site.answer("/a", (200, {}, b"x"))
    fetch(url)
    fetch(url)
    clock.now += 0.25
    fetch(url)
    clock.now += 5
    fetch(url)
    fetch(url.replace("127.0.0.1", "localhost"))
    assert clock.slept == [1.0, 0.75]


@pytest.mark.parametrize(("size", "fits"), [(999, True), (1000, True), (1001, False), (200_000, False)])
@pytest.mark.parametrize("zipped", [False, True])
def test_how_large_it_may_be(site: Site, size: int, fits: bool, zipped: bool) -> None:
    body, heads = b"x" * size, {"Content-Encoding": " GZip"} if zipped else {}
    url = site.answer("/a", (200, heads, gzip.compress(body) if zipped else body))
    if fits:
        assert fetch(url, 1000) == body
    else:
        assert problem_of(lambda: fetch(url, 1000)) == f"“{url}” can't be fetched. It is larger than 0.001 MB."
        assert len(site.asked) == 1


def test_by_itself_20_mb(site: Site) -> None:
    url = site.answer("/a", (200, {"Content-Encoding": "x-gzip"}, gzip.compress(b"x" * 20_000_001)))
    assert problem_of(lambda: fetch(url)).endswith("It is larger than 20 MB.")
    assert problem_of(lambda: fetch_text(url)).endswith("It is larger than 20 MB.")
    url = site.answer("/b", (200, {"Content-Encoding": "x-gzip"}, gzip.compress(b"x" * 20_000_000)))
    assert len(fetch(url)) == 20_000_000


BROKEN = "The site's answer can't be understood. Try again later."


@pytest.mark.parametrize(
    ("heads", "body"),
    [
        ({"Content-Length": "50"}, b"half"),
        ({"Content-Encoding": "gzip"}, b"no zip"),
        ({"Content-Encoding": "gzip"}, gzip.compress(b"x" * 1000, mtime=0)[:-9]),
        ({"Transfer-Encoding": "chunked"}, b"zz\r\nabc"),
        ({"Transfer-Encoding": "chunked"}, b"50\r\nabc"),
    ],
)
def test_half_of_it_is_nothing(site: Site, heads: dict[str, str], body: bytes) -> None:
    url = site.answer("/a", (200, heads, body), (200, {}, b"whole"))
    assert fetch(url) == b"whole"
    url = site.answer("/b", (200, heads, body))
    assert problem_of(lambda: fetch(url)) == f"“{url}” can't be fetched. {BROKEN}"
    assert len(site.asked) == 5


def test_ways_elsewhere(site: Site, tmp_path: Path) -> None:
    (tmp_path / "a").write_text("secret")
    site.answer("/end", (200, {}, b"there"))
    assert fetch(site.answer("/a", (302, {"Location": "/end"}, b""))) == b"there"
    url = site.answer("/b", (302, {"Location": "/b"}, b""))
    assert problem_of(lambda: fetch(url)).endswith("The site answers with the error code 302.")
    url = site.answer("/c", (302, {"Location": (tmp_path / "a").as_uri()}, b""))
    assert problem_of(lambda: fetch(url)).endswith("The site answers with the error code 302.")
    url = site.answer("/d", (302, {"Location": "ftp://127.0.0.1/a"}, b""))
    assert problem_of(lambda: fetch(url)).endswith("The site leads to something that can't be fetched.")


def free_port() -> int:
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return int(one.getsockname()[1])


def test_nobody_is_there(clock: Waiting) -> None:
    url = f"http://127.0.0.1:{free_port()}/"
    words = "The site can't be reached. Check whether this computer is online, and try again."
    assert problem_of(lambda: fetch(url)) == f"“{url}” can't be fetched. {words}"
    assert clock.slept == [1.0, 2.0]


def test_there_is_no_such_site(clock: Waiting) -> None:
    words = "There is no such site. Check the address, and whether this computer is online."
    assert (
        problem_of(lambda: fetch("http://nothing.invalid/")) == f"“http://nothing.invalid/” can't be fetched. {words}"
    )
    assert clock.slept == []


def test_a_browser_has_no_way_out(clock: Waiting, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr(urllib.request, "HTTPSHandler")
    words = "A program in a browser can't fetch it."
    assert problem_of(lambda: fetch("a.org")) == f"“a.org” can't be fetched. {words}"
    fetch_all(["a.org/1", "a.org/2"])
    assert clock.slept == [1.0]  # the second page isn't even tried


@pytest.mark.parametrize(
    ("error", "wait", "is_of_site"),
    [
        (ssl.SSLCertVerificationError("x"), None, True),
        (socket.gaierror("x"), None, True),
        (TimeoutError(), 0.0, True),
        (ConnectionResetError(), 0.0, True),
        (ssl.SSLError("x"), 0.0, True),
        (URLError(TimeoutError()), 0.0, True),
        (URLError("unknown url type: ftp"), None, False),
        (HTTPException(), 0.0, False),
        (ValueError(), 0.0, False),
    ],
)
def test_whether_another_try_or_another_page_may_help(error: Exception, wait: float | None, is_of_site: bool) -> None:
    trouble = _trouble_of_line(error)
    assert (trouble.wait, trouble.is_of_site) == (wait, is_of_site)


def test_what_is_zipped_is_not_unzipped_further_than_it_may_be(monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[int] = []

    class Counting:
        eof = True

        def __init__(self, bits: int) -> None:
            self._real = zlib.decompressobj(bits)

        def decompress(self, content: bytes, most: int = 0) -> bytes:
            made.append(most)
            return self._real.decompress(content, most)

    about = HTTPMessage()
    about["Content-Encoding"] = "gzip"
    monkeypatch.setattr(web, "zlib", SimpleNamespace(decompressobj=Counting, MAX_WBITS=zlib.MAX_WBITS))
    with pytest.raises(_WebTrouble, match="larger"):
        _web_unzipped(gzip.compress(b"x" * 5000), about, 1000)
    assert made == [1001]


def test_it_hangs_up(clock: Waiting) -> None:
    with serving(lambda connection: connection.recv(1000)) as url:
        assert problem_of(lambda: fetch(url)).endswith("Check whether this computer is online, and try again.")

    def talk(connection: socket.socket) -> None:
        connection.recv(1000)
        connection.sendall(b"hello\r\n\r\n")

    with serving(talk) as url:
        assert problem_of(lambda: fetch(url)).endswith(BROKEN)


def test_it_says_nothing(clock: Waiting, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(web, "_WEB_TIMEOUT", 0.05)
    over = threading.Event()
    with serving(lambda connection: over.wait(5)) as url:
        assert problem_of(lambda: fetch(url)).endswith("The site doesn't answer in time. Try again later.")
        over.set()
    assert clock.slept == [1.0, 2.0]


def test_it_comes_drop_by_drop(site: Site, clock: Waiting, monkeypatch: pytest.MonkeyPatch) -> None:
    def slow() -> float:
        clock.now += 50
        return clock.now

    monkeypatch.setattr(web, "monotonic", slow)
    assert fetch(site.answer("/a", (200, {}, b"x" * 65_536))) == b"x" * 65_536
    url = site.answer("/b", (200, {}, b"x" * 10_000_000))
    assert problem_of(lambda: fetch(url)).endswith("The site doesn't answer in time. Try again later.")


class serving:  # noqa: N801
    """A server that does one thing with each connection, and hangs up."""

    def __init__(self, act: Callable[[socket.socket], object], context: ssl.SSLContext | None = None) -> None:
        self._act, self._context, self._socket = act, context, socket.create_server(("127.0.0.1", 0))

    def __enter__(self) -> str:
        threading.Thread(target=self._serve, daemon=True).start()
        return f"http{'s' if self._context else ''}://127.0.0.1:{self._socket.getsockname()[1]}/"

    def _serve(self) -> None:
        while True:
            try:
                connection, _ = self._socket.accept()
                with connection:
                    if self._context:
                        connection = self._context.wrap_socket(connection, server_side=True)
                    self._act(connection)
            except ssl.SSLError:
                continue
            except OSError:
                return

    def __exit__(self, *_: object) -> None:
        self._socket.shutdown(socket.SHUT_RDWR)
        self._socket.close()


def test_a_site_that_is_another(clock: Waiting, tmp_path: Path) -> None:
    names = ["-subj", "/CN=other", "-keyout", str(tmp_path / "key"), "-out", str(tmp_path / "certificate")]
    subprocess.run(
        ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", *names], check=True, capture_output=True
    )
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(tmp_path / "certificate", tmp_path / "key")
    with serving(lambda connection: None, context) as url:
        assert problem_of(lambda: fetch(url)).endswith("The site can't prove its identity.")
    assert clock.slept == []


@pytest.mark.parametrize(
    ("content", "charset", "text"),
    [
        ("Käse €".encode(), None, "Käse €"),
        ("Käse €".encode("cp1252"), None, "Käse €"),
        ("Käse €".encode("cp1252"), "iso-8859-1", "Käse €"),
        ("Käse €".encode("cp1252"), "ISO_8859-1", "Käse €"),
        ("Käse €".encode("cp1252"), "us-ascii", "Käse €"),
        ("Käse €".encode("cp1252"), "Latin1", "Käse €"),
        ("Käse €".encode("iso-8859-15"), "iso-8859-15", "Käse €"),
        ("сыр".encode("koi8-r"), "koi8-r", "сыр"),
        ("Käse".encode(), "nonsense", "Käse"),
        ("Käse".encode(), "undefined", "Käse"),
        ("Käse".encode(), "hex", "Käse"),
        ("ä".encode(), "latin-1", "Ã¤"),
        ("ä".encode(), "latin1", "Ã¤"),
        ("ä".encode(), "ASCII", "Ã¤"),
        ("ä".encode(), "us-ascii", "Ã¤"),
        ("ä".encode(), "iso-8859-1", "Ã¤"),
        (b"a\xffb", "utf-8", "a�b"),
        (b"a\x81b", None, "a�b"),
        ("\ufeffKäse".encode(), "iso-8859-1", "Käse"),
        ("Käse".encode("utf-16"), None, "Käse"),
        ("\ufeffKäse".encode("utf-16-be"), None, "Käse"),
        ('<meta charset="windows-1251">сыр'.encode("cp1251"), None, '<meta charset="windows-1251">сыр'),
        (
            "<meta content='text/html; CHARSET = koi8-r'>сыр".encode("koi8-r"),
            None,
            "<meta content='text/html; CHARSET = koi8-r'>сыр",
        ),
        ('<?xml encoding="cp1251"?>сыр'.encode("cp1251"), None, '<?xml encoding="cp1251"?>сыр'),
        ('<meta charset="cp1251">Käse'.encode(), "utf-8", '<meta charset="cp1251">Käse'),
        ("x" * 2048 + " charset=cp1251 ä", None, "x" * 2048 + " charset=cp1251 ä"),
        ("charset=nonsense ä".encode(), None, "charset=nonsense ä"),
        (b"", None, ""),
    ],
)
def test_texts(content: bytes | str, charset: str | None, text: str) -> None:
    assert _web_text(content if isinstance(content, bytes) else content.encode(), charset) == text


def test_a_text_is_fetched(site: Site) -> None:
    url = site.answer("/a", (200, {"Content-Type": "text/html; charset=KOI8-R"}, "сыр".encode("koi8-r")))
    assert fetch_text(url) == "сыр"


def test_many(site: Site, said: list[str], clock: Waiting) -> None:
    one, two = site.answer("/1", (200, {}, b"1")), site.answer("/2", (200, {}, b"2"))
    lost, gone = site.address + "/3", f"http://127.0.0.1:{free_port()}"
    found = fetch_all(iter([one, lost, two, one, f"{gone}/4", f"{gone}/5", "x:"]))
    assert (found, list(found)) == ({one: b"1", two: b"2"}, [one, two])
    words = "The site can't be reached. Check whether this computer is online, and try again."
    assert said == [
        "\n".join(
            [
                "4 of 6 pages could not be fetched:",
                f"“{lost}” can't be fetched. There is no such page. Check the address.",
                f"“{gone}/4” can't be fetched. {words}",
                f"“{gone}/5” can't be fetched. {words}",
                "“x:” can't be fetched. Only addresses that begin with http:// or https:// can be fetched.",
            ]
        )
    ]
    assert site.asked == ["/1", "/3", "/2"]
    assert clock.slept == [1.0, 1.0, 1.0, 2.0]  # the site that can't be reached is tried for one page only
    said.clear()
    assert (fetch_all([one]), fetch_all([]), said) == ({one: b"1"}, {}, [])


PAGE = """<a href="/a">One <b>and</b>
 two</a> x <A HREF='b.html#c'>&auml;<img alt="Picture" src="x"><a href="?q=1">unclosed <a href="//other.org/x">O</a>
<a href="mailto:a@b.org">Mail</a><a href="javascript:x()">J</a><a name="x">none</a><a href="http://[">bad</a>
<area href="map" alt="Map">outside<a href="http://b.org/"><img src="y"></a>
<a href="/a">One and two</a><a href="/a">again</a><a href="">self</a><a href>no</a>
<a href=" sp ace ">s</a><base href="/base/"><a href="x">Based</a><a href="last">Last"""


def test_links() -> None:
    root = "https://a.org"
    assert links_in(PAGE, f"{root}/d/e.html") == [
        ("One and two", f"{root}/a"),
        ("ä Picture", f"{root}/d/b.html#c"),
        ("unclosed", f"{root}/d/e.html?q=1"),
        ("O", "https://other.org/x"),
        ("Map", f"{root}/d/map"),
        ("", "http://b.org/"),
        ("again", f"{root}/a"),
        ("self", f"{root}/d/e.html"),
        ("s", f"{root}/d/sp ace"),
        ("Based", f"{root}/base/x"),
        ("Last", f"{root}/base/last"),
    ]
    assert links_in("", root) == links_in("<a href='b'>x</a>", "") == []
