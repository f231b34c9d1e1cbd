"""Whether a request can be worked on at all, before anything is started for it."""

from __future__ import annotations

from dataclasses import replace

from agent.errors import BadTask
from agent.strategies import STRATEGIES
from agent.types import Request
from languages.registry import language_named
from languages.types import Suite

LONGEST_TASK = 50_000


def checked(request: Request) -> Request:
    """`request` with its task tidied up.

    Raises `BadTask` for a task that is empty or longer than `LONGEST_TASK` characters and for an unknown
    strategy, `UnknownLanguage`, and `BadExample` for an example that can't be tested.
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
    if request.strategy not in STRATEGIES:
        raise BadTask(f"There is no strategy called {request.strategy!r}.", f"Take one of: {', '.join(STRATEGIES)}.")
    language_named(request.language).with_examples(Suite({}, ()), request.examples)
    return replace(request, task=task)
