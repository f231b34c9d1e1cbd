"""Whose a container is: the label that tells a dead app's containers from those of a living one."""

from __future__ import annotations

import os
import socket
from dataclasses import dataclass

import psutil

SAME_START_SECONDS = 1.0


@dataclass(frozen=True, slots=True)
class Owner:
    """One process of one machine. `started` is in seconds since the epoch: a pid alone may be used again."""

    host: str
    pid: int
    started: float

    @classmethod
    def current(cls) -> Owner:
        """This process."""
        return cls(socket.gethostname(), os.getpid(), psutil.Process().create_time())

    @classmethod
    def parse(cls, label: str) -> Owner | None:
        """The owner that `str(owner)` wrote; None where the label isn't ours."""
        try:
            host, pid, started = label.rsplit("/", 2)
            return cls(host, int(pid), float(started))
        except ValueError:
            return None

    def __str__(self) -> str:
        return f"{self.host}/{self.pid}/{self.started:.2f}"

    def is_alive(self) -> bool:
        """False only where it is certain: of another machine's processes nothing is known here."""
        if self.host != socket.gethostname():
            return True
        try:
            process = psutil.Process(self.pid)
            return process.is_running() and abs(process.create_time() - self.started) < SAME_START_SECONDS
        except psutil.NoSuchProcess:
            return False
        except psutil.AccessDenied:
            return True
