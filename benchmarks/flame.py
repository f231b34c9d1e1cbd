"""Where the processor's time of whole runs goes: `python -m benchmarks.flame [RUNS]` (default 20) draws a flame graph.

The runs are those of `benchmarks.whole_run`. What happens in the sandbox is sampled by
`sampled_runner.py`; of the app, what it starts and the container engine, only the time is known.
The picture is `docs/pictures/flame.svg`; a box is as wide as the time it took with all below it.

Source of the method: B. Gregg, The Flame Graph, CACM 59(6), 2016.
"""

from __future__ import annotations

import os
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from html import escape
from pathlib import Path
from typing import Any
from unittest.mock import patch
from zlib import crc32

import psutil

import sandbox.docker
from agent.loop import run
from benchmarks.sampled_runner import RUNNER, SECONDS
from benchmarks.samples import docker_opener, instant_parts, samples
from benchmarks.whole_run import CHOSEN
from cancel import Cancel

SAMPLED = Path(__file__).with_name("sampled_runner.py")
PLACE = "/opt/runner/sampled_runner.py"  # where whatever runs counts as part of the runner
PICTURE = SAMPLED.parents[1] / "docs/pictures/flame.svg"
ENGINE = ("dockerd", "containerd", "containerd-shim", "docker-proxy")
BETWEEN = ("importlib.", "runpy.", "pluggy.", "click.")  # what only calls something else, in many steps
WIDTH, ROW, LETTER = 1200, 18, 6.6
SMALLEST = 0.002  # of the whole; what is narrower isn't drawn
COLOURS = ("#f4a582", "#f7b267", "#f9d57e", "#e8c39e", "#f2b5a7", "#f6cf9b")


@dataclass(slots=True)
class Box:
    """A function as it was called, in seconds with all that it called."""

    name: str
    seconds: float = 0.0
    inner: dict[str, Box] = field(default_factory=dict)

    def add(self, path: list[str], seconds: float) -> None:
        """Add time to this box and those on the way to the innermost."""
        self.seconds += seconds
        if path:
            self.inner.setdefault(path[0], Box(path[0])).add(path[1:], seconds)

    @property
    def depth(self) -> int:
        return 1 + max((box.depth for box in self.inner.values()), default=0)


def main(runs: int) -> None:
    whole, elapsed = measure(runs)
    whole.name = f"a run: {whole.seconds / runs:.2f} s of processor time, {elapsed / runs:.2f} s by the clock"
    PICTURE.write_text("\n".join(svg(whole)) + "\n", encoding="utf-8")
    for box in sorted(whole.inner.values(), key=lambda box: -box.seconds):
        print(f"{box.name:32} {box.seconds / runs:6.3f} s a run {box.seconds / whole.seconds:6.1%}")


def measure(runs: int) -> tuple[Box, float]:
    """All the runs' time by who took it and for what, and their seconds by the clock."""
    whole = Box("")
    chosen = [sample for sample in samples() if sample.title.startswith(CHOSEN)]
    with tempfile.TemporaryDirectory() as folder:
        original = sandbox.docker.container_options
        with patch("sandbox.docker.container_options", sampled(original, folder)):
            started, before = time.perf_counter(), outside()
            for number in range(runs):
                sample = chosen[number % len(chosen)]
                list(run(sample.request, instant_parts(sample, docker_opener()), Cancel()))
            elapsed = time.perf_counter() - started
        for name, seconds in (outside() - before).items():
            whole.add([name], seconds)
        for line, count in Counter(Path(folder, "stacks").read_text().splitlines()).items():
            whole.add([name for name in line.split(";") if not name.startswith(BETWEEN)], count * SECONDS)
    return whole, elapsed


def outside() -> Counter[str]:
    """The processor time so far of all that isn't in the sandbox, in seconds."""
    spent: Counter[str] = Counter()
    times = os.times()
    spent["app"] = times.user + times.system  # type: ignore[assignment]
    spent["programs that the app starts"] = times.children_user + times.children_system  # type: ignore[assignment]
    for process in psutil.process_iter(["name"]):
        if process.info["name"] in ENGINE:
            spent["container engine"] += sum(process.cpu_times()[:4])  # type: ignore[assignment]
    return spent


def sampled(original: Any, folder: str) -> Any:
    """`container_options` with the sampled runner mounted and started, and a folder for what it finds."""

    def options(*arguments: Any) -> dict[str, Any]:
        found: dict[str, Any] = original(*arguments)
        command = [PLACE if word == RUNNER else word for word in found["command"]]
        mounted = {str(SAMPLED): {"bind": PLACE, "mode": "ro"}, folder: {"bind": "/samples", "mode": "rw"}}
        return {**found, "command": command, "volumes": mounted}

    return options


def svg(whole: Box) -> Iterator[str]:
    """The picture, line by line: the whole on top, below each box what it called."""
    height = ROW * (whole.depth + 1)
    size = f'viewBox="0 0 {WIDTH} {height}" font-family="monospace" font-size="11"'
    yield f'<svg xmlns="http://www.w3.org/2000/svg" {size}>'
    yield f'<rect width="{WIDTH}" height="{height}" fill="#fff"/>'
    yield from boxes(whole, 0.0, 0, WIDTH / whole.seconds, whole.seconds)
    yield "</svg>"


def boxes(box: Box, left: float, row: int, scale: float, whole: float) -> Iterator[str]:
    """`box` and all in it, `left` and width in pixels."""
    width = box.seconds * scale
    if box.seconds < SMALLEST * whole:
        return
    colour = COLOURS[crc32(box.name.partition(".")[0].encode()) % len(COLOURS)]
    label = box.name if len(box.name) * LETTER < width else box.name[: max(0, int(width / LETTER) - 1)]
    yield f"<g><title>{escape(box.name)}: {box.seconds / whole:.1%}</title>"
    size = f'width="{max(width - 0.5, 0.5):.1f}" height="{ROW - 1}"'
    yield f'<rect x="{left:.1f}" y="{row * ROW}" {size} fill="{colour}"/>'
    yield f'<text x="{left + 3:.1f}" y="{row * ROW + 12}">{escape(label)}</text></g>'
    for inner in sorted(box.inner.values(), key=lambda each: -each.seconds):
        yield from boxes(inner, left, row + 1, scale, whole)
        left += inner.seconds * scale


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 20)
