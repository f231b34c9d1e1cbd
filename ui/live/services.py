"""What every tab of the page works with, handed to it instead of globals."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from engines.assembly import open_engine
from engines.base import Engine
from engines.conversations import Conversations
from engines.sandboxes import Sandboxes
from settings import Settings
from storage.store import Store
from ui.live.following import Following
from ui.live.pulling import Puller


@dataclass(frozen=True, slots=True)
class Services:
    """The parts of the app behind the page. `downloads` is the one folder that files are given out from."""

    settings: Settings
    store: Store
    engine: Engine
    sandboxes: Sandboxes
    conversations: Conversations
    following: Following
    puller: Puller
    downloads: Path


@contextmanager
def open_services(settings: Settings, downloads: Path) -> Iterator[Services]:
    """Everything the page needs; leaving the block stops all runs and downloads, and waits for their ends.

    Raises `StorageError` where the history can't be used, and `OSError` where `downloads` can't be made.
    """
    downloads.mkdir(parents=True, exist_ok=True)
    sandboxes = Sandboxes(settings, keep_ready=True)
    engine, store = open_engine(settings, sandboxes)
    puller = Puller(settings)
    conversations = Conversations()
    try:
        yield Services(settings, store, engine, sandboxes, conversations, Following(store), puller, downloads)
    finally:
        puller.cancel()
        conversations.close()
        engine.close()
        sandboxes.close()
        store.close()
