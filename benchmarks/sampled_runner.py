"""Runs inside a container in place of the runner's `__main__.py`: the same runner, sampled while it computes.

Every four milliseconds of processor time each process writes a line with what it is doing to a file
that all of them keep open: the functions from the outermost on, separated by semicolons.
"""

import functools
import os
import runpy
import signal
import sys
from collections.abc import Callable
from types import FrameType

RUNNER = "/opt/runner/__main__.py"
FILE = "/samples/stacks"
KEPT = 200  # a file descriptor that nobody else uses
SECONDS = 0.004  # the clock of most kernels isn't finer
OUTER = ("_become_job", "_become_zygote", "_become_sweeper", "main")


def sample(_: int, frame: FrameType | None) -> None:
    names: list[str] = []
    outer = ""
    while frame is not None and not outer:
        module, function = str(frame.f_globals.get("__name__", "?")), frame.f_code
        if module.startswith("_runner.") and function.co_name in OUTER:
            outer = function.co_name
        else:
            names.append(f"{module.removeprefix('_runner.')}.{function.co_qualname}")
            frame = frame.f_back
    os.write(KEPT, ";".join([role_of(outer), *reversed(names)]).encode() + b"\n")


def role_of(outer: str) -> str:
    if outer == "_become_job":
        return "jobs as they begin" if sys.argv[0] == RUNNER else f"job {sys.argv[0]}"
    return {"_become_zygote": "zygotes", "_become_sweeper": "sweepers"}.get(outer, "runner")


def begin() -> None:
    signal.setitimer(signal.ITIMER_PROF, SECONDS, SECONDS)


def but_for_ours(closerange: Callable[[int, int], None], low: int, high: int) -> None:
    """`os.closerange`, which the runner uses to give a job nothing that it needn't have."""
    closerange(low, min(high, KEPT))
    closerange(max(low, KEPT + 1), high)


if __name__ == "__main__":
    os.dup2(os.open(FILE, os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o644), KEPT)
    os.closerange = functools.partial(but_for_ours, os.closerange)
    signal.signal(signal.SIGPROF, sample)
    os.register_at_fork(after_in_child=begin)
    begin()
    runpy.run_path(RUNNER, run_name="__main__")
