"""How many recorded answers of a real model end as verified, and how many of those are right.

    python -m benchmarks.recorded [--set agentcoder|reflexion] [--tasks 20] [--first 0] [--only 3,17] [--out FILE]
        [--unchecked]

The answers are those of `../shared/replay`: for a task, the first recorded program, then the next ones as repairs or as
programs that are written apart, and the recorded suites as tests. Each task is a whole run (`agent/loop.py`), in one
sandbox for all. The official tests score the outcome afterwards; the run never sees them. `--out` keeps a line of JSON
for each task, and tasks that have one already aren't played again.

Nobody recorded what the model says of a single test in dispute. What it expected of the same call in its other suites
for the task was derived independently, so that is given, one suite a request; where no other has the call, there is no
answer.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
from collections import Counter, defaultdict
from collections.abc import Sequence
from contextlib import closing
from dataclasses import asdict, dataclass
from pathlib import Path
from statistics import mean, median

import pytest

from agent.events import ModelAsked
from agent.loop import Parts, run
from agent.report import fold
from agent.types import Request
from benchmarks.replay import REPLAY, SETS, Recorded, Task, is_right
from benchmarks.tables import print_table
from cancel import Cancel
from languages.python.toolset import TOOLSET
from sandbox.base import Sandbox, SandboxSpec
from sandbox.registry import open_sandbox
from tests.fakes.quick_runs import Shared, only_checks


@dataclass(frozen=True, slots=True)
class Outcome:
    """What became of one task. `right` is None where there was nothing to score; `asked` is what models were asked."""

    number: int
    status: str
    reason: str
    attempts: int
    seconds: float
    asked: Sequence[str]
    right: bool | None


def play(number: int, task: Task, sandbox: Sandbox) -> Outcome:
    """One whole run on a task, scored."""
    model = Recorded(task)
    parts = Parts(model, model, lambda _: Shared(sandbox))
    events = list(run(Request(task.problem["prompt"], model.name, model.name), parts, Cancel()))
    report, seconds = fold(events), fold(events).total_seconds
    right = is_right(report.chosen.source, task.problem, sandbox) if report.chosen else None
    asked = [event.purpose for event in events if isinstance(event, ModelAsked)]
    return Outcome(number, report.status, report.reason, len(report.attempts), round(seconds, 1), asked, right)


def summarize(outcomes: Sequence[Outcome]) -> None:
    """Print the counts: each status, and how many of each are right, and the requests that runs took."""
    by_status: dict[str, list[Outcome]] = defaultdict(list)
    for outcome in outcomes:
        by_status[outcome.status].append(outcome)
    rows = [
        [status, len(group), sum(bool(one.right) for one in group), f"{mean(len(one.asked) for one in group):.1f}"]
        for status, group in sorted(by_status.items())
    ]
    print_table(["status", "tasks", "right by the official tests", "requests a run"], rows)
    right = [outcome for outcome in outcomes if outcome.right]
    verified = by_status["verified"]
    sound = [outcome for outcome in verified if outcome.right]
    print(f"Of {len(outcomes)} programs {share(len(right), len(outcomes))} are right.")
    print(f"Of what is verified {share(len(sound), len(verified))} is right.")
    print(f"Of what is right {share(len(sound), len(right))} is verified.")
    print(f"Requests of verified runs: {dict(sorted(Counter(len(one.asked) for one in verified).items()))}")
    if outcomes:
        print(f"Median seconds a run: {median(outcome.seconds for outcome in outcomes):.1f}")


def share(part: int, whole: int) -> str:
    """As in "94 of 96 (97.9 %)"."""
    return f"{part} of {whole} ({100 * part / whole:.1f} %)" if whole else "0 of 0"


def known(path: Path | None) -> list[Outcome]:
    """What `--out` has already."""
    lines = path.read_text(encoding="utf-8").splitlines() if path and path.exists() else []
    return [Outcome(**json.loads(line)) for line in lines]


def main() -> int:
    """Play the tasks, a line each, and print the table; 1 where a run broke, 3 without recordings."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--set", choices=SETS, default="agentcoder")
    parser.add_argument("--tasks", type=int, default=20)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--only", type=lambda text: list(map(int, text.split(","))), help="tasks by their numbers")
    parser.add_argument("--out", type=Path, help="keep a line for each task here, and play none that has one")
    parser.add_argument("--unchecked", action="store_true", help="every program passes the checks: what is chosen?")
    parser.add_argument("--sandbox", default="docker")
    options = parser.parse_args()
    if not REPLAY.exists():
        print(f"The recorded answers are not here: {REPLAY}", file=sys.stderr)
        return 3
    if options.unchecked:
        only_checks(pytest.MonkeyPatch())
    outcomes = known(options.out)
    numbers = options.only or range(options.first, min(options.first + options.tasks, len(SETS[options.set].rows())))
    with closing(open_sandbox(SandboxSpec(TOOLSET), options.sandbox, os.environ.get("DOCKER_HOST"), print)) as sandbox:
        for number in sorted(set(numbers) - {outcome.number for outcome in outcomes}):
            outcome = play(number, SETS[options.set].task(number), sandbox)
            outcomes.append(outcome)
            if options.out:
                with options.out.open("a", encoding="utf-8") as lines:
                    lines.write(json.dumps(asdict(outcome)) + "\n")
            reason = " ".join(outcome.reason.split())[:120]
            print(f"{number:4} {outcome.status:10} right={outcome.right} {reason}", flush=True)
    summarize([outcome for outcome in outcomes if outcome.number in numbers])
    return int(any(outcome.status == "error" for outcome in outcomes))


if __name__ == "__main__":
    sys.exit(main())
