"""What came of each attempt, which one is best, and whether they go round in circles."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from agent.types import Ground
from languages.types import Candidate, CheckReport, Finding, Verdicts
from message import Sentence, say

SAME_FAILURES = 3


@dataclass(frozen=True, slots=True)
class Attempt:
    """One program, what its tests said, and what the checks said if they passed. `number` counts from 1.

    `to_repair` are the findings that go back to the model which wrote it. `unheld` are the examples and
    `untested` the rules, by their numbers, that none of its tests is about; `unproven` are those of either kind, as in
    `rule 3`, of which no test was seen to fail where it must. With an `empty_plan` nothing in that has a word of the
    request, and what was asked for is `left_out` of it. `doubts` is what a reader holds against its results, as long as
    that isn't settled, and `unseen` why nobody who reads them can vouch for it. `grounds` speak for it beside its tests
    and checks. Where the tests `came_along` with a program that somebody shared, nothing speaks for it. `earlier` is
    what checks said of it (see `checked`) before its tests were changed.
    """

    number: int
    candidate: Candidate
    verdicts: Verdicts
    reports: tuple[CheckReport, ...] = ()
    to_repair: tuple[Finding, ...] = ()
    unheld: tuple[int, ...] = ()
    untested: tuple[int, ...] = ()
    unproven: tuple[str, ...] = ()
    empty_plan: bool = False
    left_out: tuple[str, ...] = ()
    doubts: tuple[Sentence, ...] = ()
    unseen: tuple[Sentence, ...] = ()
    grounds: tuple[Ground, ...] = ()
    came_along: bool = False
    earlier: tuple[int, ...] = (False, 0)

    @property
    def checked(self) -> tuple[int, ...]:
        """Whether it was checked, and how little was found then; as before its tests were changed, if not since."""
        # One that was stopped between its tests and its checks has no findings, which says nothing for it.
        return (True, -len(self.to_repair)) if self.reports else self.earlier

    @property
    def passes(self) -> int:
        """How many of its tests pass."""
        return sum(result.outcome == "passed" for result in self.verdicts.results)

    @property
    def done(self) -> bool:
        """True where nothing is left for the code model to repair."""
        return self.verdicts.stands and bool(self.reports) and not self.to_repair


def with_report(reports: Sequence[CheckReport], new: CheckReport) -> tuple[CheckReport, ...]:
    """The reports with a check that was made, perhaps again: one that then ran out of time takes back nothing."""
    known = next((one for one in reports if one.name == new.name), None)
    kept = known if known and known.status in ("passed", "failed") and new.status in ("not_checked", "error") else new
    return (*(one for one in reports if one.name != new.name), kept)


# Why: docs/decisions.md, "Only the search numbers attempts, and the verdict names the program that it judged"
def best(attempts: Sequence[Attempt]) -> Attempt | None:
    """The attempt worth handing over: most tests passed, then the one with the fewest findings to repair, also before
    the tests were changed, then the earliest."""
    return max(attempts, key=lambda one: (*_worth(one), -one.number), default=None)


def going_in_circles(attempts: Sequence[Attempt], same_program: Callable[[Candidate], str]) -> str:
    """Why these attempts lead nowhere, as a phrase; empty while they still may.

    `same_program` gives equal texts for programs that differ in nothing that matters.
    """
    programs = [same_program(attempt.candidate) for attempt in attempts]
    if programs and programs[-1] in programs[:-1]:
        return say("the same program came again")
    recent = [_complaint(attempt) for attempt in attempts[-SAME_FAILURES:]]
    if len(recent) == SAME_FAILURES and len(set(recent)) == 1:
        return say("the same failures %(same_failures)s times in a row", same_failures=SAME_FAILURES)
    return ""


def _worth(attempt: Attempt) -> tuple[int, ...]:
    now = attempt.checked if attempt.reports else (False, 0)
    return attempt.verdicts.stands, attempt.passes, *now, *attempt.checked


def _complaint(attempt: Attempt) -> tuple[object, ...]:
    failures = tuple((failure.name, failure.message) for failure in attempt.verdicts.failures)
    findings = tuple((finding.rule, finding.message) for finding in attempt.to_repair)
    return failures, attempt.verdicts.problem_in_full, findings
