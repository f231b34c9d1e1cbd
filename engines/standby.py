"""A sandbox that is open before it is asked for, so that whatever needs no model starts at once."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable

from agent.run_sandbox import OpenSandbox
from errors import AssayError
from sandbox.base import Sandbox

IDLE_SECONDS = 600.0  # then its memory is given back

log = logging.getLogger(__name__)


class Standby:
    """An `OpenSandbox` that gives out what it has ready, or else what `open_sandbox` opens. Safe from any thread."""

    def __init__(self, open_sandbox: OpenSandbox, idle_seconds: float = IDLE_SECONDS) -> None:
        self._open_sandbox = open_sandbox
        self._idle_seconds = idle_seconds
        self._guard = threading.Lock()
        self._ready: Sandbox | None = None
        self._idle = threading.Timer(0, self._discard)
        self._works = False
        self._closed = False

    def __call__(self, on_progress: Callable[[str], None]) -> Sandbox:
        """A sandbox, which is then the caller's to close. Raises what `open_sandbox` does."""
        sandbox = self._take() or self._open_sandbox(on_progress)
        self._works = True
        return sandbox

    def prepare(self) -> None:
        """Have one ready soon; nothing where none could be opened yet, which may mean building an image first."""
        if self._works:
            threading.Thread(target=self._prepare, name="standby", daemon=True).start()

    def close(self) -> None:
        """Close what is ready, and have nothing ready any more."""
        with self._guard:
            self._closed = True
        self._discard()

    def _prepare(self) -> None:
        if self._ready is not None:
            return
        try:
            sandbox = self._open_sandbox(lambda _: None)
        except AssayError:
            log.info("no sandbox can be kept ready", exc_info=True)
            return
        if not self._keep(sandbox):
            sandbox.close()

    def _keep(self, sandbox: Sandbox) -> bool:
        with self._guard:
            if self._closed or self._ready is not None:
                return False
            self._ready = sandbox
            self._idle = threading.Timer(self._idle_seconds, self._discard)
            self._idle.daemon = True
            self._idle.start()
            return True

    def _take(self) -> Sandbox | None:
        with self._guard:
            self._idle.cancel()
            ready, self._ready = self._ready, None
            return ready

    def _discard(self) -> None:
        if ready := self._take():
            ready.close()
