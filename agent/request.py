"""Whether a request can be worked on at all, before anything is started for it."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace

from agent.errors import BadTask
from agent.strategies import STRATEGIES
from agent.types import Request
from languages.registry import LANGUAGES
from languages.types import Suite

LONGEST_TASK = 50_000


def checked(request: Request) -> Request:
    """`request` with its task tidied up.

    Raises `BadTask` for a task that is empty or longer than `LONGEST_TASK` characters and for an unknown
    strategy or language, and `BadExample` for an example that can't be tested.
    """
    # Lone surrogates come from terminals with another encoding; nothing can store or send them.
    task = request.task.encode("utf-8", "replace").decode().replace("\0", "").strip()
    if not task:
        raise BadTask("There is no task.", "Say in plain words what the program should do.")
    if len(task) > LONGEST_TASK:
        raise BadTask(
            f"The task is {len(task):,} characters long; at most {LONGEST_TASK:,} can be worked on.",
            "Describe what the program should do, with a few lines of the data instead of all of it.",
        )
    _require_known("strategy", request.strategy, STRATEGIES)
    _require_known("language", request.language, LANGUAGES)
    LANGUAGES[request.language].with_examples(Suite({}, ()), request.examples)
    return replace(request, task=task)


def _require_known(kind: str, name: str, table: Collection[str]) -> None:
    if name not in table:
        raise BadTask(f"There is no {kind} called {name!r}.", f"Take one of these: {', '.join(table)}.")
