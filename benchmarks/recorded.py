"""How many recorded answers of a real model end as verified, and how many of those are right.

    python -m benchmarks.recorded [--tasks 20] [--first 0] [--sandbox docker]

A local server speaks the Ollama protocol and answers from `../shared/replay`: for a task, the first
recorded sample, then the next ones as repairs, and the recorded suites as tests. Each task goes
through `python app.py solve` as a user would start it. The official tests score the outcome
afterwards, in a sandbox; the app never sees them.

Nobody recorded what the model says of a single test in dispute. What it expected of the same call in its other suites
for the task was derived independently, so that is given, one suite a request; where no other has the call, there is no
answer.
"""

from __future__ import annotations

import argparse
import ast
import gzip
import json
import os
import re
import subprocess
import sys
import tempfile
from collections import Counter, defaultdict
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.table import Table

from cancel import Cancel
from languages.errors import NoUsableReply
from languages.python.candidates import TESTS
from languages.python.expectations import blanks_of
from languages.python.reply import parse_tests
from languages.python.reply.written import WrittenTests
from languages.python.toolset import TOOLSET
from sandbox.base import Job, Sandbox, SandboxSpec
from sandbox.registry import open_sandbox
from tests.fakes.ollama_server import OllamaServer

REPLAY = Path(__file__).resolve().parents[2] / "shared" / "replay"
APP = Path(__file__).resolve().parents[1] / "app.py"
Row = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Outcome:
    """What became of one task. `right` is None where there was nothing to score."""

    task_id: str
    status: str
    reason: str
    attempts: int
    seconds: float
    right: bool | None


class Recorded:
    """Answers chat requests from the recordings: the next one of its kind for the task that is asked about."""

    def __init__(self, rows: list[Row], problems: dict[str, Row]) -> None:
        self._rows = [(problems[row["task_id"]]["prompt"].strip(), row) for row in rows]
        self._asked: Counter[tuple[str, str]] = Counter()

    def __call__(self, request: Any) -> str:
        """The text of the answer to one `/api/chat` body."""
        conversation = "\n".join(message["content"] for message in request["messages"])
        row = next(row for prompt, row in self._rows if prompt in conversation)
        if "You work out by hand" in request["messages"][0]["content"]:
            return self._derived(row, conversation)
        kind = "test_case_list" if "You write pytest tests" in request["messages"][0]["content"] else "completion_list"
        number = self._asked[row["task_id"], kind]
        self._asked[row["task_id"], kind] += 1
        answers: list[str] = row[kind]
        return answers[min(number, len(answers) - 1)]

    def _derived(self, row: Row, conversation: str) -> str:
        """A line for each expectation that a suite holds which nobody has seen: neither as tests nor as an answer."""
        others = row["test_case_list"][max(1, self._asked[row["task_id"], "test_case_list"]) :]
        known = [_expectations(reply) for reply in others]
        lines = []
        for call, answer in re.findall(r"assert (.+) == (ANSWER_\d+)$", conversation, re.MULTILINE):
            values = [expected[call] for expected in known if call in expected]
            number = self._asked[row["task_id"], call]
            self._asked[row["task_id"], call] += 1
            lines += [f"{answer} = {value}" for value in values[number : number + 1]]
        return "\n".join(lines) or "I can't say."


def _expectations(reply: str) -> dict[str, str]:
    """What the suite in a reply expects of which call, as far as these are mere values."""
    try:
        written = WrittenTests(parse_tests(reply, "").files[TESTS])
    except NoUsableReply:
        return {}
    blanks = [blank for test in written for blank in blanks_of(test.node) or ()]
    return {ast.unparse(blank.call): blank.value for blank in blanks if blank.call}


def read(name: str) -> list[Row]:
    """The rows of one recording."""
    with gzip.open(REPLAY / f"{name}.jsonl.gz", "rt", encoding="utf-8") as lines:
        return [json.loads(line) for line in lines]


def solve(task: str, url: str, folder: Path, sandbox: str) -> tuple[Row, int]:
    """The report of one run from the command line, and the exit code."""
    environment = {**os.environ, "OLLAMA_HOST": url, "ASSAY_HOME": str(folder / "home")}
    command = [sys.executable, str(APP), "solve", "-", "--model", "ollama:tiny", "--out", str(folder), "--json"]
    command += ["--sandbox", sandbox]
    process = subprocess.run(
        command, input=task, text=True, capture_output=True, env=environment, cwd=folder, encoding="utf-8"
    )
    report = folder / "report.json"
    if not report.exists():
        return {
            "status": "error",
            "reason": process.stderr[-300:],
            "attempts": [],
            "seconds": {"total": 0},
        }, process.returncode
    return json.loads(report.read_text(encoding="utf-8")), process.returncode


def is_right(solution: str, problem: Row, sandbox: Sandbox) -> bool:
    """Whether the official tests accept the solution."""
    official = f"from solution import *\nfrom solution import {problem['entry_point']}\n{problem['test']}\n"
    official += f"def test_official():\n    check({problem['entry_point']})\n"
    files = {"solution.py": solution.encode(), "test_official.py": official.encode()}
    result = sandbox.run(Job(files, ("pytest", "test_official.py")), Cancel())
    return bool(result.report) and all(report["outcome"] == "passed" for report in result.report)


def play(row: Row, problem: Row, url: str, sandbox_name: str, sandbox: Sandbox) -> Outcome:
    """Solve one task and score the outcome."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        report, _ = solve(problem["prompt"], url, folder, sandbox_name)
        solution = folder / "solution.py"
        right = is_right(solution.read_text(encoding="utf-8"), problem, sandbox) if solution.exists() else None
    return Outcome(
        row["task_id"], report["status"], report["reason"], len(report["attempts"]), report["seconds"]["total"], right
    )


def summarize(outcomes: list[Outcome], console: Console) -> None:
    """Print the counts: each status, and how many of each are right."""
    by_status: dict[str, list[Outcome]] = defaultdict(list)
    for outcome in outcomes:
        by_status[outcome.status].append(outcome)
    table = Table("status", "tasks", "right by the official tests", "share right")
    for status, group in sorted(by_status.items()):
        right = sum(bool(outcome.right) for outcome in group)
        table.add_row(status, str(len(group)), str(right), f"{right / len(group):.0%}")
    console.print(table)
    console.print(f"median seconds a run: {sorted(outcome.seconds for outcome in outcomes)[len(outcomes) // 2]:.1f}")


def main() -> None:
    """Play the tasks, a line each, and print the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tasks", type=int, default=20)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--sandbox", default="docker")
    options = parser.parse_args()
    if not REPLAY.exists():
        sys.exit(f"The recordings aren't there: {REPLAY}")
    problems = {problem["task_id"]: problem for problem in read("humaneval_problems")}
    rows = read("agentcoder_gpt35_humaneval")[options.first : options.first + options.tasks]
    console, outcomes = Console(), []
    sandbox = open_sandbox(SandboxSpec(TOOLSET), options.sandbox, os.environ.get("DOCKER_HOST"), lambda _: None)
    with OllamaServer(Recorded(rows, problems)) as server:
        for row in rows:
            outcome = play(row, problems[row["task_id"]], server.url, options.sandbox, sandbox)
            outcomes.append(outcome)
            console.print(f"{outcome.task_id:15} {outcome.status:10} right={outcome.right} {outcome.reason[:140]}")
    sandbox.close()
    summarize(outcomes, console)
    if any(outcome.status == "error" for outcome in outcomes):
        sys.exit(1)


if __name__ == "__main__":
    main()
