import copy
import json
import pickle
from dataclasses import asdict, dataclass

import pytest
from pydantic import TypeAdapter, ValidationError

from message import MOST_DEPTH, Sentence, Translatable, as_read, as_stored, either, joined, say, say_count
from translation import TONGUES, here, speaking

NESTED = say_count(
    "%(count)s test of %(of)s is 100%% done", "%(count)s tests of %(of)s are 100%% done", 1234, of=say("the program")
)


@dataclass(frozen=True)
class Holding:
    reason: Sentence
    others: tuple[Sentence, ...] = ()


def test_a_message_is_its_english_text_to_everything_that_takes_text() -> None:
    assert NESTED == "1,234 tests of the program are 100% done"
    assert say_count("%(count)s test", "%(count)s tests", 1) == "1 test"
    assert json.dumps(NESTED) == '"1,234 tests of the program are 100% done"'
    assert type(f"{NESTED}!") is str


@pytest.mark.parametrize("same", [str, copy.deepcopy, lambda one: pickle.loads(pickle.dumps(one))])
def test_a_message_stays_one_where_it_is_handed_on(same: type[str]) -> None:
    assert isinstance(same(NESTED), Translatable)
    assert same(NESTED).values["count"] == 1234  # type: ignore[attr-defined]


def test_messages_are_joined_and_empty_ones_left_out() -> None:
    whole = joined(" 100% ", ["", say("One."), "two"])
    assert whole == "One. 100% two"
    assert isinstance(whole, Translatable)
    assert isinstance(whole.values["part0"], Translatable)


def test_what_was_stored_comes_back_as_it_was_and_old_texts_as_texts() -> None:
    reading = TypeAdapter(Holding)
    stored = json.loads(json.dumps(as_stored(asdict(Holding(NESTED, ("an old text", say("New.")))))))
    back = reading.validate_python(stored)
    assert back == Holding(NESTED, ("an old text", "New."))
    assert isinstance(back.reason, Translatable)
    assert isinstance(back.reason.values["of"], Translatable)
    assert [type(one) for one in back.others] == [str, Translatable]


@pytest.mark.parametrize(
    "stored",
    [
        {"say": "%(x)s", "with": {}},
        {"say": "one", "many": "many", "with": {}},
        {"say": "one", "many": 3, "with": {"count": 3}},
        {"say": "%(x)s", "with": {"x": [1]}},
        {"say": "%(x)s", "with": {"x": True}},
        {"say": "%(x)s" * 3, "with": {"x": "a"}},
        {"say": 3, "with": {}},
        3,
    ],
)
def test_what_is_no_sentence_is_refused(stored: object) -> None:
    with pytest.raises(ValidationError):
        TypeAdapter(Holding).validate_python({"reason": stored})


def test_a_stored_sentence_can_ask_for_no_width() -> None:
    hostile = {"say": "%(x)999999999s %s %d", "with": {"x": "a"}}
    assert TypeAdapter(Holding).validate_python({"reason": hostile}).reason == "%(x)999999999s %s %d"


def nested(inner: object, times: int, template: str = "%(a)s") -> object:
    return nested({"say": template, "with": {"a": inner}}, times - 1, template) if times else inner


def test_a_stored_sentence_is_no_longer_than_what_it_was_stored_as() -> None:
    reading = TypeAdapter(Holding)
    assert reading.validate_python({"reason": nested("a", MOST_DEPTH)}).reason == "a"
    assert reading.validate_python({"reason": nested("a", 1, "%(a)s %(a)s")}).reason == "a a"
    many = {"say": "%(count)s", "many": "%(a)s%(a)s", "with": {"count": 1, "a": "a" * 1000}}
    for grows in (
        nested("a", MOST_DEPTH + 1),
        nested("a" * 1000, 1, "%(a)s%(a)s"),
        many,
        nested("a", 90, "%(a)s%(a)s"),
    ):
        with pytest.raises(ValidationError):
            reading.validate_python({"reason": grows})
        assert as_read([grows]) == [grows], "it is left as it is"


def test_one_of_several_is_said_in_each_language() -> None:
    assert [str(either(words)) for words in (["a"], ["a", "b"], ["a", "b", "c"])] == ["a", "a or b", "a, b or c"]
    with speaking(TONGUES["de"]):
        assert here().text(either(["a", "b", "c"])) == "a, b oder c"
