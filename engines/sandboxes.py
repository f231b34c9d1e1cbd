"""Which sandbox a program gets: the one the settings ask for."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from agent.run_sandbox import OpenSandbox
from engines.standby import Standby
from sandbox.base import Sandbox
from sandbox.errors import SandboxUnavailable
from sandbox.registry import open_sandbox
from settings import Settings


class Sandboxes:
    """Opens sandboxes. With `keep_ready` the next one is opened when the one before it has been used."""

    def __init__(self, settings: Settings, *, keep_ready: bool = False) -> None:
        self._may_be_process = settings.sandbox == "auto"
        self._keep_ready = keep_ready
        self._standby = Standby(partial(open_sandbox, settings.sandbox, settings.docker_host))

    def opener(self, recorded: bool) -> OpenSandbox:
        """What opens the sandbox for a program; `recorded` says that it is one of the demo's.

        The demo's programs are part of the app, so with `auto` they may run as a plain process where
        this machine has no sandbox. No other program may.
        """
        return partial(_or_process, self._standby) if recorded and self._may_be_process else self._standby

    def used(self) -> None:
        """A sandbox has been used, so there may soon be need of another."""
        if self._keep_ready:
            self._standby.prepare()

    def close(self) -> None:
        """Close what is kept ready."""
        self._standby.close()


def _or_process(opener: OpenSandbox, on_progress: Callable[[str], None]) -> Sandbox:
    try:
        return opener(on_progress)
    except SandboxUnavailable:
        return open_sandbox("process", None, on_progress)
