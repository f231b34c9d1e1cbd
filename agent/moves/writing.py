"""The coder writes a program, and repairs it from what failed.

Source of the idea: Chen et al., "Teaching Large Language Models to Self-Debug", 2023. Repairing
blindly can make a right program worse, so the best attempt is kept, not the last, and repaired further.
"""

from __future__ import annotations

from collections.abc import Generator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial

from agent.attempts import Attempt, going_in_circles
from agent.conversation import TRIES
from agent.deciding.disputes import disputes_in
from agent.errors import NoTimeLeft
from agent.events import Event, Stuck
from agent.feedback import on_failures, on_findings, on_history, to_repair
from agent.pace import CHECKS
from agent.search.bench import Search
from agent.search.move import Move
from agent.search.state import Turn
from agent.search.tracing import look_into
from agent.timing import first_limit
from agent.types import Message
from languages.errors import NoUsableReply
from languages.types import Candidate, CheckReport
from message import say


@dataclass(slots=True)
class Course:
    """Whether the answer before the last was `in_vain`.

    It is `over` where it went round in circles twice, or there was no time for one more program.
    """

    in_vain: bool = False
    over: bool = False


def write(search: Search) -> Generator[Event, None, None]:
    """Have the first program written. Raises as `Conversation.ask` and `Search.try_program`."""
    yield from _turn(search, _opening(search), None)


def repair(search: Search) -> Generator[Event, None, None]:
    """Have what failed, or was found, put right.

    Going round in circles changes the approach once; a second time ends it. So does a lack of time for one more program
    and its checks: what there is then is judged.
    """
    course, attempt = search.memory(Course), search.state.current
    if not attempt:
        return
    circles = going_in_circles(search.attempts[search.state.since_change :], search.language.same_program)
    if circles:
        yield Stuck(search.state.numbered, circles)
        if search.state.since_change:
            course.over = True
            return
        # One that only disputed tests is no attempt.
        search.state = replace(search.state, since_change=len(search.attempts))
    messages = yield from _next(search, attempt, circles)
    # What is to be another approach must not be put into the old program as a part of it.
    yield from _turn(search, messages, None if circles else attempt.candidate)
    course.over = not search.state.turn.answered


def _may_be_repaired(search: Search) -> bool:
    attempt, course = search.state.current, search.memory(Course)
    if not attempt or attempt.done or not search.state.attempts_left:
        return False
    # A model that leaves it as it is and disputes tests in vain is asked once more, and no more.
    return not course.over and not (course.in_vain and _is_vain(search.state.turn))


def _is_vain(turn: Turn) -> bool:
    return turn.answered and not turn.candidate and not turn.settled


def _turn(search: Search, messages: Sequence[Message], repaired: Candidate | None) -> Generator[Event, None, None]:
    """Ask the coder, and try the program that it gives; what it disputes is for others."""
    search.memory(Course).in_vain = _is_vain(search.state.turn)
    number = search.next_number()
    answer = yield from _asked(search, number, messages, repaired)
    if answer is None:
        search.state = search.state.with_turn(Turn(number))
        return
    if answer.candidate:
        yield from search.try_program(number, answer.candidate, partial(_goes_back, search))
    search.state = search.state.with_turn(Turn(number, answer.candidate, answer.disputed, answered=True))


def _goes_back(search: Search, reports: Sequence[CheckReport]) -> bool:
    """Whether another program comes of what they say."""
    return bool(search.state.attempts_left and to_repair(reports, search.language.checks))


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


# Why: docs/decisions.md, "A change starts from the task and all wishes so far, not from a chat log"
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


def _next(search: Search, attempt: Attempt, circles: str) -> Generator[Event, None, list[Message]]:
    """Only the last attempt is kept in the conversation, so that it can't outgrow the model."""
    render, opening, unseen = search.language.render, _opening(search), _unseen(search)
    if attempt.verdicts.stands:
        feedback = on_findings(render, attempt.to_repair)
    else:
        looks = yield from look_into(search, attempt, unseen)
        language, suite = search.language, search.suite
        looking_up = partial(language.settling.looks_up, suite) if language.settling else lambda _: False
        about = suite.tests, search.state.changes, unseen, looks, language.cause, looking_up
        feedback = on_failures(render, attempt.verdicts, *about)
    # A line for each: what the programs were is left out, or the conversation would outgrow a small model.
    others = [one for one in search.attempts if one.number != attempt.number]
    if history := on_history(render, others, taken_back=attempt.passes > search.attempts[-1].passes, unseen=unseen):
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


WRITE = Move(
    "write",
    say("the program is written"),
    say("there is no program yet"),
    lambda search: not search.state.turn.number and search.state.attempts_left > 0,
    write,
)
REPAIR = Move(
    "repair",
    say("the program is repaired"),
    say("a test fails, or a check found something"),
    _may_be_repaired,
    repair,
)
