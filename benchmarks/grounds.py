"""How well what speaks for a program tells right ones from wrong ones: each ground, and the share of mutants noticed.

    python -m benchmarks.grounds [--tasks 164] [--first 0] [--sandbox docker]

Of each recorded task all recorded programs are tested with the first usable suite, in one search. Those that pass are
what a verdict has to tell apart: the official tests, which the search never sees, say which of them are right. For each
it is noted whether the examples of the task speak for it, whether the next other program does, and what share of its
mutants the tests notice, by the rules that runs have. Nobody was recorded who reads what comes out, so the third ground
isn't here.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass, replace
from functools import partial

import pytest

from agent.attempts import Attempt
from agent.deciding.apart import ENOUGH
from agent.events import Event
from agent.loop import Parts, run
from agent.search.bench import Search
from agent.strategies import STRATEGIES
from agent.types import Request
from benchmarks.recorded import share
from benchmarks.replay import REPLAY, SETS, Recorded, Task, is_right
from benchmarks.tables import print_table
from cancel import Cancel
from languages.errors import NoUsableReply
from languages.python.toolset import TOOLSET
from languages.types import Candidate
from sandbox.base import Sandbox, SandboxSpec
from sandbox.registry import open_sandbox
from tests.fakes.quick_runs import Shared, only_checks


@dataclass(frozen=True, slots=True)
class Judged:
    """A program that passes, and what speaks for it."""

    program: str
    example: bool
    second: bool
    noticed: float
    right: bool = False


def _is_vouched(one: Judged) -> bool:
    return one.example or one.second


BARS = (50, 60, 70, 80, 90)
GROUNDS: dict[str, Callable[[Judged], bool]] = {
    "none is asked for": lambda one: True,
    "an example of the task": lambda one: one.example,
    "a second program": lambda one: one.second,
    "one of both": _is_vouched,
    "both": lambda one: one.example and one.second,
    **{f"{bar} % of its mutants noticed": partial(lambda bar, one: one.noticed >= bar / 100, bar) for bar in BARS},
    **{
        f"one of both, and {bar} %": partial(lambda bar, one: _is_vouched(one) and one.noticed >= bar / 100, bar)
        for bar in BARS
    },
}


def play(task: Task, sandbox: Sandbox) -> list[Judged]:
    """The programs of one task that pass its tests, each once."""
    found: list[Judged] = []

    def each_alone(search: Search) -> Generator[Event, None, None]:
        programs = list(_programs(task, search))[: search.state.attempts_left]
        for program in programs:
            attempt = yield from search.try_program(search.next_number(), program)
            if attempt.verdicts.stands:
                second = yield from _agrees(search, program, programs)
                found.append(Judged(program.source, search.examples_speak, second, _noticed(attempt)))

    with pytest.MonkeyPatch.context() as patch:
        only_checks(patch, "mutmut")
        patch.setitem(STRATEGIES, "repair", replace(STRATEGIES["repair"], run=each_alone))
        model = Recorded(task)
        parts = Parts(model, model, lambda _: Shared(sandbox))
        for _ in run(Request(task.problem["prompt"], model.name, model.name), parts, Cancel()):
            pass
    return [replace(one, right=is_right(one.program, task.problem, sandbox)) for one in found]


def _noticed(attempt: Attempt) -> float:
    """The share of its mutants that its tests notice; none where it has none."""
    return next((report.mutation.score or 0 for report in attempt.reports if report.mutation), 0)


def _programs(task: Task, search: Search) -> Iterator[Candidate]:
    known = set()
    for reply in task.programs:
        try:
            program = search.language.read_program(reply, task.problem["prompt"], None)
        except NoUsableReply:
            continue
        same = search.language.same_program(program)
        if same not in known:
            known.add(same)
            yield program


def _agrees(search: Search, program: Candidate, programs: Sequence[Candidate]) -> Generator[Event, None, bool]:
    """Whether the next other program gives the same for all inputs, and for enough of them."""
    place = programs.index(program)
    others = [*programs[place + 1 :], *programs[:place]]
    compared = (yield from search.compare(program, others[0])) if others else None
    differs = compared and (compared.different or compared.telling or compared.beyond)
    return bool(compared and compared.same >= ENOUGH and not differs)


def summarize(judged: Sequence[Judged]) -> None:
    """Print for each ground how many right and wrong programs it speaks for."""
    right = [one for one in judged if one.right]
    wrong = [one for one in judged if not one.right]
    rows = []
    for name, speaks in GROUNDS.items():
        good, bad = sum(map(speaks, right)), sum(map(speaks, wrong))
        rows.append([name, share(good, len(right)), share(bad, len(wrong)), share(good, good + bad)])
    print_table(["ground", "right programs it speaks for", "wrong ones", "right of those it speaks for"], rows)


def main() -> int:
    """Play the tasks and print the table; 3 without recordings."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tasks", type=int, default=164)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--sandbox", default="docker")
    options = parser.parse_args()
    if not REPLAY.exists():
        print(f"The recorded answers are not here: {REPLAY}", file=sys.stderr)
        return 3
    recorded, judged = SETS["agentcoder"], list[Judged]()
    numbers = range(options.first, min(options.first + options.tasks, len(recorded.rows())))
    with closing(open_sandbox(SandboxSpec(TOOLSET), options.sandbox, os.environ.get("DOCKER_HOST"), print)) as sandbox:
        for number in numbers:
            found = play(recorded.task(number), sandbox)
            judged += found
            noticed = " ".join(f"{one.noticed:.2f}{'' if one.right else '!'}" for one in found)
            print(f"{number:4} passing={len(found)} right={sum(one.right for one in found)} {noticed}", flush=True)
    summarize(judged)
    return 0


if __name__ == "__main__":
    sys.exit(main())
