"""The Assay whose page is served on a data folder: so that a second start opens that page instead of another."""

from __future__ import annotations

import hmac
import http.client
import json
import logging
import os
import secrets
import socket
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import asdict, dataclass
from hmac import compare_digest
from pathlib import Path
from urllib.parse import urlsplit

from errors import AssayError
from message import say
from sandbox.owner import Owner

RECORD, LOCK, TOKEN_FILE = "page.json", "page.lock", "page-token"
TOKEN = "token"  # noqa: S105
"""In an address, before the token."""
WHO_PATH = "/assay-page"
"""Where a page says which one it is."""
MIN_TOKEN = 20  # letters
TICKET_SECONDS = 300
ANSWER_SECONDS = 5.0
LOCK_SECONDS = 30.0

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Running:
    """A page that is being served at `url` by the process `owner`; `name` is what it answers at `WHO_PATH`."""

    url: str
    owner: str
    name: str
    token: str = ""

    @classmethod
    def here(cls, url: str, token: str = "") -> Running:
        """The page that this process serves at `url`, to whoever has the `token`; to all where it is empty."""
        return cls(url, str(Owner.current()), secrets.token_hex(8), token)

    @property
    def opens(self) -> str:
        """The address that opens it in a browser of the person's own."""
        return f"{self.url}?{TOKEN}={self.token}" if self.token else self.url

    def opens_now(self) -> str:
        """The same, but only once and soon: other users can read a browser's command line."""
        return f"{self.url}?{TOKEN}={made_ticket(self.token)}" if self.token else self.url


def made_ticket(token: str) -> str:
    """What stands for the `token` within the next minutes."""
    made = str(time.time_ns())
    return f"{made}.{_signed(made, token)}"


def is_ticket(given: str, token: str) -> bool:
    """Whether `given` was made of the `token` just before."""
    made, _, signature = given.partition(".")
    if not compare_digest(signature.encode(), _signed(made, token).encode()):
        return False
    return 0 <= time.time_ns() - int(made) <= TICKET_SECONDS * 10**9


def _signed(made: str, token: str) -> str:
    return hmac.new(token.encode(), made.encode(), "sha256").hexdigest()


def kept_token(home: Path) -> str:
    """The token of the pages that are served on the data in `home`: always the same, so that bookmarks stay good.

    Only the person can read it. Where it can't be kept, it is another each time.
    """
    place = home / TOKEN_FILE
    with suppress(OSError):
        if not place.exists():
            part = home / f"{TOKEN_FILE}.{secrets.token_hex(8)}"
            with os.fdopen(os.open(part, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600), "w") as file:
                file.write(secrets.token_urlsafe(24))
            part.replace(place)
        if len(token := place.read_text(encoding="ascii", errors="replace").strip()) >= MIN_TOKEN:
            return token
    log.warning("there can't be a token in %s", home)
    return secrets.token_urlsafe(24)


# Why: docs/decisions.md, "A record of the running page, with its process and a random name"
def find_running(home: Path) -> Running | None:
    """The page that is served on the data in `home`; None where there is none, or only the record of a dead one.

    The record's process must be alive on this machine, and its address must answer with the record's name: the pid
    or the port may be another program's by now. Takes a few seconds where the page hangs, else no time.
    """
    record = _read(home / RECORD)
    return record if record and _is_alive(record.owner) and _answer(record.url) == record.name else None


@contextmanager
def starting(home: Path) -> Iterator[None]:
    """Let one process at a time look whether there is a page, and enter its own.

    Where `home` can't be written there is nothing to keep apart. Raises `AssayError` where another start holds it
    for long.
    """
    from filelock import FileLock, Timeout  # takes its time; a second start mostly needs none

    with ExitStack() as stack:
        try:
            home.mkdir(mode=0o700, parents=True, exist_ok=True)
            stack.enter_context(FileLock(home / LOCK, timeout=LOCK_SECONDS))
        except Timeout as problem:
            raise AssayError(
                say("Another start of Assay is going on."), say("Wait a moment, then start it again.")
            ) from problem
        except OSError:
            log.warning("there can't be a lock in %s", home, exc_info=True)
        yield


def enter(home: Path, page: Running) -> None:
    """Write into `home` that `page` is served; a folder that can't be written costs only this."""
    try:
        part = home / f"{RECORD}.{page.name}"
        part.write_text(json.dumps(asdict(page)), encoding="utf-8")
        part.replace(home / RECORD)  # whoever reads it at this moment gets all of it
    except OSError:
        log.warning("the address of the page can't be kept in %s", home, exc_info=True)


def leave(home: Path, page: Running) -> None:
    """Remove the record of `page`, but not that of another."""
    if _read(home / RECORD) == page:
        (home / RECORD).unlink(missing_ok=True)


def _read(record: Path) -> Running | None:
    try:
        return Running(**json.loads(record.read_text(encoding="utf-8")))
    except (OSError, ValueError, TypeError):
        return None


def _is_alive(label: str) -> bool:
    owner = Owner.parse(label)
    return owner is not None and owner.host == socket.gethostname() and owner.is_alive()


def _answer(url: str) -> str:
    """What the address says of itself, asked without any proxy; empty where it doesn't."""
    address = urlsplit(url)
    # The plain client: others ask the system's proxy, which can't reach this computer's loopback.
    connection = http.client.HTTPConnection(str(address.hostname), address.port, timeout=ANSWER_SECONDS)
    try:
        connection.request("GET", WHO_PATH)
        return connection.getresponse().read(100).decode(errors="replace")
    except (OSError, http.client.HTTPException):
        return ""
    finally:
        connection.close()
