"""Ollama on Linux, and the first model."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.fakes.stub_machine import StubMachine, called


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


def test_without_ollamas_site_it_goes_on_and_says_so(without_ollama: StubMachine, tmp_path: Path) -> None:
    status, output = without_ollama.install()
    assert status == 0, output
    assert "Its site can't be reached" in output
    assert not (tmp_path / "bin/ollama").exists()
    assert fetched(without_ollama) == []


def test_an_ollama_whose_script_fails_is_said(without_ollama: StubMachine) -> None:
    without_ollama.fact("ollama-site", "ollama-script-fails")
    status, output = without_ollama.install()
    assert status == 0, output
    assert "Ollama could not be installed" in output
    assert "program ollama" not in without_ollama.recorded()


def test_whoever_says_no_to_ollama_goes_on_without(without_ollama: StubMachine) -> None:
    without_ollama.fact("ollama-site")
    with without_ollama.answering("n") as stdin:
        status, output = without_ollama.install_asking(stdin)
    assert status == 0, output
    assert not called(without_ollama.calls(), "ollama")


def test_where_systemd_knows_ollama_it_starts_it(complete: StubMachine) -> None:
    complete.has("systemctl")
    complete.change("ollama-runs")
    complete.fact("systemd")
    status, output = complete.install("--no-launch")
    assert status == 0, output
    assert "systemctl enable --now ollama" in complete.calls()


def test_the_first_model_is_left_to_the_app(complete: StubMachine) -> None:
    with complete.answering("") as stdin:
        complete.install_asking(stdin)
    assert fetched(complete) == [""]


def test_the_named_model_is_fetched(complete: StubMachine) -> None:
    complete.install("--no-launch", "--model", "qwen3:8b")
    assert fetched(complete) == ["qwen3:8b --yes"]


def test_only_models_that_were_not_there_before_are_written_down(complete: StubMachine) -> None:
    complete.install("--no-launch")
    assert complete.recorded() == ["model small:1b"]


def test_without_ollama_as_asked_no_model_is_fetched(complete: StubMachine) -> None:
    complete.install("--no-launch", "--no-ollama")
    assert fetched(complete) == []


def test_a_model_that_cannot_be_fetched_is_said(complete: StubMachine) -> None:
    complete.fact("model-fails")
    status, output = complete.install()
    assert status == 0, output
    assert "The next start goes on where it was" in output
    assert "the demo runs" in output


def test_whoever_says_no_to_the_model_goes_on_without(complete: StubMachine) -> None:
    complete.fact("model-declined")
    status, output = complete.install()
    assert status == 0, output
    assert "No model was fetched." in output
    assert "the demo runs" in output
