"""Puts the parts of a run together from the settings: the one place that knows them all."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial

from agent.checks.bandit import BanditCheck
from agent.checks.mutmut import MutmutCheck
from agent.checks.pip_audit import PipAuditCheck
from agent.errors import ModelUnavailable
from agent.events import Event, RunFinished, RunStarted
from agent.loop import Parts, run
from agent.models.registry import open_model
from agent.types import Request
from agent.workbench import OpenSandbox
from cancel import Cancel
from engines.local import LocalEngine
from errors import AssayError
from sandbox.base import Sandbox
from sandbox.errors import SandboxUnavailable
from sandbox.registry import open_sandbox
from settings import Settings
from storage.store import Store


def open_engine(settings: Settings) -> tuple[LocalEngine, Store]:
    """The engine of this process on the history that the settings name; runs of dead processes are marked.

    Raises `StorageError`.
    """
    store = Store(settings.database)
    store.mark_interrupted()
    return LocalEngine(store, partial(execute, settings)), store


def execute(settings: Settings, request: Request, cancel: Cancel) -> Iterator[Event]:
    """One run, with the parts that the settings and the request ask for."""
    try:
        parts = _parts(settings, request)
    except AssayError as problem:
        yield RunStarted(request)
        yield RunFinished("error", problem.message, 0.0, problem.advice, missing=problem.missing)
        return
    yield from run(request, parts, cancel)


def _parts(settings: Settings, request: Request) -> Parts:
    if request.model == "demo" and request.earlier and request.earlier.changes:
        raise ModelUnavailable(
            "The demo can't change a program: its answers are recorded.", "Pick a real model and ask it for the change."
        )
    code_model = open_model(request.model, settings)
    same = request.test_model == request.model
    return Parts(
        code_model=code_model,
        test_model=code_model if same else open_model(request.test_model, settings),
        open_sandbox=_sandbox_opener(settings, request),
        checks=(BanditCheck(), PipAuditCheck(), MutmutCheck(request.limits.mutation_score)),
    )


def _sandbox_opener(settings: Settings, request: Request) -> OpenSandbox:
    opener = partial(open_sandbox, settings.sandbox, settings.docker_host)
    only_recorded = {request.model, request.test_model} == {"demo"}
    return partial(_or_process, opener) if only_recorded and settings.sandbox == "auto" else opener


def _or_process(opener: OpenSandbox, on_progress: Callable[[str], None]) -> Sandbox:
    """The demo's programs are part of the app, so without any sandbox they may run as a plain process."""
    try:
        return opener(on_progress)
    except SandboxUnavailable:
        return open_sandbox("process", None, on_progress)
