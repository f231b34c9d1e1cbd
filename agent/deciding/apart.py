"""Programs for the task that are written apart, by who sees neither the first nor its tests.

Source of the idea: Chen et al., "CodeT: Code Generation with Generated Tests", 2022: two seldom make the same mistake.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator
from dataclasses import dataclass, field

from agent.attempts import Attempt, best
from agent.deciding.disputes import room
from agent.errors import ModelError
from agent.events import Event
from agent.search.bench import Search
from agent.types import Message
from languages.comparing import Comparing
from languages.errors import NoUsableReply
from languages.types import Candidate
from message import say

WRITE = say("write another program, to compare")
# Why: docs/decisions.md, "Where programs differ, more must agree than differ, but not on what no test has"
OTHERS = 4
"""Programs that are asked for at most: another only where nothing came of those before."""
ENOUGH = 20
"""Inputs for which two programs must give the same, to say more than the tests."""


@dataclass(slots=True)
class Apart:
    """The `programs` that were asked for so far, None where nothing usable came.

    One of them gives the same as the program `backed`, as `Language.same_program` names it. Then more than a third of
    the tests may be what is wrong.
    """

    programs: list[Candidate | None] = field(default_factory=list)
    backed: str = ""


# Why: docs/decisions.md, "A second program is told names, parameters and the wording of errors"
def written_apart(
    search: Search, attempt: Attempt, comparing: Comparing, number: int = 0
) -> Generator[Event, None, Candidate | None]:
    """The other program of this number, which is asked for where it isn't there; None where nothing usable came.

    A literal copy of the attempt isn't usable: it shares each of its mistakes.
    """
    programs = search.memory(Apart).programs
    if number == len(programs):
        programs.append((yield from _another(search, attempt, comparing)))
    return next(no_copies(search, attempt, programs[number]), None)


def no_copies(search: Search, attempt: Attempt, *others: Candidate | None) -> Iterator[Candidate]:
    """Those programs that are another one than the attempt's."""
    same = search.language.same_program
    return (one for one in others if one and same(one) != same(attempt.candidate))


def agreeing(search: Search, chosen: Attempt) -> Generator[Event, None, set[str]]:
    """Those programs, but no copies, that give the same as `chosen` for all inputs like those of the tests."""
    same, found = search.language.same_program, set[str]()
    for one in no_copies(search, chosen, *search.memory(Apart).programs):
        compared = yield from search.compare(chosen.candidate, one)
        if compared and compared.same >= ENOUGH and not compared.telling:
            found.add(same(one))
    return found


def leeway(search: Search) -> int:
    """How many tests may still be changed or left out in this run."""
    chosen = best(search.attempts)
    if chosen and search.language.same_program(chosen.candidate) == search.memory(Apart).backed:
        return len(search.suite.tests)
    return room(search.suite, search.state.changes)


def _another(search: Search, attempt: Attempt, comparing: Comparing) -> Generator[Event, None, Candidate | None]:
    render, brief, task = search.language.render, search.brief, search.request.task
    outline = comparing.outline(attempt.candidate, search.suite)
    ask = render("second", task=task, files=search.looks, brief=brief, outline=outline)
    system = render("code_system", brief=brief, files=search.looks, tested=False)
    messages = [Message("system", system), Message("user", ask)]
    try:
        return (
            yield from search.coder.ask_if_time(
                WRITE, messages, lambda reply: search.language.read_program(reply, task, None), search.provided
            )
        )
    except (NoUsableReply, ModelError):
        return None
