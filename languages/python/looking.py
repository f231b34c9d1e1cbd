"""Looking at the files that a person gives, in the sandbox: they may be made to do harm to whoever reads them."""

from __future__ import annotations

from collections.abc import Sequence
from importlib import resources

from languages.python.bringing import name_of, script
from sandbox.base import MEGABYTE, Job, JobLimits

SCRIPT = "look_job.py"
LOOKS = tuple(
    sorted(f"look/{one.name}" for one in resources.files("languages.python.look").iterdir() if one.name.endswith(".py"))
)
"""What looks."""
LIMITS = JobLimits(cpu_seconds=40.0, seconds=160.0, output_bytes=MEGABYTE)


def look(paths: Sequence[str], whole: bool = False) -> Job:
    """See `Language.look`."""
    how = ("--whole",) if whole else ()
    return Job(script(SCRIPT, LOOKS), ("python", name_of(SCRIPT), *how, *paths), LIMITS)
