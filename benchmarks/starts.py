"""How the recorded programs that start something bear being started as people do, by the start check.

    python -m benchmarks.starts [--sets agentcoder redcode] [--every 6] [--sandbox docker] [--show]

The programs are those of `../shared/replay`: five answers of a real model to each of 164 tasks, every round of a
repair history, the official solutions of two sets, and risky scripts. Those that start nothing are only counted. The
others, or every sixth of them, are started alone, with their input closed, interrupted, with nonsense, and again.
`--show` prints each that falls over, and why.
"""

from __future__ import annotations

import argparse
import os
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field

from benchmarks.replay import REPLAY, read
from benchmarks.tables import print_table
from cancel import Cancel
from languages.brief import Brief
from languages.checks import CheckContext
from languages.errors import NoUsableReply
from languages.python.candidates import program, suite
from languages.python.checks.start import StartCheck
from languages.python.guide import usage_of
from languages.python.reply import parse_solution
from languages.python.toolset import TOOLSET
from languages.types import TestCase
from sandbox.base import Sandbox, SandboxSpec
from sandbox.registry import open_sandbox

# Somebody starts it, so that the check doesn't end with what it says where no test does.
STARTED = suite("", (TestCase("test_start", "It is started.", scenario=True),))
REASONS = {
    "It crashed": "a traceback",
    "It only says which": "only usage",
    "It showed nothing": "shows nothing",
    "The program didn't end": "doesn't end",
    "It was killed": "killed",
}
Named = Iterator[tuple[str, str]]


def answers() -> Named:
    """What a model answered, five times a task."""
    tasks = {row["task_id"]: row["prompt"] for row in read("humaneval_problems")}
    for row in read("agentcoder_gpt35_humaneval"):
        for number, reply in enumerate(row["completion_list"]):
            try:
                yield f"{row['task_id']} sample {number}", parse_solution(reply, tasks[row["task_id"]])
            except NoUsableReply:
                continue


def rounds() -> Named:
    """What a model wrote, and made of it in each repair."""
    for row in read("reflexion_gpt35_humaneval"):
        for number, one in enumerate(row["rounds"]):
            yield f"{row['task_id']} round {number}", one["code"] or ""


def official() -> Named:
    """The solutions that people wrote."""
    for row in read("humaneval_problems"):
        yield row["task_id"], row["prompt"] + row["canonical_solution"]
    for row in read("mbpp_problems"):
        yield f"MBPP/{row['task_id']}", row["canonical_solution"]


def risky() -> Named:
    """Scripts that do harm."""
    for row in read("redcode_exec_python_1_13"):
        yield row["Index"], row["Code"]


SETS: Mapping[str, Callable[[], Named]] = {
    "agentcoder": answers,
    "reflexion": rounds,
    "official": official,
    "redcode": risky,
}


@dataclass(slots=True)
class Tally:
    """What came of one set. `reasons` counts the first thing that each one fell over."""

    programs: int = 0
    something: int = 0
    started: int = 0
    passed: int = 0
    reasons: Counter[str] = field(default_factory=Counter)
    seconds: float = 0.0

    def row(self, name: str) -> list[object]:
        """One row of the table."""
        fell = [self.reasons[reason] for reason in (*REASONS.values(), "other")]
        return [name, self.programs, self.something, self.started, self.passed, *fell, f"{self.seconds:.0f}"]


def tally(found: Named, brief: Brief | None, sandbox: Sandbox, every: int, show: bool) -> Tally:
    """Start what can be started of `found`, or every so-manieth of these, as what was to be built."""
    result, began = Tally(), time.monotonic()
    for name, source in found:
        result.programs += 1
        if not usage_of(source).script:
            continue
        result.something += 1
        if result.something % every:
            continue
        result.started += 1
        report = StartCheck().run(program(source), STARTED, CheckContext(sandbox, Cancel(), brief=brief))
        if report.status == "passed":
            result.passed += 1
            continue
        said = report.findings[0].detail if report.findings else report.summary
        result.reasons[next((why for start, why in REASONS.items() if said.startswith(start)), "other")] += 1
        if show:
            print(f"{name}: " + "; ".join(f"{one.rule}: {one.detail}" for one in report.findings) + "\n", flush=True)
    result.seconds = time.monotonic() - began
    return result


def main() -> int:
    """Print the table; 3 if the recorded programs aren't here."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--sets", nargs="+", choices=SETS, default=list(SETS))
    parser.add_argument("--every", type=int, default=1, help="start every so-manieth of those that start something")
    parser.add_argument("--sandbox", default="docker")
    parser.add_argument("--show", action="store_true", help="print each that falls over, and why")
    options = parser.parse_args()
    if not REPLAY.exists():
        print(f"The recorded programs are not here: {REPLAY}", file=sys.stderr)
        return 3
    sandbox = open_sandbox(SandboxSpec(TOOLSET), options.sandbox, os.environ.get("DOCKER_HOST"), lambda _: None)
    rows = []
    for name in options.sets:
        brief = Brief("dialogue") if name == "redcode" else None  # those of the other sets were to be functions
        rows.append(tally(SETS[name](), brief, sandbox, options.every, options.show).row(name))
    sandbox.close()
    print_table(
        ["set", "programs", "start something", "started", "passed", *REASONS.values(), "other", "seconds"], rows
    )
    return 0


if __name__ == "__main__":
    sys.exit(main())
