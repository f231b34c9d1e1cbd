"""Starting a program anew for what comes of it, and looking at what it left, each in a job of the sandbox."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from languages.base import TEST_LIMITS
from languages.outcome import AT_ONCE, STARTS, Pair
from languages.python.bringing import name_of, script
from languages.python.fetching import fetches
from languages.python.guide import usage_of
from languages.python.looking import LOOKS
from languages.python.testing import test_job
from languages.trial import FOLDER
from languages.types import Candidate, Suite
from sandbox.base import MEGABYTE, Job, JobLimits

DOUBLE_CLICK = f"def {AT_ONCE}(program):\n    program.{{}}()\n"
SCRIPT = "view_job.py"
PAGES = tuple(f"runner/_scenario/{name}.py" for name in ("__init__", "lines", "page", "parts"))
"""What knows what is read on one."""
VIEWS = (*LOOKS, *PAGES)
"""What `view_job.py` imports."""
VIEW_LIMITS = JobLimits(cpu_seconds=40.0, seconds=160.0, output_bytes=16 * MEGABYTE)


def starts(candidate: Candidate, suite: Suite) -> Job:
    """See `Language.starts`."""
    started = DOUBLE_CLICK.format("window().close" if usage_of(candidate.source).window else "start")
    # What comes of one that fetches something, where there is nothing to fetch, says nothing of it.
    at_once = {} if fetches(candidate.source) else {f"{AT_ONCE}.py": started}
    files = {**at_once, **suite.files}
    job = test_job(candidate, replace(suite, files=files, beside={}), TEST_LIMITS)
    return replace(job, command=("starts", *files), read_back=(STARTS,))


def view(files: Mapping[str, Pair]) -> Job:
    """See `Language.view`."""
    laid = script(SCRIPT, VIEWS)
    for name, pair in files.items():
        contents = {"before": pair.before, "after": pair.after}
        laid |= {f"{FOLDER}/{when}/{name}": content for when, content in contents.items() if content is not None}
    return Job(laid, ("python", name_of(SCRIPT), *files), VIEW_LIMITS)
