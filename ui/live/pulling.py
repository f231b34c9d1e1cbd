"""Fetching a model in the background, so that it goes on when the tab is closed."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from agent.models.provider import DownloadStep
from cancel import Cancel
from errors import AssayError, Cancelled
from message import say
from settings import Settings
from setup import catalog
from setup.fetching import Download

log = logging.getLogger(__name__)

Fetch = Callable[[str, Settings, Cancel], Iterator[DownloadStep]]
"""Has a model by its spec come to this computer, telling how far that is."""


@dataclass(frozen=True, slots=True)
class Pulling:
    """How far a download is: `spec` is empty before the first, bytes are 0 while nobody knows them."""

    spec: str = ""
    going_on: bool = False
    message: str = ""
    completed_bytes: int = 0
    total_bytes: int = 0


class Puller:
    """Fetches one model at a time. Safe to use from any thread."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._lock = threading.Lock()
        self._cancel = Cancel()
        self.state = Pulling()

    def start(self, spec: str, fetch: Fetch = catalog.fetch) -> None:
        """Begin to `fetch` the model `spec`; while another is being fetched, nothing happens."""
        with self._lock:
            if self.state.going_on:
                return
            self._cancel = Cancel()
            self.state = Pulling(spec, going_on=True, message=say("Starting"))
        threading.Thread(target=self._pull, args=[spec, fetch, self._cancel], name="pull", daemon=True).start()

    def cancel(self) -> None:
        """Stop the download that is going on, if any; what was fetched is kept for the next time."""
        self._cancel.cancel(say("You stopped the download."))

    def _pull(self, spec: str, fetch: Fetch, cancel: Cancel) -> None:
        download = Download()
        try:
            for step in fetch(spec, self._settings, cancel):
                download.add(step)
                self.state = Pulling(spec, True, step.status, download.completed, download.total)
            self.state = Pulling(spec, message=say("The model is ready."))
        except Cancelled as stopped:
            self.state = Pulling(spec, message=stopped.message)
        except AssayError as problem:
            self.state = Pulling(spec, message=problem.in_words)
        except Exception:
            log.exception("fetching %s broke", spec)
            self.state = Pulling(spec, message=say("Something broke while the model was fetched. Try it again."))
