"""What is here, what is missing, and one thing to do about each."""

from __future__ import annotations

import platform
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from agent.models.registry import list_models
from errors import AssayError
from settings import Settings

State = Literal["ok", "missing", "optional"]


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing Assay needs or can use. `optional` is missing, too, but runs go on without it."""

    name: str
    state: State
    summary: str
    advice: str = ""


def examine(settings: Settings) -> Iterator[Finding]:
    """Look at everything, one after the other; none of it is changed. Takes a few seconds at most."""
    yield _python()
    yield from _sandbox(settings)
    yield from _models(settings)
    yield _history(settings)


def _python() -> Finding:
    return Finding("Python", "ok", f"{platform.python_version()} at {sys.executable}")


def _sandbox(settings: Settings) -> Iterator[Finding]:
    """Either Docker with its image or bubblewrap is needed; with one of them the other is optional."""
    from sandbox.registry import bubblewrap_problem, engine_status

    status = engine_status(settings.docker_host)
    without_docker = bubblewrap_problem()
    bubblewrap_serves = not without_docker and settings.sandbox in ("auto", "bubblewrap")
    lacking: State = "optional" if bubblewrap_serves and not status.reachable else "missing"
    yield Finding("Docker", "ok" if status.reachable else lacking, status.summary, status.advice)
    if status.reachable:
        image = "is ready" if status.image_ready else "has not been made yet"
        advice = "" if status.image_ready else "python app.py doctor --fix makes it; so does the first run."
        yield Finding("Sandbox image", "ok" if status.image_ready else "missing", f"The image {image}.", advice)
    yield Finding("bubblewrap", "optional" if without_docker else "ok", without_docker or "works on this machine")


def _models(settings: Settings) -> Iterator[Finding]:
    for provider in list_models(settings):
        count = len(provider.models)
        state: State = "ok" if count else "optional"
        summary = provider.problem or f"{count} model{'' if count == 1 else 's'}"
        yield Finding(provider.name, state, summary, provider.advice)


def _history(settings: Settings) -> Finding:
    from storage.store import Store

    try:
        Store(settings.database).close()
    except AssayError as problem:
        return Finding("History", "missing", problem.message, problem.advice)
    return Finding("History", "ok", "The database can be written.")
