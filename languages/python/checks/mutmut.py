"""Test strength: mutmut plants small mistakes in the program and counts how many the tests notice."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from dataclasses import dataclass
from importlib import resources

from languages.checks import CheckContext, Details
from languages.python.candidates import job_files
from languages.types import Candidate, CheckReport, CheckStatus, Finding, Mutation, Suite
from sandbox.base import Job, JobLimits, JobResult
from wording import plural

# A mutant that never ends is stopped after two seconds, (time of its tests + 0.25) * 8, or more where
# the tests start slowly; `fresh_runner` stops one that computes all the while a bit sooner.
# Only the exit status of a session counts, so nothing is done for what it prints.
CONFIG = b"""[tool.mutmut]
source_paths = ["solution.py"]
pytest_add_cli_args = ["--assert=plain", "--tb=no", "--no-header", "--no-summary", "-p", "no:cacheprovider"]
timeout_constant = 0.25
timeout_multiplier = 8.0
use_git_change_detection = false
"""
OURS = "_assay"  # the folder of our own scripts, apart from the program's files
DRIVER = ("mutation_job.py", "even_sample.py", "fresh_runner.py", "plantable.py", "messages.py")
FEW = 30  # planted mistakes that say too little where there are more
REST = 60.0  # seconds for those that run when the time is up, and for the diffs
SHOWN = 3
_PROGRESS = re.compile(r"(\d+)/(\d+)\s+🎉")
# What mutmut prints when it stops because no test reaches any planted mistake, or none was planted.
_UNREACHED = "could not find any test case for any mutant"
_NOTHING = "No mistake could be planted"


class MutmutCheck:
    """Fails where the tests catch a smaller share of the planted mistakes than the context asks for.

    Where no mistake can be planted in most of the program, the share says little: `not_checked`.
    What can't be planted within `seconds` of wall time is left out; the rest is spread evenly over
    the program, so the share is judged all the same.
    """

    name = "mutmut"
    title = "Test strength"
    purpose = "Mistakes are planted in copies of the program, such as a + turned into a -. Good tests notice them."
    required = True
    repairable = False
    details: Details = "mutants"

    def __init__(self, seconds: float = 180.0) -> None:
        self._seconds = seconds

    def run(self, candidate: Candidate, suite: Suite, context: CheckContext) -> CheckReport:
        """See `Check.run`."""
        result = context.sandbox.run(
            mutation_job(candidate, suite, self._seconds), context.cancel, _progress_reader(context.on_progress)
        )
        if result.status == "timeout":
            return CheckReport(self.name, "not_checked", f"The planted mistakes could not be tried: {result.reason}")
        try:
            output = json.loads(result.files["mutation.json"])
            mutation = Mutation(**output["statistics"])
            findings = tuple(_finding(missed) for missed in output["missed"])
            reach = Reach(output["statements"], output["left_alone"])
        except (ValueError, KeyError, TypeError):
            return CheckReport(self.name, "error", f"The test strength check broke: {_last_words(result)}")
        if not output["finished"] and _UNREACHED not in result.stdout:
            return CheckReport(self.name, "not_checked", f"The tests could not be repeated: {_last_words(result)}")
        status, summary = self._judge(mutation, reach, context.mutation_score)
        return CheckReport(self.name, status, summary, findings, mutation)

    def _judge(self, mutation: Mutation, reach: Reach, threshold: float) -> tuple[CheckStatus, str]:
        if mutation.left_out and mutation.total < FEW:
            return "not_checked", f"Only {_planted(mutation)} within {self._seconds:g} s"
        if mutation.score is None:
            return "not_checked", f"{_NOTHING}{reach.where}, so the tests' strength is not known"
        caught = mutation.killed + mutation.timeout
        summary = f"The tests catch {caught} of {plural(mutation.total, 'planted mistake')}"
        if mutation.left_out:
            summary = f"{_planted(mutation)}, spread evenly, and the tests catch {caught}"
        if mutation.score < threshold:
            return "failed", f"{summary}; at least {threshold:.0%} are needed{reach.remark}"
        if reach.is_small:
            return "not_checked", f"{summary}, but in most of the program none can be planted{reach.where}"
        return "passed", f"{summary}{reach.remark}"


def mutation_job(candidate: Candidate, suite: Suite, seconds: float) -> Job:
    """What runs mutmut on `candidate`, plants nothing any more after `seconds`, and leaves `mutation.json`."""
    files = {
        **job_files(candidate, suite),
        "pyproject.toml": CONFIG,
        **{f"{OURS}/{name}": resources.files("languages.python.checks").joinpath(name).read_bytes() for name in DRIVER},
    }
    wall = seconds + REST  # mutmut limits the processor time of each mutant itself
    limits = JobLimits(cpu_seconds=10 * wall, seconds=wall, processes=128, output_bytes=8 << 20)
    return Job(files, ("warm-python", f"{OURS}/mutation_job.py", str(seconds)), limits, read_back=("mutation.json",))


@dataclass(frozen=True, slots=True)
class Reach:
    """How much of a program mistakes can be planted in: `left_alone` has statements by function."""

    statements: int
    left_alone: dict[str, int]

    @property
    def is_small(self) -> bool:
        """Whether most statements inside functions are where no mistake can be planted."""
        return 2 * sum(self.left_alone.values()) > self.statements

    @property
    def remark(self) -> str:
        """As in "; in `Cart.total` none can be planted", or empty."""
        return f"; in {self._names} none can be planted" if self.left_alone else ""

    @property
    def where(self) -> str:
        """As in " (`Cart.total`)", or empty."""
        return f" ({self._names})" if self.left_alone else ""

    @property
    def _names(self) -> str:
        longest_first = sorted(self.left_alone, key=lambda name: -self.left_alone[name])
        names = [f"`{name}`" for name in longest_first[:SHOWN]]
        more = len(longest_first) - SHOWN
        return ", ".join(names) + (f" and {more} more" if more > 0 else "")


def _progress_reader(on_progress: Callable[[int, int], None]) -> Callable[[str], None]:
    def read(text: str) -> None:
        counts = _PROGRESS.findall(text)
        if counts:
            done, total = counts[-1]
            on_progress(int(done), int(total))

    return read


def _planted(mutation: Mutation) -> str:
    return f"{mutation.total} of {mutation.total + mutation.left_out} possible mistakes were planted"


def _last_words(result: JobResult) -> str:
    lines = (result.stderr.strip() or result.stdout.strip()).splitlines()
    return result.reason or (lines[-1][:300] if lines else "it left no result")


def _finding(missed: dict[str, str]) -> Finding:
    what = "No test reaches" if missed["status"] == "no_tests" else "No test notices"
    return Finding(rule=missed["name"], message=f"{what} this change", severity="low", detail=missed["diff"])
