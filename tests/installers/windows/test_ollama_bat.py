"""Ollama and the first model, as install.bat brings them."""

from __future__ import annotations

import pytest

from tests.fakes.stub_machine import called
from tests.fakes.wine_machine import WineMachine
from tests.installers.situations import Situation

ONLY_OLLAMA = "--no-docker --no-launch"
DOCTOR = "environment-python app.py doctor --fix"
MODELS = "environment-python app.py models"


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
    _, output = without.install(*ONLY_OLLAMA.split(), answers=["y"])
    assert "Install Ollama (about 2 GB)? It needs no administrator." in output
    assert called(without.calls(), "winget install --exact --id Ollama.Ollama")
    assert (without.app / "installers/installed.txt").read_text().split() == [
        "winget", "Ollama.Ollama", "model", "qwen3:8b",
    ]  # fmt: skip


CANNOT_BE_HAD = Situation(
    options=f"{ONLY_OLLAMA} --yes",
    status=3,
    said=("Get it from https://ollama.com/download, or use Claude or the demo",),
    does=(DOCTOR,),
    never=(MODELS,),
)


@pytest.mark.parametrize(
    "situation",
    [CANNOT_BE_HAD._replace(facts="winget-fails"), CANNOT_BE_HAD._replace(lacks="winget")],
    ids=["winget fails", "no winget"],
)
def test_where_it_cannot_be_had_it_is_said_and_goes_on(without: WineMachine, situation: Situation) -> None:
    situation.holds_on(without)


def test_the_first_model_is_left_to_the_app(served: WineMachine) -> None:
    served.install(*ONLY_OLLAMA.split())
    assert f"{MODELS} --fetch" in served.calls()


def test_the_named_model_is_fetched_without_a_question_after_yes(served: WineMachine) -> None:
    named = "--model gemma3:12b --yes"
    does = (f"{MODELS} --fetch gemma3:12b --yes",)
    Situation(options=f"{ONLY_OLLAMA} {named}", status=3, does=does).holds_on(served)


@pytest.mark.parametrize(
    ("fact", "said"),
    [
        ("no-model", "No model was fetched. The next start goes on where it was"),
        ("said-no", "The page can do it, too, and so can the next start"),
    ],
    ids=["it fails", "it was stopped"],
)
def test_a_model_that_cannot_be_fetched_is_said(served: WineMachine, fact: str, said: str) -> None:
    Situation(facts=fact, options=ONLY_OLLAMA, status=3, said=(said,), does=(DOCTOR,)).holds_on(served)
    assert not (served.app / "installers/installed.txt").exists()


def test_an_ollama_that_does_not_answer_is_left_to_the_doctor(served: WineMachine) -> None:
    silent = Situation(facts="ollama-silent", options=ONLY_OLLAMA, status=3, does=(DOCTOR,), never=(MODELS,))
    silent.holds_on(served)
