"""The connection between the process of the tests and that of the program: texts of JSON, each after its length."""

from __future__ import annotations

import contextlib
import json
import socket
import struct
from typing import Any

LENGTH = struct.Struct(">I")
MOST = 64 * 1024 * 1024


class Ended(Exception):
    """The other side is gone, or says something that can't be understood."""


class Wire:
    """One end of it."""

    def __init__(self, connection: socket.socket) -> None:
        self._connection = connection

    def send(self, message: Any) -> None:
        """Raises `Ended`."""
        data = json.dumps(message).encode()
        try:
            self._connection.sendall(LENGTH.pack(len(data)) + data)
        except OSError as error:
            raise Ended from error

    def receive(self) -> Any:
        """The next message. Raises `Ended`."""
        (length,) = LENGTH.unpack(self._exactly(LENGTH.size))
        if length > MOST:
            raise Ended
        try:
            return json.loads(self._exactly(length))
        except (ValueError, RecursionError) as error:
            raise Ended from error

    def close(self) -> None:
        """The other side gets `Ended`, and so does a thread that waits for it here."""
        with contextlib.suppress(OSError):  # where it has gone
            self._connection.shutdown(socket.SHUT_RDWR)
        self._connection.close()

    def _exactly(self, length: int) -> bytes:
        data = bytearray()
        while len(data) < length:
            try:
                part = self._connection.recv(min(length - len(data), 1 << 20))
            except OSError as error:
                raise Ended from error
            if not part:
                raise Ended
            data += part
        return bytes(data)
