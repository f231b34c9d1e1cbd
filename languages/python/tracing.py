"""Failing tests in Python are looked into, see `Tracing`."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence

from languages.python.assembly import proved_lines
from languages.python.candidates import job_files
from languages.tracing import Trace, Tracing
from languages.types import Candidate, Suite
from sandbox.base import Job, JobLimits, JobResult

JOB, FOUND = "tracing_job", "traced.json"
LIMITS = JobLimits(cpu_seconds=15.0, seconds=60.0)
LONGEST = 400  # characters of a line
MOST = 60  # lines of a trace


def trace_job(candidate: Candidate, suite: Suite, names: Sequence[str]) -> Job:
    """What runs these tests once more, and leaves `FOUND`; see `Tracing.job`."""
    known = {test.name for test in suite.tests}
    tests = [f"{path}::{name}" for path in suite.files if path.endswith(".py") for name in names if name in known]
    parts = proved_lines(candidate.source)
    command = ("own", JOB, str(parts.start), str(parts.stop), *tests)
    return Job(job_files(candidate, suite), command, LIMITS, read_back=(FOUND,))


def read_traces(result: JobResult) -> Mapping[str, Trace]:
    """See `Tracing.read`; the program could have written what it likes."""
    try:
        found = json.loads(result.files[FOUND])
        return {str(name): Trace(_texts(one["frames"]), _texts(one["lines"])) for name, one in found.items()}
    except (KeyError, ValueError, TypeError, AttributeError, RecursionError):
        return {}


def _texts(lines: Sequence[object]) -> tuple[str, ...]:
    return tuple(str(line)[:LONGEST] for line in lines[:MOST])


TRACING = Tracing(trace_job, read_traces)
