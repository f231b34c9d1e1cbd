"""What programs do on any computer, as a program and its tests; every sandbox runs it."""

import getpass
import grp
import http.server
import multiprocessing
import os
import pwd
import signal
import socket
import subprocess
import sys
import threading
import urllib.request
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import shared_memory
from pathlib import Path

import pytest
from solution import add  # type: ignore[import-not-found]


@pytest.mark.parametrize("kind", ["fork", "forkserver", "spawn"])
def test_work_is_shared_out_to_processes(kind: str) -> None:
    with ProcessPoolExecutor(2, mp_context=multiprocessing.get_context(kind)) as pool:
        assert list(pool.map(add, [1, 2, 3], [1, 1, 1])) == [2, 3, 4]


def test_memory_is_shared() -> None:
    with multiprocessing.get_context("fork").Manager() as manager:
        assert dict(manager.dict(a=1)) == {"a": 1}
    made = shared_memory.SharedMemory(create=True, size=8)
    with memoryview(made.buf or b"") as seen:
        seen[0] = 7
        assert seen[0] == 7
    made.close()
    made.unlink()


def test_another_python_is_started() -> None:
    asked = subprocess.run([sys.executable, "-c", "print(6 * 7)"], capture_output=True, text=True, check=True)
    assert asked.stdout == "42\n"


def test_users_have_names_and_a_home() -> None:
    assert getpass.getuser()
    assert pwd.getpwuid(os.getuid()).pw_name
    assert grp.getgrgid(os.getgid()).gr_name
    assert Path.home().is_dir()


@pytest.mark.parametrize("name", ["localhost", socket.gethostname()])
def test_a_server_is_reached_by_the_name_of_this_computer(name: str) -> None:
    class Handler(http.server.BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(200)
            self.end_headers()
            self.wfile.write(b"pong")

        def log_message(self, *_: object) -> None:
            pass

    with http.server.ThreadingHTTPServer((name, 0), Handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        with urllib.request.urlopen(f"http://{name}:{server.server_port}/") as answer:
            assert answer.read() == b"pong"
        server.shutdown()
    assert socket.getservbyname("http") == 80


def test_ctrl_c_interrupts() -> None:
    with pytest.raises(KeyboardInterrupt):
        signal.raise_signal(signal.SIGINT)
