"""Which sandbox a program gets: the one the settings ask for."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from agent.workbench import OpenSandbox
from sandbox.base import Sandbox
from sandbox.errors import SandboxUnavailable
from sandbox.registry import open_sandbox
from settings import Settings


def sandbox_opener(settings: Settings, recorded: bool) -> OpenSandbox:
    """What opens the sandbox for a program; `recorded` says that it is one of the demo's.

    The demo's programs are part of the app, so with `auto` they may run as a plain process where
    this machine has no sandbox. No other program may.
    """
    opener = partial(open_sandbox, settings.sandbox, settings.docker_host)
    return partial(_or_process, opener) if recorded and settings.sandbox == "auto" else opener


def _or_process(opener: OpenSandbox, on_progress: Callable[[str], None]) -> Sandbox:
    try:
        return opener(on_progress)
    except SandboxUnavailable:
        return open_sandbox("process", None, on_progress)
