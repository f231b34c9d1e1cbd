"""What the one file needs from elsewhere: fetched piece by piece, and kept in one step."""

from __future__ import annotations

import math
import tempfile
from collections.abc import Callable
from pathlib import Path

import httpx

from cancel import Cancel
from message import say
from sandbox.base import MEGABYTE, Announce

SECONDS = 60.0
"""Without a single byte."""
MOST_BYTES = 64 * MEGABYTE
MILLION = 1_000_000
PLAIN = {"Accept": "*/*", "Accept-Encoding": "identity"}  # so that sizes are those of what is kept


def download(client: httpx.Client, address: str, cancel: Cancel, more: Callable[[int], None]) -> bytes:
    """What lies at `address`; piece by piece, so that it can be stopped, and `more` is told each piece's size."""
    content = bytearray()
    with client.stream("GET", address, timeout=SECONDS, headers=PLAIN) as answer:
        answer.raise_for_status()
        for piece in answer.iter_bytes():
            cancel.raise_if_set()
            content += piece
            more(len(piece))
            if len(content) > MOST_BYTES:
                break
    return bytes(content)


def size_of(client: httpx.Client, address: str) -> int:
    """How many bytes lie there; 0 where the server doesn't say."""
    answer = client.head(address, timeout=SECONDS, headers=PLAIN)
    answer.raise_for_status()
    return int(answer.headers.get("Content-Length", 0))


def keep(content: bytes, place: Path) -> None:
    """Put it there."""
    place.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.NamedTemporaryFile(dir=place.parent, delete=False) as file:
        file.write(content)
    # In one step: half of it would be taken for the whole the next time.
    Path(file.name).replace(place)


class Progress:
    """Says what is fetched and how large that is, and with each megabyte how much of it is here."""

    def __init__(self, announce: Announce, what: str, size: int) -> None:
        """`size` is 0 where it isn't known."""
        self._announce, self._what, self._size, self._got = announce, what, math.ceil(size / MILLION), 0
        self._say()

    def __call__(self, more: int) -> None:
        before, self._got = self._got, self._got + more
        if before // MILLION != self._got // MILLION:
            self._say()

    def _say(self) -> None:
        got = self._got // MILLION
        if self._size:
            said = say("Fetching %(what)s: %(got)s of %(size)s MB", what=self._what, got=got, size=self._size)
        else:
            said = say("Fetching %(what)s: %(got)s MB so far", what=self._what, got=got)
        self._announce(said)
