"""Which sandbox a program gets: the one the settings ask for, with what the program needs in it."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import replace
from functools import partial
from pathlib import Path

from agent.run_sandbox import OpenSandbox, Provision
from engines.recorded import Work, is_recorded
from engines.standby import Standby
from languages.base import Language
from message import say
from sandbox.base import Announce, Sandbox, SandboxSpec
from sandbox.errors import SandboxError, SandboxUnavailable
from sandbox.registry import open_sandbox
from settings import Settings


class Sandboxes:
    """Opens sandboxes. With `keep_ready` the next one is opened when the one before it has been used."""

    def __init__(self, settings: Settings, *, keep_ready: bool = False) -> None:
        self._cache, self._advisories = settings.packages, settings.advisories
        self._is_auto = settings.sandbox == "auto"
        self._keep_ready = keep_ready
        self._standby = Standby(
            lambda spec, announce: open_sandbox(spec, settings.sandbox, settings.docker_host, announce)
        )

    def spec(self, language: Language, inputs: Mapping[str, bytes], packages: str = "") -> SandboxSpec:
        """What a program in this language gets beside it: these files of the person's, and the packages of a run.

        Also of a history of before this was heeded, no file is laid where it would be taken for code. Raises
        `SandboxError`, also where the packages were removed since.
        """
        files = {path: content for path, content in inputs.items() if not language.takes_for_code(path)}
        return SandboxSpec(language.toolset, self._packages(packages), files)

    def opener(self, spec: SandboxSpec, work: Work) -> OpenSandbox:
        """What opens the sandbox for `work`, whose files and packages `spec` has.

        What the demo has recorded is part of the app, so with `auto` it may run as a plain process where
        this machine has no sandbox. Nothing else may.
        """
        return partial(self._open, spec, work)

    def provision(self, spec: SandboxSpec, allowed: Collection[str]) -> Provision:
        """What opens sandboxes like `spec` that have packages beside, of which the person `allowed` some that few use.

        They are kept among the app's own files. They are others' work, so there always is a real sandbox for them.
        """

        def opened(packages: Path, announce: Announce) -> Sandbox:
            return self._standby.take(replace(spec, packages=packages), announce)

        return Provision(self._cache, opened, allowed, self._advisories)

    def _packages(self, place: str) -> Path | None:
        """The folder with the packages that a run kept there; None where there are none."""
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

    def _open(self, spec: SandboxSpec, work: Work, announce: Announce) -> Sandbox:
        try:
            return self._standby.take(spec, announce)
        except SandboxUnavailable:
            if self._is_auto and is_recorded(work, spec):
                return open_sandbox(spec, "process", None, announce)
            raise
