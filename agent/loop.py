"""One run, from the task to the verdict. Read this first.

task -> brief -> tests -> code -> run in the sandbox -> all pass? -> checks -> verdict
                           ^                               |no          |
                           +------- what failed -----------+-- findings-+
"""

from __future__ import annotations

from collections.abc import Generator, Iterator, Sequence
from dataclasses import dataclass, replace

import awake
from agent.attempts import Attempt, best
from agent.briefing import Person, confirmed, understand
from agent.conversation import Budget, Conversation
from agent.errors import BudgetExceeded
from agent.events import Event, RunFinished, RunStarted, TestsReady
from agent.looking import look_at
from agent.models.base import Model
from agent.pace import Pace
from agent.run_sandbox import OpenSandbox, Provision, RunSandbox
from agent.search.bench import Search
from agent.search.state import State
from agent.strategies import STRATEGIES
from agent.test_writing import TestWriter
from agent.timing import Timing, first_limit, time_up
from agent.types import NO_REVIEW, Request, Review, Status, Step
from agent.verdict import ADVICE, CONFIRM_ALONE, STEPS, advice, judge, steps
from cancel import Cancel, Limited
from errors import AssayError, Cancelled
from languages.answers import Answers
from languages.registry import language_named
from message import joined, say

MISSED_SECONDS = 0.15
"""Within which it is known, mostly, where there is no sandbox."""

MORE_TIME = STEPS["time"]


@dataclass(frozen=True, slots=True)
class Parts:
    """What a run is made with: the models, a way to open a sandbox, also with packages, and the person, if anybody can
    be asked."""

    code_model: Model
    test_model: Model
    open_sandbox: OpenSandbox
    person: Person = Answers
    provision: Provision | None = None


@dataclass(frozen=True, slots=True)
class _Ending:
    status: Status
    reason: str
    advice: str = ""
    missing: bool = False
    steps: tuple[Step, ...] = ()

    @property
    def next_step(self) -> str:
        """The one thing to do next, where something was judged: else the advice is all there is to say."""
        if self.status not in ("unverified", "failed"):
            return ""
        return STEPS[self.steps[0]] if self.steps and self.advice == advice(self.steps) else self.advice

    @property
    def unconfirmed(self) -> bool:
        """Whether an example that the person confirms is all that it lacks here and now."""
        return self.steps in CONFIRM_ALONE


# Why: docs/decisions.md, "A run is a generator of events"
def run(request: Request, parts: Parts, cancel: Cancel) -> Iterator[Event]:
    """Work on `request`, yielding what happens as it happens; `RunFinished` is always the last event.

    Every `AssayError` ends the run with a verdict that says what broke; other exceptions are bugs
    and pass through. Closing the iterator ends the model's work and removes the sandbox.
    """
    started = awake.now()
    searches: list[Search] = []  # the one of this run, as soon as there are tests
    pace = Pace()
    yield RunStarted(request)
    try:
        stopped = yield from _search(request, parts, cancel, searches, pace)
        ending = _judged(request, _attempts(searches))
        if stopped and ending.status != "verified":  # during the checks, which say so instead of raising
            raise Cancelled(stopped)
    except AssayError as problem:
        ending = _stopped(problem, request, _attempts(searches), cancel)
    chosen = best(_attempts(searches))
    if pace.left_out and ending.status in ("unverified", "failed"):
        ending = _left_out(ending, pace, cancel)
    yield RunFinished(
        ending.status,
        joined(" ", (ending.reason, ending.next_step)),
        awake.now() - started,
        ending.advice,
        chosen.number if chosen else None,
        ending.missing,
        ending.unconfirmed,
        next(iter(ending.steps), ""),
        chosen.grounds if chosen else (),
        chosen.candidate.fingerprint if chosen else "",
        ending.steps[1:],
        Review(chosen.doubts, chosen.unseen) if chosen else NO_REVIEW,
    )


def _attempts(searches: Sequence[Search]) -> Sequence[Attempt]:
    return searches[0].attempts if searches else ()


def _left_out(ending: _Ending, pace: Pace, cancel: Cancel) -> _Ending:
    """It says what nobody was asked for want of time, or because it was in a hurry, which might have changed it."""
    what = joined("; ", dict.fromkeys(pace.left_out))
    if cancel.is_hurried:
        said = say("The run was set to finish quickly, so the model wasn't asked to do more: %(what)s.", what=what)
    else:
        said = say("There was no time to ask a model as slow as this one to do more: %(what)s.", what=what)
    ending = replace(ending, reason=joined(" ", (ending.reason, said)))
    # Which is quicker, and what no time helps with.
    if cancel.is_hurried or {"anew", "plan", "confirm", "connect", "nothing"}.intersection(ending.steps[:1]):
        return ending
    missing: tuple[Step, ...] = ("time", *ending.steps[1:]) if ending.steps else ()
    return replace(ending, advice=advice(missing) or MORE_TIME, steps=missing)


def _search(
    request: Request, parts: Parts, cancel: Cancel, searches: list[Search], pace: Pace
) -> Generator[Event, None, str]:
    """Add to `searches`; returns why it was stopped in the middle, empty where it wasn't."""
    limits, language = request.limits, language_named(request.language)
    seconds = first_limit(limits)
    if limits.quick:
        cancel.hurry()
    with (
        cancel.limited(seconds, time_up(seconds)) as token,
        RunSandbox(parts.open_sandbox, language, limits.mutation_score, token, parts.provision) as sandbox,
    ):
        working = _work(request, parts, token, sandbox, searches, pace)
        yield from Timing(token, limits, pace).of(working)
        return token.reason


def _work(
    request: Request, parts: Parts, token: Limited, sandbox: RunSandbox, searches: list[Search], pace: Pace
) -> Generator[Event, None, None]:
    """From the task to programs that were tried."""
    language, budget = language_named(request.language), Budget(request.limits.max_cost_usd)
    tester = Conversation("tests", request.task, parts.test_model, language.render, budget, token, pace)
    coder = Conversation("code", request.task, parts.code_model, language.render, budget, token, pace)
    earlier = request.earlier
    by_hand = earlier if earlier and earlier.by_hand else None
    sandbox.require(MISSED_SECONDS)  # before a model is paid
    looks = yield from look_at(request.files, language, sandbox)
    understood = yield from understand(request, language, looks, replace(tester, role="brief"))
    understood = yield from confirmed(understood, request, parts.person, token)
    sandbox.require()
    writer = TestWriter(request, language, looks, understood, tester, sandbox)
    # What nobody asked for may be asked for now, and a file that somebody shared may say anything.
    kept = replace(earlier.suite, unasked=()) if earlier and earlier.keeps_tests else None
    suite = writer.marked(kept) if kept else (yield from writer.write())
    yield TestsReady(suite)
    state = State(language.same_program, request.limits.attempts, suite, inputs_asked=bool(suite.inputs))
    if earlier and (earlier.review.doubts or by_hand):  # an objection stands until the person has answered it
        state = replace(state, reviews={language.same_program(earlier.candidate): earlier.review})
    if by_hand and by_hand.ground:  # of this very program it was found out before
        state = state.with_ground(by_hand.candidate, by_hand.ground)
    search = Search(request, language, understood.brief, coder, tester, writer, sandbox, state, looks)
    searches.append(search)
    if by_hand:  # a program that somebody edited is tested with the tests it had, once
        yield from sandbox.provide({**suite.files, **by_hand.candidate.files})
        yield from search.try_program(search.next_number(), by_hand.candidate)
    else:
        yield from STRATEGIES[request.strategy].run(search)
    if chosen := best(search.attempts):
        yield from search.show(chosen)


def _judged(request: Request, attempts: Sequence[Attempt]) -> _Ending:
    chosen = best(attempts)
    if chosen is None:
        return _Ending("failed", say("No program was written."), ADVICE["failed"])
    checks = language_named(request.language).checks
    status, reason = judge(chosen, checks)
    missing = steps(chosen, checks)
    return _Ending(status, reason, advice(missing) or ADVICE[status], steps=missing)


def _stopped(problem: AssayError, request: Request, attempts: Sequence[Attempt], cancel: Cancel) -> _Ending:
    """How a run ends that could not be finished: what was reached is judged, and the cause is named.

    It is an error only where there is nothing to judge and nobody had set a limit.
    """
    if cancel.is_set:
        return _Ending("cancelled", cancel.reason)
    if attempts or isinstance(problem, Cancelled | BudgetExceeded):
        judged = _judged(request, attempts)
        helps = MORE_TIME if isinstance(problem, Cancelled) else problem.advice or judged.advice
        return _Ending(judged.status, joined(" ", (problem.message, judged.reason)), helps, steps=judged.steps)
    return _Ending("error", problem.message, problem.advice, problem.missing)
