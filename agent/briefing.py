"""What will be built is said first: by the person, by a task that is a specification already, or by a model.

Where the person wants to see it first, the run waits here for what they say to it.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Generator, Sequence
from dataclasses import dataclass, replace

import awake
from agent.conversation import Conversation
from agent.events import AnswerAwaited, BriefAnswered, BriefReady, Event, Notice
from agent.promising import promises_nothing
from agent.types import Message, Request
from cancel import Limited
from languages.answers import Answers, answered, keeping_confirmed
from languages.base import Language
from languages.brief import Assumption, Brief, for_models, read_brief, schema
from languages.errors import NoUsableReply
from languages.files import FileLook
from languages.task_words import shares_words
from languages.types import Suite
from message import say

Person = Callable[[], Answers]
"""Waits for what the person says to the brief that they were shown. Raises `Cancelled`."""

TRIES = 2
NO_PROMISE = (
    "No rule has a word of the request in it. Say in the rules what it asks for, in its own words and language."
)
NO_BRIEF = say("The model didn't say what it will build; the run goes on by the task's own words.")


@dataclass(frozen=True, slots=True)
class Understood:
    """What is to be built, as far as it is known. `draft` are tests, where a model gave those in its place."""

    brief: Brief | None = None
    draft: Suite | None = None


# Why: docs/decisions.md, "A plan comes before the tests, and is no condition"
def understand(
    request: Request, language: Language, looks: Sequence[FileLook], asked: Conversation
) -> Generator[Event, None, Understood]:
    """The brief of a run, whose files look like `looks`. Where nobody gives one, the run goes on without.

    Raises `BudgetExceeded`, `Cancelled` and `ModelError`.
    """
    earlier = request.earlier
    keeps_plan = earlier is not None and earlier.keeps_plan
    before = earlier.brief if earlier else None
    said = language.specified(request.task)
    known = request.brief or ((before or said) if said or keeps_plan else None)  # what was confirmed stands in earlier
    if known and earlier and not keeps_plan:  # a wish may be against what the task shows
        known = replace(known, examples=tuple(known.fixed.values()))
    understood = Understood(known)
    if known is None and not keeps_plan:
        understood = yield from _asked(request, language, looks, asked)
    if understood.brief:
        yield BriefReady(understood.brief)
    return understood


def confirmed(
    understood: Understood, request: Request, person: Person, token: Limited
) -> Generator[Event, None, Understood]:
    """What was understood, as the person says after they have seen it, if they want to; no time of the run goes by.

    Raises `Cancelled`, and `BadAnswers` for what doesn't fit the brief.
    """
    brief = understood.brief
    if brief is None or not _is_asked_for(request, brief):
        return understood
    yield AnswerAwaited()
    since = awake.now()
    with token.paused():
        brief = answered(brief, person())
    yield BriefAnswered(brief, awake.now() - since)
    return Understood(brief)


def _is_asked_for(request: Request, brief: Brief) -> bool:
    """Nobody is asked about a brief that they gave, about a program that they edited, twice about one assumption, or
    about one that changes nothing of what comes out of the files they gave."""
    earlier = request.earlier
    if request.brief or (earlier and earlier.keeps_plan):
        return False
    seen = {one.question for one in earlier.brief.assumptions} if earlier and earlier.brief else set[str]()
    open_ones = [one for one in brief.assumptions if one.results or not request.files]
    is_open = any(one.question not in seen for one in open_ones)
    return request.ask == "always" or (request.ask == "where_open" and is_open)


def shown_of(looks: Sequence[FileLook], brief: Brief) -> Brief:
    """`brief` with results only where they have something of the person's files in them: nobody picks made-up ones."""
    files = "\n".join(one.excerpt for one in looks)

    def theirs(one: Assumption) -> Assumption:
        return one if all(shares_words(result, files) for result in one.results) else replace(one, results=())

    return replace(brief, assumptions=tuple(map(theirs, brief.assumptions)))


def _asked(
    request: Request, language: Language, looks: Sequence[FileLook], asked: Conversation
) -> Generator[Event, None, Understood]:
    earlier = request.earlier.brief if request.earlier else None
    empty: list[Understood] = []

    def parse(reply: str) -> Understood:
        found = _read(reply, request, language)
        if found.brief:
            found = replace(found, brief=shown_of(looks, found.brief))
        if not empty and promises_nothing(found.brief, request, language):
            empty.append(found)
            raise NoUsableReply(NO_PROMISE)
        return found

    try:
        return (
            yield from asked.ask(
                say("say what will be built"), _messages(request, language, looks), parse, tries=TRIES, schema=schema()
            )
        )
    except NoUsableReply:
        if empty:
            return empty[0]
        yield Notice(NO_BRIEF)
        return Understood(earlier)


def _read(reply: str, request: Request, language: Language) -> Understood:
    """What a model's answer says of what is to be built. Raises `NoUsableReply`."""
    earlier = request.earlier.brief if request.earlier else None
    try:
        brief = read_brief(reply, request.task)
        wish = request.earlier.changes[-1] if request.earlier and request.earlier.changes else ""
        return Understood(keeping_confirmed(brief, earlier, wish) if earlier else brief)
    except NoUsableReply as problem:
        try:
            return Understood(earlier, language.read_tests(reply, request.task))
        except NoUsableReply:
            raise problem from None


def _messages(request: Request, language: Language, looks: Sequence[FileLook]) -> Sequence[Message]:
    earlier = request.earlier
    brief = earlier.brief if earlier else None
    text = language.render(
        "brief",
        task=request.task,
        files=looks,
        brief=brief,
        brief_json=json.dumps(for_models(brief), ensure_ascii=False, indent=1) if brief else "",
        changes=earlier.changes if earlier else (),
    )
    return [Message("system", language.render("brief_system")), Message("user", text)]
