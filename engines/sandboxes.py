"""Which sandbox a program gets: the one the settings ask for, with what the program needs in it."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace
from functools import partial
from pathlib import Path

from agent.run_sandbox import OpenSandbox, Provision
from engines.standby import Standby
from message import say
from sandbox.base import Announce, Sandbox, SandboxSpec
from sandbox.errors import SandboxError, SandboxUnavailable
from sandbox.registry import open_sandbox
from settings import Settings


class Sandboxes:
    """Opens sandboxes. With `keep_ready` the next one is opened when the one before it has been used."""

    def __init__(self, settings: Settings, *, keep_ready: bool = False) -> None:
        self._cache = settings.packages
        self._may_be_process = settings.sandbox == "auto"
        self._keep_ready = keep_ready
        self._standby = Standby(
            lambda spec, announce: open_sandbox(spec, settings.sandbox, settings.docker_host, announce)
        )

    def opener(self, spec: SandboxSpec, recorded: bool) -> OpenSandbox:
        """What opens the sandbox for a program; `recorded` says that it is one of the demo's.

        The demo's programs are part of the app, so with `auto` they may run as a plain process where
        this machine has no sandbox. No other program may.
        """
        return partial(self._or_process if recorded and self._may_be_process else self._standby.take, spec)

    def provision(self, spec: SandboxSpec, recorded: bool, allowed: Collection[str]) -> Provision:
        """What opens sandboxes like `spec` that have packages beside, of which the person `allowed` some that few use.

        They are kept among the app's own files.
        """

        def opened(packages: Path, announce: Announce) -> Sandbox:
            return self.opener(replace(spec, packages=packages), recorded)(announce)

        return Provision(self._cache, opened, allowed)

    def packages(self, place: str) -> Path | None:
        """The folder with the packages that a run kept there; None where there are none.

        Raises `SandboxError` where they were removed since.
        """
        if not place:
            return None
        found = next((self._cache / place).glob("*/"), None) if place.isalnum() else None
        if found is None:
            raise SandboxError(
                say("The packages of this program were removed from this computer."), say("Run its task again.")
            )
        return found

    def used(self, spec: SandboxSpec) -> None:
        """A sandbox for `spec` has been used, so there may soon be need of another."""
        if self._keep_ready:
            self._standby.prepare(spec)

    def close(self) -> None:
        """Close what is kept ready."""
        self._standby.close()

    # Why: docs/decisions.md, "The demo may run as a plain process where there is no sandbox"
    def _or_process(self, spec: SandboxSpec, announce: Announce) -> Sandbox:
        try:
            return self._standby.take(spec, announce)
        except SandboxUnavailable:
            return open_sandbox(spec, "process", None, announce)
