"""What a job uses together with all it has started: the kernel's own limits count each process by itself."""

from __future__ import annotations

import os
import re
from collections.abc import Collection, Iterable
from dataclasses import dataclass

KILOBYTE = 1024
TICKS = os.sysconf("SC_CLK_TCK") if hasattr(os, "sysconf") else 100  # a second, in which /proc counts
INTERPRETER = 16 * 1024 * KILOBYTE  # what Python itself has of its files in memory
FIELDS = re.compile(r"^(Pid|PPid|Uid|Threads|RssAnon|RssShmem|VmRSS|VmSwap):\s*(\d+)", re.MULTILINE)
PARTS = re.compile(r"^(Pss_Anon|Pss_Shmem|SwapPss):\s*(\d+)", re.MULTILINE)
STATE = re.compile(r"^State:\s*[RD]", re.MULTILINE)
"""Of a process that runs, or waits for a processor or a disk."""


@dataclass(frozen=True)
class Process:
    """One process with its threads. `memory` is in bytes, swapped or not, without what files are mapped into it.

    `user` is the real user's id. It `works` where it would go on as soon as it had a processor.
    """

    pid: int
    parent: int
    user: int
    memory: int
    threads: int = 1
    works: bool = False


def processes() -> list[Process]:
    """All that can be seen; none where there is no /proc."""
    names = filter(str.isdecimal, os.listdir("/proc")) if os.path.isdir("/proc") else ()  # noqa: PTH112, PTH208
    return [process for process in map(_process, names) if process is not None]


def memory_of(pid: int) -> int:
    """A process's memory, in bytes: what forked children share with it until one of them writes."""
    process = _process(str(pid))
    return process.memory if process else 0


def memory_together(own: Iterable[Process]) -> int:
    """What these use, in bytes, where what several of them share counts in parts; what can't be looked into, or where
    the kernel doesn't tell, counts whole. It takes a millisecond for each 100 MB."""
    return sum(_own_part(process) for process in own)


def _own_part(process: Process) -> int:
    try:
        with open(f"/proc/{process.pid}/smaps_rollup", errors="replace") as file:  # noqa: PTH123
            parts = {field: int(number) for field, number in PARTS.findall(file.read())}
        return min(process.memory, (parts["Pss_Anon"] + parts["Pss_Shmem"] + parts["SwapPss"]) * KILOBYTE)
    except (FileNotFoundError, ProcessLookupError):  # it has just ended
        return 0
    except (OSError, ValueError, KeyError):
        return process.memory


def threads(own: Iterable[Process]) -> int:
    """How many threads these processes have together; one that has no others counts as one."""
    return sum(process.threads for process in own)


def processor_seconds(pid: int) -> tuple[float, float]:
    """User and system time of a process itself, and of the children it has waited for; none where it has just ended."""
    try:
        with open(f"/proc/{pid}/stat", errors="replace") as file:  # noqa: PTH123
            # The name, in parentheses, may hold anything: the fields count from the last one on.
            user, system, waited_user, waited_system = map(int, file.read().rpartition(")")[2].split()[11:15])
    except (OSError, ValueError):
        return 0.0, 0.0
    return (user + system) / TICKS, (waited_user + waited_system) / TICKS


def belonging(found: Iterable[Process], users: Collection[int], main: int) -> list[Process]:
    """Those of `users`, or where there are none, those that descend from `main`."""
    if users:
        return [process for process in found if process.user in users]
    children: dict[int, list[Process]] = {}
    for process in found:
        children.setdefault(process.parent, []).append(process)
    family = [process for process in found if process.pid == main]
    for process in family:  # grows while it is read
        family += children.get(process.pid, [])
    return family


def _process(name: str) -> Process | None:
    """The process of /proc/`name`; None where it has just ended."""
    try:
        status = _status(name)
        numbers = {field: int(number) for field, number in FIELDS.findall(status)}
        pid, parent, user, threads = (numbers[field] for field in ("Pid", "PPid", "Uid", "Threads"))
        return Process(pid, parent, user, _memory(numbers), threads, STATE.search(status) is not None)
    except (OSError, ValueError, KeyError):
        return None


def _status(name: str) -> str:
    with open(f"/proc/{name}/status", errors="replace") as file:  # noqa: PTH123  (a path object takes as long as the rest)
        return file.read()


def _memory(numbers: dict[str, int]) -> int:
    """Bytes; gVisor doesn't tell the kinds apart, so there it is an estimate."""
    if "RssAnon" in numbers:
        return (numbers["RssAnon"] + numbers["RssShmem"] + numbers.get("VmSwap", 0)) * KILOBYTE
    return max(0, numbers["VmRSS"] * KILOBYTE - INTERPRETER)
