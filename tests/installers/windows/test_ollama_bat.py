"""Ollama and the first model, as install.bat brings them."""

from __future__ import annotations

import pytest

from tests.fakes.wine_machine import WineMachine, called

ONLY_OLLAMA = ("--no-docker", "--no-launch")


@pytest.fixture
def without(windows: WineMachine) -> WineMachine:
    """A Windows without Ollama."""
    windows.has("python")
    return windows


@pytest.fixture
def served(without: WineMachine) -> WineMachine:
    """A Windows with Ollama, but without a model."""
    without.has("ollama")
    return without


def test_ollama_comes_by_winget_and_its_model_is_noted(without: WineMachine) -> None:
    _, output = without.install(*ONLY_OLLAMA, answers=["y"])
    assert "Install Ollama (about 2 GB)? It needs no administrator." in output
    assert called(without.calls(), "winget install --exact --id Ollama.Ollama")
    assert (without.app / "installers/installed.txt").read_text().split() == [
        "winget", "Ollama.Ollama", "model", "qwen3:8b",
    ]  # fmt: skip


@pytest.mark.parametrize("flaw", ["winget fails", "no winget"])
def test_where_it_cannot_be_had_it_is_said_and_goes_on(without: WineMachine, flaw: str) -> None:
    if flaw == "winget fails":
        without.fact("winget-fails")
    else:
        without.lacks("winget")
    _, output = without.install(*ONLY_OLLAMA, "--yes")
    assert "Get it from https://ollama.com/download, or use Claude or the demo" in output
    assert "A language model for this computer" not in output
    assert called(without.calls(), "environment-python app.py doctor --fix")


def test_the_first_model_is_left_to_the_app(served: WineMachine) -> None:
    served.install(*ONLY_OLLAMA)
    assert "environment-python app.py models --fetch" in served.calls()


def test_the_named_model_is_fetched_without_a_question_after_yes(served: WineMachine) -> None:
    served.install(*ONLY_OLLAMA, "--model", "gemma3:12b", "--yes")
    assert "environment-python app.py models --fetch gemma3:12b --yes" in served.calls()


@pytest.mark.parametrize(
    ("fact", "said"),
    [
        ("no-model", "No model was fetched. The next start goes on where it was"),
        ("said-no", "The page can do it, too, and so can the next start"),
    ],
    ids=["it fails", "it was stopped"],
)
def test_a_model_that_cannot_be_fetched_is_said(served: WineMachine, fact: str, said: str) -> None:
    served.fact(fact)
    _, output = served.install(*ONLY_OLLAMA)
    assert said in output
    assert called(served.calls(), "environment-python app.py doctor --fix")
    assert not (served.app / "installers/installed.txt").exists()


def test_an_ollama_that_does_not_answer_is_left_to_the_doctor(served: WineMachine) -> None:
    served.fact("ollama-silent")
    served.install(*ONLY_OLLAMA)
    calls = served.calls()
    assert called(calls, "environment-python app.py doctor --fix")
    assert not called(calls, "environment-python app.py models")
