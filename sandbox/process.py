"""Jobs as plain child processes: limited in memory, time and output, but with **no isolation**."""

from __future__ import annotations

import os
import shutil
import sys

from message import say
from sandbox.base import SandboxSpec
from sandbox.errors import SandboxUnavailable
from sandbox.local import RUNNER, LocalTransport, runner_command, runner_environment
from sandbox.restarting import RunnerSandbox
from sandbox.scratch import make_scratch_folder

NAME = "process"
ISOLATION = say("None: the program can read, change and send whatever you can; only its time and memory are limited.")


class ProcessTransport(LocalTransport):
    """A runner with a work folder on this machine, which goes away with it."""

    def __init__(self, spec: SandboxSpec) -> None:
        self._work = make_scratch_folder()
        half = str(spec.language.runner) if spec.language.runner else None
        command = runner_command(sys.executable, str(RUNNER), str(self._work), half)
        super().__init__(command, runner_environment(spec.packages))

    def close(self) -> None:
        """See `Transport.close`."""
        super().close()
        shutil.rmtree(self._work, ignore_errors=True)


def open_process(spec: SandboxSpec) -> RunnerSandbox:
    """A sandbox without isolation. Raises `SandboxUnavailable` on Windows, which can't fork."""
    if not hasattr(os, "fork"):
        raise SandboxUnavailable(
            say("The process sandbox doesn't work on Windows."),
            say("Install Docker Desktop and use the docker sandbox."),
        )
    return RunnerSandbox(NAME, ISOLATION, lambda: ProcessTransport(spec), spec.files)
