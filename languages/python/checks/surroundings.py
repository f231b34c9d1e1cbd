"""Surroundings: the tests again under other conditions.

What passes only sometimes, or only here, is found; and what the program does to what was there before is told.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping, Sequence
from importlib import resources
from typing import Any

from languages.checks import CheckContext, Details
from languages.python.candidates import FIXTURE, FIXTURE_PARTS, RUNNER, job_files
from languages.types import Candidate, CheckReport, Finding, Suite
from sandbox.base import Job, JobLimits
from wording import printable

CHECKS = resources.files("languages.python.checks")
SCRIPT = "surroundings_job.py"
BESIDE = (SCRIPT, "elsewhere_job.py", "laid_out_job.py")
SOMETIMES = "passes only sometimes"
ALWAYS = "fails in a new interpreter"
ELSEWHERE = "does something else elsewhere"
TAKEN = "takes what nobody gave it"
LIMITS = JobLimits(cpu_seconds=160.0, seconds=500.0, processes=128)
CONDITIONS = (
    "its tests in another order, another hash seed (the order of sets), another time zone, another locale or user"
)
WHY = "What a program gives must not depend on chance, as on the order in which a set is gone through."
UNKNOWN_NAME = re.compile(r"(AttributeError|NameError|ImportError|ModuleNotFoundError)\b")
COLD = "Here Python has run for a while, and has imported modules that the program must import itself, as `xml.etree`."
HELD = "The tests pass in another order, time zone and language, and for another user"
PLACES = {"there": "For another user,", "later": "On another computer, on another day, or in another system,"}
WHERE = dict.fromkeys(("home", "own"), " in the home folder") | {"elsewhere": " outside of its folder"}
DOES = {
    "delete": "deletes",
    "overwrite": "writes into",
    "move": "moves or renames",
    "send": "connects to",
    "start": "starts",
}
HARMLESS = "In its tests it deletes and overwrites nothing that was there before, and connects to nobody."
SHOWN = 3

Act = tuple[str, str, str]
"""What is done, where, and to what."""


class SurroundingsCheck:
    """Fails where a test fails in a new interpreter, always or sometimes, or where the program deletes, overwrites,
    moves or sends something for another user, on another computer, day or system, and here it doesn't.

    What it does here is a claim.
    """

    name = "surroundings"
    title = "Elsewhere"
    purpose = (
        "The tests are run in other surroundings, such as another time zone, user, day and system: the program must do "
        "the same there. What it deletes, overwrites or sends meanwhile is told."
    )
    required = True
    repairable = True
    details: Details = "findings"

    def run(self, candidate: Candidate, suite: Suite, context: CheckContext) -> CheckReport:
        """See `Check.run`."""
        result = context.sandbox.run(_job(candidate, suite), context.cancel)
        try:
            seen = json.loads(result.stdout.strip().splitlines()[-1])
        except (IndexError, ValueError):
            seen = {}
        failed: Mapping[str, Any] | None = seen.get("failed")
        if not failed:
            why = "in a new interpreter they gave no result" if seen else result.reason or "the job gave no result"
            return CheckReport(self.name, "not_checked", f"The tests could not be run again: {why}")
        missing = {name: said for name, said in failed["always"].items() if UNKNOWN_NAME.match(said)}
        if failed["always"] and not missing:
            return CheckReport(self.name, "not_checked", f"{_which(failed['always'])} in a new interpreter")
        findings = [*_taken(seen["touched"]), *_elsewhere(seen["elsewhere"]), *_unsteady(missing, failed["sometimes"])]
        if findings:
            return CheckReport(self.name, "failed", findings[0].message.partition(". ")[0], tuple(findings))
        claim = _claim(seen["touched"])
        return CheckReport(self.name, "passed", f"{HELD}. {claim}", claims=(claim,))


def _job(candidate: Candidate, suite: Suite) -> Job:
    files = {
        **job_files(candidate, suite),
        **{name: RUNNER.joinpath(name).read_bytes() for name in FIXTURE_PARTS},
        FIXTURE: RUNNER.joinpath("scenario.py").read_bytes(),
        **{name: CHECKS.joinpath(name).read_bytes() for name in BESIDE},
    }
    return Job(files, ("warm-python", SCRIPT, *suite.files), LIMITS)


def _unsteady(missing: Mapping[str, str], sometimes: Mapping[str, str]) -> Iterable[Finding]:
    if missing:
        yield Finding(ALWAYS, f"{_which(missing)} in a new interpreter, as people start it. {COLD}", "high")
    if sometimes:
        yield Finding(SOMETIMES, f"{_which(sometimes)} with {CONDITIONS}. {WHY}", "high")


def _taken(touched: Sequence[Act]) -> Iterable[Finding]:
    """What it does to a person's own files that no test laid out for it."""
    acts = [act for act in touched if act[1] == "own" and act[0] in ("delete", "overwrite")]
    if acts:
        said = f"It {_said(acts)}, which no test gave it"
        yield Finding(TAKEN, f"{said}. What a person has there isn't the program's.", "high")


def _elsewhere(only: Mapping[str, Sequence[Act]]) -> Iterable[Finding]:
    for place, acts in only.items():
        if acts:
            said = f"{PLACES[place]} it {_said(acts)}, and nothing like that in the usual surroundings"
            yield Finding(ELSEWHERE, f"{said}. What a program does must not depend on where it runs.", "high")


def _claim(acts: Sequence[Act]) -> str:
    """What it does to what was there before, in a sentence."""
    return f"In its tests it {_said(acts)}." if acts else HARMLESS


def _said(acts: Sequence[Act]) -> str:
    """As in `deletes “a.txt” in the home folder, and connects to “example.org”`."""
    groups: dict[tuple[str, str], list[str]] = {}
    for what, where, to in acts:
        groups.setdefault((DOES[what], WHERE.get(where, "")), []).append(f"“{printable(to)}”")
    parts = [f"{does} {_named(groups[does, place])}{place}" for does, place in sorted(groups, key=_order)]
    return ", and ".join(filter(None, (", ".join(parts[:-1]), parts[-1])))


def _order(group: tuple[str, str]) -> int:
    return list(DOES.values()).index(group[0])


def _named(names: Sequence[str]) -> str:
    more = f" and {len(names) - SHOWN} more" if len(names) > SHOWN else ""
    return ", ".join(names[:SHOWN]) + more


def _which(failed: Mapping[str, str]) -> str:
    said = next(filter(None, failed.values()), "")
    return f"{', '.join(list(failed)[:SHOWN])} failed{f' ({said})' if said else ''}"
