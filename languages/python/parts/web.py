"""Pages and files of the web, fetched with patience and care for those who offer them."""

from __future__ import annotations

import contextlib
import re
import socket
import zlib
from collections.abc import Iterable
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from html.parser import HTMLParser
from http.client import HTTPException, HTTPMessage
from time import monotonic, sleep
from typing import Any
from urllib.error import HTTPError, URLError
from urllib.parse import quote, urljoin, urlsplit, urlunsplit
from urllib.request import (
    HTTPDefaultErrorHandler,
    HTTPErrorProcessor,
    HTTPHandler,
    HTTPRedirectHandler,
    OpenerDirector,
    ProxyHandler,
    Request,
    UnknownHandler,
)

from languages.python.parts.telling import sentence, tell

_WEB_TRIES = 3
_WEB_TIMEOUT, _WEB_LONGEST = 20.0, 120.0
"""Seconds for an answer to begin or go on, and for all of it."""
_WEB_PAUSE, _WEB_MOST_WAIT = 1.0, 10.0
"""Seconds between two requests to one site, and that a site may ask us to wait."""
_WEB_CHUNK = 65_536
_WEB_NAME = "Mozilla/5.0 (compatible; small program)"
_WEB_LATER = (429, 500, 502, 503, 504)
_WEB_KEPT = "%/:=&?~#+!$,;'@()*[]"
"""What stands for something in an address, and stays as it is."""
_WEB_CHARSET = re.compile(rb"(?i)(?:charset|encoding)\s*=\s*[\"']?\s*([\w.:-]+)")
_WEB_MARKS = ((b"\xef\xbb\xbf", "utf-8-sig"), (b"\xff\xfe", "utf-16"), (b"\xfe\xff", "utf-16"))
_WEB_HEAD = 2048
_WEB_ASKED: dict[str, float] = {}
"""When each site was asked last."""


class CannotFetch(OSError):
    """Something of the web can't be had; its text says in words which address, and why."""


class _WebTrouble(Exception):
    """Why something can't be had; in how many seconds another try may help, if any; whether all of a site is lost."""

    def __init__(self, why: str, wait: float | None = None, is_of_site: bool = False) -> None:
        super().__init__(why)
        self.why, self.wait, self.is_of_site = why, wait, is_of_site


def fetch(url: str, limit: int = 20_000_000) -> bytes:
    """Fetch a page or file of the web as bytes, with several tries. Raises `CannotFetch`, which says why in words."""
    return _fetched_or_said(url, limit)[0]


def fetch_text(url: str) -> str:
    """Fetch a page of the web as text, whatever its encoding. Raises `CannotFetch`, which says why in words."""
    content, about = _fetched_or_said(url)
    return _web_text(content, about.get_content_charset())


def fetch_all(urls: Iterable[str]) -> dict[str, bytes]:
    """Fetch many pages; gives the content of each by its address, and tells which could not be had, and why."""
    wanted = list(dict.fromkeys(urls))
    found: dict[str, bytes] = {}
    missing: list[str] = []
    silent: dict[str, _WebTrouble] = {}  # sites that can't be reached; they aren't asked for each of their pages
    for url in wanted:
        try:
            found[url], _ = _fetched_unless_silent(url, silent)
        except _WebTrouble as trouble:
            missing.append(_web_problem(url, trouble))
    if missing:
        said = sentence("{missing} of {count} pages could not be fetched:", missing=len(missing), count=len(wanted))
        tell("\n".join([said, *missing]))
    return found


def links_in(html: str, base: str) -> list[tuple[str, str]]:
    """The links of a page as (text, whole address), in their order; `base` is the address of the page."""
    reader = _LinkReader(base)
    reader.feed(html)
    reader.close()
    reader.end_link()
    return list(dict.fromkeys(reader.links))


def _fetched_or_said(url: str, limit: int = 20_000_000) -> tuple[bytes, HTTPMessage]:
    try:
        return _fetched(url, limit)
    except _WebTrouble as trouble:
        raise CannotFetch(_web_problem(url, trouble)) from trouble


def _web_problem(url: str, trouble: _WebTrouble) -> str:
    return sentence("“{url}” can't be fetched.", url=url) + f" {trouble.why}"


def _fetched(url: str, limit: int = 20_000_000) -> tuple[bytes, HTTPMessage]:
    """What is there, and what the site says about it. Raises `_WebTrouble`."""
    request = Request(_web_address(url), headers={"User-Agent": _WEB_NAME, "Accept-Encoding": "gzip"})  # noqa: S310
    for number in range(1, _WEB_TRIES):
        try:
            return _fetched_once(request, limit)
        except _WebTrouble as trouble:
            if trouble.wait is None:
                raise
            sleep(max(trouble.wait, number * _WEB_PAUSE))
    return _fetched_once(request, limit)


def _fetched_unless_silent(url: str, silent: dict[str, _WebTrouble]) -> tuple[bytes, HTTPMessage]:
    site = urlsplit(_web_address(url)).netloc
    if site in silent:
        raise silent[site]
    try:
        return _fetched(url)
    except _WebTrouble as trouble:
        if trouble.is_of_site:
            silent[site] = trouble
        raise


def _web_address(url: str) -> str:
    """As it is sent: with letters of all languages written in those that addresses may have."""
    text = url.strip()
    try:
        parts = urlsplit(text if re.match(r"[A-Za-z][A-Za-z0-9+.-]*:(?!\d)", text) else f"https://{text}")
        place = _web_place(parts.hostname or "", parts.port)
    except ValueError:
        parts, place = urlsplit(""), ""
    if parts.scheme not in ("http", "https") or not place:
        raise _WebTrouble(sentence("Only addresses that begin with http:// or https:// can be fetched."))
    path, query = quote(parts.path or "/", safe=_WEB_KEPT), quote(parts.query, safe=_WEB_KEPT)
    return urlunsplit((parts.scheme, place, path, query, ""))


def _web_place(host: str, port: int | None) -> str:
    """The site and its port. Empty for what is no name of a site; raises `ValueError` for letters that none has."""
    name = host if host.isascii() else host.encode("idna").decode()
    if not re.fullmatch(r"[\w.-]+|[0-9a-f:.]+", name):
        return ""
    site = f"[{name}]" if ":" in name else name
    return f"{site}:{port}" if port else site


def _fetched_once(request: Request, limit: int) -> tuple[bytes, HTTPMessage]:
    _wait_for_turn(request.host)
    try:
        with _web_opener().open(request, timeout=_WEB_TIMEOUT) as answer:
            content = _web_content(answer, limit)
            return _web_unzipped(content, answer.headers, limit), answer.headers
    except ImportError as error:
        raise _WebTrouble(sentence("A program in a browser can't fetch it."), is_of_site=True) from error
    except HTTPError as error:
        error.close()
        raise _trouble_of_answer(error) from error
    except (HTTPException, OSError, zlib.error, ValueError) as error:
        raise _trouble_of_line(error) from error


def _wait_for_turn(site: str) -> None:
    """No site is asked more often than once a second."""
    wait = _WEB_ASKED.get(site, float("-inf")) + _WEB_PAUSE - monotonic()
    if wait > 0:
        sleep(wait)
    _WEB_ASKED[site] = monotonic()


def _web_opener() -> OpenerDirector:
    """For the web alone: `file:` and `ftp:` lead nowhere, not even where a site says so."""
    from urllib.request import HTTPSHandler  # which a browser's Python doesn't have

    opener = OpenerDirector()
    handlers = (ProxyHandler, UnknownHandler, HTTPHandler, HTTPSHandler, HTTPDefaultErrorHandler, HTTPRedirectHandler)
    for handler in (*handlers, HTTPErrorProcessor):
        opener.add_handler(handler())
    return opener


def _web_content(answer: Any, limit: int) -> bytes:
    """All of it, or nothing: neither too much, nor half, nor drop by drop."""
    content, end = bytearray(), monotonic() + _WEB_LONGEST
    while chunk := answer.read1(_WEB_CHUNK):
        content += chunk
        if len(content) > limit:
            raise _too_large(limit)
        if monotonic() > end:
            raise TimeoutError
    whole = answer.headers.get("Content-Length", "")
    if whole.isdecimal() and len(content) < int(whole):
        raise HTTPException("it ended early")
    return bytes(content)


def _web_unzipped(content: bytes, about: HTTPMessage, limit: int) -> bytes:
    if about.get("Content-Encoding", "").strip().lower() not in ("gzip", "x-gzip"):
        return content
    unzip = zlib.decompressobj(zlib.MAX_WBITS | 16)
    whole = unzip.decompress(content, limit + 1)
    if len(whole) > limit:
        raise _too_large(limit)
    if not unzip.eof:
        raise HTTPException("it ended early")
    return whole


def _too_large(limit: int) -> _WebTrouble:
    return _WebTrouble(sentence("It is larger than {most} MB.", most=f"{limit / 1_000_000:g}"))


def _trouble_of_answer(error: HTTPError) -> _WebTrouble:
    """What the number means that a site answers with."""
    wait = _asked_to_wait(error.headers.get("Retry-After", "")) if error.code in _WEB_LATER else None
    if error.code in (404, 410):
        return _WebTrouble(sentence("There is no such page. Check the address."))
    if error.code in (401, 402, 403, 451):
        return _WebTrouble(sentence("The site doesn't let this program in."))
    if error.code == 429:
        return _WebTrouble(sentence("The site is getting too many requests. Try again later."), wait)
    if error.code >= 500:
        return _WebTrouble(sentence("The site has a problem at the moment. Try again later."), wait)
    return _WebTrouble(sentence("The site answers with the error code {code}.", code=error.code))


def _asked_to_wait(text: str) -> float:
    """In seconds, from a number or a date; not longer than somebody sits and waits."""
    seconds = 0.0
    with contextlib.suppress(ValueError, TypeError):
        if text.strip().isdecimal():
            seconds = float(text)
        else:
            when = parsedate_to_datetime(text)
            seconds = (when - datetime.now(UTC)).total_seconds()
    return min(max(seconds, 0.0), _WEB_MOST_WAIT)


def _trouble_of_line(error: Exception) -> _WebTrouble:
    """What went wrong between here and the site."""
    reason = error.reason if isinstance(error, URLError) else error
    if type(reason).__name__ == "SSLCertVerificationError":  # a browser's Python has no `ssl` to take it from
        return _WebTrouble(sentence("The site can't prove its identity."), is_of_site=True)
    if isinstance(reason, socket.gaierror):
        said = sentence("There is no such site. Check the address, and whether this computer is online.")
        return _WebTrouble(said, is_of_site=True)
    if isinstance(reason, TimeoutError):
        return _WebTrouble(sentence("The site doesn't answer in time. Try again later."), 0.0, is_of_site=True)
    if isinstance(reason, OSError):
        said = sentence("The site can't be reached. Check whether this computer is online, and try again.")
        return _WebTrouble(said, 0.0, is_of_site=True)
    if isinstance(reason, str):  # as where a site leads to something that isn't the web
        return _WebTrouble(sentence("The site leads to something that can't be fetched."))
    return _WebTrouble(sentence("The site's answer can't be understood. Try again later."), 0.0)


def _web_text(content: bytes, charset: str | None) -> str:
    """By the mark at its beginning, by what the site says, by what the page says, else as UTF-8 or as old pages are."""
    marked = next((encoding for mark, encoding in _WEB_MARKS if content.startswith(mark)), None)
    found = _WEB_CHARSET.search(content[:_WEB_HEAD])
    inside = found[1].decode() if found else None
    for encoding in (marked, charset, inside):
        with contextlib.suppress(LookupError, UnicodeError):
            if encoding:
                return content.decode(_as_browsers_do(encoding), "replace")
    try:
        return content.decode()
    except UnicodeDecodeError:
        return content.decode("cp1252", "replace")


def _as_browsers_do(encoding: str) -> str:
    """They read what calls itself Latin-1 as its larger sister."""
    return (
        "cp1252"
        if encoding.lower().replace("_", "-") in ("iso-8859-1", "latin-1", "latin1", "us-ascii", "ascii")
        else encoding
    )


class _LinkReader(HTMLParser):
    """Gathers links with what is read in them."""

    def __init__(self, base: str) -> None:
        super().__init__()
        self.links: list[tuple[str, str]] = []
        self._base, self._address, self._words = base, "", list[str]()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """See `HTMLParser`."""
        given = dict(attrs)
        if tag == "base" and given.get("href"):
            self._base = self._whole(given["href"])
        elif tag in ("a", "area") and given.get("href") is not None:
            self.end_link()
            self._address, self._words = self._whole(given["href"]), [given.get("alt") or ""]
        elif tag == "img":
            self._words.append(f" {given.get('alt') or ''} ")
        if tag == "area":
            self.end_link()

    def handle_endtag(self, tag: str) -> None:
        """See `HTMLParser`."""
        if tag == "a":
            self.end_link()

    def handle_data(self, data: str) -> None:
        """See `HTMLParser`."""
        self._words.append(data)

    def end_link(self) -> None:
        """Note the link that was begun, if it leads into the web."""
        if self._address.startswith(("http://", "https://")):
            self.links.append((" ".join("".join(self._words).split()), self._address))
        self._address, self._words = "", []

    def _whole(self, address: str | None) -> str:
        try:
            return urljoin(self._base, (address or "").strip())
        except ValueError:
            return ""
