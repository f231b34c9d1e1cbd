"""A connection to a hidden X server of this machine: requests, replies and events, as the X11 protocol has them.

Of that protocol only what `x_screen.py` and `x_keys.py` need; nothing of it has changed since 1987. Everything is
little-endian. Errors are for requests about windows that have gone meanwhile, and so nobody's business.
"""

from __future__ import annotations

import socket
import struct
from collections import deque
from dataclasses import dataclass
from pathlib import Path

ERROR, REPLY, GENERIC = 0, 1, 35
HEADER = 32  # bytes of every reply, error and event, at least
SENT = 0x80  # marks an event that another client made
QUERY_EXTENSION, INTERN_ATOM = 98, 16
CHUNK = 65536


@dataclass(frozen=True)
class Event:
    """Something that happened, of which nothing but its kind is of interest."""

    code: int


@dataclass(frozen=True)
class Reply:
    """An answer: the byte in its header, and what follows the first 8 bytes."""

    detail: int
    body: bytes


class Gone(Exception):
    """The server has ended, or lets nobody in."""


class Connection:
    """A connection to the server of `display`, as in `:7`, for who has the file `access`. Raises `Gone`."""

    def __init__(self, display: str, access: Path) -> None:
        self._socket = socket.socket(socket.AF_UNIX)
        self._heard = b""
        self._number = self._next_id = 0
        self.events: deque[Event] = deque()
        try:
            # It listens in the abstract namespace only.
            self._socket.connect(f"\0/tmp/.X11-unix/X{display.removeprefix(':')}")
        except OSError as error:
            raise Gone from error
        self._greet(*_cookie(access.read_bytes()))

    def fileno(self) -> int:
        """For `select`."""
        return self._socket.fileno()

    def _greet(self, name: bytes, cookie: bytes) -> None:
        self._send(struct.pack("<BxHHHHxx", ord("l"), 11, 0, len(name), len(cookie)) + padded(name) + padded(cookie))
        accepted, units = struct.unpack("<B5xH", self._take(8))
        body = self._take(units * 4)
        if accepted != 1:
            raise Gone
        self._next_id, vendor, formats = struct.unpack_from("<4xI8xH3xB", body)
        self.first_key, self.last_key = struct.unpack_from("<BB", body, 26)
        screen = 32 + len(padded(bytes(vendor))) + 8 * formats
        self.root, self.width, self.height = struct.unpack_from("<I16xHH", body, screen)

    def new_id(self) -> int:
        """For something that is made."""
        self._next_id += 1
        return self._next_id

    def send(self, opcode: int, detail: int = 0, body: bytes = b"") -> None:
        """A request without an answer."""
        self._number = (self._number + 1) & 0xFFFF
        whole = padded(body)
        self._send(struct.pack("<BBH", opcode, detail, 1 + len(whole) // 4) + whole)

    def ask(self, opcode: int, detail: int = 0, body: bytes = b"") -> Reply | None:
        """The answer to a request; None where there is none, for it was about something that is gone."""
        self.send(opcode, detail, body)
        while True:
            code, detail, number, rest = self._read()
            if code in (ERROR, REPLY):
                if number == self._number:
                    return Reply(detail, rest) if code == REPLY else None
            else:
                self.events.append(Event(code & ~SENT))

    def listen(self) -> None:
        """Take in what has come, where `select` says that something has."""
        code, *_ = self._read()
        if code not in (ERROR, REPLY):
            self.events.append(Event(code & ~SENT))

    @property
    def waiting(self) -> bool:
        """Whether something was read already that `listen` hasn't taken in."""
        return len(self._heard) >= HEADER

    def extension(self, name: bytes) -> tuple[int, int]:
        """The opcode and the first event of one. Raises `Gone` where the server hasn't it."""
        found = self.ask(QUERY_EXTENSION, 0, struct.pack("<Hxx", len(name)) + name)
        if not (found and found.body[0]):
            raise Gone
        return found.body[1], found.body[2]

    def atom(self, name: bytes) -> int:
        """The number of a name."""
        found = self.ask(INTERN_ATOM, 0, struct.pack("<Hxx", len(name)) + name)
        return int.from_bytes(found.body[:4], "little") if found else 0

    def _read(self) -> tuple[int, int, int, bytes]:
        """The next that comes: its code, the byte behind it, the number of its request, and the rest."""
        head = self._take(HEADER)
        code, detail, number, units = struct.unpack_from("<BBHI", head)
        more = self._take(units * 4) if code in (REPLY, GENERIC) else b""
        return code, detail, number, head[8:] + more

    def _send(self, data: bytes) -> None:
        try:
            self._socket.sendall(data)
        except OSError as error:
            raise Gone from error

    def _take(self, size: int) -> bytes:
        pieces, missing = [self._heard], size - len(self._heard)
        while missing > 0:
            try:
                piece = self._socket.recv(max(CHUNK, missing))
            except OSError as error:
                raise Gone from error
            if not piece:
                raise Gone
            pieces.append(piece)
            missing -= len(piece)
        whole = b"".join(pieces)
        self._heard = whole[size:]
        return whole[:size]


def padded(data: bytes) -> bytes:
    """As long as a multiple of 4, as all that is sent has to be."""
    return data + bytes(-len(data) % 4)


def _cookie(access: bytes) -> tuple[bytes, bytes]:
    """Name and value of the first entry of an Xauthority file; its parts begin with their lengths."""
    parts, place = [], 2
    while place < len(access):
        size = int.from_bytes(access[place : place + 2], "big")
        parts.append(access[place + 2 : place + 2 + size])
        place += 2 + size
    return parts[2], parts[3]
