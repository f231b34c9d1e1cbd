"""Whether planted mistakes that count as noticed really are: some of them once more, each as a program of its own.

The job that plants them all runs the program beside what counts, so a program could fail as soon as a mistake can be
seen to be planted, or write the count itself. Here it sees nothing planted, and nothing counts beside it.
"""

from __future__ import annotations

import json
import random
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace

from languages.base import TEST_LIMITS
from languages.checks import CheckContext
from languages.python.assembly import proved_lines
from languages.python.candidates import job_files
from languages.python.checks.fixed_words import spoken, worded
from languages.python.checks.mutmut_settings import OPTIONS, SETTINGS
from languages.python.testing import read_results, test_job
from languages.types import Candidate, Suite
from message import say
from sandbox.base import Job

JOB = "mutation.planting_job"
FIRST, MORE = 3, 12
"""So many are tried; and if one of these isn't noticed, so many more."""
AT_ONCE = 2
TOO_MANY = 0.25
"""Of those that were tried: one may be noticed only by what else goes on in a process where all are planted."""
UNPLANTED = ""  # the name that it has
ANY_CHANGE = say("The program fails as soon as it is changed, also where that changes nothing that it does")


def unconfirmed(
    candidate: Candidate, suite: Suite, noticed: Sequence[str], context: CheckContext, first: Suite | None = None
) -> str:
    """What is wrong with it that these mutants count as `noticed`; empty where nothing is. They have their names since
    `first` were the tests, if these are others now.

    Raises `Cancelled` and `SandboxError`.
    """
    chosen = random.SystemRandom().sample(noticed, min(FIRST + MORE, len(noticed)))
    tried = missed = 0
    for names in filter(None, (chosen[:FIRST], chosen[FIRST:])):
        programs = planted_programs(candidate, suite, names, context, first)
        passed = passing(candidate, programs, suite, context)
        if UNPLANTED not in passed:
            return ANY_CHANGE
        tried += len(names)
        # One that can't be planted is none of mutmut's.
        missed += sum(name not in programs or name in passed for name in names)
        if not missed:
            return ""
    return _separately(tried, missed) if missed > max(1, TOO_MANY * tried) else ""


def _separately(tried: int, missed: int) -> str:
    return say(
        "Of %(tried)s planted mistakes that count as noticed, %(missed)s are not, "
        "where nothing shows that any is planted",
        tried=tried,
        missed=missed,
    )


def planted_programs(
    candidate: Candidate, suite: Suite, names: Sequence[str], context: CheckContext, first: Suite | None = None
) -> dict[str, str]:
    """The program with each of these mistakes, and as `UNPLANTED` with changes that change nothing."""
    before = first or suite
    fixed = {"worded": worded(before, context.brief), "spoken": spoken(before, context.brief)}
    proved = proved_lines(candidate.source)
    lines = {"proved": (proved.start, proved.stop)}
    options = json.dumps({"names": list(names), **fixed, **lines}).encode()
    files = {**job_files(candidate, suite), **SETTINGS, OPTIONS: options}
    result = context.sandbox.run(Job(files, ("own", JOB, OPTIONS), TEST_LIMITS), context.cancel)
    programs: dict[str, str] = json.loads(result.stdout)
    return programs


def passing(candidate: Candidate, programs: Mapping[str, str], suite: Suite, context: CheckContext) -> set[str]:
    """The names of those programs in which no test notices anything: two at a time, in an order that nothing tells."""
    names = random.SystemRandom().sample(list(programs), len(programs))
    with ThreadPoolExecutor(AT_ONCE) as pool:
        passed = pool.map(lambda name: passes(candidate, programs[name], suite, context), names)
        return {name for name, it_does in zip(names, passed, strict=True) if it_does}


def passes(candidate: Candidate, source: str, suite: Suite, context: CheckContext) -> bool:
    """Whether no test notices that `source` takes the program's place.

    In a room of its own: by what another copy of the program left, this one could tell what is planted in it.
    """
    changed = replace(candidate, files={**candidate.files, candidate.entry: source})
    with context.room() as room:
        result = room.run(test_job(changed, suite, TEST_LIMITS), context.cancel)
    return read_results(result, suite.tests).passed
