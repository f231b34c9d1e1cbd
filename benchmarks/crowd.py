"""Many runs at once: `python -m benchmarks.crowd [RUNS]` (default 20) prints two tables.

The model answers at once, so all that is left is ours. The same runs go one after another, as many
at a time as the app allows on this machine, and all at the same time. The memory is the most that
was seen while all of them went on.
"""

from __future__ import annotations

import contextlib
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import partial
from os import cpu_count
from pathlib import Path

import docker
import docker.errors
import psutil
import requests

from agent.events import RunFinished
from benchmarks.samples import Sample, instant_runs, samples
from benchmarks.tables import print_table
from engines.local import LocalEngine, runs_at_once
from sandbox.docker import OWNER_LABEL
from storage.store import Store

MEGABYTE = 1024**2
LOOK_SECONDS = 0.5


@dataclass(frozen=True, slots=True)
class Crowd:
    """What came of the runs. `seconds` is all of them together, `slowest` one from its own beginning to its end."""

    at_once: int
    seconds: float
    slowest: float
    verdicts: tuple[str, ...]


@dataclass(slots=True)
class Memory:
    """The most that was seen, in bytes."""

    app: int = 0
    containers: int = 0
    largest: int = 0
    count: int = 0


def main(runs: int) -> None:
    chosen = [samples()[number % 3] for number in range(runs)]
    allowed = runs_at_once(cpu_count() or 1, psutil.virtual_memory().total)
    go(chosen[:1], 1)  # so that everything is loaded
    before = own_memory()
    crowds = [go(chosen, at_once) for at_once in (1, allowed)]
    with memory_watched() as memory:
        crowds.append(go(chosen, runs))
    alone = crowds[0]
    rows = [
        [crowd.at_once, f"{crowd.seconds:.1f}", f"{crowd.seconds / alone.seconds:.2f}", f"{crowd.slowest:.1f}", same]
        for crowd in crowds
        for same in ["yes" if crowd.verdicts == alone.verdicts else f"NO: {crowd.verdicts}"]
    ]
    print_table([f"of {runs} runs at once", "all (s)", "ratio", "slowest (s)", "same verdicts"], rows)
    show_memory(memory, before, runs)


def go(chosen: list[Sample], at_once: int) -> Crowd:
    """Start all, wait for all."""
    with tempfile.TemporaryDirectory() as folder:
        store = Store(f"sqlite:///{Path(folder).as_posix()}/history.db")
        engine = LocalEngine(store, partial(instant_runs, chosen), at_once)
        started = time.perf_counter()
        numbers = [engine.start(sample.request) for sample in chosen]
        with ThreadPoolExecutor(len(numbers)) as pool:
            ends = list(pool.map(partial(finished, engine), numbers))
        seconds = time.perf_counter() - started
        engine.close()
        store.close()
    return Crowd(at_once, seconds, max(end.seconds for end in ends), tuple(end.status for end in ends))


def finished(engine: LocalEngine, run_id: str) -> RunFinished:
    return next(stored.event for stored in engine.follow(run_id) if isinstance(stored.event, RunFinished))


def own_memory() -> int:
    """This process's memory, what it shares with others counted in parts (PSS), where the system tells that."""
    info = psutil.Process().memory_full_info()
    return int(getattr(info, "pss", info.rss))


@contextlib.contextmanager
def memory_watched() -> Iterator[Memory]:
    """Look now and then while the block runs."""
    memory, over = Memory(), threading.Event()
    with contextlib.closing(docker.from_env()) as client:
        watcher = threading.Thread(target=watch, args=(client, memory, over))
        watcher.start()
        try:
            yield memory
        finally:
            over.set()
            watcher.join()


def watch(client: docker.DockerClient, memory: Memory, over: threading.Event) -> None:
    while not over.wait(LOOK_SECONDS):
        used = [container_memory(client, name) for name in container_ids(client)]
        memory.app = max(memory.app, own_memory())
        memory.containers = max(memory.containers, sum(used))
        memory.largest = max(memory.largest, *used, 0)
        memory.count = max(memory.count, len(used))


def container_ids(client: docker.DockerClient) -> list[str]:
    """The sandboxes of this process."""
    found = client.api.containers(filters={"label": OWNER_LABEL})
    return [each["Id"] for each in found if f"/{psutil.Process().pid}/" in each["Labels"][OWNER_LABEL]]


def container_memory(client: docker.DockerClient, name: str) -> int:
    """What its control group counts, in bytes; 0 where it is gone already."""
    with contextlib.suppress(docker.errors.APIError, requests.RequestException):
        return int(client.api.stats(name, stream=False, one_shot=True)["memory_stats"].get("usage", 0))
    return 0


def show_memory(memory: Memory, before: int, runs: int) -> None:
    rows: list[list[object]] = [
        ["this process before", megabytes(before)],
        [f"this process with {runs} runs", megabytes(memory.app)],
        ["more for each run", megabytes((memory.app - before) / runs)],
        ["containers seen at the same time", memory.count],
        ["all containers", megabytes(memory.containers)],
        ["the largest container", megabytes(memory.largest)],
    ]
    print_table(["memory", "at most"], rows)


def megabytes(size: float) -> str:
    return f"{size / MEGABYTE:.1f} MB"


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 20)
