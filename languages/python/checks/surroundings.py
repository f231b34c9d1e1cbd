"""Surroundings: the tests again under other conditions.

What passes only sometimes, or only here, is found; and what the program does to what was there before is told.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from languages.checks import CheckContext, Details, Part
from languages.python.candidates import FIXTURE, FIXTURE_PARTS, RUNNER, job_files
from languages.python.checks.added import added
from languages.types import Candidate, CheckReport, Finding, Suite
from message import joined, say
from sandbox.base import Job, JobLimits, JobResult
from wording import printable

JOB = "surroundings.surroundings_job"
SOMETIMES = say("passes only sometimes")
ALWAYS = say("fails in a new interpreter")
ELSEWHERE = say("does something else elsewhere")
OTHER_RESULT = say("gives something else elsewhere")
TAKEN = say("takes files that it wasn't given")
LIMITS = JobLimits(cpu_seconds=160.0, seconds=500.0)
CONDITIONS = say(
    "its tests in another order, another hash seed (the order of sets), another time zone, another locale or user"
)
WHY = say("What a program gives must not depend on chance, as on the order in which a set is gone through.")
UNKNOWN_NAME = re.compile(r"(AttributeError|NameError|ImportError|ModuleNotFoundError)\b")
COLD = say(
    "Here Python has run for a while, and has imported modules that the program must import itself, as `xml.etree`."
)
AFRESH = say("It doesn't work where it is started afresh, as people start it")
BY_CHANCE = say("It does what it should only sometimes")
HELD = say("The tests pass in another order, time zone and language")
NO_LANGUAGE = say("The tests pass in another order and time zone; no other language is installed here")
RUNS = {
    "there": say("For another user, on another computer or day, on a Mac, at a terminal, or after other starts,"),
    "abroad": say("On another day, or on Windows,"),
}
"""The runs in which it is looked at what the program does."""
PLACES = {
    "terminal": (say("At a terminal"), say("at a terminal")),
    "windows": (say("On Windows"), say("as if on Windows")),
    "mac": (say("On a Mac"), say("as if on a Mac")),
    "later": (say("In another year, on 31 December 2031,"), say("in 2031")),
    "leap": (say("On 29 February 2032"), say("on a 29 February")),
    "user": (say("For another user"), say("for another user")),
    "computer": (say("On another computer, with other folders and variables,"), say("on another computer")),
    "starts": (say("Once it was started four times"), say("after four other starts")),
    "together": (say("In several of these surroundings at once"), ""),
}
"""Each surrounding of `places.py`: where something goes wrong, and what was tried."""
EXCUSES: Mapping[str, Callable[[str], str]] = {
    "about": lambda _: say("the tests are about that themselves"),
    "lacking": lambda what: say("the program asks for “%(what)s”, which isn't here", what=what),
    "skipped": lambda what: say("it could not be run there: %(what)s", what=what),
}
CHANGES = {
    "end": say("with another newline at its end"),
    "newlines": say("with the newlines of another system"),
    "mark": say("with another mark at its beginning, as Windows sets it"),
    "blank": say("with a blank line at its end"),
    "order": say("with its rows in another order"),
}
"""What makes no difference in the files that tests lay out, see `varied_files.py`."""
READY_ANSWER = say("has a ready answer")
READY = say("A result must be worked out for any file alike: this one's seems to be there already.")
ALL_ROWS = say("However many rows there are, all of them count.")
DEPENDS = say("What a program gives must not depend on where it runs, on who starts it, when, and how often.")
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
    """What is `said` in short, and why that matters; in `plain` words where that names tests."""

    rule: str
    said: str
    why: str
    plain: str = ""

    @property
    def finding(self) -> Finding:
        return Finding(self.rule, joined(". ", (self.said, self.why)), "high", meaning=self.plain)


class SurroundingsCheck:
    """Fails where a test fails in a new interpreter, always, sometimes, or in one of the surroundings of `places.py`,
    or where the program deletes, overwrites, moves or sends something there, and here it doesn't.

    What it does here is a claim.
    """

    name = "surroundings"
    title = say("Elsewhere")
    purpose = say(
        "The tests are run in other surroundings, such as another time zone, user, day and system: "
        "the program must do the same there. What it deletes, overwrites or sends meanwhile is told."
    )
    claim = say("Its tests pass in all other surroundings that were tried, again and again")
    wrong = ""
    unknown = say("It isn't known whether it does the same on another computer or day")
    required = True
    repairable = True
    proves = False
    details: Details = "findings"
    depends_on: frozenset[Part] = frozenset(("program", "packages", "tests"))

    def run(self, candidate: Candidate, suite: Suite, context: CheckContext) -> CheckReport:
        """See `Check.run`."""
        return self._with_added(candidate, suite, context) or self._made(candidate, suite, context)

    def _with_added(self, candidate: Candidate, suite: Suite, context: CheckContext) -> CheckReport | None:
        """What is said where tests were added to those that passed: all are run in another order, for one may leave
        something to another, and in all other surroundings the new ones. So a pass can only be kept."""
        earlier = context.earlier
        new = added(earlier.suite, suite) if earlier and earlier.report.status == "passed" else None
        if earlier is None or new is None or not new.tests or not earlier.notes:
            return None
        report = self._made(candidate, suite, context, [one.name for one in new.tests], earlier.notes)
        return report if report.status == "passed" else None

    def _made(
        self,
        candidate: Candidate,
        suite: Suite,
        context: CheckContext,
        only: Sequence[str] = (),
        known: Mapping[str, Any] | None = None,
    ) -> CheckReport:
        result = context.sandbox.run(_job(candidate, suite, only), context.cancel)
        seen = _seen(result)
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
        found += [*_other_results(seen["places"]), *_ready(seen["ready"])]
        if found:
            return CheckReport(self.name, "failed", found[0].said, tuple(one.finding for one in found))
        places = _joined(known["places"], seen["places"]) if known else seen["places"]
        context.leave({"places": places}, suite)
        claim = _claim(seen["touched"])
        said = (HELD if seen["locale"] else NO_LANGUAGE, *_tried(places), claim)
        return CheckReport(self.name, "passed", joined(". ", said), claims=(claim,))


def _seen(result: JobResult) -> dict[str, Any]:
    """What the job says at its end; nothing where it didn't come to it, for what stands there then may be the
    program's own."""
    if result.status != "exited" or result.exit_code:
        return {}
    try:
        seen: dict[str, Any] = json.loads(result.stdout.strip().splitlines()[-1])
    except (IndexError, ValueError):
        return {}
    return seen


def _joined(before: Mapping[str, Any], now: Mapping[str, Any]) -> dict[str, Any]:
    """Where tests were run, now those that were added and before all others."""
    return {
        place: {
            "failed": {},
            "unknown": {**before[place]["unknown"], **now[place]["unknown"]},
            "tried": before[place]["tried"] or now[place]["tried"],
        }
        for place in now
        if place in before
    }


def _job(candidate: Candidate, suite: Suite, only: Sequence[str]) -> Job:
    files = {
        **job_files(candidate, suite),
        **{name: RUNNER.joinpath(name).read_bytes() for name in FIXTURE_PARTS},
        FIXTURE: RUNNER.joinpath("scenario.py").read_bytes(),
    }
    return Job(files, ("own", JOB, json.dumps(only), *suite.files), LIMITS)


def _unsteady(missing: Mapping[str, str], sometimes: Mapping[str, str]) -> Iterable[_Found]:
    if missing:
        said = say("%(missing)s in a new interpreter, as people start it", missing=_which(missing))
        yield _Found(ALWAYS, said, COLD, AFRESH)
    if sometimes:
        said = say("%(sometimes)s with %(conditions)s", sometimes=_which(sometimes), conditions=CONDITIONS)
        yield _Found(SOMETIMES, said, WHY, BY_CHANCE)


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
                places=RUNS[place],
                acts=_said(acts),
            )
            yield _Found(ELSEWHERE, said, say("What a program does must not depend on where it runs."))


def _other_results(places: Mapping[str, Any]) -> Iterable[_Found]:
    """What passes here and fails there."""
    for place, seen in places.items():
        if seen["failed"]:
            said = say("%(place)s %(failed)s, and passes here", place=PLACES[place][0], failed=_which(seen["failed"]))
            plain = say("%(place)s it doesn't do what it does here", place=PLACES[place][0])
            yield _Found(OTHER_RESULT, said, DEPENDS, plain)


def _ready(ready: Mapping[str, str]) -> Iterable[_Found]:
    """Where the person's own file isn't treated as any other, or not read to its end."""
    for change, name in ready.items():
        if change == "many":
            said = say(
                "Where each row of %(name)s is there many times, their order changes what comes out, and otherwise it "
                "doesn't",
                name=printable(name),
            )
            yield _Found(READY_ANSWER, said, ALL_ROWS)
        elif change == "known":
            said = say("Most values that come of %(name)s stand in the program", name=printable(name))
            yield _Found(READY_ANSWER, said, READY)
        else:
            said = say(
                "It gives something else for %(name)s %(change)s, though in all files of the tests that makes no "
                "difference",
                name=printable(name),
                change=CHANGES[change],
            )
            yield _Found(READY_ANSWER, said, READY)


def _tried(places: Mapping[str, Any]) -> Iterable[str]:
    """Where the tests were run, and of which it isn't known what they would say there."""
    tried = [PLACES[place][1] for place, seen in places.items() if seen["tried"]]
    if tried:
        yield say("Tried as well: %(places)s", places=joined(", ", tried))
    for place, seen in places.items():
        if seen["unknown"]:
            (sort, what), names = next(iter(seen["unknown"].values())), _named(list(filter(None, seen["unknown"])))
            where, why = PLACES[place][1], EXCUSES[sort](printable(what))
            names = names or say("all tests")
            yield say("Not known of %(names)s %(where)s: %(why)s", names=names, where=where, why=why)


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
    names = ", ".join(list(failed)[:SHOWN]) or say("all tests")
    return say("%(names)s failed (%(said)s)", names=names, said=said) if said else say("%(names)s failed", names=names)
