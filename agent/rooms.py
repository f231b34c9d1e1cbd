"""Rooms: sandboxes for what decides, in each of which nothing else runs, and nothing ran before."""

from __future__ import annotations

import threading
from collections.abc import Callable, Collection, Iterator, Mapping
from concurrent.futures import Future
from contextlib import contextmanager

from cancel import Cancel
from sandbox.base import Sandbox

POLL_SECONDS = 0.1


# Why: docs/decisions.md, "The jobs that decide run in a room of their own"
class Rooms:
    """Gives out rooms like the sandbox that is `opening`. The first is opened right after it, while a model writes."""

    def __init__(self, opening: Future[Sandbox]) -> None:
        self._opening = opening
        self._guard = threading.Lock()
        self._ready: Future[Sandbox] | None = self._opened()

    @contextmanager
    def room(self, cancel: Cancel, left: Callable[[], None] = lambda: None) -> Iterator[Sandbox]:
        """A room, which is closed when the block is left, and `left` is told. Raises `Cancelled` and `SandboxError`."""
        opening = self.unused() or self._opened()
        try:
            while not opening.done():  # nobody who is stopped waits for an engine that hangs
                cancel.wait(POLL_SECONDS)
            yield opening.result()
        finally:
            left()
            close_soon(opening)

    def unused(self) -> Future[Sandbox] | None:
        """The room that is ready, or is being opened; from now on it is the caller's to close."""
        with self._guard:
            ready, self._ready = self._ready, None
        return ready

    def _opened(self) -> Future[Sandbox]:
        return in_background(lambda: self._opening.result().another())


# Why: docs/decisions.md, "The jobs that decide run in a room of their own"
class Turns:
    """Lets some checks wait until another one has left its first room, or is over: see `Language.waits`."""

    def __init__(self, waits: Mapping[str, str], names: Collection[str]) -> None:
        """Only those of these `names` are made."""
        self._waits = waits
        self._gone = {name: threading.Event() for name in names}

    def wait(self, name: str, cancel: Cancel) -> None:
        """Wait for the turn of the check of this name. Raises `Cancelled`."""
        gone = self._gone.get(self._waits.get(name, ""))
        while gone and not gone.wait(POLL_SECONDS):
            cancel.raise_if_set()

    def end(self, name: str) -> None:
        """The check of this name keeps nobody waiting any more."""
        self._gone[name].set()


def in_background(open_sandbox: Callable[[], Sandbox]) -> Future[Sandbox]:
    """What becomes of opening a sandbox, which somebody may wait for."""
    opening: Future[Sandbox] = Future()

    def work() -> None:
        try:
            opening.set_result(open_sandbox())
        except BaseException as problem:  # it is raised again where the sandbox is asked for
            opening.set_exception(problem)

    # A daemon, so that Ctrl-C during a build of minutes doesn't have to wait for it.
    threading.Thread(target=work, name="open-sandbox", daemon=True).start()
    return opening


def close_soon(*openings: Future[Sandbox] | None) -> threading.Thread:
    """Close what is opened there, if need be once it is. Nobody has to wait for the thread that does so."""

    def work() -> None:
        for opening in filter(None, openings):
            if opening.exception() is None:
                opening.result().close()

    closing = threading.Thread(target=work, name="close-sandbox", daemon=True)
    closing.start()
    return closing
