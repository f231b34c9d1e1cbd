from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from languages.python.parts.understand import amounts, durations, month_names
from languages.python.parts.understand.letters import _plain_text, _plain_word, name_key


@pytest.mark.parametrize(
    ("written", "plain"),
    [
        ("  3\u00a0000\u202f000\u2009,5\t", "3 000 000 ,5"),
        ("\u22123 \u20133 \u20143 \u20103 \u20113 \u20123 \ufe633 \uff0d3", "-3 -3 -3 -3 -3 -3 -3 -3"),
        ("1\u20182\u20193\u02bc4\u00b45`6\uff077", "1'2'3'4'5'6'7"),
        ("１２，５．（＋）：／", "12,5.(+):/"),
        ("٣٤٥ ۳۴ ३ ๓", "345 34 3 3"),
        ("\u200e12\u200f\u061c\ufeff\u200b", "12"),
        ("١٢، ٣", "12, 3"),
        ("² ½ Ⅳ", "² ½ Ⅳ"),
        (12.5, "12.5"),
    ],
)
def test_plain_text(written: object, plain: str) -> None:
    assert _plain_text(written) == plain


@given(st.text())
def test_plain_text_stays_and_has_no_digits_but_ten(text: str) -> None:
    plain = _plain_text(text)
    assert _plain_text(plain) == plain
    assert all(letter in "0123456789" for letter in plain if unicodedata.category(letter) == "Nd")


@pytest.mark.parametrize(
    ("written", "plain"),
    [
        ("Février", "fevrier"),
        ("KASIM", "kasim"),
        ("Kasım", "kasim"),
        ("ŻÓŁĆ", "zołc".replace("ł", "l")),
        ("lørdag", "lordag"),
        ("4º", "4o"),
        ("4²", "4²"),
        ("½", "½"),
        ("년", "년"),
        ("أبريل", "ابريل"),
    ],
)
def test_plain_word(written: str, plain: str) -> None:
    assert _plain_word(written) == plain


def test_words_in_tables_are_plain() -> None:
    tables = [
        *month_names._MONTH_NAMES,
        *month_names._WEEKDAY_NAMES,
        *durations._DURATION_UNITS.values(),
        amounts._CURRENCY_CODES,
        amounts._CURRENCY_WORDS,
        *amounts._CURRENCY_PLACES.values(),
    ]
    words = [word for table in tables for word in table.split()]
    assert [word for word in words if _plain_word(word) != word] == []


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Bev O'Hara", "bev  O\u2019Hara "),
        ("Jos\u00e9", "Jose\u0301"),
        ("Anne-Marie", "Anne\u2011Marie"),
    ],
)
def test_two_ways_of_writing_one_name(one: str, other: str) -> None:
    assert name_key(one) == name_key(other)


def test_other_names_are_others() -> None:
    assert len({name_key(name) for name in ("Jos\u00e9", "Jose", "Ann Lee", "Annlee")}) == 4
