"""What a person types while a job runs."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager

END = None
"""In place of a text: nothing more is typed."""

Send = Callable[[str | None], None]


class Keyboard:
    """Texts for the standard input of a job, in order; those from before it was started wait. Safe from any thread."""

    def __init__(self) -> None:
        self._guard = threading.Lock()
        self._typed: list[str | None] = []
        self._send: Send = lambda text: None

    def type(self, text: str | None) -> None:
        """Type `text`, or `END`."""
        with self._guard:
            self._typed.append(text)
            self._send(text)

    @property
    def over(self) -> bool:
        """Whether `END` was typed."""
        return END in self._typed

    @contextmanager
    def connected(self, send: Send) -> Iterator[None]:
        """Have `send` get all that was typed so far, for a job that lost its sandbox begins anew, and what comes."""
        with self._guard:
            self._send = send
            for text in self._typed:
                send(text)
        try:
            yield
        finally:
            with self._guard:
                self._send = lambda text: None
