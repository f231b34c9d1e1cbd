"""The jobs that plant mistakes in a program: all of them, or those that new tests are to notice."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

from languages.brief import Brief
from languages.python.assembly import proved_lines
from languages.python.candidates import job_files
from languages.python.checks.fixed_words import fixed_words, spoken, worded
from languages.python.checks.mutmut_settings import OPTIONS, SETTINGS
from languages.python.checks.planted import Planted
from languages.types import Candidate, Suite
from sandbox.base import Job, JobLimits, JobResult

CLOSER_SECONDS = 25.0  # of processor time, for a closer look at those that no test notices; more where they are many
KILL_SECONDS = 60.0  # for those that new tests are made for
# Why: docs/decisions.md, "Jobs are limited by their own processor time, and the clock only ends what waits"
BUSY_FACTOR = 4  # so many times as long by the clock, where others keep the machine busy
REST = 700.0  # seconds for those that run when the time is up, for a closer look at those missed, and for the diffs


def mutation_job(
    candidate: Candidate,
    suite: Suite,
    seconds: float,
    brief: Brief | None = None,
    closer_seconds: float = CLOSER_SECONDS,
    bar: float = 1.0,
    known: Planted | None = None,
    first: Suite | None = None,
    completes: bool = False,
) -> Job:
    """What runs mutmut on `candidate`, plants nothing any more after `seconds`, and leaves `mutation.json`.

    Nor does it once enough is known to hold the share against `bar`; and where that is reached, it looks no closer.

    Words that `brief` prescribes are to be written so, and others as anybody likes; of functions, and without one, each
    counts in which a mistake is planted. `closer_seconds` of processor time are for those that no test notices. Where
    it is `known` what became of mistakes that have their names since `first` were the tests, only what no test notices
    is planted, and told of; or, where that `completes` it, only what wasn't planted then.
    """
    free = brief is not None and brief.kind != "function"
    options: dict[str, object] = {"seconds": seconds, "closer_seconds": closer_seconds}
    options["said"] = fixed_words(brief) if free else None
    only = known.left if known and completes else known.fates if known else ()
    options |= {"inputs": suite.inputs, "only": [*only], "kill": False, "completes": completes}
    options |= {"rules": each_with_tests(suite), "unasked": suite.unasked}
    options |= {"bar": bar, "others": known.mutation.total - len(known.fates) if known else 0}
    options["missed"] = known.mutation.missed if known and completes else 0
    before = first or suite
    options |= {"worded": worded(before, brief), "spoken": spoken(before, brief), "told": spoken(suite, brief)}
    return _job(candidate, suite, options, seconds)


def kill_job(
    candidate: Candidate,
    before: Suite,
    suite: Suite,
    mutants: Sequence[str],
    brief: Brief | None = None,
    rules: Mapping[str, Sequence[str]] | None = None,
    noticed: Sequence[str] = (),
) -> Job:
    """What plants these mistakes, which have their names since `before` were the tests, and runs `suite` alone.

    Leaves `mutation.json`: {"killed": names, "unproven": those of the `rules` of whose tests, by name, none notices one
    of these, or of others that are `noticed`}.
    """
    options: dict[str, object] = {"seconds": KILL_SECONDS, "only": list(mutants), "kill": True, "bar": 0.0}
    options |= {"worded": worded(before, brief), "spoken": spoken(before, brief)}
    options |= {"rules": rules or {}, "noticed": noticed if rules else ()}
    return _job(candidate, suite, options, KILL_SECONDS)


def each_with_tests(suite: Suite) -> dict[str, list[str]]:
    """The tests of each rule and example, but for weak ones, which test none. Not where one was seen to fail for it."""
    named: dict[str, list[str]] = {}
    proved = {about for test in suite.tests for about in test.fails_for}
    for test in (one for one in suite.tests if not one.weak):
        for about in test.about:
            named.setdefault(about, []).append(test.name)
    return {about: names for about, names in named.items() if about not in proved}


def _job(candidate: Candidate, suite: Suite, options: dict[str, object], seconds: float) -> Job:
    proved = proved_lines(candidate.source)
    options["proved"] = (proved.start, proved.stop)
    options |= {"tests": [path for path in suite.files if path.endswith(".py")], "wall": BUSY_FACTOR * seconds}
    files = {
        **job_files(candidate, suite),
        **SETTINGS,
        OPTIONS: json.dumps(options).encode(),
    }
    wall = BUSY_FACTOR * seconds + REST  # mutmut limits the processor time of each mutant itself
    limits = JobLimits(cpu_seconds=10 * wall, seconds=wall, output_bytes=8 << 20)
    return Job(files, ("own", "mutation.mutation_job", OPTIONS), limits, read_back=("mutation.json",))


def left_by(result: JobResult) -> dict[str, Any]:
    """What a job left; nothing where it didn't come to its end, for what is there then may be the program's own."""
    if result.status != "exited" or result.exit_code:
        return {}
    try:
        left: dict[str, Any] = json.loads(result.files["mutation.json"])
    except (ValueError, KeyError):
        return {}
    return left
