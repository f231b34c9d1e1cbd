"""Whether a request can be worked on at all, before anything is started for it."""

from __future__ import annotations

from dataclasses import replace

from agent.errors import BadTask, ModelUnavailable
from agent.strategies import STRATEGIES
from agent.types import Request
from languages.answers import Answers, answered
from languages.brief import Brief
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


def answered_by(request: Request, brief: Brief, answers: Answers) -> Brief:
    """`brief`, which was made for `request`, as the person wants it.

    Raises `BadAnswers`, and `ModelUnavailable` where recorded answers would have to be others.
    """
    plan = answered(brief, answers)
    if plan != brief and "demo" in (request.model, request.test_model):
        raise ModelUnavailable(
            "The demo's plan can't be changed: its answers are recorded.", "Build it as it is, or pick a real model."
        )
    return plan
