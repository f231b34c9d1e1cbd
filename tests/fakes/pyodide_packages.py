"""The place where packages lie that are built for Pyodide: a server of files, as a network for content is one."""

from __future__ import annotations

import hashlib
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

from languages.python.one_file import wheels
from languages.python.one_file.pyodide import Built


class Files(SimpleHTTPRequestHandler):
    """Gives what lies in a folder."""

    def log_message(self, *_: object) -> None:
        """Nothing is shown."""


@contextmanager
def served(folder: Path) -> Iterator[None]:
    """Have packages come from `folder` while the block runs."""
    with (
        ThreadingHTTPServer(("127.0.0.1", 0), partial(Files, directory=str(folder))) as server,
        pytest.MonkeyPatch.context() as patched,
    ):
        threading.Thread(target=server.serve_forever, daemon=True).start()
        patched.setenv(wheels.SETTING, f"http://127.0.0.1:{server.server_port}/")
        yield
        server.shutdown()


def put(folder: Path, file: str, content: bytes, depends: Sequence[str] = ()) -> Built:
    """Put a package there; returned as Pyodide's lock would have it. A zip is a library, and else it is a wheel."""
    (folder / file).write_bytes(content)
    name, version = file.removesuffix(".zip").split("-")[:2]
    is_library = file.endswith(".zip")
    return {
        "name": name,
        "version": version,
        "file_name": file,
        "sha256": hashlib.sha256(content).hexdigest(),
        "package_type": "shared_library" if is_library else "package",
        "install_dir": "dynlib" if is_library else "site",
        "imports": [] if is_library else [name],
        "depends": list(depends),
    }
