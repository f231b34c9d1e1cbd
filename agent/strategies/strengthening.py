"""Tests are made stronger: inputs that tell planted mistakes from the program become tests, answered from the task.

Source of the idea: Foster et al., "Mutation-Guided LLM-based Test Generation at Meta" (ACH), 2025: a new test is
kept only if it passes on the program and fails on the mistake. What is expected comes from the task, never from the
program, so a test that the program fails shows a bug.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Generator, Sequence
from dataclasses import dataclass, field, replace
from functools import reduce

from agent.attempts import Attempt, best
from agent.disputes import DERIVATIONS, MAJORITY
from agent.errors import ModelError
from agent.events import Event
from agent.strategies.base import Search, lacks_at_most_tests
from agent.strategies.deriving import FAILS, Case, derive_tests, derive_values, proves_nothing
from agent.types import Message, TestChange
from languages.errors import NoUsableReply
from languages.settling import UNCLEAR, Settling
from languages.strengthening import Strengthening
from languages.types import CheckReport, DroppedTest, Suite, TellingInput

ROUNDS = 2
INPUTS = "think of inputs that tell mistakes apart"
PURPOSE = "work out what stronger tests expect"
MISSED = "It notices a mistake that was planted in the program and that no other test noticed."
WRONG = "For this input, the program gives something else than the task asks for, worked out several times."
LOOK = "Tests that were written for this from the task alone fail. Look whether the program does what you mean here."
OPEN = "It would tell a planted mistake from the program, but the task doesn't say what is right here."


@dataclass(slots=True)
class New(Case):
    """A test that may be added. `draft` is that test, which expects nothing sensible yet."""

    draft: Suite = field(kw_only=True)
    mutants: Collection[str] = field(kw_only=True)

    @property
    def name(self) -> str:
        """That of the test."""
        return self.draft.tests[0].name

    @property
    def said_twice(self) -> tuple[str, ...]:
        """What was derived often enough; empty where nothing was."""
        counts = Counter(values for values in self.derived if all(values))
        return next((values for values, count in counts.items() if count >= MAJORITY), ())

    @property
    def agreed(self) -> tuple[str, ...]:
        """What the test may expect; empty where the task doesn't decide it.

        That the program fails a whole test decides nothing: what it shows can be asserted in many wrong ways.
        """
        said = self.said_twice
        return () if UNCLEAR in said or said == (FAILS,) else said

    @property
    def is_open(self) -> bool:
        """Whether one more derivation could decide it."""
        return not self.said_twice and len(self.derived) < DERIVATIONS


def strengthen(search: Search) -> Generator[Event, None, Attempt | None]:
    """Add tests where too few planted mistakes are noticed, and nothing else keeps the best attempt from its verdict.

    Returns the best attempt with what its tests and checks say now; the program may fail a new test, which shows a bug.
    At most `ROUNDS` in a search, each with at most three requests for each sort of test, and one before them where the
    tests' own inputs show too little. Raises as `Search.change_tests`.
    """
    settling, strengthening = search.language.settling, search.language.strengthening
    while settling and strengthening and search.strengthened < ROUNDS:
        attempt = best(search.attempts)
        weak = _weak(search, attempt) if attempt else None
        if not attempt or not weak:
            break
        if not search.inputs_asked and not _suffice(weak, search):
            search.inputs_asked = True
            yield from _ask_for_inputs(search, weak, strengthening)
            continue
        inputs = [one for one in weak.inputs if one.source not in search.tried_inputs]
        if not inputs:
            break
        search.strengthened += 1
        search.tried_inputs.update(one.source for one in inputs)
        cases = _drafted(search.suite, inputs, settling, strengthening)
        yield from _derive(search, settling, cases)
        if not (yield from _add(search, attempt, cases, settling, strengthening)):
            break
    return best(search.attempts)


def _weak(search: Search, attempt: Attempt) -> CheckReport | None:
    """The check that says that too few planted mistakes are noticed, if stronger tests are all that is missing."""
    weak = (report for report in attempt.reports if report.status == "failed" and report.mutation)
    return next(weak, None) if lacks_at_most_tests(search, attempt) else None


def _suffice(weak: CheckReport, search: Search) -> bool:
    """Whether enough would be noticed if all were that inputs tell apart."""
    told = {mutant for one in weak.inputs for mutant in one.mutants}
    counted, caught = (weak.mutation.counted, weak.mutation.caught) if weak.mutation else (0, 0)
    return caught + len(told) >= search.request.limits.mutation_score * counted


def _ask_for_inputs(search: Search, weak: CheckReport, strengthening: Strengthening) -> Generator[Event, None, None]:
    """Have the test model, which sees no program, think of other inputs, with which the check is made again."""
    render, brief = search.language.render, search.brief
    starts = search.suite.starts and not (brief and brief.kind == "window")  # no input opens one
    ask = render("inputs", task=search.request.task, files=search.looks, brief=brief, program=starts)
    messages = [Message("system", render("settle_system", brief=brief)), Message("user", ask)]
    try:
        inputs = yield from search.tester.ask(INPUTS, messages, strengthening.read_inputs, tries=1)
    except (NoUsableReply, ModelError):
        return
    yield from search.add_inputs(inputs, weak)


def _drafted(
    suite: Suite, inputs: Sequence[TellingInput], settling: Settling, strengthening: Strengthening
) -> list[New]:
    cases: list[New] = []
    for one in inputs:
        taken = {test.name for test in suite.tests} | {case.name for case in cases}
        try:
            draft, number = strengthening.drafted(one, taken), cases[-1].number + 1 if cases else 1
        except NoUsableReply:
            continue
        expectation = settling.expectation(draft, draft.tests[0].name, number)
        if expectation.text:
            cases.append(New(number, expectation, draft=draft, mutants=one.mutants))
    return cases


def _derive(search: Search, settling: Settling, cases: Sequence[New]) -> Generator[Event, None, None]:
    by_value = [case for case in cases if case.expectation.values]
    as_a_whole = [case for case in cases if not case.expectation.values]
    for derive, mine in ((derive_values, by_value), (derive_tests, as_a_whole)):
        # Each request is about all that is open, so that three do, however many tests there are.
        while open_cases := [case for case in mine if case.is_open]:
            if not (yield from derive(search, settling, open_cases, PURPOSE)):
                break


def _add(
    search: Search, attempt: Attempt, cases: Sequence[New], settling: Settling, strengthening: Strengthening
) -> Generator[Event, None, bool]:
    """Go on with the tests that are worth it; whether there were any."""
    answered = {case.name: one for case in cases if (one := _answered(case, settling, strengthening))}
    new = reduce(strengthening.joined, answered.values()) if answered else None
    failing, kept = set[str](), set[str]()
    if new:
        verdicts = yield from search.sandbox.test(attempt.candidate, new)
        nothing = yield from proves_nothing(search, new)
        # One that passes with nothing implemented says as little of the program as one that wasn't run.
        unknown = nothing | {one.name for one in verdicts.failures if one.outcome == "missing"}
        failing = {one.name for one in verdicts.failures} - unknown
        passing = [case for case in cases if case.name in answered and case.name not in failing | unknown]
        kept = failing | (yield from _noticing(search, attempt, new, passing, settling, strengthening))
    suite = _with(search.suite, new, kept, settling, strengthening)
    dropped = [
        DroppedTest(case.name, f"{LOOK if case.said_twice == (FAILS,) else OPEN} {case.draft.tests[0].description}")
        for case in cases
        if _is_question(case)
    ]
    if kept or dropped:
        yield from search.change_tests(replace(suite, dropped=(*suite.dropped, *dropped)), _changes(kept, failing))
    return bool(kept)


def _answered(case: New, settling: Settling, strengthening: Strengthening) -> Suite | None:
    """The test with what was derived; None where nothing was, or it can't be written or compared."""
    agreed, values = case.agreed, case.expectation.values
    if not agreed or not all(map(strengthening.comparable, values, agreed)):
        return None
    try:
        if values:
            return settling.with_values(case.draft, {case.name: agreed})
        return settling.with_test(case.draft, case.name, case.tests[agreed[0]])
    except NoUsableReply:
        return None


def _is_question(case: New) -> bool:
    return bool(case.derived) and not case.agreed


def _noticing(
    search: Search,
    attempt: Attempt,
    new: Suite,
    passing: Sequence[New],
    settling: Settling,
    strengthening: Strengthening,
) -> Generator[Event, None, set[str]]:
    """Those tests that notice one of the mistakes that they were made for."""
    if not passing:
        return set()
    names = {case.name for case in passing}
    # Alone, for the tests so far notice some of these mistakes as well.
    alone = settling.without(new, [test.name for test in new.tests if test.name not in names])
    mutants = sorted({mutant for case in passing for mutant in case.mutants})
    job = strengthening.kill_job(attempt.candidate, search.suite, alone, mutants)
    killed = set(strengthening.read_kills((yield from search.sandbox.run(job))))
    return {case.name for case in passing if killed & set(case.mutants)}


def _with(
    suite: Suite, new: Suite | None, kept: Collection[str], settling: Settling, strengthening: Strengthening
) -> Suite:
    if new is None or not kept:
        return suite
    return strengthening.joined(
        suite, settling.without(new, [test.name for test in new.tests if test.name not in kept])
    )


def _changes(kept: Collection[str], failing: Collection[str]) -> list[TestChange]:
    """A test that the program fails is as good as settled: nobody may dispute it any more."""
    added = [TestChange(name, "added", WRONG if name in failing else MISSED) for name in sorted(kept)]
    return [*added, *(TestChange(name, "confirmed", WRONG) for name in sorted(failing))]
