"""Looking at the files that a person gives, in the sandbox: they may be made to do harm to whoever reads them."""

from __future__ import annotations

from collections.abc import Sequence
from importlib import resources

from languages.trial import FOLDER
from sandbox.base import MEGABYTE, Job, JobLimits

LOOKS = (
    "look_job.py",
    *sorted(
        f"look/{one.name}" for one in resources.files("languages.python.look").iterdir() if one.name.endswith(".py")
    ),
)
"""What looks, as it lies in `languages.python` and in the sandbox; the first is what is started."""
LIMITS = JobLimits(cpu_seconds=40.0, seconds=160.0, output_bytes=MEGABYTE)


def look(paths: Sequence[str], whole: bool = False) -> Job:
    """See `Language.look`."""
    here = resources.files("languages.python")
    laid = {f"{FOLDER}/{name}": here.joinpath(name).read_bytes() for name in LOOKS}
    how = ("--whole",) if whole else ()
    return Job(laid, ("python", f"{FOLDER}/{LOOKS[0]}", *how, *paths), LIMITS)
