"""Steadiness: what passes only sometimes, found by running the tests three times more under other conditions."""

from __future__ import annotations

import json
from importlib import resources

from cancel import Cancel
from languages.python.candidates import FIXTURE, FIXTURE_PARTS, RUNNER, job_files
from languages.types import Candidate, Finding, Suite
from sandbox.base import Job, JobLimits, Sandbox

SCRIPT = "steady_job.py"
RULE = "passes only sometimes"
LIMITS = JobLimits(cpu_seconds=120.0, seconds=400.0, processes=128)
WHAT = "with its tests in another order, another hash seed (the order of sets), another time zone, another locale"
WHY = "What a program gives must not depend on chance, as on the order in which a set is gone through."


def unsteady(candidate: Candidate, suite: Suite, sandbox: Sandbox, cancel: Cancel) -> Finding | str:
    """A finding where a test passes only sometimes; else "", or why that isn't known.

    Raises `Cancelled` and `SandboxError`.
    """
    files = {
        **job_files(candidate, suite),
        **{name: RUNNER.joinpath(name).read_bytes() for name in FIXTURE_PARTS},
        FIXTURE: RUNNER.joinpath("scenario.py").read_bytes(),
        SCRIPT: resources.files("languages.python.checks").joinpath(SCRIPT).read_bytes(),
    }
    result = sandbox.run(Job(files, ("warm-python", SCRIPT, *suite.files), LIMITS), cancel)
    try:
        names = json.loads(result.stdout.strip().splitlines()[-1])
    except (IndexError, ValueError):
        return result.reason or "the tests could not be run again"
    if names is None:
        return "the tests could not be run again in a new interpreter"
    if not names:
        return ""
    which = ", ".join(map(str, names[:3]))
    return Finding(RULE, f"{which} passes only sometimes: not {WHAT}. {WHY}", "high")
