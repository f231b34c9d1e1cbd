"""What each part of the isolation costs: `python -m benchmarks.isolation [VERDICTS]` (default 60) prints a table.

Pytest verdicts one after another in a container whose runner is started by `timed_runner.py`, which
puts a stopwatch on the runner's parts. The stopwatch takes a little itself.
"""

from __future__ import annotations

import json
import sys
import time
from collections import defaultdict
from pathlib import Path
from statistics import median
from typing import Any
from unittest.mock import patch

import sandbox.docker
from benchmarks.samples import docker_opener, samples
from benchmarks.tables import print_table
from benchmarks.timed_runner import MARK
from cancel import Cancel
from sandbox.base import Job, JobResult

TIMED = Path(__file__).with_name("timed_runner.py")
PLACE = "/opt/runner/timed_runner.py"  # where whatever runs counts as part of the runner
WARM_UP = 10
QUIET_SECONDS = 3.0  # for what the runner does where there is nothing else to do
WHOLE = "the whole verdict, as the app sees it"

Milliseconds = dict[str, float]


def main(verdicts: int) -> None:
    measured = measure(verdicts)
    whole = median(measured[WHOLE])
    rows = [
        [part, f"{median(values):.2f}", f"{median(values) / whole:.0%}"]
        for part, values in sorted(measured.items(), key=lambda each: -median(each[1]))
    ]
    print_table(["part", "ms (median)", "share"], rows)


def measure(verdicts: int) -> dict[str, list[float]]:
    """The milliseconds of each part, a number for each verdict."""
    measured: dict[str, list[float]] = defaultdict(list)
    sample = samples()[0]
    job = Job(sample.files, ("pytest", "test_solution.py"))
    with patch("sandbox.docker.container_options", timed_options(sandbox.docker.container_options)):
        opened = docker_opener()(lambda _: None)
    try:
        for number in range(WARM_UP + verdicts):
            started = time.perf_counter()
            result = opened.run(job, Cancel())
            whole = 1000 * (time.perf_counter() - started)
            assert result.tests, result
            if number >= WARM_UP:
                for part, value in {**parts(result), WHOLE: whole}.items():
                    measured[part].append(value)
            elif number == WARM_UP - 1:
                time.sleep(QUIET_SECONDS)
    finally:
        opened.close()
    return measured


def parts(result: JobResult) -> Milliseconds:
    """What the job, the sweeper and the runner said."""
    job: Milliseconds = json.loads(result.stderr.rpartition(MARK)[2])
    sweeper: Milliseconds = json.loads(result.files["sweeper"])
    server: Milliseconds = json.loads(result.files["server"])
    return {**job, **sweeper, **server}


def timed_options(original: Any) -> Any:
    """`container_options` with the other runner mounted and started."""

    def options(*arguments: Any) -> dict[str, Any]:
        found: dict[str, Any] = original(*arguments)
        command = [PLACE if word.endswith("__main__.py") else word for word in found["command"]]
        return {**found, "command": command, "volumes": {str(TIMED): {"bind": PLACE, "mode": "ro"}}}

    return options


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 60)
