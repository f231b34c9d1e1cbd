from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, get_args

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from agent.events import (
    CheckFinished,
    CodeReady,
    Event,
    KnownEvent,
    ModelText,
    Notice,
    SandboxReady,
    StartsShown,
    UnknownEvent,
)
from languages.python.candidates import program
from languages.types import CheckReport, Finding
from message import Translatable, say
from storage.errors import UnreadableEvent
from storage.serialize import from_json, to_json

# Of all mappings, events hold plain ones.
st.register_type_strategy(Mapping, lambda kind: st.dictionaries(*map(st.from_type, get_args(kind))))
KINDS: tuple[type[Any], ...] = get_args(get_args(KnownEvent)[0])


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.__name__)
@given(data=st.data())
@settings(deadline=None, max_examples=40)
def test_every_event_comes_back_as_it_was(kind: type[Any], data: st.DataObject) -> None:
    event = data.draw(st.from_type(kind))
    if isinstance(event, StartsShown):
        event = replace(event, contents={})  # which the store keeps beside it
    restored = from_json(to_json(event))
    assert type(restored) is kind
    assert repr(restored) == repr(event)  # by repr, for NaN is not equal to itself


@pytest.mark.parametrize(
    "event",
    [
        ModelText("code", "half a pair \ud83d, a zero \x00, a smile \U0001f600"),
        SandboxReady("docker", "a wall", seconds=float("inf")),
    ],
    ids=["no UTF-8 form", "endless time"],
)
def test_odd_values_come_back_as_they_were(event: Event) -> None:
    assert to_json(event).isascii()
    assert from_json(to_json(event)) == event


def test_a_sentence_comes_back_whatever_field_it_is_in() -> None:
    finding = Finding(say("passes only sometimes"), say("%(test)s fails", test=say("One")), detail=say("a plain text"))
    event = CheckFinished(CheckReport("surroundings", "failed", say("It fails"), (finding,)), 1)
    restored = from_json(to_json(event))
    assert restored == event
    assert isinstance(restored, CheckFinished)
    (found,) = restored.report.findings
    assert isinstance(found.rule, Translatable)
    assert not isinstance(found.detail, Translatable)


@pytest.mark.parametrize(
    ("stored", "event"),
    [
        ('{"kind": "notice", "text": "Hello", "colour": "red"}', Notice("Hello")),
        ('{"kind": "code_ready", "attempt": 1, "code": "a = 1"}', CodeReady(1, program("a = 1"))),
    ],
    ids=["a field of a newer version", "an earlier form"],
)
def test_what_another_version_stored_is_turned_into_todays(stored: str, event: Event) -> None:
    assert from_json(stored) == event


def test_a_kind_of_another_version_keeps_what_it_said() -> None:
    event = from_json('{"kind": "teleported", "to": "Mars"}')
    assert event == UnknownEvent("teleported", {"kind": "teleported", "to": "Mars"})
    assert from_json(to_json(event)) == event


@pytest.mark.parametrize(
    "text",
    ['{"kind": "notice"}', '{"kind": []}', '{"kind": "not', "[]", ""],
    ids=["field missing", "odd kind", "cut off", "not an object", "empty"],
)
def test_what_cannot_be_read_is_said_in_plain_words(text: str) -> None:
    with pytest.raises(UnreadableEvent) as raised:
        from_json(text)
    assert "can't be read" in raised.value.message
    assert "update Assay" in raised.value.advice
