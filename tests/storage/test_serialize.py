from __future__ import annotations

from collections.abc import Mapping
from typing import Any, get_args

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from agent.events import CodeReady, KnownEvent, ModelText, Notice, SandboxReady, UnknownEvent
from languages.python.candidates import program
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
    restored = from_json(to_json(event))
    assert type(restored) is kind
    assert repr(restored) == repr(event)  # by repr, for NaN is not equal to itself


def test_text_that_has_no_utf8_form_comes_back_as_it_was() -> None:
    event = ModelText("code", "half a pair \ud83d, a zero \x00, a smile \U0001f600")
    assert to_json(event).isascii()
    assert from_json(to_json(event)) == event


def test_endless_time_comes_back_as_it_was() -> None:
    event = SandboxReady("docker", "a wall", seconds=float("inf"))
    assert from_json(to_json(event)) == event


def test_a_field_of_a_newer_version_is_left_out() -> None:
    assert from_json('{"kind": "notice", "text": "Hello", "colour": "red"}') == Notice("Hello")


def test_a_kind_of_another_version_keeps_what_it_said() -> None:
    event = from_json('{"kind": "teleported", "to": "Mars"}')
    assert event == UnknownEvent("teleported", {"kind": "teleported", "to": "Mars"})
    assert from_json(to_json(event)) == event


def test_what_an_earlier_version_stored_is_turned_into_todays() -> None:
    assert from_json('{"kind": "code_ready", "attempt": 1, "code": "a = 1"}') == CodeReady(1, program("a = 1"))


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
