"""Test strength: mutmut plants small mistakes in the program and counts how many the tests notice."""

from __future__ import annotations

import json
import re
from importlib import resources
from typing import Any

from agent.checks.base import Progress
from agent.types import Candidate, CheckReport, Finding, Mutation
from cancel import Cancel
from sandbox.base import Job, JobLimits, JobResult, Sandbox

# A mutant that loops for ever is stopped after about three seconds: (time of its tests + 0.5) * 6.
CONFIG = b"""[tool.mutmut]
source_paths = ["solution.py"]
pytest_add_cli_args = ["-p", "no:cacheprovider"]
timeout_constant = 0.5
timeout_multiplier = 6.0
use_git_change_detection = false
"""
_PROGRESS = re.compile(r"(\d+)/(\d+)\s+🎉")
# What mutmut prints when it stops because no test reaches any planted mistake, or none was planted.
_UNREACHED = "could not find any test case for any mutant"
_NOTHING = "There was nothing in the program to plant a mistake in, so the tests' strength is not known"


class MutmutCheck:
    """Fails where the tests catch a smaller share of the planted mistakes than `threshold`, 0 to 1."""

    name = "mutmut"

    def __init__(self, threshold: float, seconds: float = 180.0) -> None:
        self._threshold = threshold
        self._seconds = seconds

    def run(self, candidate: Candidate, sandbox: Sandbox, cancel: Cancel, progress: Progress) -> CheckReport:
        """See `Check.run`."""
        result = sandbox.run(self._job(candidate), cancel, _progress_reader(progress))
        if result.status == "timeout":
            return CheckReport(self.name, "not_checked", f"Not finished: {result.reason}")
        try:
            output = json.loads(result.files["mutation.json"])
            mutation = Mutation(**output["statistics"])
            findings = tuple(_finding(missed) for missed in output["missed"])
        except (ValueError, KeyError, TypeError):
            return CheckReport(self.name, "error", f"The test strength check broke: {_last_words(result)}")
        if not output["finished"] and _UNREACHED not in result.stdout:
            return CheckReport(self.name, "not_checked", f"The tests could not be repeated: {_last_words(result)}")
        return self._judge(mutation, findings)

    def _job(self, candidate: Candidate) -> Job:
        files = {
            "solution.py": candidate.solution.encode(),
            "test_solution.py": candidate.tests.encode(),
            "pyproject.toml": CONFIG,
            "mutation_job.py": resources.files("agent.checks").joinpath("mutation_job.py").read_bytes(),
        }
        limits = JobLimits(seconds=self._seconds, processes=128, output_bytes=8 << 20)
        return Job(files, ("python", "mutation_job.py"), limits, read_back=("mutation.json",))

    def _judge(self, mutation: Mutation, findings: tuple[Finding, ...]) -> CheckReport:
        if mutation.score is None:
            return CheckReport(self.name, "not_checked", _NOTHING, mutation=mutation)
        caught = mutation.killed + mutation.timeout
        summary = f"The tests catch {caught} of {mutation.total} planted mistakes"
        if mutation.score >= self._threshold:
            return CheckReport(self.name, "passed", summary, findings, mutation)
        needed = f"{summary}; at least {self._threshold:.0%} are needed"
        return CheckReport(self.name, "failed", needed, findings, mutation)


def _progress_reader(progress: Progress) -> Any:
    def read(text: str) -> None:
        counts = _PROGRESS.findall(text)
        if counts:
            done, total = counts[-1]
            progress(int(done), int(total))

    return read


def _last_words(result: JobResult) -> str:
    lines = (result.stderr.strip() or result.stdout.strip()).splitlines()
    return result.reason or (lines[-1][:300] if lines else "it left no result")


def _finding(missed: dict[str, str]) -> Finding:
    what = "No test reaches" if missed["status"] == "no tests" else "No test notices"
    return Finding(rule=missed["name"], message=f"{what} this change", severity="low", detail=missed["diff"])
