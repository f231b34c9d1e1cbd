"""What a strategy is, and what it works with."""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence
from dataclasses import dataclass, field, replace
from functools import reduce

from agent.attempts import Attempt, best, with_report
from agent.conversation import Conversation
from agent.events import CodeReady, Event, TestsChanged, TestsRan
from agent.feedback import to_repair
from agent.run_sandbox import RunSandbox
from agent.types import Request, TestChange
from languages.base import Language
from languages.brief import Brief
from languages.files import FileLook
from languages.types import Candidate, Suite


@dataclass(slots=True)
class Search:
    """One search for a program that passes `suite`, and how far it is.

    Strategies add to `attempts`, in the order they were tested. `suite` has the tests that count now, and `changes` is
    what was done to them since there are programs; `change_tests` does that. So many times they were `strengthened`,
    and once at most a model is asked for more inputs to do so; what is right for `tried_inputs` was asked.
    `looks` are at the files that came with the task.
    """

    request: Request
    language: Language
    brief: Brief | None
    suite: Suite
    coder: Conversation
    tester: Conversation
    sandbox: RunSandbox
    attempts: list[Attempt]
    looks: Sequence[FileLook] = ()
    changes: tuple[TestChange, ...] = ()
    strengthened: int = 0
    inputs_asked: bool = False
    tried_inputs: set[str] = field(default_factory=set)

    def try_program(self, number: int, candidate: Candidate) -> Generator[Event, None, Attempt]:
        """Test a program, check it if it passes, and add what came of it to `attempts`, even if only half was done.

        Raises what `RunSandbox.test` and `RunSandbox.check` raise.
        """
        yield CodeReady(number, candidate)
        verdicts = yield from self.sandbox.test(candidate, self.suite)
        attempt = Attempt(number, candidate, verdicts)
        # Before it is checked, so that a run that ends in the middle has it to show.
        self.attempts.append(attempt)
        yield _ran(attempt)
        return (yield from self._checked(attempt))

    def change_tests(self, suite: Suite, changes: Sequence[TestChange]) -> Generator[Event, None, None]:
        """Go on with `suite`: all attempts are tested anew, and the best of them is checked, if it passes.

        Where this is stopped before all are tested, the tests are as they were. Raises as `try_program`.
        """
        differs = suite.files != self.suite.files  # else tests were only confirmed
        judged = list(self.attempts)
        for place, attempt in enumerate(judged) if differs else ():
            verdicts = yield from self.sandbox.test(attempt.candidate, suite)
            judged[place] = Attempt(attempt.number, attempt.candidate, verdicts)
        self.suite, self.changes, self.attempts[:] = suite, (*self.changes, *changes), judged
        yield TestsChanged(suite, tuple(changes))
        chosen = best(judged)
        if differs and chosen:
            yield from map(_ran, judged)
            yield from self._checked(chosen)

    def add_inputs(self, inputs: Sequence[str], check: str) -> Generator[Event, None, None]:
        """Go on with tests that have these inputs, and make one check of the best attempt again. Raises likewise."""
        self.suite = replace(self.suite, inputs=tuple(inputs))
        yield TestsChanged(self.suite, ())
        if attempt := best(self.attempts):
            made = yield from self.sandbox.check(attempt.candidate, self.suite, attempt.number, self.brief, {check})
            reports = reduce(with_report, made, attempt.reports)
            self.attempts[self.attempts.index(attempt)] = replace(attempt, reports=reports)

    def _checked(self, attempt: Attempt) -> Generator[Event, None, Attempt]:
        """`attempt` with what the checks say, if it passes its tests."""
        if not attempt.verdicts.passed:
            return attempt
        place = self.attempts.index(attempt)
        reports = yield from self.sandbox.check(attempt.candidate, self.suite, attempt.number, self.brief)
        unheld = self.brief.unheld(self.suite.tests) if self.brief else ()
        untested = self.brief.untested(self.suite.tests) if self.brief else ()
        findings = to_repair(reports, self.language.checks)
        checked = replace(attempt, reports=reports, to_repair=findings, unheld=unheld, untested=untested)
        self.attempts[place] = checked
        return checked


def _ran(attempt: Attempt) -> TestsRan:
    verdicts = attempt.verdicts
    return TestsRan(attempt.number, verdicts.results, verdicts.seconds, verdicts.problem_in_full)


@dataclass(frozen=True, slots=True)
class Strategy:
    """One way to search. `title` says it to people; `run` raises what conversations and the sandbox raise."""

    name: str
    title: str
    run: Callable[[Search], Generator[Event, None, None]]
