"""Tests of inputs that somebody thought of: what they expect is derived from the task, by who sees no program."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Generator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace

from agent.attempts import Attempt
from agent.deciding.choosing import choices
from agent.deciding.deriving import FAILS, PASSES, Case, proves_nothing
from agent.deciding.disputes import DERIVATIONS, MAJORITY
from agent.errors import ModelError
from agent.events import Event, TestsChanged
from agent.search.bench import Search
from agent.types import Message
from languages.errors import NoUsableReply
from languages.settling import UNCLEAR, Settling
from languages.strengthening import Strengthening
from languages.types import DroppedTest, Suite, TellingInput
from message import joined, say

MOST_WORDS = 6
INPUTS = say("think of inputs that tell mistakes apart")


@dataclass(slots=True)
class NewTest(Case):
    """A test that may be added, of the input `source`. `draft` is that test, which expects what the program gives.

    `shared` is what another program, that was written apart from it, gives as well; empty where it doesn't. `other` is
    what something gives from which the input tells the program apart; empty where that is no value. It is `contested`
    where that is another program for the task, so that what the program gives speaks for nothing. `beside` has words
    that stand where something differs.
    """

    source: str = field(kw_only=True)
    draft: Suite = field(kw_only=True)
    mutants: Collection[str] = field(kw_only=True)
    shared: tuple[str, ...] = ()
    other: str = ""
    contested: bool = False
    beside: Sequence[str] = ()

    @property
    def unwatched(self) -> Sequence[str]:
        """See `Case.unwatched`."""
        return self.beside

    @property
    def name(self) -> str:
        """That of the test."""
        return self.draft.tests[0].name

    @property
    def said_twice(self) -> tuple[str, ...]:
        """What was derived often enough, or first and is what the program gives; empty where nothing was."""
        first = self.derived[0] if self.derived and not self.shared and not self.contested else ()
        if first and first == self.expectation.values:
            return first
        counts = Counter(values for values in self.derived if all(values))
        return next((values for values, count in counts.items() if count >= MAJORITY), ())

    @property
    def agreed(self) -> tuple[str, ...]:
        """What the test may expect; empty where the task doesn't decide it.

        That the program fails a whole test decides nothing: what it shows can be asserted in many wrong ways. What two
        programs give is enough where nobody who was asked said anything else.
        """
        said = self.said_twice or (self.shared if {*filter(any, self.derived)} == {self.shared} else ())
        return () if UNCLEAR in said or said == (FAILS,) else said

    def share(self) -> None:
        """Another program gives what the draft has: so it was derived from the task once."""
        self.shared = self.expectation.values or (PASSES,)
        self.tests.setdefault(PASSES, []).append(self.draft)
        self.derived.append(self.shared)

    @property
    def is_open(self) -> bool:
        """See `Case.is_open`."""
        return not self.said_twice and len(self.derived) < DERIVATIONS


def ask_for_inputs(search: Search, strengthening: Strengthening) -> Generator[Event, None, None]:
    """Have the test model, which sees no program, think of other inputs that one can take, once in a search.

    A model that fails has thought of none.
    """
    search.state = replace(search.state, inputs_asked=True)
    render, brief = search.language.render, search.brief
    starts = search.suite.starts and not (brief and brief.kind == "window")  # no input opens one
    ask = render("inputs", task=search.request.task, files=search.looks, brief=brief, program=starts)
    messages = [Message("system", render("settle_system", brief=brief)), Message("user", ask)]
    with suppress(NoUsableReply, ModelError):
        inputs = yield from search.tester.ask_if_time(
            INPUTS, messages, lambda reply: strengthening.fitting(strengthening.read_inputs(reply), brief)
        )
        search.state = replace(search.state, suite=replace(search.suite, inputs=tuple(inputs)))
        yield TestsChanged(search.suite, ())


def new_tests(
    suite: Suite, inputs: Sequence[TellingInput], settling: Settling, strengthening: Strengthening, said: str = ""
) -> list[NewTest]:
    """A case of each input that a test can be made of.

    Of the words beside which something differs, it tells those that were `said`: others only the program knows.
    """
    cases: list[NewTest] = []
    for one in inputs:
        taken = {test.name for test in suite.tests} | {case.name for case in cases}
        try:
            draft, number = strengthening.drafted(one, taken), cases[-1].number + 1 if cases else 1
        except NoUsableReply:
            continue
        expectation = settling.expectation(draft, draft.tests[0].name, number, "")
        if expectation.text:
            other = _other(one, settling, strengthening)
            beside = _beside(one, said)
            cases.append(
                NewTest(
                    number,
                    expectation,
                    source=one.source,
                    draft=draft,
                    mutants=one.mutants,
                    other=other,
                    beside=beside,
                )
            )
    return cases


def _beside(one: TellingInput, said: str) -> list[str]:
    words = dict.fromkeys(word for difference in one.differences for word in difference.words)
    known = set(re.findall(r"[^\W\d_]+", said.casefold()))
    return [word for word in words if word in known][:MOST_WORDS]


def _other(one: TellingInput, settling: Settling, strengthening: Strengthening) -> str:
    """The other answer to an input, written as its test has the program's."""
    with suppress(NoUsableReply):
        draft = strengthening.drafted(replace(one, outcome=one.other), ())
        values = settling.expectation(draft, draft.tests[0].name, 1, "").values
        return values[0] if len(values) == 1 else ""
    return ""


def answered(case: NewTest, settling: Settling, strengthening: Strengthening) -> Suite | None:
    """The test with what was derived; None where nothing was, or it can't be written or compared."""
    agreed, values = case.agreed, case.expectation.values
    if not agreed or not all(map(strengthening.comparable, values, agreed)):
        return None
    try:
        if values:
            return settling.with_values(case.draft, {case.name: agreed})
        return settling.with_test(case.draft, case.name, case.tests[agreed[0]][0])
    except NoUsableReply:
        return None


def ends(search: Search, attempt: Attempt, new: Suite) -> Generator[Event, None, tuple[frozenset[str], frozenset[str]]]:
    """The tests of `new` that `attempt` passes, and those that it fails; neither has one that says nothing of it.

    That is one that wasn't run, or passes with nothing implemented.
    """
    verdicts = yield from search.sandbox.test(attempt.candidate, new)
    unknown = yield from proves_nothing(search, new)
    unknown |= {one.name for one in verdicts.results if one.outcome in ("missing", "unjudged")}
    failing = {one.name for one in verdicts.failures}
    return frozenset({test.name for test in new.tests} - failing - unknown), frozenset(failing - unknown)


def asked_of_person(search: Search, settling: Settling, case: NewTest, why: str) -> DroppedTest:
    """A test that isn't added, for nobody knows what is right, with the answers that there are."""
    ours, said = "".join(case.expectation.values), [*case.derived, (case.other,)]
    answers = choices(search, settling, case.draft, case.expectation, said, ours)
    return DroppedTest(case.name, joined(" ", (why, case.draft.tests[0].description)), choices=answers)


def is_question(case: NewTest) -> bool:
    """Whether it was asked and not answered."""
    return bool(case.derived) and not case.agreed
