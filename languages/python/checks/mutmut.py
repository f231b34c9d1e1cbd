"""Test strength: mutmut plants small mistakes in the program and counts how many the tests notice."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Any

from languages.checks import CheckContext, Details, Part
from languages.python.checks.added import added
from languages.python.checks.confirming import FIRST, MORE, unconfirmed
from languages.python.checks.mutation_words import difference, finding, in_words, parameters_of, planted
from languages.python.checks.mutmut_jobs import each_with_tests, kill_job, left_by, mutation_job
from languages.python.checks.planted import Planted, read_planted
from languages.python.checks.strength_progress import begun, progress_reader, with_counts
from languages.python.checks.unwatched import unwatched
from languages.python.runner.mutation.plantable import LEFT_OUT
from languages.types import Candidate, CheckReport, CheckStatus, Mutation, Suite
from message import joined, say, say_count
from sandbox.base import JobResult

# Why: docs/decisions.md, "At most two mistakes are planted in a line, and in short programs operands, too"
LEAST = 2  # planted mistakes of which the share says something
MOST_LEFT = 240  # planted mistakes that complete those before; where more are left, others are planted
FEW = 30  # planted mistakes that say too little where there are more, unless these make it sure
SHOWN = 3
# What mutmut prints when it stops because no test reaches any planted mistake, or none was planted.
_UNREACHED = "could not find any test case for any mutant"
_NOTHING = say("No mistake could be planted")


class MutmutCheck:
    """Fails where the tests catch a smaller share of the planted mistakes than the context asks for.

    Where no mistake can be planted in most of the program, the share says little: `not_checked`.
    What can't be planted in the processor time that two get in `seconds` is left out, on a busy machine what can't be
    in four times as long by the clock, and what isn't needed to be sure on which side of what is asked for the share
    is. The rest is spread evenly over the program, so the share is judged all the same.
    """

    name = "mutmut"
    title = say("Test strength")
    purpose = say("Mistakes are planted in copies of the program, such as a + turned into a -. Good tests notice them.")
    claim = say("Its tests notice mistakes that are planted in it")
    wrong = say("Its tests are too weak: mistakes in it could go unnoticed")
    unknown = say("It isn't known whether its tests would notice mistakes in it")
    required = True
    repairable = False
    proves = True
    details: Details = "mutants"
    depends_on: frozenset[Part] = frozenset(("program", "packages", "brief", "tests", "inputs"))

    def __init__(self, seconds: float = 180.0) -> None:
        self._seconds = seconds

    def run(self, candidate: Candidate, suite: Suite, context: CheckContext) -> CheckReport:
        """See `Check.run`."""
        context = replace(context, on_progress=with_counts(context.on_progress))
        try:
            known = self._known(candidate, suite, context)
            made = known or self._planted(candidate, suite, context)
        except Unknown as problem:
            return problem.report
        first = context.earlier.first if known and context.earlier else suite
        context.leave(made, first)
        return self._report(made, candidate, suite, first, context)

    def _known(self, candidate: Candidate, suite: Suite, context: CheckContext) -> Planted | None:
        """What became of those that were planted before, where only tests were added or other inputs are known.

        What tests noticed they go on to notice, and what none did is tried with the new ones only. Where only some were
        planted, and these are noticed well enough now, so are those that are left, or where these are many, others.
        """
        earlier = context.earlier
        new = added(earlier.suite, suite) if earlier else None
        if earlier is None or new is None or not isinstance(earlier.notes, Planted):
            return None
        known = earlier.notes
        if not known.noticed:
            return None  # what nothing is noticed of says of no rule whether its tests can fail
        is_sample = bool(new.tests and known.mutation.left_out and earlier.report.status != "passed")
        if is_sample and known.sure and not _can_be_completed(known):
            return None  # they are too few for other tests
        waiting = _waiting(known, earlier.suite, new)
        if waiting or (new.tests and earlier.report.status != "passed"):  # more tests notice no fewer
            found = known.mutation
            context.on_progress(replace(begun("new"), done=found.total, total=found.total, noticed=found.caught))
            seen = self._noticed(candidate, earlier.first, new, known, waiting, context)
            if seen is None:
                return None
            unproven = [about for about in known.unproven if about not in waiting]
            known = known.noticed_by(seen["killed"], [*unproven, *seen["unproven"]], candidate.source)
        known = known.leaving_out(suite.unasked, candidate.source)
        is_weak = known.fates and not _reaches(known.mutation, context.mutation_score)
        if is_weak and (new.tests or suite.inputs != earlier.suite.inputs):
            job = mutation_job(
                candidate,
                suite,
                self._seconds,
                context.brief,
                bar=context.mutation_score,
                known=known,
                first=earlier.first,
            )
            result = context.sandbox.run(job, context.cancel, progress_reader(context.on_progress))
            with suppress(Unknown):  # what was known before isn't worth less
                known = known.looked_at_again(self._read(result))
        # New tests were made for some of those that were planted: of these, they notice more than of the others.
        if is_sample and _reaches(known.mutation, context.mutation_score):
            return self._completed(candidate, suite, known, earlier.first, context)
        return known

    def _completed(
        self, candidate: Candidate, suite: Suite, known: Planted, first: Suite, context: CheckContext
    ) -> Planted | None:
        """With those that were left; None where these are too many, or not all could be planted. Raises `Unknown`."""
        if not _can_be_completed(known):
            return None
        bar = context.mutation_score
        job = mutation_job(
            candidate, suite, self._seconds, context.brief, bar=bar, known=known, first=first, completes=True
        )
        rest = self._read(context.sandbox.run(job, context.cancel, progress_reader(context.on_progress)))
        return None if rest.left else known.completed_by(rest)

    def _noticed(
        self,
        candidate: Candidate,
        first: Suite,
        new: Suite,
        known: Planted,
        waiting: Mapping[str, Sequence[str]],
        context: CheckContext,
    ) -> Mapping[str, Any] | None:
        """Which of those that no test noticed the new ones do, and for which `waiting` rules they notice none."""
        if not known.fates and not waiting:
            return {"killed": [], "unproven": []}
        job = kill_job(
            candidate, first, new, [*known.fates] or known.noticed[:1], context.brief, waiting, known.noticed
        )
        seen = left_by(context.sandbox.run(job, context.cancel))
        return seen if "killed" in seen else None

    def _planted(self, candidate: Candidate, suite: Suite, context: CheckContext) -> Planted:
        """What becomes of all that can be planted. Raises `Unknown`."""
        job = mutation_job(candidate, suite, self._seconds, context.brief, bar=context.mutation_score)
        return self._read(context.sandbox.run(job, context.cancel, progress_reader(context.on_progress)))

    def _read(self, result: JobResult) -> Planted:
        if result.status != "exited":
            why = say("The planted mistakes could not be tried: %(reason)s", reason=result.reason)
            raise Unknown(CheckReport(self.name, "not_checked", why))
        try:
            output = left_by(result)
            made = read_planted(output)
        except (ValueError, KeyError, TypeError):
            why = say("The test strength check broke: %(result)s", result=_last_words(result))
            raise Unknown(CheckReport(self.name, "error", why)) from None
        if not output["finished"] and _UNREACHED not in result.stdout:
            why = say("The tests could not be repeated: %(result)s", result=_last_words(result))
            raise Unknown(CheckReport(self.name, "not_checked", why))
        return made

    def _report(
        self, made: Planted, candidate: Candidate, suite: Suite, first: Suite, context: CheckContext
    ) -> CheckReport:
        parameters = parameters_of(candidate.source)
        findings = tuple(
            finding(missed, parameters, "" if missed["status"] in LEFT_OUT else unwatched(missed, parameters))
            for missed in made.missed
        )
        told = (difference(missed, parameters) for missed in made.missed)
        sure = made.sure == ("above" if _reaches(made.mutation, context.mutation_score) else "below")
        words = in_words(made.mutation, made.tried, next(filter(None, told), ""), sure)
        status, summary = self._judge(made.mutation, Reach(made.statements, made.left_alone), context, words, sure)
        is_new = not context.earlier or first is suite or context.earlier.report.status != "passed"
        if status == "passed" and is_new:  # what sufficed before was confirmed then
            context.on_progress(begun("alone"))
            if why := unconfirmed(candidate, suite, made.noticed, context, first):
                return CheckReport(self.name, "failed", why, findings)
        return CheckReport(
            self.name,
            status,
            summary,
            findings,
            made.mutation,
            inputs=made.inputs,
            survivors=tuple(made.fates),
            noticed=tuple(random.SystemRandom().sample(made.noticed, min(FIRST + MORE, len(made.noticed)))),
            unproven=made.unproven,
            helps="again" if made.mutation.left_out and not made.sure else "nothing",
        )

    def _judge(
        self, mutation: Mutation, reach: Reach, context: CheckContext, words: str, sure: bool
    ) -> tuple[CheckStatus, str]:
        if mutation.left_out and mutation.total < FEW and not sure:
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
        if not _reaches(mutation, context.mutation_score):
            return "failed", say(
                "%(words)s; at least %(threshold)s must be noticed%(remark)s",
                words=words,
                threshold=f"{context.mutation_score:.0%}",
                remark=reach.remark,
            )
        if reach.is_small:
            return "not_checked", say(
                "%(words)s, but in most of the program none can be planted%(where)s", words=words, where=reach.where
            )
        return "passed", joined("", (words, reach.remark))


class Unknown(Exception):
    """Nothing is known of the planted mistakes, as `report` says."""

    def __init__(self, report: CheckReport) -> None:
        super().__init__(report.summary)
        self.report = report


def _waiting(known: Planted, before: Suite, new: Suite) -> dict[str, list[str]]:
    """The new tests of each rule and example of which none was seen to notice anything."""
    seen = each_with_tests(before).keys() - {*known.unproven}
    return {about: names for about, names in each_with_tests(new).items() if about not in seen}


def _can_be_completed(known: Planted) -> bool:
    """Whether those that weren't planted are few."""
    return 0 < len(known.left) <= MOST_LEFT


def _reaches(mutation: Mutation, threshold: float) -> bool:
    return mutation.score is not None and mutation.score >= threshold


@dataclass(frozen=True, slots=True)
class Reach:
    """How much of a program mistakes can be planted in: `left_alone` has statements by function."""

    statements: int
    left_alone: Mapping[str, int]

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


def _last_words(result: JobResult) -> str:
    lines = (result.stderr.strip() or result.stdout.strip()).splitlines()
    return result.reason or (lines[-1][:300] if lines else say("it left no result"))
