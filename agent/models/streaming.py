"""Read a blocking stream so that it can be left at any moment.

A read that blocks can't be interrupted from another thread, so it happens in a daemon thread that
puts what it reads into a queue. `HangUp` then ends the read itself: it shuts the socket, upon which
the server sees the client leave and stops working.
"""

from __future__ import annotations

import contextlib
import queue
import socket
import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, Generic, Self, TypeVar

import awake
from cancel import Cancel

T = TypeVar("T")


class HangUp:
    """Ends the connections of one HTTP client from any thread, even in the middle of a blocked read.

    It learns of the connections through `hooks`, which httpx and httpx2 both take. `retry_after` is
    that header of the latest response, which the clients' own errors don't always hand over.
    """

    def __init__(self) -> None:
        self.retry_after: str | None = None
        self._lock = threading.Lock()
        self._sockets: list[socket.socket] = []
        self._done = False

    def hooks(self) -> dict[str, list[Callable[[Any], None]]]:
        """What to hand to the HTTP client as `event_hooks`."""
        return {"request": [self._on_request], "response": [self._on_response]}

    def __call__(self) -> None:
        """Shut every connection, and each that is still being made as soon as it is there."""
        with self._lock:
            self._done = True
            for connection in self._sockets:
                _shut(connection)

    def _on_request(self, request: Any) -> None:
        request.extensions["trace"] = self._on_trace

    def _on_response(self, response: Any) -> None:
        self.retry_after = response.headers.get("retry-after")

    def _on_trace(self, event: str, info: dict[str, Any]) -> None:
        # With TLS the first socket is replaced by another one, so both are kept.
        if not event.endswith(("connect_tcp.complete", "start_tls.complete")):
            return
        connection = info["return_value"].get_extra_info("socket")
        with self._lock:
            self._sockets.append(connection)
            # It was still connecting when it was told to hang up.
            if self._done:
                _shut(connection)


def _shut(connection: socket.socket) -> None:
    # By the plain socket's method: the one of a TLS socket changes it under the thread that reads.
    with contextlib.suppress(OSError):
        socket.socket.shutdown(connection, socket.SHUT_RDWR)


class EndOfStream(Exception):
    """There are no more items."""


@dataclass(frozen=True, slots=True)
class _Item(Generic[T]):
    value: T


@dataclass(frozen=True, slots=True)
class _End:
    error: BaseException


class ThreadedStream(Generic[T]):
    """Runs `source` in a daemon thread and hands out its items.

    Use it in a `with` block, which calls `hang_up` at its end, so that nobody keeps working for a
    reader that has gone.
    """

    def __init__(self, source: Callable[[], Iterator[T]], hang_up: Callable[[], None], cancel: Cancel) -> None:
        self._source = source
        self._hang_up = hang_up
        self._cancel = cancel
        self._queue: queue.SimpleQueue[_Item[T] | _End] = queue.SimpleQueue()
        # Wakes whoever waits in `get`, which then finds the token set.
        self._wake = cancel.on_cancel(lambda: self._queue.put(_End(EndOfStream())))

    def __enter__(self) -> Self:
        self._wake.__enter__()
        # A daemon: where a server neither sends nor closes, nobody waits for it at the end.
        threading.Thread(target=self._read, name="model-stream", daemon=True).start()
        return self

    def __exit__(self, *exc: object) -> None:
        self._wake.__exit__(None, None, None)
        self._hang_up()

    def get(self, seconds: float | None) -> T:
        """The next item.

        Raises `EndOfStream` after the last one, `TimeoutError` if there is none within `seconds`,
        `Cancelled`, or whatever `source` raised.
        """
        self._cancel.raise_if_set()
        try:
            entry = awake.get(self._queue, seconds)
        except queue.Empty:
            raise TimeoutError(f"nothing within {seconds} s") from None
        self._cancel.raise_if_set()
        if isinstance(entry, _Item):
            return entry.value
        raise entry.error

    def rest(self, seconds: float | None) -> Iterator[T]:
        """All further items; raises as `get` does where one takes longer than `seconds`."""
        while True:
            try:
                item = self.get(seconds)
            except EndOfStream:
                return
            yield item

    def _read(self) -> None:
        try:
            for value in self._source():
                self._queue.put(_Item(value))
        except BaseException as error:
            self._queue.put(_End(error))
        else:
            self._queue.put(_End(EndOfStream()))
