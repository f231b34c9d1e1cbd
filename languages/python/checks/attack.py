"""The attack: what life does to a program, tried without any model, from the starts that its tests show."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from languages.checks import CheckContext, Details, Progress
from languages.python.candidates import job_files
from languages.python.checks.scripts import attacking_scripts
from languages.python.guide import usage_of
from languages.types import Candidate, CheckReport, Finding, Severity, Suite
from message import joined, say, say_count
from sandbox.base import Job, JobLimits, JobResult
from wording import printable

OURS = "_assay"  # the folder of our own scripts, apart from the program's files
OPTIONS = f"{OURS}/attack.options.json"
LEFT = "attack.json"
SECONDS = 10.0  # of processor time; starting the tests once comes before
LIMITS = JobLimits(cpu_seconds=120.0, seconds=400.0)
NOT_STARTED = say("It has functions for other programs, and starts nothing")
NO_START = say("No start of it ended well, so nothing odd could be tried")
ANSWERS = {
    "digits": say("thirty digits"),
    "nan": say("“nan”"),
    "infinite": say("“inf”"),
    "exponent": say("“1e999”"),
    "letters": say("letters that mean nothing"),
    "square": say("“²”"),
    "arabic": say("Arabic digits"),
    "comma": say("“1,5”"),
    "minus": say("“-0”"),
    "quotes": say("quotes"),
    "path": say("a folder's path"),
    "emoji": say("an emoji"),
    "arrow": say("an arrow key"),
    "control": say("control characters"),
    "long": say("a text of 5000 letters"),
    "spaces": say("spaces only"),
    "empty": say("Enter alone"),
}
"""What was typed: each of `kinds.ANSWERS`."""
ENDS = {"interrupt": say("Ctrl+C was pressed"), "eof": say("the input ended (Ctrl+D)"), "kill": say("it was killed")}
CHANGED = {
    "empty": say("is empty"),
    "cut": say("ends in the middle"),
    "other": say("is of another sort than its name says"),
    "row": say("has a bad row in the middle"),
    "headless": say("lacks its first line"),
    "utf16": say("is in UTF-16, as some programs write it"),
    "nul": say("has NUL bytes in it"),
    "wide": say("has twice as many columns"),
    "tenfold": say("is ten times as long"),
    "copy": say("has a copy beside it"),
    "undecodable": say("has bytes in it that are no text"),
}
PLACES = {
    "folder": say("there is a folder of that name already"),
    "locked": say("another program has it open"),
    "readonly": say("nothing may be written in the folder"),
    "full": say("the disk is full"),
    "foreign": say("a file of yours has that name already"),
}
CLOCKS = {
    "midnight": say("a second before midnight, at the end of a year"),
    "skipped": say("in the hour that is skipped when summer time begins"),
    "repeated": say("in the hour that comes twice when summer time ends"),
}
CAME: Mapping[str, Callable[[str], str]] = {
    "endless": lambda _: say("it doesn't end"),
    "lost": lambda _: say("what was there before is lost, without a word"),
    "shows": lambda shown: say("it shows “%(shown)s”, which is no number", shown=shown),
    "gave up": lambda _: say("it ends, and what had been entered before is lost"),
    "script": lambda shown: say("a script of the page falls over (%(shown)s)", shown=shown),
    "gone": lambda shown: say("the file “%(shown)s” is gone", shown=shown),
}
"""What came of it where that isn't an error of Python's."""
RULES = {
    "answer": say("odd answer"),
    "field": say("odd answer"),
    "page": say("odd answer"),
    "end": say("ended between two answers"),
    "cut short": say("ended between two answers"),
    "file": say("odd file"),
    "place": say("result can't be written"),
    "memory": say("damaged memory"),
    "clock": say("odd time"),
    "again": say("second start"),
}

DOING: Mapping[str, Callable[[str], str]] = {
    "answer": lambda where: say("odd answers to “%(where)s”", where=where),
    "field": lambda where: say("odd answers in “%(where)s”", where=where),
    "page": lambda where: say("odd answers in the fields of “%(where)s”", where=where),
    "end": lambda where: say("Ctrl+C at “%(where)s”", where=where),
    "cut short": lambda where: say("killed at “%(where)s”", where=where),
    "file": lambda where: say("“%(where)s” damaged", where=where),
    "place": lambda where: say("“%(where)s” can't be written", where=where),
    "memory": lambda where: say("its memory “%(where)s” damaged", where=where),
    "clock": lambda _: say("the clock is put back"),
    "again": lambda _: say("started again"),
}
"""What is being tried."""


# Why: docs/decisions.md, "What life does to a program is tried from the starts that its tests show"
class AttackCheck:
    """Fails where an odd answer, file or moment ends in an error of Python's, never ends, or loses something.

    What a person can live with, as words and an end, is none of that. Where only a result can't be written, it is told,
    and mended once.
    """

    name = "attack"
    title = say("Odd use")
    purpose = say(
        "What may happen to a program is tried: odd answers to each question, Ctrl+C, damaged files, a full disk, "
        "a clock that is put back."
    )
    claim = say("Odd answers and files were tried, and it went on or ended in plain words")
    required = True
    repairable = True
    proves = False
    details: Details = "findings"

    def __init__(self, seconds: float = SECONDS) -> None:
        self._seconds = seconds

    def run(self, candidate: Candidate, suite: Suite, context: CheckContext) -> CheckReport:
        """See `Check.run`."""
        if not usage_of(candidate.source).script:
            return CheckReport(self.name, "passed", NOT_STARTED)
        job = attack_job(candidate, suite, self._seconds)
        result = context.sandbox.run(job, context.cancel, _progress_reader(context.on_progress))
        said = _said(result)
        if said is None:
            why = result.reason or say("the job gave no result")
            return CheckReport(self.name, "not_checked", say("Nothing odd could be tried: %(why)s", why=why))
        findings = tuple(_finding(one) for one in said["found"])
        if any(one.is_serious for one in findings):
            return CheckReport(self.name, "failed", findings[0].message, findings)
        if not said["tried"]:
            return CheckReport(self.name, "not_checked", NO_START, helps="tests")
        claim = _tried(said["tried"])
        if findings:
            slip = say("%(tried)s; but: %(slip)s", tried=claim, slip=findings[0].message)
            return CheckReport(self.name, "passed", slip, findings, slips=True)
        return CheckReport(self.name, "passed", claim)


def attack_job(candidate: Candidate, suite: Suite, seconds: float) -> Job:
    """What attacks `candidate` as the tests of `suite` start it, and leaves `attack.json`."""
    options = {
        "seconds": seconds,
        "alone": "window().close" if usage_of(candidate.source).window else "start",
        "tests": [path for path in suite.files if path.endswith(".py")],
    }
    files = {**job_files(candidate, suite), **attacking_scripts(), OPTIONS: json.dumps(options).encode()}
    return Job(files, ("warm-python", f"{OURS}/attack_job.py", OPTIONS), LIMITS, read_back=(LEFT,))


def _said(result: JobResult) -> dict[str, Any] | None:
    try:
        said: dict[str, Any] = json.loads(result.files[LEFT])
    except (KeyError, ValueError):
        return None
    return said


def _progress_reader(on_progress: Callable[[Progress], None]) -> Callable[[str], None]:
    def read(text: str) -> None:
        for line in text.splitlines()[-1:]:
            try:
                done, total, kind, where = json.loads(line)
                on_progress(Progress(int(done), int(total), now=DOING[kind](printable(where))))
            except (ValueError, TypeError, KeyError):
                continue  # a piece of a line

    return read


def _finding(same: Sequence[Mapping[str, Any]]) -> Finding:
    """What comes of one cause: the first is told in full, the others in short."""
    first = same[0]
    others = "".join(f"Likewise: {_message(one)}\n" for one in same[1:])
    shown = "" if first["came"] in ("shows", "gone", "script") else printable(first["shown"])
    severity: Severity = "low" if all(one["kind"] == "place" for one in same) else "high"
    return Finding(RULES[first["kind"]], _message(first), severity, first["line"] or None, detail=others + shown)


def _message(one: Mapping[str, Any]) -> str:
    came = one["came"]
    crashed = say("it ends with an error of Python's (%(error)s)", error=came)
    return joined(": ", (_done(one), CAME[came](printable(one["shown"])) if came in CAME else crashed))


def _done(one: Mapping[str, Any]) -> str:
    """What was done, as in: The answer to “How many?” is “nan”."""
    kind, attack, where = one["kind"], one["attack"], printable(one["where"])
    match kind:
        case "answer":
            return say("The answer to “%(question)s” is %(what)s", question=where, what=ANSWERS[attack])
        case "field":
            return say("In the field “%(field)s” stands %(what)s", field=where, what=ANSWERS[attack])
        case "end":
            return say("At “%(question)s” %(what)s", question=where, what=ENDS[attack])
        case "cut short":
            return say("At “%(question)s” %(what)s, and then it is started again", question=where, what=ENDS[attack])
        case "file" | "memory":
            return say("The file “%(name)s” %(what)s", name=where, what=CHANGED[attack])
        case "place":
            return say("It writes “%(name)s”, and %(what)s", name=where, what=PLACES[attack])
        case "clock":
            return say("It is started %(when)s", when=CLOCKS[attack])
    return say("It is started a second time")


def _tried(tried: Sequence[Sequence[str]]) -> str:
    """What was, in numbers."""
    of = Counter(kind for kind, _ in tried)
    parts = [
        say_count(
            "%(tries)s odd answers to %(count)s question",
            "%(tries)s odd answers to each of %(count)s questions",
            of["answer"],
            tries=len(ANSWERS),
        ),
        say_count(
            "%(tries)s odd answers in %(count)s field",
            "%(tries)s odd answers in each of %(count)s fields",
            of["field"],
            tries=len(ANSWERS),
        ),
        say_count("odd answers on %(count)s page", "odd answers on %(count)s pages", of["page"]),
        say_count("Ctrl+C and Ctrl+D at %(count)s question", "Ctrl+C and Ctrl+D at %(count)s questions", of["end"]),
        say_count("%(count)s given file damaged", "%(count)s given files damaged", of["file"]),
        say_count("%(count)s result that can't be written", "%(count)s results that can't be written", of["place"]),
        say_count("%(count)s damaged memory", "%(count)s damaged memories", of["memory"]),
        say_count("a start at odd times", "starts at odd times", of["clock"]),
    ]
    counts = [of[kind] for kind in ("answer", "field", "page", "end", "file", "place", "memory", "clock")]
    listed = joined(", ", (part for part, count in zip(parts, counts, strict=True) if count))
    return say("It went on, or ended in plain words, at: %(tried)s", tried=listed)
