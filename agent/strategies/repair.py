"""The plain strategy: write, test, check, and mend from what failed.

Source of the idea: Chen et al., "Teaching Large Language Models to Self-Debug", 2023. Mending
blindly can make a right program worse, so the best attempt is kept, not the last.
"""

from __future__ import annotations

from collections.abc import Generator, Sequence

from agent.attempts import Attempt, Suite, going_in_circles
from agent.conversation import Conversation
from agent.events import CodeReady, Event, Stuck, TestsRan
from agent.feedback import on_failures, on_findings, to_mend
from agent.run_sandbox import RunSandbox
from agent.types import Message, Request
from languages.python.prompts import render
from languages.python.reply import parse_solution
from languages.types import Candidate


def repair(
    request: Request, suite: Suite, coder: Conversation, bench: RunSandbox, attempts: list[Attempt]
) -> Generator[Event, None, None]:
    """Add to `attempts` until one has nothing left to mend, the limit is reached, or it is hopeless.

    Going round in circles changes the approach once; a second time ends the search.
    Raises what `Conversation.ask` and `RunSandbox.test` raise.
    """
    opening = _opening(request, suite)
    messages, since_change = opening, 0
    for number in range(1, request.limits.attempts + 1):
        purpose = "write the program" if number == 1 else f"mend the program (attempt {number})"
        code = yield from coder.ask(purpose, messages, lambda reply: parse_solution(reply, request.task))
        yield from try_program(code, suite, bench, attempts)
        attempt = attempts[-1]
        if attempt.done:
            return
        circles = going_in_circles(attempts[since_change:])
        if circles:
            yield Stuck(number, circles)
            if since_change:
                return
            since_change = number
        messages = _next(opening, attempt, suite, circles)


def try_program(code: str, suite: Suite, bench: RunSandbox, attempts: list[Attempt]) -> Generator[Event, None, None]:
    """Test `code`, check it if it passes, and add what came of it to `attempts`, even if only half was done.

    Raises what `RunSandbox.test` and `RunSandbox.check` raise.
    """
    number = len(attempts) + 1
    yield CodeReady(number, code)
    candidate = Candidate(code, suite.code)
    verdicts = yield from bench.test(candidate, suite.tests)
    attempts.append(Attempt(number, candidate, verdicts))
    yield TestsRan(number, verdicts.results, verdicts.seconds, verdicts.problem)
    if verdicts.passed:
        reports = yield from bench.check(candidate)
        attempts[-1] = Attempt(number, candidate, verdicts, reports)


def _opening(request: Request, suite: Suite) -> list[Message]:
    earlier = request.earlier
    task = render(
        "code",
        task=request.task,
        tests=suite.code,
        solution=earlier.solution if earlier else "",
        changes=earlier.changes if earlier else (),
    )
    return [Message("system", render("code_system")), Message("user", task)]


def _next(opening: Sequence[Message], attempt: Attempt, suite: Suite, circles: str) -> list[Message]:
    """Only the last attempt is kept in the conversation, so that it can't outgrow the model."""
    code = attempt.candidate.solution
    mend = to_mend(attempt.reports)
    feedback = on_findings(mend) if attempt.verdicts.passed else on_failures(attempt.verdicts, suite.tests)
    if circles:
        system, task = opening
        fresh = render("fresh", reason=circles, code=code, feedback=feedback)
        return [system, Message("user", f"{task.content}\n\n{fresh}")]
    return [*opening, Message("assistant", f"```python\n{code}\n```"), Message("user", feedback)]
