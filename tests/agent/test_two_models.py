"""Two models of one Ollama push each other out of memory where they don't fit together: a run changes between them
only where what one said is what the other needs."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import pytest

from agent.loop import Parts, run
from agent.models.ollama.model import OllamaModel
from cancel import Cancel
from tests.agent.test_loop import KEPT_OPEN
from tests.fakes.ollama_server import FakeModel, OllamaServer
from tests.fakes.quick_runs import only_checks
from tests.fakes.tax import OTHER, REQUEST, RIGHT, STRONG, WRONG

TWO = {"coder:latest": FakeModel(), "tester:latest": FakeModel()}


def replies(asked: dict[str, Any]) -> str:
    """A program that has to be repaired once, tests for it, and another program."""
    if asked["model"] == "tester":
        return STRONG
    if "names by which others use your program" in asked["messages"][0]["content"]:
        return OTHER
    return RIGHT if len(asked["messages"]) > 2 else WRONG


def test_a_usual_run_changes_once_from_the_model_for_tests_to_the_one_for_programs(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    only_checks(monkeypatch)
    with OllamaServer(replies, TWO) as server:
        coder, tester = (OllamaModel(name, host=server.url) for name in ("coder", "tester"))
        list(run(REQUEST, Parts(coder, tester, KEPT_OPEN.open), Cancel()))
        order = [chat["model"] for chat in server.chats]
    assert set(order) == {"coder", "tester"}
    assert len(order) >= 4
    assert sum(one != other for one, other in pairwise(order)) <= 1, order
