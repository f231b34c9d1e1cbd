"""The tests of a program, run by the very file that is handed over, in the sandbox's browser."""

from __future__ import annotations

import json
from dataclasses import replace

from languages.one_file import NoOneFile, RunJob, Subject
from languages.python.bringing import name_of, script
from languages.python.candidates import FIXTURE_PARTS, job_files
from languages.python.testing import read_results
from languages.trial import FOLDER
from languages.types import Verdicts
from message import joined, say
from sandbox.base import MEGABYTE, Job, JobLimits

LIMITS = JobLimits(cpu_seconds=180.0, seconds=800.0, memory_mb=1536, output_bytes=4 * MEGABYTE)
SCRIPT = "one_file/trying_job.py"
KIT = ("runner/scenario.py", *(f"runner/{name}" for name in FIXTURE_PARTS))
IN_PAGE = ("one_file/check_in_browser.py", "one_file/same_interpreter.py", *KIT)


# Why: docs/decisions.md, "A program's tests run in the file itself, in the sandbox's browser"
def check(page: bytes, subject: Subject, run: RunJob) -> Verdicts:
    """See `languages.one_file.OneFile.check`. Raises `NoOneFile` where nothing is known of the tests."""
    task = {"entry": subject.candidate.entry, "tests": list(subject.suite.files)}
    files = {
        **script(SCRIPT, IN_PAGE),
        f"{FOLDER}/page.html": page,
        f"{FOLDER}/task.json": json.dumps(task).encode(),
    }
    ended = run(Job({**job_files(subject.candidate, subject.suite), **files}, ("python", name_of(SCRIPT)), LIMITS))
    if ended.status != "exited" or ended.exit_code != 0:
        raise NoOneFile(joined(" ", (say("Its tests didn't come to an end in a browser."), ended.reason)))
    said = json.loads(ended.stdout)
    if "problem" in said:
        raise NoOneFile(joined(" ", (say("Its tests could not be run in a browser."), said["problem"])))
    return read_results(replace(ended, report=said["tests"]), subject.suite.tests)
