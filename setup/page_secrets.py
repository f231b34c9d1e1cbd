"""What lets somebody into the page: a token that is kept for programs, and what is made of it for each start."""

from __future__ import annotations

import hmac
import logging
import secrets
import time
from dataclasses import dataclass, field
from functools import cached_property
from hmac import compare_digest
from pathlib import Path

from setup.private_file import is_private, write_private

TOKEN_FILE = "page-token"  # noqa: S105
LEAST_TOKEN = 40  # letters; shorter ones are of versions that gave it to browsers, and to a file that all could read
TICKET_SECONDS = 300

log = logging.getLogger(__name__)


# Why: docs/decisions.md, "The page's cookie is a secret of its start, at a secret path"
@dataclass(frozen=True)
class PageSecrets:
    """The secrets of the start that is called `name`, made of the `token`.

    Who has the token and the name knows them all, so that a second start can open the page of the first; the name
    alone says nothing.
    """

    token: str = field(repr=False)
    name: str

    @cached_property
    def path(self) -> str:
        """Where the page lies for browsers: a cookie's path is all that keeps it from other ports of this computer."""
        return f"/{self._made('path')[:32]}"

    @cached_property
    def cookie_name(self) -> str:
        """The cookie's name, which nobody can give to another cookie, and no other Assay has."""
        return f"assay-{self._made('cookie name')[:16]}"

    @cached_property
    def cookie(self) -> str:
        """What the cookie holds."""
        return self._made("cookie")

    @cached_property
    def opening(self) -> str:
        """What opens the page in a browser until this start ends."""
        return self._made("opening")

    def ticket(self) -> str:
        """The same, but only once and soon: other users can read a browser's command line."""
        made = str(time.time_ns())
        return f"{made}.{self._made(f'ticket {made}')}"

    def is_ticket(self, given: str) -> bool:
        """Whether `given` is a ticket that was made just before."""
        made, _, signature = given.partition(".")
        if not compare_digest(signature.encode(), self._made(f"ticket {made}").encode()):
            return False
        return 0 <= time.time_ns() - int(made) <= TICKET_SECONDS * 10**9

    def opens(self, given: str) -> bool:
        """Whether `given` is what a program sends to be let in."""
        return any(compare_digest(given.encode(), right.encode()) for right in (self.token, self.opening))

    def _made(self, purpose: str) -> str:
        return hmac.new(self.token.encode(), f"{self.name} {purpose}".encode(), "sha256").hexdigest()


def new_token() -> str:
    """A token that nobody guesses."""
    return secrets.token_urlsafe(32)


def kept_token(home: Path) -> str:
    """The token for programs that use the pages served on the data in `home`: always the same.

    One that others could have read is replaced. Where it can't be kept, it is another each time.
    """
    kept = read_token(home)
    if len(kept) >= LEAST_TOKEN and is_private(home / TOKEN_FILE):
        return kept
    made = new_token()
    try:
        write_private(home / TOKEN_FILE, made)
    except OSError:
        log.warning("there can't be a token in %s", home, exc_info=True)
    return made


def read_token(home: Path) -> str:
    """The token that is kept in `home`; empty where there is none."""
    try:
        return (home / TOKEN_FILE).read_text(encoding="ascii", errors="replace").strip()
    except OSError:
        return ""
