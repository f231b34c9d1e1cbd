"""What can be done with a program in a search: it is tested, checked, shown and compared, and the state says so."""

from __future__ import annotations

from collections.abc import Generator, Hashable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, TypeVar

from agent.attempts import Attempt, best
from agent.checking import PUT_OFF, GoesBack, nothing_does
from agent.conversation import Conversation
from agent.events import CodeReady, Event, TestsChanged, TestsRan
from agent.feedback import to_repair
from agent.outcomes import show_starts
from agent.promising import not_promised, promises_nothing
from agent.run_sandbox import RunSandbox
from agent.search.state import State
from agent.test_writing import TestWriter
from agent.types import Ground, Request, TestChange
from agent.validation import example_tests
from languages.base import Language
from languages.brief import Brief
from languages.comparing import Compared
from languages.files import FileLook
from languages.outcome import Outcome
from languages.types import Candidate, CheckReport, Suite
from message import say

M = TypeVar("M")
HELD = say("The example that you gave comes out right")
OTHERS = 2
"""Tests beside those of the examples in the task, where these are to speak for a program."""


@dataclass(slots=True)
class Search:
    """One search for a program: what it works with, how far it is, and what can be done with a program.

    `state` is how far it is: what comes of a program is a new state, and moves give it one likewise. `looks` are at the
    files that came with the task.
    `shown` is what came of the starts that were told last, by the attempt's number and the tests. `comparisons` has
    what came of each by both programs, the tests and inputs, for models give the same program once more.
    What only one kind of move has to know, it keeps in a `memory` of its own.
    """

    request: Request
    language: Language
    brief: Brief | None
    coder: Conversation
    tester: Conversation
    writer: TestWriter
    sandbox: RunSandbox
    state: State
    looks: Sequence[FileLook] = ()
    shown: dict[tuple[int, str], Outcome] = field(default_factory=dict)
    comparisons: dict[Hashable, Compared] = field(default_factory=dict)
    _memories: dict[type[Any], Any] = field(default_factory=dict)

    @property
    def suite(self) -> Suite:
        """The tests that count now."""
        return self.state.suite

    @property
    def attempts(self) -> tuple[Attempt, ...]:
        """What came of programs so far, in the order they were tested."""
        return self.state.attempts

    def memory(self, kind: type[M]) -> M:
        """What is remembered under this kind in this search, as new at first."""
        found: M = self._memories.setdefault(kind, kind())
        return found

    def next_number(self) -> int:
        """The number of one more attempt. No other attempt gets it, even where nothing comes of this one.

        Raises `ValueError` where no attempts are left.
        """
        self.state = self.state.with_number()
        return self.state.numbered

    def provided(self, candidate: Candidate) -> Generator[Event, None, Candidate]:
        """A program that has the packages that it needs from now on. Raises `PackageProblem`, and as `try_program`."""
        yield from self.sandbox.provide({**self.suite.files, **candidate.files})
        return candidate

    def try_program(
        self, number: int, candidate: Candidate, goes_back: GoesBack = nothing_does
    ) -> Generator[Event, None, Attempt]:
        """Test a program, check it if it passes, and add what came of it to `attempts`, even if only half was done.

        Where what is found `goes_back` to the coder, some checks are put off; see `completed`.

        Raises what `RunSandbox.test` and `RunSandbox.check` raise, and `ValueError` where `number` isn't a new one.
        """
        self.state.require_new(number)
        yield CodeReady(number, candidate)
        verdicts = yield from self.sandbox.test_attempt(number, candidate, self.suite)
        attempt = Attempt(number, candidate, verdicts, came_along=self.came_along)
        # Before it is checked, so that a run that ends in the middle has it to show.
        self.state = self.state.with_attempt(attempt)
        yield _ran(attempt)
        if verdicts.stands:
            yield from self.show(attempt)  # here already, for a person who watches
        checked = yield from self._checked(attempt, goes_back)
        if not (yield from self.sandbox.upgrade(checked.reports)):
            return checked
        return (yield from self._tested_anew(checked))

    def _tested_anew(self, attempt: Attempt) -> Generator[Event, None, Attempt]:
        """`attempt` once more, for with other versions of packages it may do otherwise."""
        verdicts = yield from self.sandbox.test(attempt.candidate, self.suite)
        again = Attempt(attempt.number, attempt.candidate, verdicts, came_along=self.came_along)
        self.state = self.state.with_changed(attempt, again)
        # What the starts showed was with the versions before.
        self.shown = {}
        yield _ran(again)
        return (yield from self._checked(again))

    def change_tests(self, suite: Suite, changes: Sequence[TestChange]) -> Generator[Event, None, None]:
        """Go on with `suite`: all attempts are tested anew, and the best of them is checked, if it passes.

        Where this is stopped before all are tested, the tests are as they were. Raises as `try_program`.
        """
        differs = suite.files != self.suite.files  # else tests were only confirmed
        judged = list(self.attempts)
        for place, attempt in enumerate(judged) if differs else ():
            verdicts = yield from self.sandbox.test(attempt.candidate, suite)
            judged[place] = Attempt(
                attempt.number, attempt.candidate, verdicts, came_along=self.came_along, earlier=attempt.checked
            )
        if self.brief:
            judged = [replace(one, unproven=self.brief.unproven(one.reports, suite.tests)) for one in judged]
        changed = (*self.state.changes, *changes)
        self.state = replace(self.state, suite=suite, changes=changed, attempts=tuple(judged))
        yield TestsChanged(suite, tuple(changes))
        chosen = best(self.attempts)
        if differs and chosen:
            yield from map(_ran, self.attempts)
            yield from self._checked(chosen)

    def check_again(self) -> Generator[Event, None, None]:
        """Have the best attempt checked with what else is known of its tests now. Raises likewise."""
        if attempt := best(self.attempts):
            yield from self._checked(attempt)

    def planted_with(self, attempt: Attempt, report: CheckReport) -> Suite:
        """The tests since which the mistakes in `report` have their names."""
        check = next(one for one in self.language.checks if one.name == report.name)
        return self.sandbox.planted_with(attempt.candidate, self.suite, self.brief, check)

    def show(self, attempt: Attempt) -> Generator[Event, None, Outcome]:
        """Tell what comes of the starts of `attempt`, unless that was told last; it proves nothing, and can't fail."""
        key = (attempt.number, self.suite.source)
        if key not in self.shown:
            made = yield from show_starts(attempt.candidate, self.suite, attempt.number, self.language, self.sandbox)
            self.shown = {key: made}
        return self.shown[key]

    def compare(self, one: Candidate, other: Candidate) -> Generator[Event, None, Compared | None]:
        """What both give for the same inputs, by the tests of now; None where it broke, or the language can't tell."""
        comparing, same = self.language.comparing, self.language.same_program
        key = same(one), same(other), self.suite.source, self.suite.inputs
        if comparing and key not in self.comparisons:
            found = comparing.read((yield from self.sandbox.run(comparing.job(one, other, self.suite))))
            if found:  # what broke on a busy machine may not break again
                self.comparisons[key] = found
        return self.comparisons.get(key)

    def speak_for(self, attempt: Attempt, ground: Ground) -> None:
        """Have `ground` speak for the program of `attempt` from now on."""
        self.state = self.state.with_ground(attempt.candidate, ground)
        self.state = self.state.with_changed(attempt, replace(attempt, grounds=self._grounds(attempt.candidate)))

    @property
    def example_tests(self) -> frozenset[str]:
        """The tests that hold programs against the person's examples."""
        examples = dict(enumerate(self.brief.examples, start=1)) if self.brief else {}
        return example_tests(self.suite, examples, self.language.test_sources(self.suite))

    @property
    def examples_speak(self) -> bool:
        """Whether it says something of a program that passes all tests that the person's examples are among them.

        Those that only stand in the task are all that thin tests try: there have to be others beside them,
        no program that differs from it where nobody knows what is right, and no file of theirs that nobody could see.
        """
        if self.request.examples or (self.brief and self.brief.fixed):
            return bool(self.example_tests)
        others = len(self.suite.tests) - len(self.example_tests)
        known = not self.state.differing and all(look.unseen != "content" for look in self.own_looks)
        return bool(self.example_tests) and others >= OTHERS and known

    @property
    def came_along(self) -> bool:
        """Whether the tests rest on what came with a program that somebody shared."""
        return self.request.taken_in == "all"

    @property
    def own_looks(self) -> Sequence[FileLook]:
        """Those at the person's own files: files that came with a program may have been picked for it."""
        return () if self.request.taken_in else self.looks

    # Why: docs/decisions.md, "Nothing that came with a shared program speaks for it"
    def _grounds(self, candidate: Candidate) -> tuple[Ground, ...]:
        """What speaks for a program. Nothing does that is held against tests which came with it: whoever made these
        chose what they try, also what another program or a reader would see."""
        if self.came_along:
            return ()
        held = Ground("example", HELD) if self.examples_speak else None
        found = self.state.spoken_for.get(self.language.same_program(candidate))
        return tuple(ground for ground in (held, found) if ground)

    def completed(self, attempt: Attempt) -> Generator[Event, None, Attempt]:
        """`attempt` with the checks that were put off until it was mended. Raises as `try_program`."""
        if any(report.summary == PUT_OFF for report in attempt.reports):
            return (yield from self._checked(attempt))
        return attempt

    def _checked(self, attempt: Attempt, goes_back: GoesBack = nothing_does) -> Generator[Event, None, Attempt]:
        """`attempt` with what the checks say, if it passes its tests."""
        if not attempt.verdicts.stands:
            return attempt
        reports = yield from self.sandbox.check(attempt.candidate, self.suite, attempt.number, self.brief, goes_back)
        brief, tests, review = self.brief, self.suite.tests, self.state.review_of(attempt.candidate)
        checked = replace(
            attempt,
            reports=reports,
            to_repair=to_repair(reports, self.language.checks),
            unheld=brief.unheld(tests) if brief else (),
            untested=brief.untested(tests) if brief else (),
            unproven=brief.unproven(reports, tests) if brief else (),
            empty_plan=promises_nothing(brief, self.request, self.language),
            left_out=not_promised(brief, self.request),
            doubts=self.state.doubts(review),
            unseen=review.unseen,
            grounds=self._grounds(attempt.candidate),
        )
        self.state = self.state.with_changed(attempt, checked)
        return checked


def _ran(attempt: Attempt) -> TestsRan:
    verdicts = attempt.verdicts
    return TestsRan(attempt.number, verdicts.results, verdicts.seconds, verdicts.problem_in_full)
