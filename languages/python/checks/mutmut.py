"""Test strength: mutmut plants small mistakes in the program and counts how many the tests notice."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace

from languages.brief import Brief
from languages.checks import CheckContext, Details, Progress
from languages.python.candidates import job_files
from languages.python.checks.confirming import FIRST, MORE, unconfirmed
from languages.python.checks.fixed_words import fixed_words, spoken, worded
from languages.python.checks.mutation_words import difference, finding, in_words, parameters_of, planted, telling_input
from languages.python.checks.scripts import OPTIONS, OURS, planting_scripts, survivor_scripts
from languages.python.checks.unwatched import unwatched
from languages.types import Candidate, CheckReport, CheckStatus, Mutation, Suite, TellingInput
from message import joined, say, say_count
from sandbox.base import Job, JobLimits, JobResult

CLOSER_SECONDS = 25.0  # of processor time, for a closer look at those that no test notices; more where they are many
# Why: docs/decisions.md, "A single planted mistake is `not_checked`, and in short programs operands are planted, too"
LEAST = 2  # planted mistakes of which the share says something
FEW = 30  # planted mistakes that say too little where there are more
KILL_SECONDS = 60.0  # for those that new tests are made for
# Why: docs/decisions.md, "Planted mistakes are limited by processor time, and by the clock only at twice that"
BUSY_FACTOR = 2  # so many times as long by the clock, where others keep the machine busy
REST = 700.0  # seconds for those that run when the time is up, for a closer look at those missed, and for the diffs
SHOWN = 3
APART = ("equivalent", "unasked")  # what nobody could notice, or need not
# As in "12/34  🎉 9 🫥 0  ⏰ 1  🤔 0  🙁 2  🔇 0  🧙 0": tried, of how many, and of these killed, reached by no test,
# too slow, suspicious and survived.
_PROGRESS = re.compile(r"(\d{1,9})/(\d{1,9})" + "".join(rf"\s+{sign} (\d{{1,9}})" for sign in "🎉🫥⏰🤔🙁") + r"\s")
# What mutmut prints when it stops because no test reaches any planted mistake, or none was planted.
_UNREACHED = "could not find any test case for any mutant"
_NOTHING = say("No mistake could be planted")


class MutmutCheck:
    """Fails where the tests catch a smaller share of the planted mistakes than the context asks for.

    Where no mistake can be planted in most of the program, the share says little: `not_checked`.
    What can't be planted in the processor time that two get in `seconds` is left out, on a busy machine what can't be
    in twice as long by the clock, and what isn't needed to be sure on which side of what is asked for the share is.
    The rest is spread evenly over the program, so the share is judged all the same.
    """

    name = "mutmut"
    title = say("Test strength")
    purpose = say("Mistakes are planted in copies of the program, such as a + turned into a -. Good tests notice them.")
    claim = say("Its tests notice mistakes that are planted in it")
    required = True
    repairable = False
    proves = True
    details: Details = "mutants"

    def __init__(self, seconds: float = 180.0) -> None:
        self._seconds = seconds

    def run(self, candidate: Candidate, suite: Suite, context: CheckContext) -> CheckReport:
        """See `Check.run`."""
        earlier = context.earlier if context.earlier and context.earlier.survivors else None
        bar = context.mutation_score
        job = mutation_job(candidate, suite, self._seconds, context.brief, earlier=earlier, bar=bar)
        result = context.sandbox.run(job, context.cancel, _progress_reader(context.on_progress))
        if result.status == "timeout":
            return CheckReport(
                self.name,
                "not_checked",
                say("The planted mistakes could not be tried: %(reason)s", reason=result.reason),
            )
        try:
            output = json.loads(result.files["mutation.json"])
            mutation = _with(earlier, Mutation(**output["statistics"]))
            parameters = parameters_of(candidate.source)
            findings = tuple(
                finding(missed, parameters, "" if missed["status"] in APART else unwatched(missed, parameters))
                for missed in output["missed"]
            )
            names = tuple(output["names"])
            inputs = _joined(map(telling_input, output["inputs"]), earlier.inputs if earlier else ())
            unproven = tuple(output["unproven"]) or (earlier.unproven if earlier else ())
            reach = Reach(output["statements"], output["left_alone"])
            told = (difference(missed, parameters) for missed in output["missed"])
            reached = mutation.score is not None and mutation.score >= bar
            sure = output["sure"] == ("above" if reached else "below")
            words = in_words(mutation, output["tried"], next(filter(None, told), ""), sure)
        except (ValueError, KeyError, TypeError):
            return CheckReport(
                self.name, "error", say("The test strength check broke: %(result)s", result=_last_words(result))
            )
        if not output["finished"] and _UNREACHED not in result.stdout:
            return CheckReport(
                self.name, "not_checked", say("The tests could not be repeated: %(result)s", result=_last_words(result))
            )
        status, summary = self._judge(mutation, reach, context.mutation_score, words)
        noticed = (*output["killed"], *(earlier.noticed if earlier else ()))
        if status == "passed" and (why := unconfirmed(candidate, suite, noticed, context)):
            return CheckReport(self.name, "failed", why, findings)
        return CheckReport(
            self.name,
            status,
            summary,
            findings,
            mutation,
            inputs=inputs,
            survivors=names,
            noticed=tuple(random.SystemRandom().sample(noticed, min(FIRST + MORE, len(noticed)))),
            unproven=unproven,
            helps="again" if mutation.left_out and not output["sure"] else "nothing",
        )

    def _judge(self, mutation: Mutation, reach: Reach, threshold: float, words: str) -> tuple[CheckStatus, str]:
        if mutation.left_out and mutation.total < FEW:
            return "not_checked", say(
                "Only %(mutation)s within %(seconds)s s", mutation=planted(mutation), seconds=f"{self._seconds:g}"
            )
        if mutation.broken and not mutation.total:
            return "not_checked", say_count(
                "With all of %(count)s planted mistake it can't even be loaded",
                "With all of %(count)s planted mistakes it can't even be loaded",
                mutation.broken,
            )
        if mutation.score is None:
            return "not_checked", say(
                "%(nothing)s%(where)s, so the tests' strength is not known", nothing=_NOTHING, where=reach.where
            )
        if mutation.total < LEAST:
            return "not_checked", say(
                "Only %(mutation)s%(where)s, too few to say how good the tests are",
                mutation=planted(mutation),
                where=reach.where,
            )
        if mutation.score < threshold:
            return "failed", say(
                "%(words)s; at least %(threshold)s must be noticed%(remark)s",
                words=words,
                threshold=f"{threshold:.0%}",
                remark=reach.remark,
            )
        if reach.is_small:
            return "not_checked", say(
                "%(words)s, but in most of the program none can be planted%(where)s", words=words, where=reach.where
            )
        return "passed", joined("", (words, reach.remark))


def mutation_job(
    candidate: Candidate,
    suite: Suite,
    seconds: float,
    brief: Brief | None = None,
    closer_seconds: float = CLOSER_SECONDS,
    earlier: CheckReport | None = None,
    bar: float = 1.0,
) -> Job:
    """What runs mutmut on `candidate`, plants nothing any more after `seconds`, and leaves `mutation.json`.

    Nor does it once enough is known to hold the share against `bar`; and where that is reached, it looks no closer.

    Words that `brief` prescribes are to be written so, and others as anybody likes; of functions, and without one, each
    counts in which a mistake is planted. `closer_seconds` of processor time are for those that no test notices. Where
    there is an `earlier` report on the same program and tests, only what no test noticed then is planted, and told of.
    """
    free = brief is not None and brief.kind != "function"
    options: dict[str, object] = {"seconds": seconds, "closer_seconds": closer_seconds}
    options["said"] = fixed_words(brief) if free else None
    options |= {"inputs": suite.inputs, "only": earlier.survivors if earlier else [], "kill": False}
    options |= {"rules": _named(suite), "unasked": suite.unasked}
    options["bar"] = bar
    options["others"] = earlier.mutation.total - len(earlier.survivors) if earlier and earlier.mutation else 0
    options |= {"worded": worded(suite, brief), "spoken": spoken(suite, brief)}
    return _job(candidate, suite, options, seconds)


def kill_job(
    candidate: Candidate, before: Suite, suite: Suite, mutants: Sequence[str], brief: Brief | None = None
) -> Job:
    """What plants these mistakes, which have their names since `before` were the tests, and runs `suite` alone.

    Leaves `mutation.json`: {"killed": names}.
    """
    options: dict[str, object] = {"seconds": KILL_SECONDS, "only": list(mutants), "kill": True, "bar": 0.0}
    options |= {"worded": worded(before, brief), "spoken": spoken(before, brief)}
    return _job(candidate, suite, options, KILL_SECONDS)


def _named(suite: Suite) -> dict[str, list[str]]:
    """The tests of each rule and example, but for weak ones, which test none. Not where one was seen to fail for it."""
    named: dict[str, list[str]] = {}
    proved = {about for test in suite.tests for about in test.fails_for}
    for test in (one for one in suite.tests if not one.weak):
        for about in test.about:
            named.setdefault(about, []).append(test.name)
    return {about: names for about, names in named.items() if about not in proved}


def _job(candidate: Candidate, suite: Suite, options: dict[str, object], seconds: float) -> Job:
    options |= {"tests": [path for path in suite.files if path.endswith(".py")], "wall": BUSY_FACTOR * seconds}
    files = {
        **job_files(candidate, suite),
        **planting_scripts(),
        **survivor_scripts(),
        OPTIONS: json.dumps(options).encode(),
    }
    wall = BUSY_FACTOR * seconds + REST  # mutmut limits the processor time of each mutant itself
    limits = JobLimits(cpu_seconds=10 * wall, seconds=wall, processes=128, output_bytes=8 << 20)
    return Job(files, ("warm-python", f"{OURS}/mutation_job.py", OPTIONS), limits, read_back=("mutation.json",))


def _joined(new: Iterable[TellingInput], known: Iterable[TellingInput]) -> tuple[TellingInput, ...]:
    """All of them once; what tells some apart goes on doing so."""
    return tuple({one.source: one for one in (*known, *new)}.values())


def _with(earlier: CheckReport | None, again: Mutation) -> Mutation:
    """The count of all, from what became in the end of those that no test had noticed."""
    if earlier is None or earlier.mutation is None:
        return again
    known = earlier.mutation
    return replace(
        known,
        killed=known.killed + again.killed,
        timeout=known.timeout + again.timeout,
        survived=again.survived,
        no_tests=again.no_tests,
        equivalent=again.equivalent,
        unasked=again.unasked,
        total=known.total - len(earlier.survivors) + again.total,
        shown=known.shown_caught + again.shown,
        shown_caught=known.shown_caught + again.shown_caught,
    )


@dataclass(frozen=True, slots=True)
class Reach:
    """How much of a program mistakes can be planted in: `left_alone` has statements by function."""

    statements: int
    left_alone: dict[str, int]

    @property
    def is_small(self) -> bool:
        """Whether most statements inside functions are where no mistake can be planted."""
        return 2 * sum(self.left_alone.values()) > self.statements

    @property
    def remark(self) -> str:
        """As in "; in `Cart.total` none can be planted", or empty."""
        return say("; in %(names)s none can be planted", names=self._names) if self.left_alone else ""

    @property
    def where(self) -> str:
        """As in " (`Cart.total`)", or empty."""
        return joined("", (" (", self._names, ")")) if self.left_alone else ""

    @property
    def _names(self) -> str:
        longest_first = sorted(self.left_alone, key=lambda name: -self.left_alone[name])
        names = [f"`{name}`" for name in longest_first[:SHOWN]]
        more = len(longest_first) - SHOWN
        listed = ", ".join(names)
        return say("%(names)s and %(more)s more", names=listed, more=more) if more > 0 else listed


def _progress_reader(on_progress: Callable[[Progress], None]) -> Callable[[str], None]:
    def read(text: str) -> None:
        lines = _PROGRESS.findall(text)
        if lines:
            done, total, killed, untested, timeout, suspicious, survived = map(int, lines[-1])
            on_progress(Progress(done, total, killed + timeout + suspicious, survived + untested))

    return read


def _last_words(result: JobResult) -> str:
    lines = (result.stderr.strip() or result.stdout.strip()).splitlines()
    return result.reason or (lines[-1][:300] if lines else say("it left no result"))
