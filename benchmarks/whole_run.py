"""A whole run against the same tools one after another: `python -m benchmarks.whole_run [ROUNDS]` (default 3).

Ours is the run that the app makes, with a model that answers at once: the tests tried on an empty
program, the verdict, and all checks at the same time. From its second run on, the app has a
container ready; for its first, it starts one with the run. The other side runs pytest, bandit and
mutmut in a container of the same image, and pip-audit beside it where the program needs packages,
each as one would start it by hand; its container counts only against our first run. A local server
stands in for the vulnerability service, for both. The second table tells where our time goes.
"""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections import defaultdict
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from statistics import median

import docker

from agent.events import CheckFinished, RunFinished, SandboxReady, TestsRan, TestsReady
from agent.loop import run
from agent.run_sandbox import OpenSandbox
from benchmarks.samples import WITH_A_PACKAGE, Sample, docker_opener, instant_parts, samples, temporary_folder
from benchmarks.tables import print_table
from cancel import Cancel
from engines.standby import Standby
from languages.python.toolset import TOOLSET
from sandbox.base import SandboxSpec
from sandbox.image import ensure_image
from sandbox.registry import open_sandbox
from tests.fakes.osv_server import osv_server

SPEC = SandboxSpec(TOOLSET)
CHOSEN = ("Split a bill", "Read Roman", "Keep a small stock")
PYTHON = "/opt/tools/bin/python"
TOOLS = (
    [PYTHON, "-m", "pytest", "-q"],
    [PYTHON, "-m", "bandit", "--quiet", "--ignore-nosec", "solution.py"],
    [PYTHON, "-m", "mutmut", "run"],
)
AUDIT = [sys.executable, "-m", "pip_audit", "--no-deps", "--disable-pip", "--progress-spinner", "off"]
SETTINGS = '[tool.mutmut]\nsource_paths = ["solution.py"]\n'

PHASES = {
    SandboxReady: "opening the container",
    TestsReady: "tests on nothing",
    TestsRan: "verdict",
    CheckFinished: "all checks",
    RunFinished: "closing",
}
CHECKS = ("bandit", "pip-audit", "surroundings", "integrity", "mutmut")

STANDING_SECONDS = 4.0  # less than anybody takes from one run to the next

Seconds = dict[str, float]
"""How long each phase took, and beside them each check, which run at the same time."""


def main(rounds: int) -> None:
    image = ensure_image(docker.from_env(), TOOLSET, print)
    chosen = [WITH_A_PACKAGE, *(sample for sample in samples() if sample.title.startswith(CHOSEN))]
    totals, shares = [], []
    with osv_server({}) as url:
        os.environ["PIP_AUDIT_OSV_URL"] = url
        for sample in chosen:
            turns = [Turn.of(sample, image) for _ in range(rounds)]
            totals.append([sample.title, *times(turns)])
            shares.append([f"{sample.title}, container ready", *cells([turn.ready for turn in turns])])
            shares.append([f"{sample.title}, the first", *cells([turn.first for turn in turns])])
    columns = ["container ready (s)", "the tools one after another (s)", "ratio"]
    print_table(["program", *columns, "our first run (s)", "with its container (s)", "ratio"], totals)
    print_table(["where our seconds go", *COLUMNS], shares)


@dataclass(frozen=True, slots=True)
class Turn:
    """One run each way. `container` is what the others' takes to start and to be removed, in seconds."""

    ready: Seconds
    first: Seconds
    tools: float
    container: float

    @classmethod
    def of(cls, sample: Sample, image: str) -> Turn:
        return cls(
            our_run(sample, ready_container()), our_run(sample, docker_opener()), *one_after_another(sample, image)
        )


def times(turns: list[Turn]) -> list[str]:
    """Both of ours, each against the others."""
    ready = median(whole(turn.ready) for turn in turns)
    first = median(whole(turn.first) for turn in turns)
    tools = median(turn.tools for turn in turns)
    together = median(turn.tools + turn.container for turn in turns)
    return [
        *(f"{ready:.1f}", f"{tools:.1f}", f"{ready / tools:.2f}"),
        *(f"{first:.1f}", f"{together:.1f}", f"{first / together:.2f}"),
    ]


COLUMNS = (*PHASES.values(), *CHECKS)


def cells(runs: list[Seconds]) -> list[str]:
    return [f"{median(seconds[key] for seconds in runs):.2f}" for key in COLUMNS]


def whole(seconds: Seconds) -> float:
    return sum(seconds[phase] for phase in PHASES.values())


def ready_container() -> OpenSandbox:
    """What gives out a container that the app has kept ready, as it does after each run and each try."""
    standby = Standby(lambda spec, announce: open_sandbox(spec, "docker", None, announce))
    standby.take(SPEC, print).close()
    standby.prepare(SPEC)
    time.sleep(STANDING_SECONDS)
    return partial(standby.take, SPEC)


def our_run(sample: Sample, open_sandbox: OpenSandbox) -> Seconds:
    """How long a run of ours takes, phase by phase."""
    seconds: Seconds = defaultdict(float)
    last = time.perf_counter()
    for event in run(sample.request, instant_parts(sample, open_sandbox), Cancel()):
        if type(event) in PHASES:
            now = time.perf_counter()
            seconds[PHASES[type(event)]] += now - last
            last = now
        if isinstance(event, CheckFinished):
            seconds[event.report.name] = event.report.seconds
        if isinstance(event, RunFinished):
            assert event.status == "verified", event
    return seconds


def one_after_another(sample: Sample, image: str) -> tuple[float, float]:
    """The seconds for the same tools, each started when the one before it has ended, and those for their container."""
    with temporary_folder() as name:
        folder = Path(name)
        sample.write(folder)
        (folder / "pyproject.toml").write_text(SETTINGS)
        began = time.perf_counter()
        start = ["docker", "run", "--detach", "--rm", "--init", "--network=none", f"--volume={folder}:/files", image]
        container = subprocess.check_output([*start, "sleep", "infinity"], text=True).strip()
        started = time.perf_counter()
        for tool in TOOLS:
            quietly(["docker", "exec", "--workdir=/files", container, *tool])
        if "yaml" in sample.solution:
            (folder / "requirements.txt").write_text("pyyaml==6.0.3\n")
            quietly([*AUDIT, "--vulnerability-service", "osv", "--requirement", str(folder / "requirements.txt")])
        done = time.perf_counter()
        quietly(["docker", "rm", "--force", container])
        return done - started, time.perf_counter() - done + started - began


def quietly(command: list[str]) -> None:
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 3)
