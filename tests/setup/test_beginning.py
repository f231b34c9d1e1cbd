"""The model to begin with on this computer."""

from __future__ import annotations

import pytest

from cancel import Cancel
from settings import Settings
from setup.beginning import BY_GRAPHICS, BY_PROCESSOR, local_offer, set_up
from setup.memory import GIBIBYTE, Memory
from tests.fakes.ollama_server import OllamaServer

LARGE, CARD, SMALL = Memory(64 * GIBIBYTE, 0), Memory(64 * GIBIBYTE, 0, 24 * GIBIBYTE), Memory(GIBIBYTE, 0)


def settings(host: str) -> Settings:
    return Settings.model_validate({"OLLAMA_HOST": host})


@pytest.mark.parametrize(
    ("memory", "minutes", "tight"),
    [(LARGE, BY_PROCESSOR, False), (CARD, BY_GRAPHICS, False), (SMALL, BY_PROCESSOR, True)],
)
def test_it_fits_this_computer(memory: Memory, minutes: tuple[int, int], tight: bool) -> None:
    with OllamaServer(lambda _: "", {}) as ollama:
        offer = local_offer(settings(ollama.url), memory)
    assert offer
    assert (offer.minutes, offer.tight, offer.runner) == (minutes, tight, "there")
    assert offer.spec == f"ollama:{offer.name}"


def test_where_nothing_answers_it_has_to_be_started_or_installed() -> None:
    offer = local_offer(settings("http://127.0.0.1:1"), LARGE)
    assert offer
    assert offer.runner in ("stopped", "missing")


def test_nothing_is_offered_on_another_computer() -> None:
    assert local_offer(settings("http://ollama.example:11434"), LARGE) is None


def test_where_ollama_runs_the_model_is_only_fetched() -> None:
    with OllamaServer(lambda _: "", {}) as ollama:
        steps = list(set_up("ollama:small", settings(ollama.url), Cancel()))
        assert [request.path for request in ollama.requests if "pull" in request.path] == ["/api/pull"]
    assert steps[-1].status == "success"
