"""How many recorded replies of a real model give files that can be used.

    python -m benchmarks.replies [--sandbox docker] [--show]

The replies are those of `../shared/replay`: five solutions and five suites for each of 164 tasks.
They are parsed and compiled. With `--sandbox`, suites are also run on empty programs in it, which
tells their tests. `--show` prints the reason for each that can't be used.
"""

from __future__ import annotations

import argparse
import os
import re
import sys
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import partial

from rich.console import Console
from rich.table import Table

from benchmarks.replay import REPLAY, read
from languages.errors import NoUsableReply
from languages.python.reply import parse_solution, parse_tests
from languages.python.toolset import TOOLSET
from languages.types import Suite
from sandbox.base import Sandbox, SandboxSpec
from sandbox.registry import open_sandbox
from tests.cheats.runs import validate

SET = "agentcoder_gpt35_humaneval"
KINDS = {"solutions": "completion_list", "tests": "test_case_list"}


@dataclass(slots=True)
class Tally:
    """What came of one kind of replies. `refused` holds (task, sample, reason)."""

    usable: int = 0
    tests: int = 0
    dropped: int = 0
    seconds: float = 0.0
    refused: list[tuple[str, int, str]] = field(default_factory=list)

    @property
    def total(self) -> int:
        """How many replies there were."""
        return self.usable + len(self.refused)


def recorded(kind: str) -> Iterator[tuple[str, int, str, str]]:
    """(task id, sample, task, reply) of every recorded reply; `kind` is a key of `KINDS`."""
    prompts = {row["task_id"]: row["prompt"] for row in read("humaneval_problems")}
    for row in read(SET):
        for sample, reply in enumerate(row[KINDS[kind]]):
            yield row["task_id"], sample, prompts[row["task_id"]], reply


def tally(kind: str, sandbox: Sandbox | None = None) -> Tally:
    """Put every recorded reply of one kind through the parser; anything but `NoUsableReply` is a bug and raised.

    Tests are then validated in `sandbox`, if there is one.
    """
    parse = _solution if kind == "solutions" else partial(_suite, sandbox=sandbox)
    result = Tally()
    started = time.monotonic()
    for task_id, sample, task, reply in recorded(kind):
        try:
            suite = parse(reply, task)
        except NoUsableReply as problem:
            result.refused.append((task_id, sample, problem.message))
            continue
        compile(suite.source, f"{task_id} {sample}", "exec")
        result.usable += 1
        result.tests += len(suite.tests)
        result.dropped += len(suite.dropped)
    result.seconds = time.monotonic() - started
    return result


def _solution(reply: str, task: str) -> Suite:
    return Suite({"solution.py": parse_solution(reply, task)}, ())


def _suite(reply: str, task: str, sandbox: Sandbox | None) -> Suite:
    draft = parse_tests(reply, task)
    return validate(draft, sandbox) if sandbox else draft


def main() -> int:
    """Print the table; 3 if the recorded replies aren't here."""
    arguments = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    arguments.add_argument("--show", action="store_true", help="print the reason for each reply that can't be used")
    arguments.add_argument("--sandbox", help="where to run the tests on empty programs, as in docker")
    options = arguments.parse_args()
    if not (REPLAY / f"{SET}.jsonl.gz").exists():
        print(f"The recorded replies are not here: {REPLAY}", file=sys.stderr)
        return 3
    console = Console()
    table = Table("replies", "usable", "of", "share", "tests", "tests left out", "seconds", title="Recorded replies")
    name = options.sandbox
    sandbox = open_sandbox(SandboxSpec(TOOLSET), name, os.environ.get("DOCKER_HOST"), lambda _: None) if name else None
    for kind in KINDS:
        result = tally(kind, sandbox)
        share = f"{result.usable / result.total:.1%}"
        counts = (str(result.tests), str(result.dropped)) if kind == "tests" and sandbox else ("", "")
        table.add_row(kind, str(result.usable), str(result.total), share, *counts, f"{result.seconds:.1f}")
        _tell(console, kind, result, options.show)
    if sandbox:
        sandbox.close()
    console.print(table)
    return 0


def _tell(console: Console, kind: str, result: Tally, show: bool) -> None:
    kinds = (re.sub(r"`[^`]*`", "`...`", reason) for _, _, reason in result.refused)
    reasons = Counter(reason.partition(":")[0].partition(" in line")[0] for reason in kinds)
    for reason, count in reasons.most_common():
        console.print(f"{kind}: {count} x {reason}", markup=False, highlight=False)
    for task_id, sample, reason in result.refused if show else []:
        console.print(f"  {task_id} sample {sample}: {reason}", markup=False, highlight=False)


if __name__ == "__main__":
    sys.exit(main())
