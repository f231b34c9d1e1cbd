"""Whose a container, a run or a folder is: the label that tells a dead app's from those of a living one."""

from __future__ import annotations

import os
import socket
from dataclasses import dataclass
from pathlib import Path

import psutil

SAME_START_SECONDS = 1.0
PID_NAMESPACE = Path("/proc/self/ns/pid")


@dataclass(frozen=True, slots=True)
class Owner:
    """One process of one machine. `started` tells it from a later one with the same pid.

    `namespace` is the number of the PID namespace in which `pid` counts: an app in a container has
    another. Where it is 0, as on systems that know none, `started` is in seconds since the epoch.
    Else it is in seconds since the machine was started, for on Linux the other moves whenever
    somebody sets the clock.
    """

    host: str
    pid: int
    started: float
    namespace: int = 0

    @classmethod
    def current(cls) -> Owner:
        """This process."""
        namespace = _own_namespace()
        return cls(socket.gethostname(), os.getpid(), _started(os.getpid(), namespace), namespace)

    @classmethod
    def parse(cls, label: str) -> Owner | None:
        """The owner that `str(owner)` wrote, or an older version without the namespace; None for anything else."""
        rest, _, last = label.rpartition("/")
        if not last.isdecimal():
            rest, last = label, "0"
        try:
            host, pid, started = rest.rsplit("/", 2)
            return cls(host, int(pid), float(started), int(last))
        except ValueError:
            return None

    def __str__(self) -> str:
        label = f"{self.host}/{self.pid}/{self.started:.2f}"
        return f"{label}/{self.namespace}" if self.namespace else label

    @property
    def is_here(self) -> bool:
        """Whether it is among the processes seen from here: of other machines and containers nothing is known."""
        return self.host == socket.gethostname() and self.namespace in (0, _own_namespace())

    def is_alive(self) -> bool:
        """False only where it is certain."""
        if not self.is_here:
            return True
        try:
            return abs(_started(self.pid, self.namespace) - self.started) < SAME_START_SECONDS
        except psutil.NoSuchProcess:
            return False
        except psutil.AccessDenied:
            return True


def _own_namespace() -> int:
    try:
        return PID_NAMESPACE.stat().st_ino
    except OSError:
        return 0


def _started(pid: int, namespace: int) -> float:
    """When a process was started, as `Owner.started` counts. Raises `psutil.NoSuchProcess` and `AccessDenied`."""
    process = psutil.Process(pid)
    # It does nothing any more, but waits for its parent, which may never ask for it.
    if process.status() == psutil.STATUS_ZOMBIE:
        raise psutil.NoSuchProcess(pid)
    if not namespace:
        return process.create_time()
    try:
        # The name of a program may hold blanks and parentheses; what comes after the last one are numbers.
        after_name = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2]
    except OSError as gone:
        raise psutil.NoSuchProcess(pid) from gone
    return int(after_name.split()[19]) / os.sysconf("SC_CLK_TCK")
