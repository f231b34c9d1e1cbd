"""Events to JSON text and back, as the very same types."""

from __future__ import annotations

import json
from dataclasses import asdict, replace
from functools import cache
from typing import cast, get_args

from pydantic import TypeAdapter, ValidationError

from agent.events import Event, KnownEvent, RunStarted, StartsShown, UnknownEvent
from agent.types import Request
from languages.answers import Answers, read_answers
from message import as_read, as_stored, say
from storage.errors import UnreadableEvent
from storage.upcasts import UPCASTS, Payload

KINDS = frozenset(event.__dataclass_fields__["kind"].default for event in get_args(get_args(KnownEvent)[0]))


def to_json(event: Event) -> str:
    """Return `event` as JSON in pure ASCII.

    Python's own `json` rather than pydantic's: it brings back infinite seconds and half surrogate
    pairs, which a model can well produce, exactly as they were. Contents of files aren't in it:
    the store keeps them beside the event.
    """
    if isinstance(event, StartsShown):
        event = replace(event, contents={})
    payload = event.payload if isinstance(event, UnknownEvent) else asdict(event)
    return json.dumps(as_stored(payload), separators=(",", ":"))


def from_json(text: str) -> Event:
    """Return the event that `to_json`, or that of an earlier version, made `text` from.

    Fields that this version doesn't know are left out; of a kind that it doesn't know, an
    `UnknownEvent` keeps them. Raises `UnreadableEvent` for a damaged text.
    """
    try:
        payload: Payload = json.loads(text)
        kind = payload["kind"]
        if isinstance(kind, str) and kind not in KINDS:
            return UnknownEvent(kind, payload)
        # All sentences, for one in a field of plain texts must not cost anybody the whole run: it stays in English.
        return _adapter().validate_python(as_read(UPCASTS[kind](payload) if kind in UPCASTS else payload))
    except (ValueError, TypeError, KeyError, RecursionError, ValidationError) as error:
        raise UnreadableEvent(
            say("A part of this run can't be read by this version of Assay."),
            say("It is damaged, or a newer version wrote it: update Assay, then open the run again."),
        ) from error


def request_to_json(request: Request) -> str:
    """Return `request` as JSON in pure ASCII, as in its `RunStarted`."""
    return json.dumps(as_stored(asdict(request)), separators=(",", ":"))


def request_from_json(text: str) -> Request:
    """Return the request that `request_to_json`, or that of an earlier version, made `text` from.

    It goes the way of its `RunStarted`, so that one upcast serves both. Raises `UnreadableEvent`.
    """
    return cast("RunStarted", from_json(f'{{"kind":"run_started","request":{text}}}')).request


def answers_to_json(answers: Answers) -> str:
    """Return `answers` as JSON in pure ASCII."""
    return json.dumps(asdict(answers), separators=(",", ":"))


def answers_from_json(text: str) -> Answers:
    """Return what `answers_to_json` made `text` from."""
    return read_answers(json.loads(text))


@cache
def _adapter() -> TypeAdapter[KnownEvent]:
    return TypeAdapter(KnownEvent)
