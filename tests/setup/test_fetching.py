from __future__ import annotations

import os
from pathlib import Path

import pytest

from agent.errors import ModelUnavailable, UnknownModel
from agent.models.ollama.program import models_folder
from agent.models.ollama.provider import OLLAMA
from agent.models.provider import DownloadStep
from settings import Settings
from setup.fetching import DiskFull, Download, Offer, best_model, check_room, offer
from setup.memory import Memory
from tests.fakes.ollama_server import FakeModel, OllamaServer

GIB = 1024**3
LAPTOP = Memory(16 * GIB, 12 * GIB)


def server(*names: str) -> OllamaServer:
    return OllamaServer(lambda _: "ok", dict.fromkeys(names, FakeModel(size=GIB)))


def at(ollama: OllamaServer, **more: str) -> Settings:
    return Settings.model_validate({"OLLAMA_HOST": ollama.url, **more})


@pytest.mark.parametrize(
    ("total", "graphics", "best"),
    [
        (4, 0, "qwen2.5-coder:1.5b"),
        (8, 0, "qwen2.5-coder:7b"),
        (16, 0, "qwen2.5-coder:7b"),  # one of 14 billion would fit, and be slow
        (16, 6, "qwen2.5-coder:7b"),
        (16, 12, "qwen2.5-coder:14b"),
        (16, 24, "gpt-oss:20b"),
        (32, 0, "gpt-oss:20b"),
        (16, 10.67, "qwen2.5-coder:7b"),  # an Apple with 16 GB
        (24, 16, "gpt-oss:20b"),
        (1, 0, "qwen2.5-coder:1.5b"),
    ],
)
def test_the_best_that_runs_well_is_chosen_by_memory_and_graphics(total: float, graphics: float, best: str) -> None:
    assert OLLAMA.library
    assert best_model(OLLAMA.library, Memory(int(total * GIB), GIB, int(graphics * GIB))).name == best


def test_without_a_name_the_best_is_offered_with_its_size_and_why() -> None:
    with server() as ollama:
        made = offer(at(ollama), memory=LAPTOP)
    assert (made.name, made.size, made.installed) == ("qwen2.5-coder:7b", "4.7 GB", False)
    assert made.why == (
        "It is the best for programming that runs well on this computer "
        "(17.2 GB of memory, no graphics card that was seen)."
    )


@pytest.mark.parametrize(
    ("name", "memory", "said"),
    [
        ("", Memory(16 * GIB, 12 * GIB, 12 * GIB), "fits the graphics of this computer"),
        ("", Memory(GIB, GIB), "it will be slow"),
        ("gpt-oss:20b", LAPTOP, "too large"),
    ],
)
def test_how_it_will_run_is_said(name: str, memory: Memory, said: str) -> None:
    with server() as ollama:
        assert said in offer(at(ollama), name, memory).why


def test_models_that_write_no_programs_are_not_enough_and_an_unknown_one_has_no_size() -> None:
    with server("nomic-embed-text:latest", "gpt-oss:20b-cloud") as ollama:
        assert not offer(at(ollama), memory=LAPTOP).installed
        assert offer(at(ollama), "some:model", LAPTOP).size_bytes is None


@pytest.mark.parametrize(
    ("name", "present"), [("", "qwen2.5-coder:7b"), ("ollama:tiny", "tiny:latest"), ("a:b", "a:b"), (" a:b ", "a:b")]
)
def test_there_is_nothing_to_do_where_it_is_here(name: str, present: str) -> None:
    with server(present) as ollama:
        assert offer(at(ollama), name, LAPTOP).installed


def test_a_model_that_serves_is_enough_and_a_better_one_is_named() -> None:
    with server("llama3.2:3b") as ollama:
        made = offer(at(ollama), memory=LAPTOP)
    assert (made.name, made.installed) == ("llama3.2:3b", True)
    assert "python app.py models --fetch qwen2.5-coder:7b" in made.why


@pytest.mark.parametrize("name", ["demo", "claude:claude-sonnet-5-5"])
def test_only_models_of_this_computer_are_fetched(name: str) -> None:
    with server() as ollama, pytest.raises(UnknownModel, match="can't be fetched"):
        offer(at(ollama), name)


def test_of_an_ollama_elsewhere_the_model_must_be_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("agent.models.ollama.program.LOOPBACK", ())
    with server() as ollama:
        with pytest.raises(ModelUnavailable, match="another computer") as caught:
            offer(at(ollama))
        assert "--fetch qwen2.5-coder:7b" in caught.value.advice
        assert not offer(at(ollama), "gpt-oss:20b", LAPTOP).installed


def test_a_disk_without_room_is_told_before(tmp_path: Path) -> None:
    huge = Offer("ollama:huge", "", 10**18)
    with server() as ollama:
        settings = at(ollama, OLLAMA_MODELS=str(tmp_path / "models"))
        check_room(Offer("ollama:small", "", 1), settings)
        check_room(Offer("ollama:unknown", ""), settings)
        with pytest.raises(DiskFull, match="huge takes") as caught:
            check_room(huge, settings)
        assert "--fetch" in caught.value.advice
        (tmp_path / "models" / "blobs").mkdir(parents=True)
        (tmp_path / "models" / "blobs" / "sha256-abc-partial").touch()
        check_room(huge, settings)  # most of it may be here already


def test_the_models_folder_is_ollamas_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("agent.models.ollama.program.sys.platform", "darwin")
    monkeypatch.setenv("USERPROFILE" if os.name == "nt" else "HOME", str(tmp_path))
    assert models_folder(Settings.model_validate({"OLLAMA_MODELS": None})) == tmp_path / ".ollama" / "models"


def test_a_download_is_of_all_parts_together() -> None:
    download = Download(1000)
    for step in [("manifest", 0, 0), ("pulling a", 500, 900), ("pulling b", 0, 200), ("pulling a", 900, 900)]:
        download.add(DownloadStep(*step))
    assert (download.completed, download.total) == (900, 1100)
