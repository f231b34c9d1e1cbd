"""Tests are widened to what none of them tries.

What tells a mistake apart may be another way through a window or a page, or a file that somebody wrote otherwise:
varying what the tests do doesn't come to that. So who sees the program and the mistakes that no test notices says what
a person would have to do for them to show, never what comes then; and who sees no program writes tests of it.

Source of the idea: Foster et al., "Mutation-Guided LLM-based Test Generation at Meta" (ACH), 2025.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Generator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import chain

from agent.attempts import Attempt
from agent.deciding.adopting import adopt
from agent.deciding.new_tests import ends
from agent.deciding.voices import unlike
from agent.errors import ModelError
from agent.events import Event
from agent.search.bench import Search
from agent.search.lacking import unnoticed, weak_reports
from agent.search.move import Move
from agent.types import Message
from languages.errors import NoUsableReply
from languages.settling import Settling
from languages.strengthening import Strengthening
from languages.thoughts import without_thoughts
from languages.types import CheckReport, Suite
from message import say

SITUATIONS = say("look for what no test tries")
ADDED = say("It tries what no other test tried, and where a mistake that was planted would show.")
ROUNDS = 3
MOST = 12
"""Situations in a round."""
_ENTRY = re.compile(r"[ \t]*(?:[-*•]|\d{1,2}[.)])[ \t]+(\S.*)")


@dataclass(slots=True)
class Widened:
    """The situations of each time, and whether something came of the last."""

    situations: list[Sequence[str]] = field(default_factory=list)
    led_on: bool = True


# Why: docs/decisions.md, "Stronger tests are answered from the task, and the coder says only what to try"
def widen(search: Search) -> Generator[Event, None, None]:
    """Add tests of what none tries yet, where too few planted mistakes are noticed and nothing else is missing.

    At most `ROUNDS` in a search, each with one request to the code model and one to the test model; there is no second
    one where nothing came of the first. The program may fail a new test, which shows a bug. Raises as
    `Search.change_tests`.
    """
    settling, strengthening = search.language.settling, search.language.strengthening
    done = search.memory(Widened)
    while settling and strengthening and (found := _weak(search)):
        attempt, weak = found
        situations = yield from _situations(search, attempt, weak)
        done.situations.append(situations)
        done.led_on = bool(situations) and (yield from _try(search, attempt, weak, situations, settling, strengthening))


def _weak(search: Search) -> tuple[Attempt, list[CheckReport]] | None:
    """What could be verified if its tests tried more, with what says that they try too little.

    Where the task has examples of calls, others write tests anew: see `thickening`.
    """
    attempt, done = search.state.passing, search.memory(Widened)
    is_wanted = search.suite.starts or not search.example_tests
    reports = weak_reports(search, attempt) if attempt and is_wanted else []
    rounds_left = done.led_on and len(done.situations) < ROUNDS
    return (attempt, reports) if attempt and reports and rounds_left else None


def read_situations(reply: str) -> list[str]:
    """The entries of the last list, before which a model may have thought aloud of what the program gives.

    Raises `NoUsableReply` where there is none.
    """
    lists: list[list[str]] = [[]]
    for line in without_thoughts(reply).splitlines():
        if entry := _ENTRY.match(line):
            lists[-1].append(entry[1])
        elif lists[-1] and line.strip() and line[0].isspace():
            lists[-1][-1] += f" {line.strip()}"
        elif line.strip(" \t-*•"):
            lists.append([])
    if not (found := next(filter(None, reversed(lists)), [])):
        raise NoUsableReply(say("There is no list in the reply, with an entry for each situation."))
    return found[:MOST]


def _situations(search: Search, attempt: Attempt, weak: Sequence[CheckReport]) -> Generator[Event, None, Sequence[str]]:
    """What a person would have to do for those mistakes to show that are told of; none where a model failed."""
    render = search.language.render
    ask = render(
        "situations",
        task=search.request.task,
        brief=search.brief,
        program=attempt.candidate,
        changes=list(chain.from_iterable(map(unnoticed, weak))),
        starts=search.suite.starts,
        tried=list(chain.from_iterable(search.memory(Widened).situations)),
    )
    messages = [Message("system", render("situations_system")), Message("user", ask)]
    with suppress(NoUsableReply, ModelError):
        return (yield from search.coder.ask_if_time(SITUATIONS, messages, read_situations))
    return ()


def _try(
    search: Search,
    attempt: Attempt,
    weak: Sequence[CheckReport],
    situations: Sequence[str],
    settling: Settling,
    strengthening: Strengthening,
) -> Generator[Event, None, bool]:
    """Add tests of these, if any of them notices something; whether any are left.

    What the program fails is settled; what can't be, stays out.
    """
    other = yield from search.writer.wider(search.suite, situations)
    new = _usable(search, unlike(search.suite, other, search.language), settling, strengthening) if other else None
    if not new or not new.tests:
        return False
    passing, failing = yield from ends(search, attempt, new)
    useful = (
        failing | passing
        if (yield from _notice(search, attempt, weak, new, passing, settling, strengthening))
        else failing
    )
    joined = strengthening.joined(search.suite, settling.without(new, _others(new, useful)))
    added = yield from adopt(search, joined, ADDED, settling)
    return not {test.name for test in search.suite.tests}.isdisjoint(added)


def _usable(search: Search, new: Suite, settling: Settling, strengthening: Strengthening) -> Suite:
    """Those tests that can stand beside the others."""
    useless = []
    for test in new.tests:
        try:
            strengthening.joined(search.suite, settling.without(new, _others(new, {test.name})))
        except NoUsableReply:
            useless.append(test.name)
    return settling.without(new, useless)


def _others(suite: Suite, names: Collection[str]) -> list[str]:
    return [test.name for test in suite.tests if test.name not in names]


def _notice(
    search: Search,
    attempt: Attempt,
    weak: Sequence[CheckReport],
    new: Suite,
    passing: Collection[str],
    settling: Settling,
    strengthening: Strengthening,
) -> Generator[Event, None, bool]:
    """Whether the new tests that the program passes notice any mistake that none before did, as far as that is known
    before the checks plant those in a page's scripts again."""
    report = next((one for one in weak if one.mutation), None)
    if not passing or not report or len(weak) > 1:
        return bool(passing)
    alone = settling.without(new, _others(new, passing))
    before = search.planted_with(attempt, report)
    job = strengthening.kill_job(attempt.candidate, before, alone, report.survivors, search.brief)
    return bool(strengthening.read_kills((yield from search.sandbox.run(job))))


WIDEN = Move(
    "widen",
    say("tests are written for what no test tries"),
    say("too few planted mistakes are noticed"),
    lambda search: _weak(search) is not None,
    widen,
)
