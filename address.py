"""Where the page is served, and who may reach it."""

from __future__ import annotations

import ipaddress
import socket
from contextlib import suppress
from dataclasses import dataclass

from errors import AssayError
from message import say

PORTS = range(7860, 7960)
"""Where the page is served when no port is named: at the first of these that is free."""


@dataclass(frozen=True, slots=True)
class Address:
    """Where to serve the page: the next free port from 7860 on where `port` is None; `auth` is user and password.

    `browser` says whether to open it in a browser, where there is one.
    """

    host: str = "127.0.0.1"
    port: int | None = None
    auth: tuple[str, str] | None = None
    browser: bool = True

    @property
    def bare_host(self) -> str:
        """The host as a socket takes it."""
        return "127.0.0.1" if self.host == "localhost" else self.host.strip("[]")

    @property
    def only_here(self) -> bool:
        """True where no other machine can reach it."""
        if self.host == "localhost":
            return True
        with suppress(ValueError):
            return ipaddress.ip_address(self.host.strip("[]")).is_loopback
        return False


def read_address(host: str, port: int | None, auth: str, browser: bool) -> Address:
    """The address from the options of the command line, `auth` as in `USER:PASSWORD`, or empty.

    Raises `AssayError` for sharing without a password, and for an `auth` that is incomplete.
    """
    user, colon, password = auth.partition(":")
    if auth and not (user and colon and password):
        raise AssayError(say("Who may see the page needs a user and a password."), say("Write them as USER:PASSWORD."))
    address = Address(host, port, (user, password) if auth else None, browser)
    if not address.only_here and not address.auth:
        raise AssayError(
            say("On %(host)s others can reach the page, so it needs a password.", host=host),
            say("Add --auth USER, which asks for the password, or leave --host away to use it on this computer only."),
        )
    return address


def listen(address: Address) -> socket.socket:
    """A socket that takes connections at `address` from now on. Raises `AssayError` where it can't be had."""
    problem: OSError | None = None
    for port in [address.port] if address.port else PORTS:
        try:
            return _bound(address.bare_host, port)
        except OSError as error:
            problem = error
    where = (
        say("port %(port)s", port=str(address.port))
        if address.port
        else say("any port from %(ports)s on", ports=str(PORTS[0]))
    )
    raise AssayError(
        say("The page can't be served on %(host)s, %(where)s.", host=address.host, where=where),
        say("Another program may be using it: name another with --port or --host."),
    ) from problem


def is_free(host: str, port: int) -> bool:
    """Whether the page could be served at this port."""
    try:
        _bound(host, port).close()
    except OSError:
        return False
    return True


def url_of(listener: socket.socket) -> str:
    """The address for a browser on this computer."""
    host, port = listener.getsockname()[:2]
    # No browser can open 0.0.0.0 on all systems, and `localhost` may lead to somebody else's server at ::1.
    if ipaddress.ip_address(host).is_unspecified:
        host = "::1" if ":" in host else "127.0.0.1"
    return f"http://[{host}]:{port}/" if ":" in host else f"http://{host}:{port}/"


def _bound(host: str, port: int) -> socket.socket:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    return socket.create_server((host, port), family=family)
