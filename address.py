"""Where the page is served, and who may reach it."""

from __future__ import annotations

import ipaddress
from contextlib import suppress
from dataclasses import dataclass

from errors import AssayError


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
    def only_here(self) -> bool:
        """True where no other machine can reach it."""
        if self.host == "localhost":
            return True
        with suppress(ValueError):
            return ipaddress.ip_address(self.host.strip("[]")).is_loopback
        return False


def read_address(host: str, port: int | None, auth: str, browser: bool) -> Address:
    """The address from the options of the command line, `auth` as in `USER:PASSWORD`.

    Raises `AssayError` for sharing without a password, and for an `auth` that is incomplete.
    """
    user, colon, password = auth.partition(":")
    if auth and not (user and colon and password):
        raise AssayError("--auth needs a user and a password.", "Write it as --auth USER:PASSWORD.")
    address = Address(host, port, (user, password) if auth else None, browser)
    if not address.only_here and not address.auth:
        raise AssayError(
            f"On {host} others can reach the page, so it needs a password.",
            "Add --auth USER:PASSWORD, or leave --host away to use it on this computer only.",
        )
    return address
