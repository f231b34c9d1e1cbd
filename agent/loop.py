"""One run, from the task to the verdict. Read this first.

task -> tests -> code -> run in the sandbox -> all pass? -> checks -> verdict
                  ^                               |no          |
                  +------- what failed -----------+-- findings-+
"""

from __future__ import annotations

import time
from collections.abc import Generator, Iterator, Sequence
from dataclasses import dataclass

from agent.attempts import Attempt, Suite, best
from agent.conversation import Budget, Conversation
from agent.errors import BudgetExceeded
from agent.events import Event, RunFinished, RunStarted, TestsReady
from agent.models.base import Model
from agent.run_sandbox import OpenSandbox, RunSandbox
from agent.strategies.repair import repair, try_program
from agent.types import Earlier, Message, Request, Status
from agent.validation import validated
from agent.verdict import ADVICE, judge
from cancel import Cancel
from errors import AssayError, Cancelled
from languages.checks import Check
from languages.python.prompts import render
from languages.python.reply import merge_examples, parse_tests


@dataclass(frozen=True, slots=True)
class Parts:
    """What a run is made with: the models, a way to open a sandbox, and the checks."""

    code_model: Model
    test_model: Model
    open_sandbox: OpenSandbox
    checks: Sequence[Check]


@dataclass(frozen=True, slots=True)
class _Ending:
    status: Status
    reason: str
    advice: str = ""
    missing: bool = False


def run(request: Request, parts: Parts, cancel: Cancel) -> Iterator[Event]:
    """Work on `request`, yielding what happens as it happens; `RunFinished` is always the last event.

    Every `AssayError` ends the run with a verdict that says what broke; other exceptions are bugs
    and pass through. Closing the iterator ends the model's work and removes the sandbox.
    """
    started = time.monotonic()
    attempts: list[Attempt] = []
    yield RunStarted(request)
    try:
        yield from _search(request, parts, cancel, attempts)
        ending = _judged(attempts)
        if ending.status != "verified":
            cancel.raise_if_set()  # stopped during the checks, which say so instead of raising
    except AssayError as problem:
        ending = _stopped(problem, attempts, cancel)
    chosen = best(attempts)
    yield RunFinished(
        ending.status,
        ending.reason,
        time.monotonic() - started,
        ending.advice,
        chosen.number if chosen else None,
        ending.missing,
    )


def _search(request: Request, parts: Parts, cancel: Cancel, attempts: list[Attempt]) -> Generator[Event, None, None]:
    limits = request.limits
    budget = Budget(limits.max_cost_usd)
    time_up = f"The time limit of {limits.seconds:g} seconds was reached."
    with (
        cancel.limited(limits.seconds, time_up) as token,
        RunSandbox(parts.open_sandbox, parts.checks, token) as bench,
    ):
        tester = Conversation("tests", parts.test_model, budget, token)
        coder = Conversation("code", parts.code_model, budget, token)
        if request.earlier and not request.earlier.changes:
            yield from _check_by_hand(request.earlier, bench, attempts)
            return
        suite = yield from _write_tests(request, tester, bench)
        yield from repair(request, suite, coder, bench, attempts)


def _check_by_hand(earlier: Earlier, bench: RunSandbox, attempts: list[Attempt]) -> Generator[Event, None, None]:
    """A program that somebody edited is held against the tests it had, once."""
    yield TestsReady(earlier.test_code, earlier.tests)
    yield from try_program(earlier.solution, Suite(earlier.test_code, earlier.tests), bench, attempts)


def _write_tests(request: Request, tester: Conversation, bench: RunSandbox) -> Generator[Event, None, Suite]:
    """Tests come from the task alone, before there is any program, and from the user's examples.

    Those of the model must fail as long as nothing is implemented.
    """
    earlier = request.earlier
    ask = render(
        "tests",
        task=request.task,
        examples=request.examples,
        tests=earlier.test_code if earlier else "",
        changes=earlier.changes if earlier else (),
    )
    messages = [Message("system", render("tests_system")), Message("user", ask)]
    parsed = yield from tester.ask(
        "write the tests",
        messages,
        lambda reply: parse_tests(reply, request.task),
        lambda parsed: validated(parsed, bench),
    )
    merged = merge_examples(parsed, request.examples)
    yield TestsReady(merged.code, merged.tests, merged.dropped)
    return Suite(merged.code, merged.tests)


def _judged(attempts: Sequence[Attempt]) -> _Ending:
    chosen = best(attempts)
    if chosen is None:
        return _Ending("failed", "There was no attempt.", ADVICE["failed"])
    status, reason = judge(chosen.verdicts, chosen.reports)
    return _Ending(status, reason, ADVICE[status])


def _stopped(problem: AssayError, attempts: Sequence[Attempt], cancel: Cancel) -> _Ending:
    """How a run ends that could not be finished: what was reached is judged, and the cause is named.

    It is an error only where there is nothing to judge and nobody had set a limit.
    """
    if cancel.is_set:
        return _Ending("cancelled", cancel.reason)
    if attempts or isinstance(problem, Cancelled | BudgetExceeded):
        judged = _judged(attempts)
        return _Ending(judged.status, f"{problem.message} {judged.reason}", problem.advice or judged.advice)
    return _Ending("error", problem.message, problem.advice, problem.missing)
