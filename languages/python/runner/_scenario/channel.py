"""How a test talks with a program, and finds one in an interpreter of its own, on every system."""

from __future__ import annotations

import contextlib
import secrets
import select
import socket
import time
from collections.abc import Callable
from typing import Any

LOOK_SECONDS = 0.2
CHUNK, MOST_BYTES = 65536, 8 * 1024 * 1024
LOCAL = "127.0.0.1"


class Conversation:
    """A test's end of a connection: a line for a line."""

    def __init__(self, connection: socket.socket) -> None:
        self._connection, self._heard = connection, b""

    def ask(self, request: str, goes_on: Callable[[], bool]) -> str:
        """The answer to `request`, or to none. Empty where nobody is there, or `goes_on` says that it is too late."""
        with contextlib.suppress(OSError):
            self._connection.sendall(f"{request}\n".encode() if request else b"")
            while b"\n" not in self._heard:
                if select.select([self._connection], [], [], LOOK_SECONDS)[0]:
                    self._heard += self._received()
                elif not goes_on():
                    return ""
            line, _, self._heard = self._heard.partition(b"\n")
            return line.decode()
        return ""

    def _received(self) -> bytes:
        piece = self._connection.recv(CHUNK)
        if not piece or len(self._heard) > MOST_BYTES:
            raise ConnectionError
        return piece

    def end(self) -> None:
        """Let the other end know that nothing will be asked any more."""
        with contextlib.suppress(OSError):
            self._connection.shutdown(socket.SHUT_RDWR)
        self._connection.close()


class Listener:
    """Waits for the one program that knows the `address`, which is made to be given to it."""

    def __init__(self) -> None:
        self._socket = socket.create_server((LOCAL, 0))
        self._word = secrets.token_hex(16)
        self.address: list[Any] = [self._socket.getsockname()[1], self._word]

    def accepted(self, is_alive: Callable[[], bool], seconds: float) -> socket.socket:
        """The connection to it; a closed one where it has ended before, or takes longer than `seconds`."""
        self._socket.settimeout(LOOK_SECONDS)
        until = time.monotonic() + seconds
        with self._socket:
            while is_alive() and time.monotonic() < until:
                with contextlib.suppress(TimeoutError):
                    connection, _ = self._socket.accept()
                    connection.settimeout(seconds)
                    if connection.recv(len(self._word), socket.MSG_WAITALL) == self._word.encode():
                        return connection
                    connection.close()
        ours, theirs = socket.socketpair()
        theirs.close()
        return ours


def connected(address: list[Any]) -> socket.socket:
    """The program's end of it."""
    port, word = address
    connection = socket.create_connection((LOCAL, port))
    connection.sendall(word.encode())
    return connection
