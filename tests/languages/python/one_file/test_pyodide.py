"""Python for browsers, fetched from a registry that may be another one, be away, or give something else."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

from cancel import Cancel
from languages.one_file import NoOneFile
from languages.python.one_file import pyodide

ASKED: list[str] = []


class Registry(BaseHTTPRequestHandler):
    """Gives something else than was asked for."""

    def do_GET(self) -> None:
        ASKED.append(self.path)
        self.send_response(200)
        self.end_headers()
        self.wfile.write(b"something else")

    def log_message(self, *_: object) -> None:
        """Nothing is shown."""


@pytest.fixture
def registry() -> Iterator[str]:
    with ThreadingHTTPServer(("127.0.0.1", 0), Registry) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}/npm"
        server.shutdown()


def test_what_is_something_else_isnt_taken(registry: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NPM_CONFIG_REGISTRY", f"{registry}/")
    with pytest.raises(NoOneFile, match="isn't the Python for browsers that Assay knows"):
        pyodide.fetch(tmp_path / "store", Cancel(), print)
    assert [f"/npm/pyodide/-/pyodide-{pyodide.VERSION}.tgz"] == ASKED
    assert not pyodide.is_here(tmp_path / "store")


def test_a_registry_that_is_away_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("npm_config_registry", "http://127.0.0.1:9")
    with pytest.raises(NoOneFile, match="can't be fetched now") as caught:
        pyodide.fetch(tmp_path, Cancel(), print)
    assert "online" in caught.value.advice


def test_the_registry_is_the_one_that_npm_has_set(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("npm_config_registry", raising=False)
    monkeypatch.setattr(Path, "home", lambda: tmp_path)
    assert pyodide.registry() == pyodide.REGISTRY
    (tmp_path / ".npmrc").write_text("fund=false\nregistry = https://npm.example.com/all/\n")
    assert pyodide.registry() == "https://npm.example.com/all"


def test_what_was_damaged_is_fetched_anew(tmp_path: Path) -> None:
    with pytest.raises(NoOneFile, match="isn't on this computer"):
        pyodide.read(tmp_path)
    (tmp_path / pyodide.ARCHIVE).write_bytes(b"half of it")
    with pytest.raises(NoOneFile, match="is damaged"):
        pyodide.read(tmp_path)
    assert not pyodide.is_here(tmp_path)
