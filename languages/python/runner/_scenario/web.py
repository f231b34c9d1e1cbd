"""What a started program finds on the web."""

from __future__ import annotations

import io
import mimetypes
from collections.abc import Mapping
from typing import Any
from urllib.parse import unquote


def as_text(web: Mapping[str, str | bytes] | None) -> dict[str, str] | None:
    """Each address, and what is found there, as text of which every character is a byte."""
    if web is None:
        return None
    contents = {url: content.encode() if isinstance(content, str) else content for url, content in web.items()}
    return {_address(url): content.decode("latin-1") for url, content in contents.items()}


def _address(url: str) -> str:
    """What two ways of writing one address have in common."""
    host, slash, path = unquote(url).partition("://")[2].partition("#")[0].partition("/")
    return f"{host.removesuffix(':80').removesuffix(':443')}/{path if slash else ''}"


class Connection:
    """What a program takes for its connection to a server; it is answered from `web`, whatever else the server has."""

    def __init__(self, host: str, web: Mapping[str, str]) -> None:
        if not any(address.startswith(f"{host}/") for address in web):
            raise ConnectionRefusedError(f"There is no server at {host}")
        self._host, self._web, self._asked = host, web, b""

    def sendall(self, data: bytes) -> None:
        self._asked += data

    def makefile(self, *_: object) -> io.BytesIO:
        path = self._asked.split(b" ", 2)[1].decode()
        self._asked = b""
        found = self._web.get(_address(f"http://{self._host}{path}"))
        kind = mimetypes.guess_type(path.partition("?")[0])[0] or "text/html; charset=utf-8"
        status = "404 Not Found" if found is None else "200 OK"
        content = (found or "").encode("latin-1")
        head = f"HTTP/1.1 {status}\r\nContent-Type: {kind}\r\nContent-Length: {len(content)}\r\n\r\n"
        return io.BytesIO(head.encode() + content)

    def ignore(self, *_: object) -> None:
        """There is nothing to close, and nothing to wait for."""

    close = settimeout = setsockopt = ignore


def install(web: Mapping[str, str]) -> None:
    """Let the program reach nothing but `web`, by http.client and what stands on it, such as urllib."""
    import http.client  # with ssl it is large, and hardly any program needs it

    def connect(self: Any) -> None:
        self.sock = Connection(_address(f"http://{self.host}:{self.port}/").removesuffix("/"), web)

    http.client.HTTPConnection.connect = http.client.HTTPSConnection.connect = connect  # type: ignore[method-assign]
