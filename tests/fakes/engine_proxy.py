"""A Docker engine that can be stopped: a socket in front of the real one."""

from __future__ import annotations

import contextlib
import os
import socket
import threading
from collections.abc import Callable
from pathlib import Path

CHUNK = 65536


class EngineProxy:
    """Passes everything on to the engine until `stop`, after which nobody answers any more.

    `on_request` gets the first line of each request before the engine does, as in `POST /containers/create HTTP/1.1`.
    """

    def __init__(
        self, folder: Path, engine: str | None = None, on_request: Callable[[str], None] | None = None
    ) -> None:
        self._engine = engine or os.environ.get("DOCKER_HOST", "unix:///var/run/docker.sock")
        self._on_request = on_request
        self._path = folder / "engine.sock"
        self._listener = socket.socket(socket.AF_UNIX)
        self._listener.bind(str(self._path))
        self._listener.listen()
        self._open: list[socket.socket] = []
        self.container_started = threading.Event()
        threading.Thread(target=self._accept, daemon=True).start()

    @property
    def host(self) -> str:
        """What to set `DOCKER_HOST` to."""
        return f"unix://{self._path}"

    def stop(self) -> None:
        """Cut every connection and refuse new ones."""
        self._path.unlink(missing_ok=True)
        for connection in [self._listener, *self._open]:
            with contextlib.suppress(OSError):
                connection.shutdown(socket.SHUT_RDWR)
            connection.close()

    def changed(self, data: bytes) -> bytes:
        """What is passed on of `data`, in either direction."""
        return data

    def _accept(self) -> None:
        with contextlib.suppress(OSError):
            while True:
                client, _ = self._listener.accept()
                engine = socket.socket(socket.AF_UNIX)
                try:
                    engine.connect(self._engine.removeprefix("unix://"))
                except OSError:
                    client.close()
                    continue
                self._open += [client, engine]
                for source, target in ((client, engine), (engine, client)):
                    threading.Thread(target=self._pass_on, args=(source, target), daemon=True).start()

    def _pass_on(self, source: socket.socket, target: socket.socket) -> None:
        with contextlib.suppress(OSError):
            while data := source.recv(CHUNK):
                self._tell(data)
                target.sendall(self.changed(data))
                if b"/start HTTP/1.1" in data:
                    self.container_started.set()
        with contextlib.suppress(OSError):
            target.shutdown(socket.SHUT_WR)

    def _tell(self, data: bytes) -> None:
        line = data.partition(b"\r\n")[0]
        if self._on_request is not None and line.endswith(b" HTTP/1.1"):
            self._on_request(line.decode())
