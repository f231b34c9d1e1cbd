"""Puts the parts of a run together from the settings: the one place that knows them all."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import partial

from agent.briefing import Person
from agent.errors import ModelUnavailable
from agent.events import Event, RunFinished, RunStarted
from agent.loop import Parts, run
from agent.models.registry import open_model
from agent.run_sandbox import OpenSandbox
from agent.types import Request
from cancel import Cancel
from engines.base import Engine
from engines.registry import ENGINES
from engines.sandboxes import Sandboxes
from errors import AssayError
from languages.answers import Answers
from languages.registry import language_named
from message import say
from sandbox.scratch import remove_orphaned_folders
from settings import Settings
from setup.keys import with_stored_keys
from storage.store import Store


def open_engine(settings: Settings, sandboxes: Sandboxes) -> tuple[Engine, Store]:
    """The engine of this process on the history that the settings name.

    Runs of dead processes are marked, and what folders they left are removed. Raises `StorageError`.
    """
    store = Store(settings.database)
    store.mark_interrupted()
    remove_orphaned_folders()
    return ENGINES["local"](store, partial(execute, settings, sandboxes)), store


def execute(
    settings: Settings,
    sandboxes: Sandboxes,
    request: Request,
    inputs: Mapping[str, bytes],
    cancel: Cancel,
    person: Person = Answers,
) -> Iterator[Event]:
    """One run, with the parts that the settings and the request ask for."""
    try:
        spec = sandboxes.spec(language_named(request.language), inputs)
        parts = _parts(settings, sandboxes.opener(spec, request), request, person)
        parts = replace(parts, provision=sandboxes.provision(spec, request.packages))
    except AssayError as problem:
        yield RunStarted(request)
        yield RunFinished("error", problem.message, 0.0, problem.advice, missing=problem.missing)
        return
    yield from run(request, parts, cancel)
    sandboxes.used(spec)


def _parts(settings: Settings, open_sandbox: OpenSandbox, request: Request, person: Person) -> Parts:
    if request.model == "demo" and request.earlier and request.earlier.changes:
        raise ModelUnavailable(
            say("The demo can't change a program: its answers are recorded."),
            say("Pick a real model and ask it for the change."),
        )
    settings = with_stored_keys(settings)  # looked up for each run, because it can be changed in between
    code_model = open_model(request.model, settings)
    same = request.test_model == request.model
    return Parts(
        code_model=code_model,
        test_model=code_model if same else open_model(request.test_model, settings),
        open_sandbox=open_sandbox,
        person=person,
    )
