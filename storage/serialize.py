"""Events to JSON text and back, as the very same types."""

from __future__ import annotations

import json
from dataclasses import asdict
from functools import cache

from pydantic import TypeAdapter, ValidationError

from agent.events import Event
from storage.errors import UnreadableEvent


def to_json(event: Event) -> str:
    """Return `event` as JSON in pure ASCII.

    Python's own `json` rather than pydantic's: it brings back infinite seconds and half surrogate
    pairs, which a model can well produce, exactly as they were.
    """
    return json.dumps(asdict(event), separators=(",", ":"))


def from_json(text: str) -> Event:
    """Return the event that `to_json` made `text` from. Fields it doesn't know are left out.

    Raises `UnreadableEvent` for a kind that this version doesn't know, or a damaged text.
    """
    try:
        return _adapter().validate_python(json.loads(text))
    except (ValueError, ValidationError) as error:
        raise UnreadableEvent(
            "A part of this run can't be read by this version of Assay.",
            "It was probably written by a newer version: update Assay, then open the run again.",
        ) from error


@cache
def _adapter() -> TypeAdapter[Event]:
    return TypeAdapter(Event)
