"""A whole run against the same tools one after another: `python -m benchmarks.whole_run [ROUNDS]` (default 3).

Ours is the run that the app makes, with a model that answers at once: the container started and
removed, the tests tried on an empty program, the verdict, and all checks at the same time. The
other side starts a container of the same image and runs pytest, bandit and mutmut in it, and pip-audit
beside it where the program needs packages, each as one would start it by hand. A local server
stands in for the vulnerability service, for both. The second table tells where our time goes.
"""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections import defaultdict
from pathlib import Path
from statistics import median

import docker

from agent.events import CheckFinished, RunFinished, SandboxReady, TestsRan, TestsReady
from agent.loop import run
from benchmarks.samples import WITH_A_PACKAGE, Sample, docker_opener, instant_parts, samples, temporary_folder
from benchmarks.tables import print_table
from cancel import Cancel
from sandbox.image import ensure_image
from tests.fakes.osv_server import osv_server

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
CHECKS = ("bandit", "pip-audit", "integrity", "mutmut")

Seconds = dict[str, float]
"""How long each phase took, and beside them each check, which run at the same time."""


def main(rounds: int) -> None:
    image = ensure_image(docker.from_env(), print)
    chosen = [WITH_A_PACKAGE, *(sample for sample in samples() if sample.title.startswith(CHOSEN))]
    totals, shares = [], []
    with osv_server({}) as url:
        os.environ["PIP_AUDIT_OSV_URL"] = url
        for sample in chosen:
            pairs = [(our_run(sample), one_after_another(sample, image)) for _ in range(rounds)]
            ours = median(sum(seconds[phase] for phase in PHASES.values()) for seconds, _ in pairs)
            theirs = median(seconds for _, seconds in pairs)
            totals.append([sample.title, f"{ours:.1f}", f"{theirs:.1f}", f"{ours / theirs:.2f}"])
            shares.append([sample.title, *(cell(key, [ours for ours, _ in pairs]) for key in COLUMNS)])
    print_table(["program", "our run (s)", "one after another (s)", "ratio"], totals)
    print_table(["where our seconds go", *COLUMNS], shares)


COLUMNS = (*PHASES.values(), *CHECKS)


def cell(key: str, runs: list[Seconds]) -> str:
    return f"{median(seconds[key] for seconds in runs):.2f}"


def our_run(sample: Sample) -> Seconds:
    """How long a run of ours takes, phase by phase."""
    seconds: Seconds = defaultdict(float)
    last = time.perf_counter()
    for event in run(sample.request, instant_parts(sample, docker_opener()), Cancel()):
        if type(event) in PHASES:
            now = time.perf_counter()
            seconds[PHASES[type(event)]] += now - last
            last = now
        if isinstance(event, CheckFinished):
            seconds[event.report.name] = event.report.seconds
        if isinstance(event, RunFinished):
            assert event.status == "verified", event
    return seconds


def one_after_another(sample: Sample, image: str) -> float:
    """The seconds for the same tools, each started when the one before it has ended."""
    with temporary_folder() as name:
        folder = Path(name)
        sample.write(folder)
        (folder / "pyproject.toml").write_text(SETTINGS)
        started = time.perf_counter()
        start = ["docker", "run", "--detach", "--rm", "--init", "--network=none", f"--volume={folder}:/files", image]
        container = subprocess.check_output([*start, "sleep", "infinity"], text=True).strip()
        for tool in TOOLS:
            quietly(["docker", "exec", "--workdir=/files", container, *tool])
        if "yaml" in sample.solution:
            (folder / "requirements.txt").write_text("pyyaml==6.0.3\n")
            quietly([*AUDIT, "--vulnerability-service", "osv", "--requirement", str(folder / "requirements.txt")])
        quietly(["docker", "rm", "--force", container])
        return time.perf_counter() - started


def quietly(command: list[str]) -> None:
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 3)
