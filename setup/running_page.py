"""The Assay whose page is served on a data folder: so that a second start opens that page instead of another."""

from __future__ import annotations

import http.client
import json
import logging
import secrets
import socket
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import asdict, dataclass
from pathlib import Path
from urllib.parse import urlsplit

from errors import AssayError
from message import say
from sandbox.owner import Owner
from setup.private_file import is_private, write_private

RECORD, LOCK = "page.json", "page.lock"
TOKEN = "token"  # noqa: S105
"""In an address, before what lets somebody in."""
WHO_PATH = "/assay-page"
"""Where a page says which one it is."""
ANSWER_SECONDS = 5.0
LOCK_SECONDS = 30.0

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Running:
    """A page that is being served at `url` by the process `owner`; `name` is what it answers at `WHO_PATH`.

    With `by_token`, only who has its token comes in, see `setup.page_secrets`; else it asks for a password.
    """

    url: str
    owner: str
    name: str
    by_token: bool

    @classmethod
    def here(cls, url: str, by_token: bool) -> Running:
        """The page that this process serves at `url`."""
        return cls(url, str(Owner.current()), secrets.token_hex(8), by_token)

    def opened_with(self, given: str) -> str:
        """The address that opens it in a browser of the person's own, who is let in by what is `given`."""
        return f"{self.url}?{TOKEN}={given}" if self.by_token else self.url


# Why: docs/decisions.md, "The running page is known by a record with its process and a random name"
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
            stack.enter_context(FileLock(home / LOCK, timeout=LOCK_SECONDS, mode=0o600))  # others could hold it
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
        write_private(home / RECORD, json.dumps(asdict(page)))
    except OSError:
        log.warning("the address of the page can't be kept in %s", home, exc_info=True)


def leave(home: Path, page: Running) -> None:
    """Remove the record of `page`, but not that of another."""
    if _read(home / RECORD) == page:
        (home / RECORD).unlink(missing_ok=True)


def _read(record: Path) -> Running | None:
    try:
        if not is_private(record):  # others might have written it, and would be sent what lets somebody in
            return None
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
