"""Ollama's own installer is fetched and run: here one of a local server, which only leaves a file."""

from __future__ import annotations

import os
import sys
import threading
from pathlib import Path

import pytest

from agent.errors import ModelUnavailable
from cancel import Cancel
from errors import Cancelled
from setup import installing
from setup.installing import INSTALLERS, Installer, install, what_it_does
from tests.fakes.streaming_server import Request, Response, StreamingServer
from tests.fakes.waiting import until

pytestmark = pytest.mark.skipif(os.name == "nt", reason="what is run here is a script for a shell")


def site(script: str, status: int = 200) -> StreamingServer:
    """Where the installer lies."""

    def route(request: Request) -> Response:
        found = request.path == "/install.sh"
        return Response(status if found else 404, content_type="text/plain", lines=(script.encode(),) if found else ())

    return StreamingServer(route)


@pytest.fixture(autouse=True)
def _for_this_user(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody is asked for a password."""
    one = Installer("install.sh", lambda script: ["sh", str(script)], "It leaves a file.")
    monkeypatch.setitem(INSTALLERS, sys.platform, one)


def test_it_is_fetched_and_run_and_tells_how_far_it_is(tmp_path: Path) -> None:
    with site(f"echo done > {tmp_path}/made\n") as server:
        steps = list(install(Cancel(), server.url))
    assert (tmp_path / "made").read_text() == "done\n"
    assert [str(step.status) for step in steps] == ["Fetching Ollama", "Installing Ollama"]
    assert steps[0].completed_bytes == len(f"echo done > {tmp_path}/made\n")
    assert what_it_does() == "It leaves a file."


@pytest.mark.parametrize(
    ("script", "status", "said"),
    [
        ("echo no room left\nexit 3\n", 200, "ended without success: no room left"),
        ("", 500, "could not be fetched"),
    ],
)
def test_what_went_wrong_is_said(script: str, status: int, said: str) -> None:
    with site(script, status) as server, pytest.raises(ModelUnavailable, match=said) as caught:
        list(install(Cancel(), server.url))
    assert "https://ollama.com/download" in caught.value.advice


def test_nothing_is_installed_where_nobody_may(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(INSTALLERS, sys.platform, Installer("install.sh", lambda _: [], "It would."))
    assert what_it_does() == ""
    with pytest.raises(ModelUnavailable, match="can't install Ollama"):
        list(install(Cancel(), "http://127.0.0.1:1"))


def test_it_can_be_stopped(tmp_path: Path) -> None:
    cancel, begun = Cancel(), tmp_path / "begun"

    def stop() -> None:
        until(begun.exists, "the installer runs")
        cancel.cancel("Enough.")

    with site(f"touch {begun}; exec sleep 60\n") as server:
        threading.Thread(target=stop).start()
        with pytest.raises(Cancelled, match="Enough"):
            list(install(cancel, server.url))


@pytest.mark.parametrize("system", ["linux", "darwin", "win32"])
def test_each_system_has_one_and_says_what_it_does(system: str) -> None:
    installer = installing.INSTALLERS[system]
    assert installer.does
    assert not installer.address.startswith(("/", "http"))
