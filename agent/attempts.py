"""What came of each attempt, which one is best, and whether they go round in circles."""

from __future__ import annotations

import ast
from collections.abc import Sequence
from dataclasses import dataclass

from agent.feedback import to_mend
from languages.types import Candidate, CheckReport, TestCase, Verdicts

SAME_FAILURES = 3


@dataclass(frozen=True, slots=True)
class Suite:
    """The test file and its test cases."""

    code: str
    tests: tuple[TestCase, ...]


@dataclass(frozen=True, slots=True)
class Attempt:
    """One program, what its tests said, and what the checks said if they passed. `number` counts from 1."""

    number: int
    candidate: Candidate
    verdicts: Verdicts
    reports: tuple[CheckReport, ...] = ()

    @property
    def done(self) -> bool:
        """True where nothing is left for the code model to mend."""
        return self.verdicts.passed and bool(self.reports) and not to_mend(self.reports)


def best(attempts: Sequence[Attempt]) -> Attempt | None:
    """The attempt worth handing over: most tests passed, then fewest findings to mend, then the earliest."""
    return max(attempts, key=_worth, default=None)


def going_in_circles(attempts: Sequence[Attempt]) -> str:
    """Why these attempts lead nowhere, as a phrase; empty while they still may."""
    programs = [_shape(attempt.candidate.solution) for attempt in attempts]
    if programs and programs[-1] in programs[:-1]:
        return "the same program came again"
    recent = [_complaint(attempt) for attempt in attempts[-SAME_FAILURES:]]
    if len(recent) == SAME_FAILURES and len(set(recent)) == 1:
        return f"the same failures {SAME_FAILURES} times in a row"
    return ""


def _worth(attempt: Attempt) -> tuple[bool, int, bool, int, int]:
    passes = len(attempt.verdicts.results) - len(attempt.verdicts.failures)
    mend = len(to_mend(attempt.reports))
    return attempt.verdicts.passed, passes, bool(attempt.reports), -mend, -attempt.number


def _shape(source: str) -> str:
    """The program without comments and layout, so that the same one is known again."""
    try:
        return ast.dump(ast.parse(source))
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return source


def _complaint(attempt: Attempt) -> tuple[object, ...]:
    failures = tuple((failure.name, failure.message) for failure in attempt.verdicts.failures)
    findings = tuple((finding.rule, finding.message) for finding in to_mend(attempt.reports))
    return failures, attempt.verdicts.problem, findings
