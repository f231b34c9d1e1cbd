"""What is here, what is missing, and one thing to do about each."""

from __future__ import annotations

import platform
import shutil
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from agent.models.registry import list_models
from engines.catalog import fits, this_computer
from engines.keys import with_stored_key
from engines.known_models import SUGGESTIONS
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
    """Look at everything, one after the other. Takes a few seconds; nothing is changed, but a history is begun."""
    yield _python()
    yield from _sandbox(settings)
    yield from _models(with_stored_key(settings))
    yield _history(settings)


def _python() -> Finding:
    return Finding("Python", "ok", f"{platform.python_version()} at {sys.executable}")


def _sandbox(settings: Settings) -> Iterator[Finding]:
    """What the settings ask for is needed; where that is `auto`, Docker is, unless bubblewrap serves."""
    from sandbox.registry import bubblewrap_problem, engine_status

    status = engine_status(settings.docker_host)
    problem = bubblewrap_problem()
    serves = settings.sandbox == "docker" or (settings.sandbox == "auto" and (status.reachable or bool(problem)))
    yield Finding("Docker", _state(status.reachable, serves), status.summary, status.advice)
    if status.reachable:
        image = "is ready" if status.image_ready else "has not been made yet"
        advice = "" if status.image_ready else "python app.py doctor --fix makes it; so does the first run."
        yield Finding("Sandbox image", _state(status.image_ready, serves), f"The image {image}.", advice)
    if sys.platform == "linux":
        advice = _bubblewrap_advice() if problem else ""
        needed = settings.sandbox == "bubblewrap"
        yield Finding("bubblewrap", _state(not problem, needed), problem or "works on this machine", advice)


def _state(present: bool, needed: bool) -> State:
    if present:
        return "ok"
    return "missing" if needed else "optional"


def _bubblewrap_advice() -> str:
    if shutil.which("bwrap"):
        return "Use Docker instead: this system doesn't let bubblewrap work."
    return "Install it: sudo apt-get install bubblewrap"


def _models(settings: Settings) -> Iterator[Finding]:
    for provider in list_models(settings):
        count = len(provider.models)
        if count:
            yield Finding(provider.name, "ok", f"{count} model{'' if count == 1 else 's'}")
        else:
            summary = provider.problem or "It answers, but has no model yet."
            yield Finding(provider.name, "optional", summary, provider.advice or _fetching())


def _fetching() -> str:
    memory = this_computer()
    name = next((model.name for model in SUGGESTIONS if fits(model.size_bytes, memory)), SUGGESTIONS[-1].name)
    return f"Fetch one that fits this computer: ollama pull {name}"


def _history(settings: Settings) -> Finding:
    from storage.store import Store

    try:
        Store(settings.database).close()
    except AssayError as problem:
        return Finding("History", "missing", problem.message, problem.advice)
    return Finding("History", "ok", "The database can be written.")
