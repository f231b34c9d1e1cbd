"""What the kernel is asked about processes: who descends from whom, and to end them."""

from __future__ import annotations

import contextlib
import ctypes
import functools
import os
import signal
import sys
import time
from collections.abc import Collection
from pathlib import Path

from . import usage

PR_SET_PDEATHSIG = 1
PR_SET_DUMPABLE = 4
PR_SET_CHILD_SUBREAPER = 36
MAX_PASSES = 200
KILL_SECONDS = 8.0
LOOKS_WITHOUT_ANY = 3  # on gVisor a process that is being forked is not to be seen yet
KILLS_A_PASS = 50  # looking for what is left takes a bomb on gVisor long enough to grow again


def prctl(option: int, value: int) -> None:
    """Linux's prctl(2); does nothing elsewhere."""
    if sys.platform == "linux":
        libc().prctl(option, value, 0, 0, 0)


@functools.cache
def libc() -> ctypes.CDLL:
    """The C library."""
    return ctypes.CDLL(None, use_errno=True)


def adopt_orphans() -> None:
    """Become the parent of every descendant whose own parent ends."""
    prctl(PR_SET_CHILD_SUBREAPER, 1)


def die_with_parent() -> None:
    """Have this process killed when the one that forked it ends."""
    prctl(PR_SET_PDEATHSIG, signal.SIGKILL)


def hide_memory() -> None:
    """Keep processes of the same user from tracing this one and from opening its files in /proc."""
    prctl(PR_SET_DUMPABLE, 0)


def show_memory() -> None:
    """Undo `hide_memory` after a fork, so that a process can look at its own /proc entry."""
    prctl(PR_SET_DUMPABLE, 1)


def become(user: int | None, judge: int | None = None) -> None:
    """Turn into `user`, for good; in any case be visible to oneself in /proc.

    Where there is a `judge`, that is who this process really is: it has what belongs to `user`, and may turn what it
    starts into `user` altogether, which then may neither signal it nor look into it (credentials(7), ptrace(2)).
    """
    if user is not None:
        # First the groups, then the user: an ordinary user may change neither.
        os.setgroups([])
        os.setresgid(user, user, user)
        real = user if judge is None else judge
        os.setresuid(real, user, real)
    show_memory()


def act_as(user: int | None) -> None:
    """As root, have the rights of `user` only, until the next call; nothing where there is none.

    Nobody gets the rights of root by it: that is who this process really is, which no job may signal or trace.
    """
    if user is not None:
        os.seteuid(0)
        os.setgroups([])
        os.setegid(user)
        os.seteuid(user)


def wake_on_child() -> int:
    """A pipe that becomes readable when a child ends."""
    reading, writing = os.pipe()
    os.set_blocking(reading, False)
    os.set_blocking(writing, False)
    # A handler must be there, or the kernel says nothing; what is to be done, the loop does.
    signal.signal(signal.SIGCHLD, lambda *_: None)
    signal.set_wakeup_fd(writing, warn_on_full_buffer=False)
    return reading


def reset_signals() -> None:
    """Undo `wake_on_child` after a fork."""
    signal.set_wakeup_fd(-1)
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)


def close_all_but(kept: int) -> None:
    """Close every file descriptor above the standard ones, but for `kept`."""
    # Python has no way to close all but one.
    os.closerange(3, kept)
    os.closerange(kept + 1, 65536)


def kill_user(user: int, alias: int) -> None:
    """As root, kill every process of `user`, and wait until they are gone.

    One call kills them all, and on Linux no fork can outrun it; on gVisor some may.
    Meanwhile this process isn't root, or it would kill all others as well, and not `user`, or it
    could be killed first: it is `alias`, a user that nobody else is, with only the rights of `user`.
    """
    os.setresuid(alias, user, 0)
    deadline = time.monotonic() + KILL_SECONDS
    looks = 0
    _kill_all(1)
    while _may_have_any(user) and looks < LOOKS_WITHOUT_ANY and time.monotonic() < deadline:
        looks = 0 if usage.belonging(usage.processes(), [user], 0) else looks + 1
        time.sleep(0.001)
        _kill_all(KILLS_A_PASS)
    os.setresuid(0, 0, 0)


def _kill_all(times: int) -> None:
    for _ in range(times):
        with contextlib.suppress(ProcessLookupError):
            os.kill(-1, signal.SIGKILL)


def _may_have_any(user: int) -> bool:
    """Linux knows it at once; gVisor always says yes."""
    try:
        os.getpriority(os.PRIO_USER, user)
    except ProcessLookupError:
        return False
    return True


def kill_descendants(parents: Collection[int], spared: Collection[int]) -> None:
    """Kill all that descends from `parents`, but for `spared` and their descendants.

    Passes are repeated until nothing is left, for a process may fork while it is looked for.
    """
    for _ in range(MAX_PASSES):
        found = _descendants(parents, spared)
        if not found:
            return
        for pid in found:
            kill(pid)


def kill_group(pid: int) -> None:
    """Kill the process group that `pid` leads."""
    with contextlib.suppress(ProcessLookupError, PermissionError):
        os.killpg(pid, signal.SIGKILL)


def kill(pid: int) -> None:
    """Kill one process, if this one may."""
    with contextlib.suppress(ProcessLookupError, PermissionError):
        os.kill(pid, signal.SIGKILL)


def _descendants(parents: Collection[int], spared: Collection[int]) -> list[int]:
    children = _living_children()
    found: list[int] = []
    waiting = list(parents)
    while waiting:
        for pid in children.get(waiting.pop(), []):
            if pid not in spared:
                found.append(pid)
                waiting.append(pid)
    return found


def _living_children() -> dict[int, list[int]]:
    """Each parent's children; empty where there is no /proc."""
    table: dict[int, list[int]] = {}
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            # The name, in parentheses, may hold anything: the fields count from the last one on.
            state, parent = (folder / "stat").read_text(errors="replace").rpartition(")")[2].split()[:2]
        except (OSError, ValueError):
            continue
        if state not in "ZX":
            table.setdefault(int(parent), []).append(int(folder.name))
    return table
