from __future__ import annotations

import socket
import threading
from collections.abc import Iterator

import httpx
import pytest

from agent.models.streaming import EndOfStream, HangUp, ThreadedStream
from cancel import Cancel
from errors import Cancelled


def nothing() -> None:
    pass


def test_items_come_in_order_and_then_the_end() -> None:
    with ThreadedStream(lambda: iter([1, 2]), nothing, Cancel()) as stream:
        assert (stream.get(5), stream.get(5)) == (1, 2)
        with pytest.raises(EndOfStream):
            stream.get(5)


def test_what_the_source_raises_is_raised_where_it_is_read() -> None:
    def broken() -> Iterator[int]:
        yield 1
        raise KeyError("lost")

    with ThreadedStream(broken, nothing, Cancel()) as stream, pytest.raises(KeyError, match="lost"):
        list(stream.rest(5))


def test_an_item_that_takes_too_long_and_one_that_comes_later() -> None:
    go = threading.Event()

    def slow() -> Iterator[int]:
        go.wait(30)
        yield 1

    with ThreadedStream(slow, nothing, Cancel()) as stream:
        with pytest.raises(TimeoutError):
            stream.get(0.05)
        go.set()
        assert stream.get(30) == 1


def test_cancel_wakes_the_one_who_waits_and_hangs_up() -> None:
    cancel, hung_up = Cancel(), threading.Event()

    def silent() -> Iterator[int]:
        hung_up.wait(30)
        yield 1

    with ThreadedStream(silent, hung_up.set, cancel) as stream:
        threading.Timer(0.05, cancel.cancel, ["Stopped."]).start()
        with pytest.raises(Cancelled, match="Stopped"):
            stream.get(None)
    assert hung_up.is_set()


def blocked_read(client: httpx.Client, url: str, ended: threading.Event) -> None:
    with pytest.raises(httpx.TransportError):
        client.get(url)
    ended.set()


def test_hanging_up_ends_a_read_that_blocks_in_another_thread() -> None:
    hang_up, ended = HangUp(), threading.Event()
    with socket.create_server(("127.0.0.1", 0)) as server, httpx.Client(event_hooks=hang_up.hooks()) as client:
        url = f"http://127.0.0.1:{server.getsockname()[1]}"
        threading.Thread(target=blocked_read, args=(client, url, ended), daemon=True).start()
        connection, _ = server.accept()
        with connection:
            assert connection.recv(16)
            hang_up()
            assert ended.wait(30)
            while connection.recv(4096):
                pass  # up to the end, which is there although the client object still lives


def test_a_connection_made_after_hanging_up_ends_at_once() -> None:
    hang_up = HangUp()
    hang_up()
    with (
        socket.create_server(("127.0.0.1", 0)) as server,
        httpx.Client(event_hooks=hang_up.hooks()) as client,
        pytest.raises(httpx.TransportError),
    ):
        client.get(f"http://127.0.0.1:{server.getsockname()[1]}", timeout=30)
