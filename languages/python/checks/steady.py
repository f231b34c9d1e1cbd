"""Steadiness: what passes only sometimes, or only here, found by running the tests again in new interpreters."""

from __future__ import annotations

import json
import re
from importlib import resources

from cancel import Cancel
from languages.python.candidates import FIXTURE, FIXTURE_PARTS, RUNNER, job_files
from languages.types import Candidate, Finding, Suite
from sandbox.base import Job, JobLimits, Sandbox

SCRIPT = "steady_job.py"
SOMETIMES = "passes only sometimes"
ALWAYS = "fails in a new interpreter"
LIMITS = JobLimits(cpu_seconds=120.0, seconds=400.0, processes=128)
CONDITIONS = "its tests in another order, another hash seed (the order of sets), another time zone, another locale"
WHY = "What a program gives must not depend on chance, as on the order in which a set is gone through."
UNKNOWN_NAME = re.compile(r"(AttributeError|NameError|ImportError|ModuleNotFoundError)\b")
COLD = "Here Python has run for a while, and has imported modules that the program must import itself, as `xml.etree`."


def unsteady(candidate: Candidate, suite: Suite, sandbox: Sandbox, cancel: Cancel) -> Finding | str:
    """A finding where a test fails in a new interpreter, always or sometimes; else "", or why that isn't known.

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
        failed = json.loads(result.stdout.strip().splitlines()[-1])
    except (IndexError, ValueError):
        return result.reason or "the tests could not be run again"
    if failed is None:
        return "the tests could not be run again in a new interpreter"
    missing = {name: said for name, said in failed["always"].items() if UNKNOWN_NAME.match(said)}
    if missing:
        return Finding(ALWAYS, f"{_which(missing)} in a new interpreter, as people start it. {COLD}", "high")
    if failed["always"]:
        return f"{_which(failed['always'])} in a new interpreter"
    if failed["sometimes"]:
        return Finding(SOMETIMES, f"{_which(failed['sometimes'])} with {CONDITIONS}. {WHY}", "high")
    return ""


def _which(failed: dict[str, str]) -> str:
    said = next(filter(None, failed.values()), "")
    return f"{', '.join(list(failed)[:3])} failed{f' ({said})' if said else ''}"
