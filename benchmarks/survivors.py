"""What becomes of planted mistakes that recorded tests don't notice, and whether that is true.

    python -m benchmarks.survivors [--tasks 40] [--first 0] [--sandbox docker] [--show] [--crosshair FOLDER]

Programs and tests are those that a real model wrote, from `../shared/replay`; only programs that are right by the
official tests count, with those of the recorded tests that they pass. Each mistake that no recorded test notices is
then planted in the program, and the official tests judge it; the app never sees them. Of those that they notice at most
5 % may have been left out: called one that changes nothing anybody can see, is only worded otherwise, stands where
nobody comes, wasn't asked for, or compiles to the same.

With `--crosshair`, CrossHair is asked whether those change anything that nothing told apart: it is in a folder as
`pip install --target FOLDER --python-version 3.13 --only-binary :all: crosshair-tool` makes it; it runs in the sandbox.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path

from benchmarks.replay import REPLAY, Row, is_right, read
from benchmarks.tables import print_table
from cancel import Cancel
from languages.base import TEST_LIMITS
from languages.checks import CheckContext
from languages.errors import NoUsableReply
from languages.python.candidates import program as as_candidate
from languages.python.checks.confirming import planted_programs
from languages.python.checks.mutmut import MutmutCheck
from languages.python.reply import parse_solution, parse_tests
from languages.python.settling import SETTLING
from languages.python.testing import read_results, test_job
from languages.python.toolset import TOOLSET
from languages.types import CheckReport, Finding, Suite
from sandbox.base import Job, JobLimits, JobResult, Sandbox, SandboxSpec
from sandbox.registry import open_sandbox
from tests.cheats.runs import validate

FOUND = "mutation.json"
MISSED = ("survived", "no_tests")  # what counts against the tests
CALLED = {
    "equivalent": "nothing to see",
    "wording": "wording",
    "guard": "guard",
    "unasked": "not asked for",
    "same": "same",
}
UNSEEN = "This changes nothing"
TOLD_APART = "changed program"
PROVING = ("--per_condition_timeout", "10")  # seconds of processor time
SAYS = ("All paths exhausted", "Given:")
"""That nothing differs, and what does."""
FUNCTION = re.compile(r"^solution\.x_(?P<name>\w+?)__mutmut_\d+$")


@dataclass(slots=True)
class Tally:
    """What was found. `noticed` are the mistakes that an official test notices and no recorded one, by what they were
    called; `wrong` are those among them that were left out: (task, what they were called, the program)."""

    counts: Counter[str] = field(default_factory=Counter)
    recognized: Counter[str] = field(default_factory=Counter)
    noticed: Counter[str] = field(default_factory=Counter)
    wrong: list[tuple[str, str, str]] = field(default_factory=list)
    seconds: float = 0.0
    proofs: Counter[tuple[str, str]] = field(default_factory=Counter)
    proving_seconds: float = 0.0


class Keeping:
    """A sandbox that keeps what a job with planted mistakes found."""

    def __init__(self, sandbox: Sandbox) -> None:
        self._sandbox = sandbox
        self.name, self.isolation = sandbox.name, sandbox.isolation
        self.another, self.close = sandbox.another, sandbox.close
        self.found: dict[str, dict[str, str]] = {}

    def run(self, job: Job, cancel: Cancel, on_output: Callable[[str], None] | None = None) -> JobResult:
        """See `Sandbox.run`."""
        result = self._sandbox.run(job, cancel, on_output)
        if FOUND in result.files:
            self.found = json.loads(result.files[FOUND])
        return result


def play(row: Row, problem: Row, sandbox: Sandbox, tally: Tally, crosshair: bool) -> None:
    """Judge the first right program of one task with the first recorded tests that it passes."""
    pair = next(_pairs(row, problem, sandbox), None)
    if pair is None:
        return
    source, suite = pair
    started = time.perf_counter()
    keeping = Keeping(sandbox)
    report = MutmutCheck().run(as_candidate(source), suite, CheckContext(keeping, Cancel()))
    tally.seconds += time.perf_counter() - started
    if report.mutation is None or report.mutation.score is None:
        return
    _count(tally, report)
    called = {**keeping.found.get("names", {}), **keeping.found.get("dismissed", {})}
    programs = planted_programs(as_candidate(source), suite, list(called), CheckContext(sandbox, Cancel()))
    for name, fate in called.items():
        if name in programs and not is_right(programs[name], problem, sandbox):
            tally.noticed[fate] += 1
            tally.wrong += [(row["task_id"], fate, programs[name])] if fate not in MISSED else []
    for finding in report.findings:
        if crosshair and TOLD_APART not in finding.message:
            started = time.perf_counter()
            kind = "nothing to see" if finding.message.startswith(UNSEEN) else "got away"
            tally.proofs[kind, _said_by_crosshair(source, finding, sandbox)] += 1
            tally.proving_seconds += time.perf_counter() - started


def _said_by_crosshair(source: str, finding: Finding, sandbox: Sandbox) -> str:
    function = FUNCTION.match(finding.rule)
    if function is None:
        return "not asked"
    files = {"one.py": source.encode(), "other.py": _planted(source, finding).encode()}
    names = [f"{module}.{function['name']}" for module in ("one", "other")]
    command = ("python3", "-m", "crosshair", "diffbehavior", *PROVING, *names)
    result = sandbox.run(Job(files, command, JobLimits(cpu_seconds=60, seconds=300)), Cancel())
    said = result.stdout + result.stderr
    return next((one for one in SAYS if one in said), result.reason or "neither")


def _pairs(row: Row, problem: Row, sandbox: Sandbox) -> Iterator[tuple[str, Suite]]:
    for reply in row["completion_list"]:
        try:
            source = parse_solution(reply, problem["prompt"])
        except NoUsableReply:
            continue
        if is_right(source, problem, sandbox):
            yield from ((source, suite) for suite in _passed(source, row, problem, sandbox))


def _passed(source: str, row: Row, problem: Row, sandbox: Sandbox) -> Iterator[Suite]:
    for reply in row["test_case_list"]:
        try:
            suite = validate(parse_tests(reply, problem["prompt"]), sandbox)
        except NoUsableReply:
            continue
        verdicts = read_results(sandbox.run(test_job(as_candidate(source), suite, TEST_LIMITS), Cancel()), suite.tests)
        right = SETTLING.without(suite, [failure.name for failure in verdicts.failures])
        if right.tests and not verdicts.problem:
            yield right


def _count(tally: Tally, report: CheckReport) -> None:
    mutation = report.mutation
    assert mutation is not None
    told = sum("changed program" in finding.message for finding in report.findings)
    tally.counts.update(
        programs=1,
        planted=mutation.total,
        noticed=mutation.caught,
        equivalent=mutation.equivalent,
        told_apart=told,
        missed=mutation.missed,
    )
    before = mutation.caught / mutation.total
    tally.recognized.update(before=before >= 0.8, after=(mutation.score or 0) >= 0.8)


def _planted(source: str, finding: Finding) -> str:
    """The program with the mistake of which the finding shows the difference."""
    hunks = "\n".join(finding.detail.splitlines()[2:]).split("@@")[2::2]
    for hunk in hunks:
        lines = hunk.splitlines()[1:]
        old = "\n".join(line[1:] for line in lines if line[:1] != "+")
        new = "\n".join(line[1:] for line in lines if line[:1] != "-")
        assert old in source, finding.detail
        source = source.replace(old, new, 1)
    return source


def main() -> int:
    """Play the tasks and print the table; 3 without recordings."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tasks", type=int, default=40)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--sandbox", default="docker")
    parser.add_argument("--show", action="store_true", help="print each that was called unseen and isn't")
    parser.add_argument("--crosshair", type=Path, help="the folder that has it")
    options = parser.parse_args()
    if not REPLAY.exists():
        print(f"The recorded answers are not here: {REPLAY}", file=sys.stderr)
        return 3
    problems = {problem["task_id"]: problem for problem in read("humaneval_problems")}
    rows = read("agentcoder_gpt35_humaneval")[options.first : options.first + options.tasks]
    spec = SandboxSpec(TOOLSET, packages=options.crosshair)
    opener = partial(open_sandbox, spec, options.sandbox, os.environ.get("DOCKER_HOST"))
    sandbox, tally = opener(lambda _: None), Tally()
    for row in rows:
        play(row, problems[row["task_id"]], sandbox, tally, crosshair=bool(options.crosshair))
    sandbox.close()
    for task, fate, planted in tally.wrong if options.show else []:
        print(f"{task}: {CALLED[fate]}\n{planted}\n")
    counts = tally.counts
    headings = ["right programs", "planted", "noticed", "nothing to see", "told apart"]
    print_table(
        [*headings, "got away", "at 80 % before", "at 80 % now", "seconds"],
        [
            [
                counts["programs"],
                counts["planted"],
                counts["noticed"],
                counts["equivalent"],
                counts["told_apart"],
                counts["missed"],
                tally.recognized["before"],
                tally.recognized["after"],
                f"{tally.seconds:.0f}",
            ]
        ],
    )
    everything, wrong = sum(tally.noticed.values()), len(tally.wrong)
    print(f"\nOf {everything} that no recorded test notices and an official one does, {wrong} were left out", end="")
    print(f" ({wrong / everything:.1%})." if everything else ".")
    print_table([*CALLED.values()], [[tally.noticed[fate] for fate in CALLED]])
    if options.crosshair:
        print(f"\nCrossHair, in {tally.proving_seconds:.0f} s:")
        print_table(["of those", "it says", "mistakes"], [[*key, n] for key, n in sorted(tally.proofs.items())])
    return 0


if __name__ == "__main__":
    sys.exit(main())
