"""Does anything grow? `python -m benchmarks.endurance [RUNS]` (default 1000) prints a line for each hundred runs.

One small program again and again through one engine, two at a time, each run in a container of its
own, stored in one history, with a model that answers at once. The last line is the growth between
the second look and the last one; the first hundred fill caches.
"""

from __future__ import annotations

import contextlib
import gc
import sys
import tempfile
import threading
import time
from dataclasses import astuple, dataclass
from functools import partial
from pathlib import Path

import docker
import psutil

from benchmarks.crowd import MEGABYTE, container_ids, finished, own_memory
from benchmarks.samples import TINY, instant_runs
from benchmarks.tables import print_table
from engines.local import LocalEngine
from storage.store import Store

AT_ONCE = 2
LOOKS = 10


@dataclass(frozen=True, slots=True)
class Look:
    """What there is after so many runs."""

    runs: int
    seconds_a_run: float
    memory_mb: float
    objects: int
    files: int
    threads: int
    processes: int
    containers: int
    temporary: int
    database_kb: float

    @property
    def cells(self) -> list[str]:
        return [f"{value:,.1f}" if isinstance(value, float) else f"{value:,}" for value in astuple(self)]


COLUMNS = ["runs", "s a run", "memory (MB)", "objects", "open files", "threads", "processes", "containers"]
COLUMNS += ["temporary files", "history (kB)"]


def main(runs: int) -> None:
    with tempfile.TemporaryDirectory() as folder, contextlib.closing(docker.from_env()) as client:
        database = Path(folder, "history.db")
        store = Store(f"sqlite:///{database.as_posix()}")
        engine = LocalEngine(store, partial(instant_runs, [TINY]), AT_ONCE)
        step, looks = max(runs // LOOKS, 1), []
        for number in range(step, runs + 1, step):
            started = time.perf_counter()
            go(engine, step)
            looks.append(look(number, (time.perf_counter() - started) / step, client, database))
            print(f"{number} of {runs} runs", file=sys.stderr, flush=True)
        engine.close()
        store.close()
    print_table(COLUMNS, [each.cells for each in looks])
    growth = [
        last - second for second, last in zip(astuple(looks[min(1, len(looks) - 1)]), astuple(looks[-1]), strict=True)
    ]
    print(
        "Growth after the second look:",
        ", ".join(f"{name} {value:+,.1f}" for name, value in zip(COLUMNS, growth, strict=True)),
    )


def go(engine: LocalEngine, runs: int) -> None:
    """Start `runs` runs and wait for each."""
    for run_id in [engine.start(TINY.request) for _ in range(runs)]:
        assert finished(engine, run_id).status == "verified"


def look(runs: int, seconds: float, client: docker.DockerClient, database: Path) -> Look:
    process = psutil.Process()
    gc.collect()
    return Look(
        runs=runs,
        seconds_a_run=seconds,
        memory_mb=own_memory() / MEGABYTE,
        objects=len(gc.get_objects()),
        files=process.num_fds(),
        threads=threading.active_count(),
        processes=len(process.children(recursive=True)),
        containers=len(container_ids(client)),
        temporary=sum(1 for _ in Path(tempfile.gettempdir()).glob("assay*")),
        database_kb=sum(file.stat().st_size for file in database.parent.glob(f"{database.name}*")) / 1024,
    )


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 1000)
