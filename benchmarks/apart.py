"""How many tests of right programs can be judged apart from the program, and what that costs, on recorded answers.

    python -m benchmarks.apart [--samples 2] [--tasks 164] [--sandbox docker] [--show]

For each task, the official program and recorded ones of a real model are tested with its recorded tests, in one process
with them and in another. Of the tests that pass there, it is counted how many pass here as well, which can't be
carried across, and why; none may end otherwise. The time is that of the job, the median of all, side by side.
"""

from __future__ import annotations

import sys
import threading
from collections import Counter
from statistics import median

from rich.console import Console
from rich.table import Table

from benchmarks.pairs import options_of, play, programs, suites
from benchmarks.replay import Row, is_right
from cancel import Cancel
from languages.base import TEST_LIMITS
from languages.python.candidates import program as as_candidate
from languages.python.testing import apart_job, reports_of, test_job
from languages.types import Suite
from sandbox.base import Job, Sandbox


class Bench:
    """One sandbox, and what came of each test."""

    def __init__(self, sandbox: Sandbox, samples: int) -> None:
        self._sandbox = sandbox
        self._samples = samples
        self._lock = threading.Lock()
        self.fates: Counter[str] = Counter()
        self.otherwise: list[str] = []
        self.seconds: list[tuple[float, float]] = []

    def play(self, row: Row, problem: Row) -> None:
        """Test the right programs of one task both ways."""
        tests = list(suites(row, problem, self._samples, self._sandbox))
        for program in programs(row, problem, self._samples):
            if is_right(program, problem, self._sandbox):
                for suite in tests:
                    self._compare(row["task_id"], program, suite)

    def _compare(self, task_id: str, program: str, suite: Suite) -> None:
        candidate = as_candidate(program)
        inside, seconds_inside = self._outcomes(test_job(candidate, suite, TEST_LIMITS))
        apart, seconds_apart = self._outcomes(apart_job(candidate, suite, TEST_LIMITS))
        with self._lock:
            self.seconds.append((seconds_inside, seconds_apart))
            for name in [name for name, (outcome, _) in inside.items() if outcome == "passed"]:
                outcome, message = apart.get(name, ("skipped", "the file can't be loaded"))
                self.fates["passed" if outcome == "passed" else message if outcome == "skipped" else "otherwise"] += 1
                if outcome not in ("passed", "skipped"):
                    self.otherwise.append(f"{task_id} {name}: {message}\n{program}\n")

    def _outcomes(self, job: Job) -> tuple[dict[str, tuple[str, str]], float]:
        result = self._sandbox.run(job, Cancel())
        return {report.node_id: (report.outcome, report.message) for report in reports_of(result) or ()}, result.seconds


def tell(bench: Bench, console: Console, show: bool) -> None:
    """Print what came of them."""
    total = bench.fates.total()
    table = Table("tests that right programs pass", "tests", "share")
    for fate, number in bench.fates.most_common():
        table.add_row(fate, str(number), f"{number / total:.1%}")
    for one in bench.otherwise if show else []:
        console.print(one, markup=False)
    console.print(table)
    inside, apart = (median(times) for times in zip(*bench.seconds, strict=True))
    console.print(f"{len(bench.seconds)} jobs; apart takes {apart / inside:.2f} times as long")


def main() -> int:
    """Play the tasks and print the table; 1 where a test ended otherwise, 3 without recordings."""
    options = options_of(__doc__)
    bench = play(options, Bench)
    tell(bench, Console(), options.show)
    return 1 if bench.fates["otherwise"] else 0


if __name__ == "__main__":
    sys.exit(main())
