"""The attack: what life does to a program, tried without any model, from the starts that its tests show."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from languages.checks import CheckContext, Details, Earlier, Part, Progress
from languages.python.candidates import job_files
from languages.python.checks.added import added
from languages.python.checks.attack_words import CAME, COUNTED, DOING, DONE, RULES, TOLD
from languages.python.guide import usage_of
from languages.python.odd_use import test_of
from languages.python.packages.imports import third_party_modules
from languages.python.reference import remedy
from languages.python.syntax import BROKEN
from languages.types import Candidate, CheckReport, Finding, Suite
from message import joined, say
from sandbox.base import Job, JobLimits, JobResult
from wording import printable

OURS = "_assay"  # the folder of our own scripts, apart from the program's files
OPTIONS = f"{OURS}/attack.options.json"
SECONDS = 10.0  # of processor time; starting the tests once comes before
LIMITS = JobLimits(cpu_seconds=120.0, seconds=400.0)
NOT_STARTED = say("It has functions for other programs, and starts nothing")
NO_START = say("No start of it ended well, so nothing odd could be tried")
NO_TIME = say("There was no time to try anything odd")
ESSENTIAL = {"answer", "field", "end", "file", "memory"}
"""What nobody vouches for a program without."""
NOTHING_KNOWN: Mapping[str, Any] = {"found": [], "starts": 0, "tried": [], "begun": [], "left": []}
"""What a job reports that found nothing."""


# Why: docs/decisions.md, "The attack begins with the tests' starts, and accuses only of what is always a fault"
class AttackCheck:
    """Fails where an odd answer, file or moment ends in an error of Python's, never ends, or loses something.

    What a person can live with, as words and an end, is none of that.
    """

    name = "attack"
    title = say("Odd use")
    purpose = say(
        "What may happen to a program is tried: odd answers to each question, Ctrl+C, damaged files, a full disk, "
        "a clock that is put back."
    )
    claim = say("Odd answers and files were tried, and it went on or ended in plain words")
    wrong = ""
    unknown = say("It isn't known how it takes odd answers, damaged files and the like")
    required = True
    repairable = True
    proves = False
    details: Details = "findings"
    # Tests may start it through a fixture of their own, so any of them may.
    depends_on: frozenset[Part] = frozenset(("program", "packages", "tests"))

    def __init__(self, seconds: float = SECONDS) -> None:
        self._seconds = seconds

    def run(self, candidate: Candidate, suite: Suite, context: CheckContext) -> CheckReport:
        """See `Check.run`."""
        if not usage_of(candidate.source).script:
            return CheckReport(self.name, "passed", NOT_STARTED)
        only, known = _known(suite, context.earlier)
        job = attack_job(candidate, suite, self._seconds, only, known["tried"])
        result = context.sandbox.run(job, context.cancel, _progress_reader(context.on_progress))
        said = _said(result, known)
        if said is None:
            why = result.reason or say("the job gave no result")
            return CheckReport(self.name, "not_checked", say("Nothing odd could be tried: %(why)s", why=why))
        context.leave(said, suite)
        return replace(self._judged(said, candidate.source), remembers=_remembers(said))

    def _judged(self, said: Mapping[str, Any], source: str) -> CheckReport:
        if findings := tuple(_finding(same, source) for same in said["found"]):
            return CheckReport(self.name, "failed", findings[0].message, findings)
        if not said["starts"]:
            return CheckReport(self.name, "not_checked", NO_START, helps="tests")
        if untried := _untried(said):
            return CheckReport(self.name, "not_checked", untried)
        return CheckReport(self.name, "passed", _claim(said))


def _remembers(said: Mapping[str, Any]) -> tuple[str, ...]:
    """The files by which it knows what was at another start."""
    groups = (*said["tried"], *said["begun"], *said["left"])
    return tuple(dict.fromkeys(printable(where) for kind, where in groups if kind == "memory" and where))


def _known(suite: Suite, earlier: Earlier | None) -> tuple[list[str], Mapping[str, Any]]:
    """The tests that were added, where nothing else is new, and what came of all that the others come to."""
    new = added(earlier.suite, suite) if earlier and earlier.notes and not _untried(earlier.notes) else None
    if earlier is None or new is None or not new.tests:
        return [], NOTHING_KNOWN
    return [one.name for one in new.tests], earlier.notes


def attack_job(
    candidate: Candidate, suite: Suite, seconds: float, only: Sequence[str] = (), known: Sequence[Sequence[str]] = ()
) -> Job:
    """What attacks `candidate` as the tests of `suite` start it, and reports what came of it.

    Where `only` some of them are named, what is `known` already isn't tried.
    """
    options = {
        "seconds": seconds,
        "only": only,
        "known": known,
        "alone": "window().close" if usage_of(candidate.source).window else "start",
        "tests": [path for path in suite.files if path.endswith(".py")],
        "imports": _modules(candidate.source),
    }
    files = {**job_files(candidate, suite), OPTIONS: json.dumps(options).encode()}
    return Job(files, ("own", "attacks.attack_job", OPTIONS), LIMITS)


def _modules(source: str) -> Sequence[str]:
    """The modules of others, which take long to import."""
    try:
        return third_party_modules(source)
    except BROKEN:
        return ()


def _said(result: JobResult, known: Mapping[str, Any]) -> dict[str, Any] | None:
    """What the job reports, and what was `known`; None unless it came to its end, for a program that is attacked may
    end it."""
    if result.status != "exited" or result.exit_code != 0:
        return None
    try:
        said: dict[str, Any] = json.loads(result.report)
        return {name: before + said[name] for name, before in known.items()}
    except (KeyError, TypeError, ValueError):
        return None


def _progress_reader(on_progress: Callable[[Progress], None]) -> Callable[[str], None]:
    def read(text: str) -> None:
        for line in text.splitlines()[-1:]:
            try:
                done, total, kind, where = json.loads(line)
                on_progress(Progress(int(done), int(total), now=DOING[kind](printable(where))))
            except (ValueError, TypeError, KeyError):
                continue  # a piece of a line

    return read


def _finding(same: Sequence[Mapping[str, Any]], source: str) -> Finding:
    """What comes of one cause: the first is told in full, the others in short."""
    first, *more = same
    others = "".join(f"Likewise: {_message(one)}\n" for one in more)
    shown = "" if first["came"] in TOLD else printable(first["shown"])
    told = (test_of(one, str(_message(one))) for one in same)
    test = next(filter(None, told), "")
    line = first["line"] or None
    parts = remedy(first["kind"], source)
    return Finding(RULES[first["kind"]], _message(first), "high", line, detail=others + shown, remedy=parts, test=test)


def _message(one: Mapping[str, Any]) -> str:
    came = one["came"]
    crashed = say("it ends with an error of Python's (%(error)s)", error=came)
    return joined(
        ": ",
        (
            DONE[one["kind"]](one["attack"], printable(one["where"])),
            CAME[came](printable(one["shown"])) if came in CAME else crashed,
        ),
    )


def _untried(said: Mapping[str, Any]) -> str:
    """That what matters most was not tried at all; empty where it was."""
    tried = {kind for kind, _ in (*said["tried"], *said["begun"])}
    if not tried:
        return NO_TIME
    left = [one for one in said["left"] if one[0] in ESSENTIAL - tried]
    return say("There was no time to try: %(left)s", left=_listed(left)) if left else ""


def _claim(said: Mapping[str, Any]) -> str:
    """What was tried, and of what there was no time for at least a part."""
    tried = say("It went on, or ended in plain words, at: %(tried)s", tried=_listed(said["tried"]))
    if left := [*said["begun"], *said["left"]]:
        return say("%(tried)s; there was no time for all of: %(left)s", tried=tried, left=_listed(left))
    return tried


def _listed(groups: Sequence[Sequence[str]]) -> str:
    """What is in them, in numbers."""
    of = Counter(kind for kind, _ in groups)
    return joined(", ", (words(of[kind]) for kind, words in COUNTED.items() if of[kind]))
