"""What will be built is said first: by the person, by a task that is a specification already, or by a model."""

from __future__ import annotations

import json
from collections.abc import Generator, Sequence
from dataclasses import asdict, dataclass

from agent.conversation import Conversation
from agent.events import BriefReady, Event, Notice
from agent.types import Message, Request
from languages.base import Language
from languages.brief import Brief, read_brief, schema
from languages.errors import NoUsableReply
from languages.files import FileLook
from languages.types import Suite

TRIES = 2
NO_BRIEF = "The model didn't say what it will build; the run goes on by the task's own words."


@dataclass(frozen=True, slots=True)
class Understood:
    """What is to be built, as far as it is known. `draft` are tests, where a model answered with those instead."""

    brief: Brief | None = None
    draft: Suite | None = None


# Why: docs/decisions.md, "A brief comes before the tests, and is no condition"
def understand(
    request: Request, language: Language, looks: Sequence[FileLook], asked: Conversation
) -> Generator[Event, None, Understood]:
    """The brief of a run, whose files look like `looks`. Where nobody gives one, the run goes on without.

    Raises `BudgetExceeded`, `Cancelled` and `ModelError`.
    """
    edited = request.earlier if request.earlier and not request.earlier.changes else None
    known = request.brief or language.specified(request.task) or (edited.brief if edited else None)
    understood = Understood(known)
    if known is None and edited is None:
        understood = yield from _asked(request, language, looks, asked)
    if understood.brief:
        yield BriefReady(understood.brief)
    return understood


def _asked(
    request: Request, language: Language, looks: Sequence[FileLook], asked: Conversation
) -> Generator[Event, None, Understood]:
    def parse(reply: str) -> Understood:
        try:
            return Understood(read_brief(reply, request.task))
        except NoUsableReply as problem:
            try:
                return Understood(draft=language.read_tests(reply, request.task))
            except NoUsableReply:
                raise problem from None

    try:
        return (
            yield from asked.ask(
                "say what will be built", _messages(request, language, looks), parse, tries=TRIES, schema=schema()
            )
        )
    except NoUsableReply:
        yield Notice(NO_BRIEF)
        return Understood(request.earlier.brief if request.earlier else None)


def _messages(request: Request, language: Language, looks: Sequence[FileLook]) -> Sequence[Message]:
    earlier = request.earlier
    brief = earlier.brief if earlier else None
    text = language.render(
        "brief",
        task=request.task,
        files=looks,
        brief=brief,
        brief_json=json.dumps(asdict(brief), ensure_ascii=False, indent=1) if brief else "",
        changes=earlier.changes if earlier else (),
    )
    return [Message("system", language.render("brief_system")), Message("user", text)]
