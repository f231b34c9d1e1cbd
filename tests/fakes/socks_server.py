"""A local SOCKS 5 proxy that connects to one server, whatever host it is asked for.

Source of the protocol: RFC 1928.
"""

from __future__ import annotations

import shutil
import socket
import socketserver
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Socks:
    """A running proxy: `asked` has the host names that clients wanted to reach."""

    port: int
    asked: list[str] = field(default_factory=list)


@contextmanager
def socks_proxy(port: int) -> Iterator[Socks]:
    """A proxy to what listens on this `port` of loopback."""

    class Handler(socketserver.StreamRequestHandler):
        rbufsize = 0  # what has come is passed on at once

        def handle(self) -> None:
            _, methods = self.rfile.read(2)
            self.rfile.read(methods)
            self.wfile.write(b"\x05\x00")  # no password
            _, _, _, kind = self.rfile.read(4)
            length = {1: 4, 3: 0, 4: 16}[kind] or self.rfile.read(1)[0]
            proxy.asked.append(self.rfile.read(length).decode(errors="replace"))
            self.rfile.read(2)
            self.wfile.write(b"\x05\x00\x00\x01" + bytes(6))
            with socket.create_connection(("127.0.0.1", port)) as there:
                answers = threading.Thread(target=shutil.copyfileobj, args=(there.makefile("rb", 0), self.wfile))
                answers.start()
                shutil.copyfileobj(self.rfile, there.makefile("wb", 0))
                there.shutdown(socket.SHUT_WR)
                answers.join()

    class Server(socketserver.ThreadingTCPServer):
        daemon_threads = True

    with Server(("127.0.0.1", 0), Handler) as server:
        proxy = Socks(server.server_address[1])
        threading.Thread(target=server.serve_forever, daemon=True).start()
        try:
            yield proxy
        finally:
            server.shutdown()
