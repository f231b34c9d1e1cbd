"""The official program and recorded ones of a real model for each task, with its recorded suites: what the benchmarks
play that test the ones with the others."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from typing import Protocol, TypeVar

from benchmarks.replay import REPLAY, Row, read
from languages.errors import NoUsableReply
from languages.python.reply import parse_solution, parse_tests
from languages.python.toolset import TOOLSET
from languages.types import Suite
from sandbox.base import Sandbox, SandboxSpec
from sandbox.registry import open_sandbox
from tests.cheats.runs import validate


class Bench(Protocol):
    """What is done with each task."""

    def play(self, row: Row, problem: Row) -> None:
        """With this one."""


B = TypeVar("B", bound=Bench)


def programs(row: Row, problem: Row, samples: int) -> Iterator[str]:
    """The official one, and so many of the recorded ones as are usable."""
    yield problem["prompt"] + problem["canonical_solution"]
    for reply in row["completion_list"][:samples]:
        try:
            yield parse_solution(reply, problem["prompt"])
        except NoUsableReply:
            continue


def suites(row: Row, problem: Row, samples: int, sandbox: Sandbox) -> Iterator[Suite]:
    """So many of the recorded ones as are usable."""
    for reply in row["test_case_list"][:samples]:
        try:
            yield validate(parse_tests(reply, problem["prompt"]), sandbox)
        except NoUsableReply:
            continue


def options_of(description: str | None) -> argparse.Namespace:
    """What was asked for. Ends the process with 3 where there are no recordings."""
    parser = argparse.ArgumentParser(description=description, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tasks", type=int, default=164)
    parser.add_argument("--samples", type=int, default=2, help="how many recorded programs and suites of each task")
    parser.add_argument("--sandbox", default="docker")
    parser.add_argument("--show", action="store_true", help="print each one that ended otherwise than it should")
    options = parser.parse_args()
    if not REPLAY.exists():
        print(f"The recorded answers are not here: {REPLAY}", file=sys.stderr)
        sys.exit(3)
    return options


def play(options: argparse.Namespace, made: Callable[[Sandbox, int], B]) -> B:
    """Play the tasks, two at a time."""
    problems = {problem["task_id"]: problem for problem in read("humaneval_problems")}
    rows = read("agentcoder_gpt35_humaneval")[: options.tasks]
    spec = SandboxSpec(TOOLSET)
    with closing(open_sandbox(spec, options.sandbox, os.environ.get("DOCKER_HOST"), lambda _: None)) as sandbox:
        bench = made(sandbox, options.samples)
        with ThreadPoolExecutor(2) as pool:
            list(pool.map(lambda row: bench.play(row, problems[row["task_id"]]), rows))
    return bench
