"""What is said of a model before somebody starts a run with it."""

from __future__ import annotations

import pytest

from agent.events import ModelAnswered, RunFinished, RunStarted
from agent.types import Request, Status, Usage
from storage.store import Store
from ui.live.usual import COUNTED, NOT_KNOWN, usual, usual_time

CLAUDE = "claude:claude-sonnet-4-5"
LIKELY = "By its prices a program costs about {} with this model, more where it thinks for long. How long it takes "
LIKELY += "isn't known yet: a first run shows it. A limit can be set under More settings."


def ran(
    store: Store, model: str, seconds: float, cost: float | None = None, status: Status = "verified", tokens: int = 10
) -> None:
    run_id = store.create_run(request := Request("Add.", model, model))
    store.claim(run_id)
    answered = ModelAnswered("code", Usage(tokens, tokens, cost), 1.0, cut_off=False)
    store.append(run_id, [RunStarted(request), answered, RunFinished(status, "It is done.", seconds)])


@pytest.mark.parametrize(
    ("model", "said"),
    [
        ("ollama:qwen3:8b", ""),
        ("demo", ""),
        ("fetch ollama:qwen3:8b", ""),
        ("what is this", ""),
        (CLAUDE, LIKELY.format("$0.07 to $0.42")),
        ("claude:claude-haiku-5-5", LIKELY.format("$0.01")),
        ("claude:claude-unheard-of", NOT_KNOWN),
    ],
)
def test_of_a_model_that_was_never_used_only_what_is_known_is_said(store: Store, model: str, said: str) -> None:
    assert usual(store, model) == said
    assert usual_time(store, model) == ""


def test_time_and_money_are_those_of_the_middle_run(store: Store) -> None:
    for seconds, cost in ((60, 0.05), (239, 0.12), (3000, 4.0)):
        ran(store, CLAUDE, seconds, cost)
    ran(store, CLAUDE, 1, 0.01, "error")
    ran(store, "ollama:qwen3:8b", 20)
    assert usual(store, CLAUDE) == "So far a program took about 4 minutes and $0.12 with this model (3 runs)."
    assert usual(store, "ollama:qwen3:8b") == "So far a program took less than a minute with this model (1 run)."


def test_what_other_models_took_says_what_is_likely(store: Store) -> None:
    ran(store, "demo", 5, tokens=900_000)
    ran(store, "ollama:qwen3:8b", 20, tokens=20_000)
    ran(store, "ollama:qwen3:4b", 20, tokens=10_000)
    assert usual(store, CLAUDE) == LIKELY.format("$0.09 to $0.72")


def test_only_the_last_runs_count(store: Store) -> None:
    for seconds in [6000] * COUNTED + [60] * COUNTED:
        ran(store, "ollama:qwen3:8b", seconds)
    assert "about 1 minute with" in usual(store, "ollama:qwen3:8b")
    assert usual_time(store, "ollama:qwen3:8b") == "about 1 minute"
