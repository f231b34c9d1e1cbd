"""How long a start takes: `python -m benchmarks.startup [TRIES]` prints two tables in Markdown (default: 5 tries).

From the start of the process on: to the first answer (HTTP 200), to the finished page, and a second start, which
opens the first one's page: medians, the slowest, and the median of the processor time, which other work on the
machine changes less. Then what the imports take of it, from one start more.
"""

from __future__ import annotations

import os
import re
import statistics
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

import httpx
import psutil

from benchmarks.tables import print_table
from tests.fakes.command_line import ROOT, CommandLine

PORT = 17860
URL = f"http://127.0.0.1:{PORT}/"
START = ("--no-browser", "--port", str(PORT))
IMPORT = re.compile(r"import time: +(\d+) \| +\d+ \| +(\w+)")
PAUSE_SECONDS = 0.05  # more often would slow down what is measured
SHOWN = 12


@dataclass(frozen=True, slots=True)
class Reached:
    """How long it took, in seconds: by the clock, and of processor time."""

    seconds: float
    processor: float


def main(tries: int) -> None:
    with tempfile.TemporaryDirectory() as folder:
        home = Path(folder) / "home"
        one_start(home)  # so that the history is there, and everything compiled
        starts = [one_start(home) for _ in range(tries)]
        names = ("first answer (HTTP 200)", "finished page", "second start, to its end")
        rows = [row(name, list(column)) for name, column in zip(names, zip(*starts, strict=True), strict=True)]
        print_table(("from the start of the process to", "seconds", "slowest", "processor"), rows)
        shares = imports(home)
    total = sum(shares.values())
    shown = [("all", total), *shares.most_common(SHOWN)]
    print_table(("imports", "seconds", "share"), [(n, f"{s / 1e6:.2f}", f"{s / total:.0%}") for n, s in shown])


def row(name: str, reached: list[Reached]) -> tuple[str, str, str, str]:
    seconds = [one.seconds for one in reached]
    processor = statistics.median(one.processor for one in reached)
    return name, f"{statistics.median(seconds):.2f}", f"{max(seconds):.2f}", f"{processor:.2f}"


def one_start(home: Path) -> tuple[Reached, Reached, Reached]:
    """To the first answer, to the finished page, and of a second start meanwhile."""
    started = time.perf_counter()
    with CommandLine(home).start(*START) as process:
        watched = psutil.Process(process.pid)

        def reached(there: Callable[[httpx.Response], bool]) -> Reached:
            seconds, times = until(there) - started, watched.cpu_times()
            return Reached(seconds, times.user + times.system)

        answered = reached(lambda answer: answer.status_code == 200)
        finished = reached(lambda answer: "x-assay" not in answer.headers)
        second = second_start(home)
        process.terminate()
        process.communicate(timeout=30)
    return answered, finished, second


def second_start(home: Path) -> Reached:
    """A start that finds the first."""
    started, before = time.perf_counter(), os.times()
    CommandLine(home).run("--no-browser")
    after = os.times()
    processor = after.children_user + after.children_system - before.children_user - before.children_system
    return Reached(time.perf_counter() - started, processor)


def until(there: Callable[[httpx.Response], bool]) -> float:
    """When an answer came that is `there`."""
    with httpx.Client() as client:
        while True:
            with suppress(httpx.TransportError):
                if there(client.get(URL)):
                    return time.perf_counter()
            time.sleep(PAUSE_SECONDS)


def imports(home: Path) -> Counter[str]:
    """Microseconds by package, as Python itself counts them while the page starts."""
    command = [sys.executable, "-X", "importtime", str(ROOT / "app.py"), *START]
    log, shares = home.parent / "imports", Counter[str]()
    with log.open("w") as file:
        process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=file, env=CommandLine(home).environment)
        until(lambda answer: "x-assay" not in answer.headers)
        process.terminate()
        process.wait(30)
    for spent, package in IMPORT.findall(log.read_text()):
        shares[package] += int(spent)
    return shares


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 5)
