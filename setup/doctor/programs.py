"""Where programs run: the container engine, its image, bubblewrap, and what dead apps left behind."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Iterator
from typing import TYPE_CHECKING

from languages.registry import LANGUAGES
from message import say, say_count
from sandbox.errors import NotAllowed, SandboxUnavailable
from sandbox.registry import bubblewrap_problem, engine_status
from settings import Settings
from setup.doctor.finding import Finding, State, state_of

if TYPE_CHECKING:
    from sandbox.engine import EngineStatus

FIX = "python app.py doctor --fix"


def examine_sandbox(settings: Settings) -> Iterator[Finding]:
    """What the settings ask for is needed; where that is `auto`, Docker is, unless bubblewrap serves."""
    statuses = [engine_status(language.toolset, settings.docker_host) for language in LANGUAGES.values()]
    status = statuses[0]  # they differ in the image only
    problem = bubblewrap_problem()
    needed = settings.sandbox == "docker" or (settings.sandbox == "auto" and (status.reachable or problem is not None))
    cause = "" if status.reachable else status.state
    yield Finding("Docker", state_of(status.reachable, needed), status.summary, status.advice, cause)
    if status.reachable:
        yield from (_image(one, needed) for one in statuses)
        yield _orphans(status)
        yield from _limits(status)
    if sys.platform == "linux":
        yield _bubblewrap(problem, settings.sandbox == "bubblewrap")


def _image(status: EngineStatus, needed: bool) -> Finding:
    state: State = state_of(status.image_ready, needed)
    if status.image_ready:
        return Finding(say("Sandbox image"), state, say("The image is ready."))
    if status.image_building:
        return Finding(
            say("Sandbox image"),
            state,
            say("The image is being made."),
            say("Wait a minute, then look again."),
            "building",
        )
    advice = say("%(fix)s makes it; so does the first run.", fix=FIX)
    return Finding(say("Sandbox image"), state, say("The image has not been made yet."), advice, "not_built")


def _orphans(status: EngineStatus) -> Finding:
    if not status.orphans:
        return Finding(say("Containers"), "ok", say("None was left behind."))
    summary = say_count(
        "%(count)s container of an Assay that was killed is still there.",
        "%(count)s containers of an Assay that was killed are still there.",
        status.orphans,
    )
    return Finding(
        say("Containers"), "optional", summary, say("%(fix)s removes it; so does the next run.", fix=FIX), "orphaned"
    )


def _limits(status: EngineStatus) -> Iterator[Finding]:
    """Told only where the engine can't hold them all."""
    if summary := status.held.summary:
        yield Finding(say("Limits"), "optional", summary, status.held.advice, "limits")


def _bubblewrap(problem: SandboxUnavailable | None, needed: bool) -> Finding:
    if problem is None:
        return Finding("bubblewrap", "ok", say("It works on this machine."))
    if isinstance(problem, NotAllowed):
        advice, cause = problem.advice, "not_allowed"
    elif shutil.which("bwrap"):
        advice, cause = say("Use Docker instead: this system doesn't let bubblewrap work."), "not_allowed"
    else:
        advice, cause = say("Install it: sudo apt-get install bubblewrap"), "not_installed"
    return Finding("bubblewrap", state_of(False, needed), problem.message, advice, cause)
