from __future__ import annotations

import socket
import threading

import httpx
import pytest

from agent.models.streaming import HangUp


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
