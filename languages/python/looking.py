"""Looking at the files that a person gives, in the sandbox: they may be made to do harm to whoever reads them."""

from __future__ import annotations

from collections.abc import Sequence
from importlib import resources

from languages.trial import FOLDER
from sandbox.base import MEGABYTE, Job, JobLimits

SCRIPT = f"{FOLDER}/look_job.py"
LIMITS = JobLimits(cpu_seconds=40.0, seconds=160.0, output_bytes=MEGABYTE)


def look(paths: Sequence[str]) -> Job:
    """See `Language.look`."""
    script = resources.files("languages.python").joinpath("look_job.py").read_bytes()
    return Job({SCRIPT: script}, ("python", SCRIPT, *paths), LIMITS)
