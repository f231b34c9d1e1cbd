"""Ollama on Linux, and the first model."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.fakes.stub_machine import StubMachine, called
from tests.installers.situations import Situation


@pytest.fixture
def without_ollama(complete: StubMachine) -> StubMachine:
    complete.lacks("ollama")
    complete.change("ollama-runs")
    complete.has("curl", "zstd")
    return complete


def fetched(machine: StubMachine) -> list[str]:
    """The options that the app was asked to fetch a model with."""
    return [call.partition("models --fetch")[2].strip() for call in machine.calls() if "models --fetch" in call]


def test_ollama_is_installed_where_its_site_answers(without_ollama: StubMachine, tmp_path: Path) -> None:
    without_ollama.fact("ollama-site")
    status, output = without_ollama.install("--no-launch")
    assert status == 0, output
    assert (tmp_path / "bin/ollama").exists()
    assert "about 2 GB" in output
    assert "uses sudo" in output
    assert "program ollama" in without_ollama.recorded()


@pytest.mark.parametrize(
    ("facts", "said"),
    [("", "Its site can't be reached"), ("ollama-site ollama-script-fails", "Ollama could not be installed")],
    ids=["no site", "a script that fails"],
)
def test_where_ollama_cannot_be_had_it_goes_on_and_says_so(without_ollama: StubMachine, facts: str, said: str) -> None:
    Situation(facts=facts, said=(said,), never=("python3 app.py models",)).holds_on(without_ollama)
    assert "program ollama" not in without_ollama.recorded()


def test_whoever_says_no_to_ollama_goes_on_without(without_ollama: StubMachine) -> None:
    without_ollama.fact("ollama-site")
    with without_ollama.answering("n") as stdin:
        status, output = without_ollama.install_asking(stdin)
    assert status == 0, output
    assert not called(without_ollama.calls(), "ollama")


def test_where_systemd_knows_ollama_it_starts_it(complete: StubMachine) -> None:
    known = Situation("systemctl", facts="systemd", no_more="ollama-runs", does=("systemctl enable --now ollama",))
    known.holds_on(complete)


def test_the_first_model_is_left_to_the_app(complete: StubMachine) -> None:
    with complete.answering("") as stdin:
        complete.install_asking(stdin)
    assert fetched(complete) == [""]


@pytest.mark.parametrize(
    ("option", "fetches", "brought"),
    [("--model qwen3:8b", ["qwen3:8b --yes"], ["model small:1b"]), ("--no-ollama", [], [])],
)
def test_the_named_model_is_fetched(complete: StubMachine, option: str, fetches: list[str], brought: list[str]) -> None:
    complete.install("--no-launch", *option.split())
    assert fetched(complete) == fetches
    assert complete.recorded() == brought, "the models that were there before are not written down"


@pytest.mark.parametrize(
    ("fact", "said"),
    [("model-fails", "The next start goes on where it was"), ("model-declined", "No model was fetched.")],
)
def test_a_model_that_cannot_be_fetched_is_said(complete: StubMachine, fact: str, said: str) -> None:
    Situation(facts=fact, options="", said=(said, "the demo runs")).holds_on(complete)
