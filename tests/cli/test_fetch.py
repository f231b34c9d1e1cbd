"""Fetching a model as a user does: the real command and the real client, against a server that speaks as Ollama.

In a process of its own where it is stopped or has a terminal.
"""

from __future__ import annotations

import contextlib
import os
import signal
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from agent.models.ollama.provider import OLLAMA
from setup.fetching import best_model
from setup.memory import this_computer
from tests.fakes.command_line import CommandLine, Ended, QuickCommandLine
from tests.fakes.ollama_server import FakeModel, OllamaServer
from tests.fakes.streaming_server import Reply
from wording import printable

assert OLLAMA.library
BEST = best_model(OLLAMA.library, this_computer()).name
NAMED = ("models", "--fetch", "some:model")


def server(*names: str, pull: Reply | None = None) -> OllamaServer:
    return OllamaServer(lambda _: "ok", dict.fromkeys(names, FakeModel()), pull)


def fetch(home: Path, ollama: OllamaServer, *arguments: str) -> Ended:
    ended = QuickCommandLine(home, at(home, ollama)).run("models", "--fetch", *arguments)
    assert "Traceback" not in ended.stderr
    return ended


def at(home: Path, ollama: OllamaServer) -> dict[str, str]:
    models = home.parent / "models"
    (models / "blobs").mkdir(parents=True, exist_ok=True)
    (models / "blobs" / "sha256-0-partial").touch()  # so that the disk of this machine doesn't matter
    return {"OLLAMA_HOST": ollama.url, "OLLAMA_MODELS": str(models), "COLUMNS": "300"}


def pulled(ollama: OllamaServer) -> list[str]:
    return [str(request.body["model"]) for request in ollama.requests if request.path == "/api/pull"]


def test_the_best_for_this_computer_is_fetched(home: Path) -> None:
    with server() as ollama:
        ended = fetch(home, ollama, "--yes")
        assert (ended.code, pulled(ollama)) == (0, [BEST])
    assert f"{BEST}: It is the" in ended.stdout
    assert "If it is cut off, it goes on later where it was." in ended.stdout
    assert f"{BEST} is ready. It is picked as ollama:{BEST}" in ended.stdout


def test_one_that_is_named_is_fetched_with_its_progress_in_the_log(home: Path) -> None:
    with server() as ollama:
        ended = fetch(home, ollama, "some:model", "--yes")
        assert (ended.code, pulled(ollama)) == (0, ["some:model"])
    assert ended.stdout.splitlines()[2:] == [
        "pulling manifest",
        "0 % of 1.0 kB",
        "50 % of 1.0 kB",
        "100 % of 1.0 kB",
        "success",
        "some:model is ready. It is picked as ollama:some:model",
    ]


def test_what_is_here_is_not_fetched_again(home: Path) -> None:
    with server("some:model") as ollama:
        ended = fetch(home, ollama, "some:model")
        assert (ended.code, pulled(ollama)) == (0, [])
    assert "It is here already." in ended.stdout


def test_without_anybody_to_ask_nothing_is_fetched(home: Path) -> None:
    with server() as ollama:
        ended = fetch(home, ollama)
        assert (ended.code, pulled(ollama)) == (2, [])
    assert "Add --yes" in ended.stderr


@pytest.mark.parametrize("arguments", [("some:model",), ("--yes",)])
def test_a_name_and_yes_need_fetch(home: Path, arguments: tuple[str, ...]) -> None:
    ended = QuickCommandLine(home).run("models", *arguments)
    assert ended.code == 2
    assert "go with --fetch" in ended.stderr


def test_what_goes_wrong_is_said_in_plain_words(home: Path) -> None:
    with server(pull=Reply(ending="error", error="pull model manifest: file does not exist")) as ollama:
        ended = fetch(home, ollama, "some:model", "--yes")
    assert ended.code == 1
    said = " ".join(ended.stderr.split())
    assert "no model" in said
    assert "ollama.com/library" in said


@pytest.mark.skipif(not Path("/proc").is_dir(), reason="there is no folder without room")
def test_a_disk_without_room_is_said_before_anything_is_asked(home: Path, tmp_path: Path) -> None:
    with server() as ollama:
        tiny = {**at(home, ollama), "OLLAMA_MODELS": "/proc/models"}
        ended = QuickCommandLine(home, tiny).run("models", "--fetch", BEST)
        assert (ended.code, pulled(ollama)) == (1, [])
    assert "free where Ollama keeps models" in " ".join(ended.stderr.split())


@pytest.mark.parametrize(("installed", "advice"), [(True, "Start it"), (False, "Get it from")])
def test_an_ollama_that_does_not_answer_is_told(home: Path, tmp_path: Path, installed: bool, advice: str) -> None:
    if installed:
        (tmp_path / "ollama").write_text("#!/bin/sh\n")
        (tmp_path / "ollama").chmod(0o755)
    ended = QuickCommandLine(home, {"PATH": str(tmp_path)}).run("models", "--fetch", "--yes")
    assert ended.code == 1
    assert "isn't running" in ended.stderr
    assert advice in ended.stderr
    assert ("isn't installed" in ended.stderr) is not installed


@pytest.mark.skipif(sys.platform == "win32", reason="a signal to another process ends it there")
def test_ctrl_c_stops_the_download_and_says_that_it_can_go_on(home: Path) -> None:
    with (
        server(pull=Reply(ending="stall")) as ollama,
        CommandLine(home, at(home, ollama)).start(*NAMED, "--yes") as process,
    ):
        assert process.stdout
        for line in process.stdout:
            if line.startswith("100 %"):
                break
        process.send_signal(signal.SIGINT)
        said, _ = process.communicate(timeout=30)
        assert ollama.disconnected.wait(30)
    assert process.returncode == 130
    assert "You stopped the download. What was fetched is kept" in said


@pytest.mark.skipif(sys.platform == "win32", reason="there are no such terminals")
@pytest.mark.parametrize(
    ("answer", "code", "fetched"),
    [(b"\n", 0, ["some:model"]), (b"n\n", 130, []), (b"\x04", 130, [])],
    ids=["Enter", "no", "end of input"],
)
def test_in_a_terminal_it_asks_and_shows_a_bar(home: Path, answer: bytes, code: int, fetched: list[str]) -> None:
    with server() as ollama:
        ended, said = in_terminal(home, ollama, answer)
        assert (ended, pulled(ollama)) == (code, fetched)
    assert "Fetch it? [y/n] (y)" in said
    assert ("1.0/1.0 kB" in said) is bool(fetched)
    assert ("Nothing was fetched." in said) is (code == 130)


def in_terminal(home: Path, ollama: OllamaServer, answer: bytes) -> tuple[int, str]:
    """Run the command in a terminal of its own and answer its question."""
    import pty

    ours, theirs = pty.openpty()
    line = CommandLine(home, {**at(home, ollama), "TERM": "xterm"})
    with line.start(*NAMED, terminal=theirs) as process:
        os.close(theirs)
        said = ""
        for part in reading(ours):
            said += part
            if answer and "(y)" in said:
                os.write(ours, answer)
                answer = b""
    os.close(ours)
    return process.returncode, printable(said)


def reading(terminal: int) -> Iterator[str]:
    with contextlib.suppress(OSError):  # its other end was closed
        while part := os.read(terminal, 65536):
            yield part.decode(errors="replace")
