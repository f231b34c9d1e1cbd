"""Repairing what can be repaired without an administrator, and without asking anything."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from agent.models.ollama.program import ollama_program
from agent.models.ollama.provider import OLLAMA
from agent.models.registry import models_of
from errors import AssayError
from languages.base import Language
from languages.one_file import OneFile
from languages.registry import LANGUAGES
from message import joined, say, say_count
from sandbox.base import Announce, Toolset
from sandbox.registry import engine_status, prepare_image, remove_orphans
from settings import Settings
from setup.doctor.browser import fetch_for_browsers, one_files
from setup.doctor.starting import start_docker, start_ollama

STOPPED = "not_running"


@dataclass(frozen=True, slots=True)
class Repaired:
    """What was done about one thing, or with `done` false, why nothing was."""

    name: str
    done: bool
    summary: str


# Why: docs/decisions.md, "`doctor --fix` never becomes administrator, and installers write down what they bring"
def repair(settings: Settings, announce: Announce) -> Iterator[Repaired]:
    """Repair what is broken and yield what was done; nothing where all is well. May take minutes.

    `announce` gets a line now and then.
    """
    for language in LANGUAGES.values():
        yield from _repair_engine(language, settings, announce)
    yield from _repair_ollama(settings, announce)
    for one_file in one_files():
        yield from _fetch(one_file, settings, announce)


def _repair_engine(language: Language, settings: Settings, announce: Announce) -> Iterator[Repaired]:
    toolset = language.toolset
    status = engine_status(toolset, settings.docker_host)
    if status.state in (STOPPED, "starting") and not settings.docker_host:
        announce(say("Starting the container engine"))
        problem = start_docker(wait_only=status.state == "starting")
        yield Repaired("Docker", not problem, problem or say("It was started."))
        status = engine_status(toolset, settings.docker_host)
    if not status.reachable:
        return
    if not status.image_ready:
        yield _image(toolset, settings, announce)
    if status.orphans:
        yield _containers(status.orphans, settings)


def _containers(found: int, settings: Settings) -> Repaired:
    left = remove_orphans(settings.docker_host)
    removed = say_count(
        "%(count)s container of dead apps removed.",
        "%(count)s containers of dead apps removed.",
        max(found - left, 0),
    )
    still = say_count("%(count)s could not be removed.", "%(count)s could not be removed.", left)
    return Repaired(say("Containers"), not left, joined(" ", [removed, still]) if left else removed)


def _image(toolset: Toolset, settings: Settings, announce: Announce) -> Repaired:
    try:
        prepare_image(toolset, settings.docker_host, announce)
    except AssayError as problem:
        return Repaired(say("Sandbox image"), False, problem.in_words)
    return Repaired(say("Sandbox image"), True, say("It was made."))


def _repair_ollama(settings: Settings, announce: Announce) -> Iterator[Repaired]:
    program = ollama_program()
    if not program or not OLLAMA.is_here(settings) or _answers(settings):
        return
    announce(say("Starting Ollama"))
    problem = start_ollama(program, lambda: _answers(settings))
    yield Repaired("Ollama", not problem, problem or say("It was started."))


def _fetch(one_file: OneFile, settings: Settings, announce: Announce) -> Iterator[Repaired]:
    """What runs can do without, but who repairs has time for it."""
    if not one_file.is_here(settings.browser_parts):
        problem = fetch_for_browsers(one_file, settings, announce)
        yield Repaired(one_file.title, not problem, problem or say("It was fetched."))


def _answers(settings: Settings) -> bool:
    return not models_of(OLLAMA, settings).problem
