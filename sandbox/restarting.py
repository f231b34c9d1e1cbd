"""A sandbox that starts its runner again where it went away."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable, Mapping

from cancel import Cancel
from message import say
from sandbox.base import Job, JobResult
from sandbox.client import RunnerClient, Transport
from sandbox.errors import SandboxError, SandboxLost

log = logging.getLogger(__name__)


# Why: docs/decisions.md, "A job that loses its sandbox is run once more, and a container ends with its stdin"
class RunnerSandbox:
    """The `Sandbox` that all backends share; they differ in how `start` starts the runner.

    A job whose runner goes away is run once more in a new one, for most often it wasn't the job's
    doing: the container was killed, or the engine restarted. Nobody can be sure, though, so a job
    that loses its runner twice gets `SandboxLost`.
    """

    def __init__(
        self,
        name: str,
        isolation: str,
        start: Callable[[], Transport],
        inputs: Mapping[str, bytes] | None = None,
        on_close: Callable[[], None] = lambda: None,
    ) -> None:
        """Start the runner and wait until it is ready. Raises `SandboxError`.

        Each runner gets the `inputs`. `on_close` is called at the end of each `close`.
        """
        self.name = name
        self.isolation = isolation
        self._start = start
        self._on_close = on_close
        self._guard = threading.Lock()
        self._closed = threading.Event()
        self._inputs = inputs or {}
        self._others: list[RunnerSandbox] = []
        self._others_guard = threading.Lock()  # nobody holds it while something starts, so closing never waits for it
        self._client = RunnerClient(start(), self._inputs)

    def run(self, job: Job, cancel: Cancel, on_output: Callable[[str], None] | None = None) -> JobResult:
        """See `Sandbox.run`."""
        cancel.raise_if_set()
        try:
            return self._living_client().run(job, cancel, on_output)
        except SandboxLost:
            if self._closed.is_set():
                raise
            # Not a third time: whoever loses two runners is most likely the cause.
            log.warning("the sandbox was lost; the job is run once more in a new one")
            return self._living_client().run(job, cancel, on_output)

    def another(self) -> RunnerSandbox:
        """See `Sandbox.another`."""
        self._raise_if_closed()
        other = RunnerSandbox(self.name, self.isolation, self._start, self._inputs)
        with self._others_guard:
            self._others = [each for each in self._others if not each._closed.is_set()] + [other]
        if self._closed.is_set():  # just now: who closed it may not have seen that one
            other.close()
        return other

    def close(self) -> None:
        """See `Sandbox.close`."""
        self._closed.set()
        with self._others_guard:
            others = list(self._others)
        # Before what it has for all of them goes, such as the connection to the engine.
        for each in others:
            each.close()
        self._client.close()
        self._on_close()

    def _raise_if_closed(self) -> None:
        if self._closed.is_set():
            raise SandboxError(say("The sandbox was closed."))

    def _living_client(self) -> RunnerClient:
        with self._guard:
            self._raise_if_closed()
            if self._client.lost:
                self._client.close()
                self._client = RunnerClient(self._start(), self._inputs)
                if self._closed.is_set():
                    self._client.close()
            return self._client
