"""A sandbox that starts its runner again where it went away."""

from __future__ import annotations

import threading
from collections.abc import Callable

from cancel import Cancel
from sandbox.base import Job, JobResult
from sandbox.client import RunnerClient, Transport
from sandbox.errors import SandboxError


class RunnerSandbox:
    """The `Sandbox` that all backends share; they differ in how `start` starts the runner.

    The job that was running when the runner went away gets `SandboxLost`, for nobody can know
    whether it was the job's doing; the next one gets a new runner.
    """

    def __init__(
        self, name: str, isolation: str, start: Callable[[], Transport], on_close: Callable[[], None] = lambda: None
    ) -> None:
        """Start the runner and wait until it is ready. Raises `SandboxError`.

        `on_close` is called at the end of each `close`.
        """
        self.name = name
        self.isolation = isolation
        self._start = start
        self._on_close = on_close
        self._guard = threading.Lock()
        self._closed = threading.Event()
        self._client = RunnerClient(start())

    def run(self, job: Job, cancel: Cancel, on_output: Callable[[str], None] | None = None) -> JobResult:
        """See `Sandbox.run`."""
        cancel.raise_if_set()
        return self._living_client().run(job, cancel, on_output)

    def close(self) -> None:
        """See `Sandbox.close`."""
        self._closed.set()
        self._client.close()
        self._on_close()

    def _living_client(self) -> RunnerClient:
        with self._guard:
            if self._closed.is_set():
                raise SandboxError("The sandbox was closed.")
            if self._client.lost:
                self._client.close()
                self._client = RunnerClient(self._start())
                if self._closed.is_set():
                    self._client.close()
            return self._client
