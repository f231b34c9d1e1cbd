from __future__ import annotations

import threading
from pathlib import Path

import pytest
from pydantic import SecretStr

from agent.errors import ModelError, ModelUnavailable, UnknownModel
from agent.models.claude.provider import KEY
from agent.models.ollama.library import SUGGESTIONS
from cancel import Cancel
from errors import Cancelled
from settings import Settings
from setup.catalog import Choice, catalog, crowding, fetch, recommended, remove
from setup.keys import save_key
from setup.memory import Memory
from tests.fakes.anthropic_server import AnthropicServer, FakeClaude
from tests.fakes.ollama_server import FakeModel, OllamaServer
from tests.fakes.streaming_server import Reply

GIB = 1024**3
GIGABYTE = 10**9
LAPTOP = Memory(total=16 * GIB, available=12 * GIB)
INSTALLED = {
    "llama3.2:3b": FakeModel(size=2 * GIGABYTE),
    "qwen2.5-coder:7b": FakeModel(size=4_683_087_561),
    "qwen2.5-coder:32b": FakeModel(size=19_851_349_898),
}


def server(models: dict[str, FakeModel], pulled: Reply | None = None) -> OllamaServer:
    return OllamaServer(lambda _: "ok", models, pulled)


def at(home: Path, **values: str) -> Settings:
    nobody = {"OLLAMA_HOST": "http://127.0.0.1:9", "ANTHROPIC_BASE_URL": "http://127.0.0.1:9"}
    return Settings.model_validate({"ASSAY_HOME": home, "ANTHROPIC_API_KEY": None, **nobody, **values})


def chosen(choices: list[Choice]) -> str:
    (one,) = (choice for choice in choices if choice.recommended)
    return one.spec


def by_label(choices: list[Choice]) -> dict[str, Choice]:
    return {choice.label: choice for choice in choices}


def test_without_anything_there_is_the_demo(home: Path) -> None:
    (demo,) = catalog(at(home), LAPTOP)
    assert (demo.spec, demo.recommended, demo.installed) == ("demo", True, True)
    assert recommended([]) is None


def test_installed_models_come_with_size_and_whether_they_fit(home: Path) -> None:
    with server(INSTALLED) as ollama:
        settings = at(home, OLLAMA_HOST=ollama.url)
        memories = (LAPTOP, Memory(16 * GIB, 2 * GIB), Memory(16 * GIB, 2 * GIB, graphics=24 * GIB))
        free, busy, graphics = (by_label(catalog(settings, memory)) for memory in memories)
    small, large = free["qwen2.5-coder:7b"], free["qwen2.5-coder:32b"]
    assert (small.spec, small.size_bytes, small.fits) == ("ollama:qwen2.5-coder:7b", 4_683_087_561, True)
    assert small.note == "4.7 GB; fits this computer's memory"
    assert large.fits is False
    assert "too large" in large.note
    assert "no graphics card that was seen" in large.note
    assert busy["qwen2.5-coder:7b"].fits
    assert "close some" in busy["qwen2.5-coder:7b"].note
    assert graphics["qwen2.5-coder:32b"].fits
    fast = "4.7 GB; fits this computer's graphics memory, so it answers quickly"
    assert graphics["qwen2.5-coder:7b"].note == fast


def test_the_best_coder_that_fits_is_recommended(home: Path) -> None:
    with server(INSTALLED) as ollama:
        settings = at(home, OLLAMA_HOST=ollama.url)
        best = [chosen(catalog(settings, Memory(size * GIB, size * GIB))) for size in (4, 16, 64)]
    assert best == ["ollama:llama3.2:3b", "ollama:qwen2.5-coder:7b", "ollama:qwen2.5-coder:32b"]


def test_a_kept_key_brings_claudes_models_and_its_newest_of_middle_size_is_recommended(home: Path) -> None:
    models = dict.fromkeys(("claude-opus-5-5", "claude-sonnet-5-5", "claude-sonnet-5"), FakeClaude())
    with AnthropicServer(lambda _: "ok", models) as claude, server({"llama3.2:3b": FakeModel()}) as ollama:
        settings = at(home, ANTHROPIC_BASE_URL=claude.url, OLLAMA_HOST=ollama.url)
        save_key(settings, KEY, SecretStr(claude.key))
        choices = catalog(settings, LAPTOP)
    assert [choice.spec for choice in choices if choice.spec.startswith("claude:")] == [
        f"claude:{name}" for name in models
    ]
    assert chosen(choices) == "claude:claude-sonnet-5-5"


def test_what_is_not_here_yet_is_suggested_where_it_fits(home: Path) -> None:
    with server({"qwen2.5-coder:7b": FakeModel()}) as ollama:
        choices = catalog(at(home, OLLAMA_HOST=ollama.url), LAPTOP)
    fetchable = {choice.label: choice for choice in choices if not choice.installed}
    assert set(fetchable) == {"qwen2.5-coder:14b", "qwen2.5-coder:1.5b"}
    assert fetchable["qwen2.5-coder:14b"].note == "not here yet: 9.0 GB to download"
    assert not any(choice.recommended for choice in fetchable.values())


def test_this_computers_memory_says_nothing_of_an_ollama_elsewhere(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("agent.models.ollama.program.LOOPBACK", ())
    with server(INSTALLED) as ollama:
        choices = catalog(at(home, OLLAMA_HOST=ollama.url), LAPTOP)
    assert {choice.fits for choice in choices} == {None}
    assert all("runs on 127.0.0.1" in choice.note for choice in choices if choice.installed and choice.spec != "demo")
    assert len([choice for choice in choices if not choice.installed]) == len(SUGGESTIONS) - 1
    assert chosen(choices) == "ollama:qwen2.5-coder:32b"


def test_models_that_run_elsewhere_or_only_search_are_said_and_not_recommended(home: Path) -> None:
    models = {
        "gpt-oss:20b-cloud": FakeModel(size=384),
        "qwen3-coder:latest": FakeModel(size=384, remote_host="https://ollama.com:443"),  # a plain name says nothing
        "nomic-embed-text:latest": FakeModel(),
    }
    with server(models) as ollama:
        found = catalog(at(home, OLLAMA_HOST=ollama.url), LAPTOP)
    for name in ("gpt-oss:20b-cloud", "qwen3-coder:latest"):
        assert (
            by_label(found)[name].note == "runs on ollama.com: what you write, and lines of your files, are sent there"
        )
    assert "can't write programs" in by_label(found)["nomic-embed-text:latest"].note
    assert chosen(found) == "demo"


@pytest.mark.parametrize(
    ("labels", "best"),
    [
        (["qwen2.5-coder:7b", "gpt-oss:20b"], "gpt-oss:20b"),
        (["qwen2.5-coder:7b", "qwen2.5-coder:14b-instruct-q4_K_M"], "qwen2.5-coder:14b-instruct-q4_K_M"),
        (["mistral:7b", "qwen3-coder:latest"], "qwen3-coder:latest"),
        (["mistral:7b", "gemma3:4b"], "mistral:7b"),
    ],
)
def test_better_coders_come_first(labels: list[str], best: str) -> None:
    choice = recommended([Choice(f"ollama:{label}", label, fits=True) for label in labels])
    assert choice is not None
    assert choice.label == best


def test_a_suggestion_is_fetched_with_progress_and_is_then_here(home: Path) -> None:
    with server({}) as ollama:
        settings = at(home, OLLAMA_HOST=ollama.url)
        steps = list(fetch("ollama:qwen2.5-coder:7b", settings, Cancel()))
        assert (steps[2].completed_bytes, steps[2].total_bytes) == (500, 1000)
        assert by_label(catalog(settings, LAPTOP))["qwen2.5-coder:7b"].installed


def test_fetching_can_be_cancelled(home: Path) -> None:
    cancel = Cancel()
    with server({}, Reply(ending="stall")) as ollama:
        steps = fetch("ollama:qwen2.5-coder:7b", at(home, OLLAMA_HOST=ollama.url), cancel)
        next(steps)
        threading.Timer(0.1, cancel.cancel, ["You stopped the download."]).start()
        with pytest.raises(Cancelled):
            list(steps)
        assert ollama.disconnected.wait(30)


def test_a_model_is_removed(home: Path) -> None:
    with server(INSTALLED) as ollama:
        settings = at(home, OLLAMA_HOST=ollama.url)
        remove("ollama:llama3.2:3b", settings)
        assert not by_label(catalog(settings, LAPTOP)).get("llama3.2:3b")
        assert ollama.requests[0].method == "DELETE"
        with pytest.raises(ModelUnavailable, match="doesn't have the model"):
            remove("ollama:llama3.2:3b", settings)
    with pytest.raises(ModelUnavailable, match="isn't running") as caught:
        remove("ollama:llama3.2:3b", settings)
    assert caught.value.advice


@pytest.mark.parametrize("spec", ["demo", "claude:claude-sonnet-5-5", "ollama:", ""])
def test_only_ollamas_models_can_be_fetched_and_removed(home: Path, spec: str) -> None:
    with pytest.raises(UnknownModel):
        remove(spec, at(home))
    with pytest.raises(ModelError):
        list(fetch(spec, at(home), Cancel()))


def test_two_models_that_dont_fit_together_are_told_before_they_push_each_other_out(home: Path) -> None:
    with server({"a:latest": FakeModel(size=10 * GIGABYTE), **INSTALLED}) as ollama:
        settings = at(home, OLLAMA_HOST=ollama.url)
        said = crowding("ollama:a", "ollama:qwen2.5-coder:7b", settings, LAPTOP)
        assert said.startswith("ollama:a and ollama:qwen2.5-coder:7b don't fit into this computer's memory together")
        assert crowding("ollama:llama3.2:3b", "ollama:qwen2.5-coder:7b", settings, LAPTOP) == ""
        assert crowding("ollama:a", "claude:claude-sonnet-5", settings, LAPTOP) == "", "that one runs elsewhere"
