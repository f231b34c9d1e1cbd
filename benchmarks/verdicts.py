"""How many pytest verdicts a second: `python -m benchmarks.verdicts [ROUNDS]` prints a table (ROUNDS: default 15).

Ours has a fresh process, folder and user for each verdict, with limits and canaries. The others get
what suits them best: a container that is running already, and files that are in it already.
All take turns, so that whatever else the machine does slows down all of them. In the second
column two of each work at the same time.
"""

from __future__ import annotations

import contextlib
import io
import itertools
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median

import docker

from benchmarks.peers import peers_python
from benchmarks.samples import Sample, docker_opener, samples, temporary_folder
from benchmarks.tables import print_table
from cancel import Cancel
from languages.python.toolset import TOOLSET
from sandbox.base import Job
from sandbox.image import ensure_image

OURS = "Assay"
IMAGE = "assay-benchmark:latest"
PEER = Path(__file__).with_name("peer_verdicts.py")
EXEC = ["/opt/tools/bin/python", "-m", "pytest", "-q", "-p", "no:cacheprovider", "--rootdir=."]
BATCH = 4
AT_ONCE = 2

Verdict = Callable[[Sample], None]
"""Runs a sample's tests once; raises where they don't pass."""


@dataclass(frozen=True, slots=True)
class Contestant:
    """One way to get verdicts, opened as often as there are workers, and the seconds that a verdict took, by round."""

    name: str
    workers: tuple[Verdict, ...]
    alone: list[float] = field(default_factory=list)
    together: list[float] = field(default_factory=list)


def main(rounds: int) -> None:
    sample = samples()[0]
    with contextlib.ExitStack() as opened:
        image = benchmark_image(opened)
        contestants = [
            Contestant(OURS, tuple(opened.enter_context(ours()) for _ in range(AT_ONCE))),
            Contestant("`docker exec`", tuple(opened.enter_context(docker_exec(image)) for _ in range(AT_ONCE))),
            *(
                Contestant(name, tuple(opened.enter_context(peer(which, image)) for _ in range(AT_ONCE)))
                for name, which in (("autogen-ext", "autogen"), ("llm-sandbox", "llm-sandbox"))
            ),
        ]
        measure(contestants, sample, rounds)
    show(contestants)


def measure(contestants: list[Contestant], sample: Sample, rounds: int) -> None:
    """Let all of them take turns, after a warm-up."""
    with ThreadPoolExecutor(AT_ONCE) as pool:
        for contestant in contestants:
            seconds(contestant.workers, sample, pool)
        for _ in range(rounds):
            for contestant in contestants:
                contestant.alone.append(seconds(contestant.workers[:1], sample, pool))
                contestant.together.append(seconds(contestant.workers, sample, pool))


def seconds(workers: tuple[Verdict, ...], sample: Sample, pool: ThreadPoolExecutor) -> float:
    """What a verdict takes in the mean where these workers go on at the same time."""
    started = time.perf_counter()
    list(pool.map(lambda worker: batch(worker, sample), workers))
    return (time.perf_counter() - started) / BATCH / len(workers)


def batch(worker: Verdict, sample: Sample) -> None:
    for _ in range(BATCH):
        worker(sample)


def show(contestants: list[Contestant]) -> None:
    ours, *others = contestants
    rows = [
        [
            contestant.name,
            f"{1000 * median(contestant.alone):.0f}",
            f"{1 / median(contestant.alone):.1f}",
            ratio(contestant.alone, ours.alone),
            f"{1 / median(contestant.together):.1f}",
            ratio(contestant.together, ours.together),
        ]
        for contestant in contestants
    ]
    columns = ["verdicts by", "ms each", "a second", "ours is faster by", "a second, 2 at a time", "ours is faster by"]
    print_table(columns, rows)
    alone = min(median(other.alone) for other in others) / median(ours.alone)
    together = min(median(other.together) for other in others) / median(ours.together)
    print(f"Against the best of the others: {alone:.1f} times as many, and {together:.1f} times with 2 at a time.")


def ratio(theirs: list[float], ours: list[float]) -> str:
    return f"{median(theirs) / median(ours):.1f} times"


@contextlib.contextmanager
def ours() -> Iterator[Verdict]:
    """A sandbox of ours, with everything that a run's verdicts have."""
    sandbox = docker_opener()(lambda _: None)

    def verdict(sample: Sample) -> None:
        result = sandbox.run(Job(sample.files, ("pytest", "test_solution.py")), Cancel())
        assert result.report, result
        assert all(test["outcome"] == "passed" for test in result.report), result

    try:
        yield verdict
    finally:
        sandbox.close()


@contextlib.contextmanager
def docker_exec(image: str) -> Iterator[Verdict]:
    """`docker exec python -m pytest` in a container that is running."""
    with temporary_folder() as folder:
        start = ["docker", "run", "--detach", "--rm", "--network=none", f"--volume={folder}:/workspace", image]
        container = subprocess.check_output([*start, "sleep", "infinity"], text=True).strip()
        numbers = itertools.count()

        def verdict(sample: Sample) -> None:
            name = fresh_folder(folder, next(numbers), sample)
            command = ["docker", "exec", f"--workdir=/workspace/{name}", container, *EXEC]
            subprocess.run(command, check=True, stdout=subprocess.DEVNULL)

        try:
            yield verdict
        finally:
            subprocess.run(["docker", "rm", "--force", container], check=True, stdout=subprocess.DEVNULL)


@contextlib.contextmanager
def peer(which: str, image: str) -> Iterator[Verdict]:
    """Another tool, in a process of its own environment."""
    with temporary_folder() as folder:
        # Without the folder of the script on its path, where a module of ours has the name of a library.
        command = [str(peers_python()), "-P", str(PEER), which, image, folder]
        with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
            assert process.stdin
            assert process.stdout
            numbers = itertools.count()

            def verdict(sample: Sample) -> None:
                print(fresh_folder(folder, next(numbers), sample), file=process.stdin, flush=True)
                assert process.stdout
                answer = process.stdout.readline()
                assert answer == "0\n", f"{which}: {answer!r}"

            try:
                yield verdict
            finally:
                process.stdin.close()


def fresh_folder(parent: str, number: int, sample: Sample) -> str:
    """Write the sample into a new folder and return its name."""
    folder = Path(parent, str(number))
    folder.mkdir()
    sample.write(folder)
    return folder.name


def benchmark_image(opened: contextlib.ExitStack) -> str:
    """Our own image that starts `python` by itself, as the others expect; removed when `opened` is closed."""
    client = docker.from_env()
    opened.callback(client.close)
    recipe = f'FROM {ensure_image(client, TOOLSET, print)}\nENV PATH=/opt/tools/bin:$PATH\nCMD ["python"]\n'
    client.images.build(fileobj=io.BytesIO(recipe.encode()), tag=IMAGE, rm=True, forcerm=True)  # leaves no containers
    opened.callback(client.images.remove, IMAGE)
    return IMAGE


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 15)
