"""The plain strategy: write, test, check, and repair from what failed.

Source of the idea: Chen et al., "Teaching Large Language Models to Self-Debug", 2023. Repairing
blindly can make a right program worse, so the best attempt is kept, not the last, and repaired further.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Generator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial

from agent.attempts import Attempt, best, going_in_circles
from agent.checking import GoesBack
from agent.conversation import TRIES
from agent.disputes import disputes_in
from agent.errors import NoTimeLeft
from agent.events import Event, Stuck
from agent.feedback import Looks, on_failures, on_findings, on_history, to_repair
from agent.pace import CHECKS
from agent.strategies.base import Search, Strategy
from agent.strategies.holding import hold_to_findings
from agent.strategies.other_voices import hear_others
from agent.strategies.proving import prove
from agent.strategies.reviewing import review
from agent.strategies.second_program import compare
from agent.strategies.settling import settle
from agent.strategies.standing import leave_to_person
from agent.strategies.strengthening import strengthen
from agent.strategies.thickening import thicken
from agent.strategies.tracing import look_into
from agent.strategies.unjudged import leave_out_unjudged
from agent.strategies.widening import widen
from agent.timing import first_limit
from agent.types import Message
from languages.errors import NoUsableReply
from languages.types import Candidate, CheckReport
from message import say

Step = Callable[[Search], Generator[Event, None, Attempt | None]]


def _worth_repairing(attempts: Sequence[Attempt]) -> Attempt:
    """The last one, unless an earlier one passes more tests: a repair that makes fewer pass is taken back."""
    last = attempts[-1]
    return max((last, *attempts), key=lambda attempt: attempt.passes)


@dataclass(frozen=True, slots=True)
class Steps:
    """What is done beside writing, testing and repairing; a benchmark leaves one out to see what it is worth."""

    settle: Callable[[Search, Mapping[str, str]], Generator[Event, None, bool]] = settle
    hear_others: Callable[[Search], Generator[Event, None, Collection[str]]] = hear_others
    review: Step = review
    strengthen: Step = strengthen
    widen: Step = widen
    compare: Step = compare
    thicken: Step = thicken
    prove: Step = prove
    look_into: Callable[[Search, Attempt, Collection[str]], Generator[Event, None, Looks]] = look_into
    tell_history: Callable[..., str] = on_history
    worth_repairing: Callable[[Sequence[Attempt]], Attempt] = _worth_repairing

    @property
    def stronger(self) -> tuple[Step, ...]:
        """What is done with a program that passes its tests. What brings most for its time comes first."""
        return self.review, self.widen, self.strengthen, self.compare, self.thicken, self.compare, self.prove


ALL = Steps()


def repair(search: Search, steps: Steps = ALL) -> Generator[Event, None, None]:
    """Add attempts until one has nothing left to repair, the limit is reached, or it is hopeless.

    Going round in circles changes the approach once; a second time ends the search. So does a lack of time for one more
    program and its checks: what there is then is judged. What only could be better is mended once, before anything is
    asked about the program. A model that leaves it as it is and disputes tests in vain is asked once more, and no more.
    What is in dispute at the end is the person's to decide.
    """
    language = search.language
    messages, since_change, repaired, in_vain = _opening(search), 0, None, 0
    said: dict[str, str] = {}
    mending = mended = False
    while search.attempts_left:
        number = search.next_number()
        answer = yield from _asked(search, number, messages, repaired)
        if answer is None and not mending:
            return
        goes_back = partial(_goes_back, search, mended)
        settled = (yield from _tried(search, number, answer, steps, goes_back)) if answer else False
        in_vain = in_vain + 1 if answer and not answer.candidate and not settled else 0
        since = search.attempts[since_change:] or search.attempts  # what came before a change of approach led nowhere
        # Where tests changed, or the one before was good enough, it counts which one is best, not which came last.
        attempt = best(search.attempts) if settled or mending else steps.worth_repairing(since)
        slips = attempt.slips if attempt and attempt.done else ()
        mending = bool(slips and not mended and search.attempts_left)
        if mending and attempt:
            messages, repaired, mended = (yield from _next(search, attempt, "", steps)), attempt.candidate, True
            continue
        if attempt and attempt.done:
            attempt = yield from search.completed(attempt)
        for step in steps.stronger:
            if attempt and attempt.done:
                attempt = yield from step(search)
        said |= answer.disputed if answer else {}
        if attempt is None or attempt.done or not search.attempts_left or in_vain > 1:
            yield from _left_open(search, attempt, said)
            return
        circles = going_in_circles(search.attempts[since_change:], language.same_program)
        if circles:
            yield Stuck(search.numbered, circles)
            if since_change:
                yield from _left_open(search, attempt, said)
                return
            since_change = len(search.attempts)  # one that only disputed tests is no attempt
        messages = yield from _next(search, attempt, circles, steps)
        # What is to be another approach must not be put into the old program as a part of it.
        repaired = None if circles else attempt.candidate


def _left_open(search: Search, attempt: Attempt | None, said: Mapping[str, str]) -> Generator[Event, None, None]:
    """At the end, have the person asked about tests that no program passed and that the coder disputed."""
    if attempt and not attempt.done:
        yield from leave_to_person(search, said)


def _goes_back(search: Search, mended: bool, reports: Sequence[CheckReport]) -> bool:
    """Whether another program comes of what they say; what only could be better is `mended` once."""
    slips = not mended and any(report.slips for report in reports)
    return bool(search.attempts_left and (slips or to_repair(reports, search.language.checks)))


def _tried(
    search: Search, number: int, answer: _Answer, steps: Steps, goes_back: GoesBack
) -> Generator[Event, None, bool]:
    """Try the program that the code model gave, and settle what is in dispute; returns whether tests changed."""
    left_out = False
    if answer.candidate:
        attempt = yield from search.try_program(number, answer.candidate, goes_back)
        yield from hold_to_findings(search, attempt)
        left_out = yield from leave_out_unjudged(search, attempt)
    settled = yield from steps.settle(search, answer.disputed)
    while names := (yield from steps.hear_others(search)):
        settled = (yield from steps.settle(search, dict.fromkeys(names, ""))) or settled
    return settled or left_out


@dataclass(frozen=True, slots=True)
class _Answer:
    """What the code model gave: a program that wasn't tried last, or tests that it disputes with a reason, or both."""

    candidate: Candidate | None
    disputed: Mapping[str, str]


def _asked(
    search: Search, number: int, messages: Sequence[Message], repaired: Candidate | None
) -> Generator[Event, None, _Answer | None]:
    """What the code model gives as this attempt, or what is there already as the first; None where a repair would take
    longer than there is time."""
    request, read, provided = search.request, partial(_read, search, repaired), partial(_provided, search)
    if number == 1 and request.earlier and request.earlier.mends:
        return (yield from _provided(search, _Answer(request.earlier.candidate, {})))
    answer: _Answer
    if number == 1:
        answer = yield from search.coder.ask(say("write the program"), messages, read, provided, attempt=number)
        return answer
    purpose = say("repair the program (attempt %(number)s)", number=number)
    # A program that passes is worth something without its checks: a run that is short anyway keeps less for them.
    checks = min(CHECKS, first_limit(request.limits) / 10)
    try:
        answer = yield from search.coder.ask_if_time(
            purpose, messages, read, provided, TRIES, attempt=number, checks=checks
        )
    except NoTimeLeft:
        return None
    return answer


def _read(search: Search, repaired: Candidate | None, reply: str) -> _Answer:
    """Raises `NoUsableReply` where there is neither."""
    language = search.language
    tried = [language.same_program(one.candidate) for one in search.attempts[-1:]]
    tried += [language.same_program(repaired)] if repaired else []  # after tests changed, the best is repaired
    disputed = disputes_in(reply, [test.name for test in search.suite.tests]) if tried else {}
    some = 0 < len(disputed) < len(search.suite.tests)  # all of them is no answer
    try:
        candidate = language.read_program(reply, search.request.task, repaired)
    except NoUsableReply:
        if not some:
            raise
        return _Answer(None, disputed)
    return _Answer(None if some and language.same_program(candidate) in tried else candidate, disputed)


def _provided(search: Search, answer: _Answer) -> Generator[Event, None, _Answer]:
    """`answer`, once its program has the packages that it needs. Raises `PackageProblem`."""
    if answer.candidate:
        yield from search.provided(answer.candidate)
    return answer


# Why: docs/decisions.md, "A wish in words starts from the task and all wishes so far, not from a chat log"
def _opening(search: Search) -> list[Message]:
    language, earlier = search.language, search.request.earlier
    render, seen = language.render, language.shown(search.suite)
    task = render(
        "code",
        task=search.request.task,
        files=search.looks,
        brief=search.brief,
        suite=seen,
        unseen=len(search.suite.tests) - len(seen.tests),
        program=earlier.candidate if earlier else None,
        changes=earlier.changes if earlier else (),
    )
    return [
        Message("system", render("code_system", brief=search.brief, files=search.looks, tested=True)),
        Message("user", task),
    ]


def _next(search: Search, attempt: Attempt, circles: str, steps: Steps) -> Generator[Event, None, list[Message]]:
    """Only the last attempt is kept in the conversation, so that it can't outgrow the model."""
    render, opening, unseen = search.language.render, _opening(search), _unseen(search)
    if attempt.verdicts.stands:
        feedback = on_findings(render, (*attempt.to_repair, *attempt.slips))
    else:
        looks = yield from steps.look_into(search, attempt, unseen)
        language, suite = search.language, search.suite
        looking_up = partial(language.settling.looks_up, suite) if language.settling else lambda _: False
        about = suite.tests, search.changes, unseen, looks, language.cause, looking_up
        feedback = on_failures(render, attempt.verdicts, *about)
    # A line for each: what the programs were is left out, or the conversation would outgrow a small model.
    others = [one for one in search.attempts if one.number != attempt.number]
    if history := steps.tell_history(
        render, others, taken_back=attempt.passes > search.attempts[-1].passes, unseen=unseen
    ):
        feedback = f"{feedback}\n\n{history}"
    if circles:
        system, task = opening
        fresh = render("fresh", reason=circles, program=attempt.candidate, feedback=feedback)
        return [system, Message("user", f"{task.content}\n\n{fresh}")]
    before = Message("assistant", render("program", program=attempt.candidate))
    return [*opening, before, Message("user", feedback)]


def _unseen(search: Search) -> dict[str, str]:
    """The tests that the code model isn't shown, by name, each with the rules that it is about."""
    suite, rules = search.suite, search.brief.rules if search.brief else ()
    seen = {test.name for test in search.language.shown(suite).tests}
    hidden = [test for test in suite.tests if test.name not in seen]
    # Tests may name rules that no plan has: those of a model, and those that somebody shared.
    return {test.name: " ".join(rules[n - 1].rule for n in test.rules if 0 < n <= len(rules)) for test in hidden}


REPAIR = Strategy("repair", say("Write one program, and repair it until it passes"), repair)
