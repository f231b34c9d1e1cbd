"""Parts that come numbered, some of them early: requests of one page, sent side by side, may overtake each other."""

from __future__ import annotations

import threading
from collections import defaultdict
from typing import Generic, TypeVar

MOST_HELD = 20
"""Parts that wait for one before them; then that one was lost, and they go on without it."""

T = TypeVar("T")


class InOrder(Generic[T]):
    """Gives parts back in the order of their numbers, from 0 for each sender. Safe to use from any thread."""

    def __init__(self) -> None:
        self._guard = threading.Lock()
        self._next: dict[str, int] = defaultdict(int)
        self._held: dict[str, dict[int, T]] = defaultdict(dict)

    def take(self, sender: str, number: int, part: T) -> list[T]:
        """What can go on now that `part` is here: it and those that waited for it, or nothing as long as it waits."""
        with self._guard:
            held = self._held[sender]
            if number >= self._next[sender]:  # one that comes after it was given up is of no use any more
                held[number] = part
            if len(held) > MOST_HELD:
                self._next[sender] = min(held)
            return self._ready(sender, held)

    def _ready(self, sender: str, held: dict[int, T]) -> list[T]:
        ready = []
        while self._next[sender] in held:
            ready.append(held.pop(self._next[sender]))
            self._next[sender] += 1
        return ready
