"""A sandbox that is open before it is asked for, so that whatever needs no model starts at once."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable

from errors import AssayError
from sandbox.base import Announce, Sandbox, SandboxSpec

# Why: docs/decisions.md, "Jobs are forks of zygotes, and one sandbox is kept ready"
IDLE_SECONDS = 600.0  # then its memory is given back

log = logging.getLogger(__name__)


class Standby:
    """Gives out the sandbox it has ready, where that is of the right sort. Safe from any thread."""

    def __init__(
        self, open_sandbox: Callable[[SandboxSpec, Announce], Sandbox], idle_seconds: float = IDLE_SECONDS
    ) -> None:
        self._open_sandbox = open_sandbox
        self._idle_seconds = idle_seconds
        self._guard = threading.Lock()
        self._ready: tuple[SandboxSpec, Sandbox] | None = None
        self._idle = threading.Timer(0, self._discard)
        self._works = False
        self._closed = False

    def take(self, spec: SandboxSpec, announce: Announce) -> Sandbox:
        """A sandbox for `spec`, which is then the caller's to close. Raises what `open_sandbox` does."""
        sandbox = self._take(spec) or self._open_sandbox(spec, announce)
        # From now on it is known that opening one builds no image first.
        self._works = True
        return sandbox

    def prepare(self, spec: SandboxSpec) -> None:
        """Have one for `spec` ready soon, and no other.

        Nothing is done where none could be opened yet, which may mean building an image first.
        """
        if self._works:
            threading.Thread(target=self._prepare, args=(spec,), name="standby", daemon=True).start()

    def close(self) -> None:
        """Close what is ready, and have nothing ready any more."""
        with self._guard:
            self._closed = True
        self._discard()

    def _prepare(self, spec: SandboxSpec) -> None:
        ready = self._ready
        if ready is not None and ready[0] == spec:
            return
        self._discard()
        try:
            sandbox = self._open_sandbox(spec, lambda _: None)
        except AssayError:
            log.info("no sandbox can be kept ready", exc_info=True)
            return
        # Another was made ready meanwhile, or the app is closing.
        if not self._keep(spec, sandbox):
            sandbox.close()

    def _keep(self, spec: SandboxSpec, sandbox: Sandbox) -> bool:
        with self._guard:
            if self._closed or self._ready is not None:
                return False
            self._ready = spec, sandbox
            self._idle = threading.Timer(self._idle_seconds, self._discard)
            # Or the app would wait ten minutes for it at its end.
            self._idle.daemon = True
            self._idle.start()
            return True

    def _take(self, wanted: SandboxSpec | None) -> Sandbox | None:
        """What is ready, if it is for what is `wanted`, or for whatever where that is None."""
        with self._guard:
            if self._ready is None or wanted not in (None, self._ready[0]):
                return None
            self._idle.cancel()
            sandbox, self._ready = self._ready[1], None
            return sandbox

    def _discard(self) -> None:
        if ready := self._take(None):
            ready.close()
