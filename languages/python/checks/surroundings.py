"""Surroundings: the tests again under other conditions.

What passes only sometimes, or only here, is found; and what the program does to what was there before is told.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from importlib import resources
from typing import Any

from languages.checks import CheckContext, Details
from languages.python.candidates import FIXTURE, FIXTURE_PARTS, RUNNER, job_files
from languages.types import Candidate, CheckReport, Finding, Suite
from message import joined, say
from sandbox.base import Job, JobLimits
from wording import printable

CHECKS = resources.files("languages.python.checks")
SCRIPT = "surroundings_job.py"
BESIDE = (SCRIPT, "elsewhere_job.py", "laid_out_job.py")
SOMETIMES = say("passes only sometimes")
ALWAYS = say("fails in a new interpreter")
ELSEWHERE = say("does something else elsewhere")
TAKEN = say("takes what nobody gave it")
LIMITS = JobLimits(cpu_seconds=160.0, seconds=500.0, processes=128)
CONDITIONS = say(
    "its tests in another order, another hash seed (the order of sets), another time zone, another locale or user"
)
WHY = say("What a program gives must not depend on chance, as on the order in which a set is gone through.")
UNKNOWN_NAME = re.compile(r"(AttributeError|NameError|ImportError|ModuleNotFoundError)\b")
COLD = say(
    "Here Python has run for a while, and has imported modules that the program must import itself, as `xml.etree`."
)
HELD = say("The tests pass in another order, time zone and language, and for another user")
NO_LANGUAGE = say(
    "The tests pass in another order and time zone, and for another user; no other language is installed here"
)
PLACES = {"there": say("For another user,"), "later": say("On another computer, on another day, or in another system,")}
WHERE = dict.fromkeys(("home", "own"), say("in the home folder")) | {"elsewhere": say("outside of its folder")}
DOES = {
    "delete": say("deletes"),
    "overwrite": say("writes into"),
    "move": say("moves or renames"),
    "send": say("connects to"),
    "start": say("starts"),
}
HARMLESS = say("In its tests it deletes and overwrites nothing that was there before, and connects to nobody.")
SHOWN = 3

Act = tuple[str, str, str]
"""What is done, where, and to what."""


@dataclass(frozen=True, slots=True)
class _Found:
    """What is `said` in short, and why that matters."""

    rule: str
    said: str
    why: str

    @property
    def finding(self) -> Finding:
        return Finding(self.rule, joined(". ", (self.said, self.why)), "high")


class SurroundingsCheck:
    """Fails where a test fails in a new interpreter, always or sometimes, or where the program deletes, overwrites,
    moves or sends something for another user, on another computer, day or system, and here it doesn't.

    What it does here is a claim.
    """

    name = "surroundings"
    title = say("Elsewhere")
    purpose = say(
        "The tests are run in other surroundings, such as another time zone, user, day and system: "
        "the program must do the same there. What it deletes, overwrites or sends meanwhile is told."
    )
    claim = say("It does the same in other surroundings, again and again")
    required = True
    repairable = True
    proves = False
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
            why = (
                say("in a new interpreter they gave no result")
                if seen
                else result.reason or say("the job gave no result")
            )
            return CheckReport(self.name, "not_checked", say("The tests could not be run again: %(why)s", why=why))
        missing = {name: said for name, said in failed["always"].items() if UNKNOWN_NAME.match(said)}
        if failed["always"] and not missing:
            return CheckReport(
                self.name,
                "not_checked",
                say("%(failed)s in a new interpreter", failed=_which(failed["always"])),
                helps="tests",
            )
        found = [*_taken(seen["touched"]), *_elsewhere(seen["elsewhere"]), *_unsteady(missing, failed["sometimes"])]
        if found:
            return CheckReport(self.name, "failed", found[0].said, tuple(one.finding for one in found))
        claim = _claim(seen["touched"])
        return CheckReport(
            self.name, "passed", joined(". ", (HELD if seen["locale"] else NO_LANGUAGE, claim)), claims=(claim,)
        )


def _job(candidate: Candidate, suite: Suite) -> Job:
    files = {
        **job_files(candidate, suite),
        **{name: RUNNER.joinpath(name).read_bytes() for name in FIXTURE_PARTS},
        FIXTURE: RUNNER.joinpath("scenario.py").read_bytes(),
        **{name: CHECKS.joinpath(name).read_bytes() for name in BESIDE},
    }
    return Job(files, ("warm-python", SCRIPT, *suite.files), LIMITS)


def _unsteady(missing: Mapping[str, str], sometimes: Mapping[str, str]) -> Iterable[_Found]:
    if missing:
        said = say("%(missing)s in a new interpreter, as people start it", missing=_which(missing))
        yield _Found(ALWAYS, said, COLD)
    if sometimes:
        said = say("%(sometimes)s with %(conditions)s", sometimes=_which(sometimes), conditions=CONDITIONS)
        yield _Found(SOMETIMES, said, WHY)


def _taken(touched: Sequence[Act]) -> Iterable[_Found]:
    """What it does to a person's own files that no test laid out for it."""
    acts = [act for act in touched if act[1] == "own" and act[0] in ("delete", "overwrite")]
    if acts:
        said = say("It %(acts)s, which no test gave it", acts=_said(acts))
        yield _Found(TAKEN, said, say("What a person has there isn't the program's."))


def _elsewhere(only: Mapping[str, Sequence[Act]]) -> Iterable[_Found]:
    for place, acts in only.items():
        if acts:
            said = say(
                "%(places)s it %(acts)s, and nothing like that in the usual surroundings",
                places=PLACES[place],
                acts=_said(acts),
            )
            yield _Found(ELSEWHERE, said, say("What a program does must not depend on where it runs."))


def _claim(acts: Sequence[Act]) -> str:
    """What it does to what was there before, in a sentence."""
    return say("In its tests it %(acts)s.", acts=_said(acts)) if acts else HARMLESS


def _said(acts: Sequence[Act]) -> str:
    """As in `deletes “a.txt” in the home folder, and connects to “example.org”`."""
    groups: dict[tuple[str, str], list[str]] = {}
    for what, where, to in acts:
        groups.setdefault((DOES[what], WHERE.get(where, "")), []).append(f"“{printable(to)}”")
    parts = [joined(" ", (does, _named(groups[does, place]), place)) for does, place in sorted(groups, key=_order)]
    return say("%(acts)s, and %(last)s", acts=joined(", ", parts[:-1]), last=parts[-1]) if parts[1:] else parts[0]


def _order(group: tuple[str, str]) -> int:
    return list(DOES.values()).index(group[0])


def _named(names: Sequence[str]) -> str:
    listed = ", ".join(names[:SHOWN])
    more = len(names) - SHOWN
    return say("%(names)s and %(more)s more", names=listed, more=more) if more > 0 else listed


def _which(failed: Mapping[str, str]) -> str:
    said = next(filter(None, failed.values()), "")
    names = ", ".join(list(failed)[:SHOWN])
    return say("%(names)s failed (%(said)s)", names=names, said=said) if said else say("%(names)s failed", names=names)
