"""Where programs run: the container engine, its image, bubblewrap, and what dead apps left behind."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Iterator
from typing import TYPE_CHECKING

from languages.python.toolset import TOOLSET
from sandbox.registry import bubblewrap_problem, engine_status
from settings import Settings
from setup.doctor.finding import Finding, State, state_of
from wording import plural

if TYPE_CHECKING:
    from sandbox.engine import EngineStatus

FIX = "python app.py doctor --fix"


def examine_sandbox(settings: Settings) -> Iterator[Finding]:
    """What the settings ask for is needed; where that is `auto`, Docker is, unless bubblewrap serves."""
    status = engine_status(TOOLSET, settings.docker_host)
    problem = bubblewrap_problem()
    needed = settings.sandbox == "docker" or (settings.sandbox == "auto" and (status.reachable or bool(problem)))
    cause = "" if status.reachable else status.state
    yield Finding("Docker", state_of(status.reachable, needed), status.summary, status.advice, cause)
    if status.reachable:
        yield _image(status, needed)
        yield _orphans(status)
    if sys.platform == "linux":
        yield _bubblewrap(problem, settings.sandbox == "bubblewrap")


def _image(status: EngineStatus, needed: bool) -> Finding:
    state: State = state_of(status.image_ready, needed)
    if status.image_ready:
        return Finding("Sandbox image", state, "The image is ready.")
    if status.image_building:
        return Finding(
            "Sandbox image", state, "The image is being made.", "Wait a minute, then look again.", "building"
        )
    advice = f"{FIX} makes it; so does the first run."
    return Finding("Sandbox image", state, "The image has not been made yet.", advice, "not_built")


def _orphans(status: EngineStatus) -> Finding:
    if not status.orphans:
        return Finding("Containers", "ok", "None was left behind.")
    summary = f"{plural(status.orphans, 'container')} of an Assay that was killed is still there."
    return Finding("Containers", "optional", summary, f"{FIX} removes it; so does the next run.", "orphaned")


def _bubblewrap(problem: str, needed: bool) -> Finding:
    if not problem:
        return Finding("bubblewrap", "ok", "It works on this machine.")
    if shutil.which("bwrap"):
        advice, cause = "Use Docker instead: this system doesn't let bubblewrap work.", "not_allowed"
    else:
        advice, cause = "Install it: sudo apt-get install bubblewrap", "not_installed"
    return Finding("bubblewrap", state_of(False, needed), problem, advice, cause)
