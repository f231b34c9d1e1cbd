from __future__ import annotations

import contextlib
from collections.abc import Callable
from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from languages.python.parts.understand.numbers import decimal_sign, to_number, to_whole

ONE_WAY = {
    "1234.5": "1234.5",
    "1.234,50": "1234.50",
    "1,234.50": "1234.50",
    "1 234,50": "1234.50",
    "1\u00a0234,50": "1234.50",
    "1\u202f234\u202f567.5": "1234567.5",
    "1'234.50": "1234.50",
    "1’234’567": "1234567",
    "1.234.567": "1234567",
    "1,234,567": "1234567",
    "1,23,45,678.5": "12345678.5",
    "12,34,567": "1234567",
    "12,5": "12.5",
    "1.5": "1.5",
    "0.123": "0.123",
    "0,123": "0.123",
    "1234.567": "1234.567",
    "12,3456": "12.3456",
    "1 234": "1234",
    "007": "7",
    ",5": "0.5",
    ".5": "0.5",
    "-3": "-3",
    "- 3": "-3",
    "−3,5": "-3.5",
    "3-": "-3",
    "12,5-": "-12.5",
    "3 -": "-3",
    "(3)": "-3",
    "(12,5)": "-12.5",
    "( 3 )": "-3",
    "+3": "3",
    "+ 3": "3",
    " 3 ": "3",
    "１２．５": "12.5",
    "１，２３４．５": "1234.5",
    "٣٫٥": "3.5",
    "١٬٢٣٤٫٥٠٠": "1234.500",
    "١٬٢٣٤": "1234",
    "1٫234": "1.234",
    "123456789012345678": "123456789012345678",
    "-0": "0",
    "(0,00)": "0.00",
}


@pytest.mark.parametrize(("text", "number"), ONE_WAY.items())
def test_number_that_can_be_read_in_one_way(text: str, number: str) -> None:
    assert str(to_number(text)) == number


NO_NUMBER = [
    "²", "½", "1²", "Ⅳ", "nan", "NaN", "inf", "-Infinity", "1e5", "1E5", "1_000", "0x10", "abc", "12a", "a12", "12 kg",
    "--3", "-3-", "(-3)", "(3", "3)", "(35", "35)",
    "12,34,567,5", "+-3", "+3-", "-", "+", ".", ",", "()", "5.", "5,", "1..5", "1,,5", "1.2.3",
    "1 2",
    "12 34", "1 23", "1 2345", "1234 567", "1'23", "1.23,45.6", "1,23.4", "1.234.56", "12,345.678.9", "0.123.456",
    "01,234.5",
    "1'234 567", "1 234.567.890", "1.234'567,8", "31.12.2025", "1:30", "3-5", "€ 3", "1,234,56", "1 234 56", "٣٫٥٫٥",
    "1,2345,678.5",
]  # fmt: skip


@pytest.mark.parametrize("decimal", ["", ",", "."])
def test_arabic_has_signs_of_its_own(decimal: str) -> None:
    assert to_number("١٬٢٣٤٫٥", decimal) == Decimal("1234.5")


@pytest.mark.parametrize("text", NO_NUMBER)
def test_no_number(text: str) -> None:
    with pytest.raises(ValueError) as caught:
        to_number(text)
    assert str(caught.value) == f"“{text}” is not a number."


@pytest.mark.parametrize("empty", ["", "  ", "\u00a0", "\u200b"])
def test_missing_number(empty: str) -> None:
    with pytest.raises(ValueError) as caught:
        to_number(empty)
    assert str(caught.value) == "A number is missing."


@pytest.mark.parametrize("text", ["1234567890123456789", "0.1234567890123456789", "-1.234.567.890.123.456.789"])
def test_too_long_number(text: str) -> None:
    with pytest.raises(ValueError) as caught:
        to_number(text)
    assert str(caught.value) == f"The number “{text}” is too long."


def test_held_key_ends_soon() -> None:
    with pytest.raises(ValueError, match="too long"):
        to_number("9" * 100_000)


@pytest.mark.parametrize(
    ("value", "number"),
    [
        (12, "12"),
        (-3, "-3"),
        (0.1, "0.1"),
        (12.0, "12.0"),
        (1e-7, "0.0000001"),
        (Decimal("1E+3"), "1000"),
        (Decimal("1.50"), "1.50"),
        (10**18 - 1, "999999999999999999"),
    ],
)
def test_number_already(value: object, number: str) -> None:
    assert f"{to_number(value):f}" == number


@pytest.mark.parametrize(
    ("value", "words"),
    [
        (float("nan"), "“nan” is not a number."),
        (float("-inf"), "“-inf” is not a number."),
        (Decimal("Infinity"), "“Infinity” is not a number."),
        (Decimal("sNaN"), "“sNaN” is not a number."),
        (10**18, "The number “1.000e+18” is too long."),
        (1e300, "The number “1.000e+300” is too long."),
        (True, "“True” is not a number."),
        (None, "“None” is not a number."),
    ],
)
def test_value_that_is_no_number(value: object, words: str) -> None:
    with pytest.raises(ValueError) as caught:
        to_number(value)
    assert str(caught.value) == words


TWO_WAYS = {
    "1.234": ("1.234", "1234"),
    "12,345": ("12345", "12.345"),
    "-1.000": ("-1.000", "-1000"),
    "(1,000)": ("-1000", "-1.000"),
}
"""With a point and with a comma as the decimal sign."""


@pytest.mark.parametrize(("text", "readings"), TWO_WAYS.items())
@pytest.mark.parametrize(
    ("language", "sign"),
    [*((tag, ",") for tag in ("de", "fr", "es", "it", "nl", "pl", "pt", "pt-BR", "de-AT")),
     *((tag, ".") for tag in ("en", "en-GB", "zh", "ja", "he", "th", "de-CH", "es-MX"))],
)  # fmt: skip
def test_language_decides(
    speak: Callable[[str], None], text: str, readings: tuple[str, str], language: str, sign: str
) -> None:
    speak(language)
    assert str(to_number(text)) == readings[sign == ","]


@pytest.mark.parametrize(("text", "readings"), TWO_WAYS.items())
def test_decimal_sign_decides_before_the_language(
    speak: Callable[[str], None], text: str, readings: tuple[str, str]
) -> None:
    speak("de")
    assert str(to_number(text, ".")) == readings[0]
    speak("en")
    assert str(to_number(text, ",")) == readings[1]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("1.234", "“1.234” can be read as 1234 or as 1.234. Write “1234” or “1.2340”."),
        ("12,000", "“12,000” can be read as 12000 or as 12.000. Write “12000” or “12.0000”."),
    ],
)
def test_two_ways_in_words(text: str, words: str) -> None:
    with pytest.raises(ValueError) as caught:
        to_number(text)
    assert str(caught.value) == words


@pytest.mark.parametrize(
    ("text", "decimal"), [("1.5", ","), ("1,5", "."), ("12,34,567", ","), ("1,234.5", ","), ("1.234,5", ".")]
)
def test_number_that_contradicts_the_decimal_sign(text: str, decimal: str) -> None:
    with pytest.raises(ValueError) as caught:
        to_number(text, decimal)
    assert str(caught.value) == f"“{text}” is not a number."


@given(
    st.decimals(min_value=-(10**12), max_value=10**12, places=4),
    st.sampled_from([(",", "."), (".", ","), (",", " "), (".", "'"), (",", "\u202f"), (".", "")]),
)
def test_number_with_four_places_is_read_as_it_was_written(number: Decimal, marks: tuple[str, str]) -> None:
    sign, thousands = marks
    text = f"{number:,f}".translate({ord(","): thousands, ord("."): sign})
    assert to_number(text) == number
    assert to_number(text, sign) == number


@given(st.text(alphabet="0123456789.,' -+()", max_size=9))
def test_what_is_read_has_the_digits_that_were_written(text: str) -> None:
    with contextlib.suppress(ValueError):
        number = to_number(text)
        digits = "".join(letter for letter in text if letter.isdigit())
        assert f"{abs(number):f}".replace(".", "").lstrip("0") == digits.lstrip("0")


@pytest.mark.parametrize(
    ("value", "whole"),
    [("3", 3), ("1 200", 1200), ("2,00", 2), ("-3.0", -3), (2.0, 2), (Decimal("4.000"), 4), (7, 7), ("(5)", -5)]
)  # fmt: skip
def test_whole(value: object, whole: int) -> None:
    assert to_whole(value) == whole
    assert type(to_whole(value)) is int


@pytest.mark.parametrize("value", ["2.5", "2,5", 2.5, "-0,1"])
def test_no_whole_number(value: object) -> None:
    with pytest.raises(ValueError) as caught:
        to_whole(value)
    assert str(caught.value) == f"“{value}” is not a whole number."


def test_thousand_is_not_taken_for_one(speak: Callable[[str], None]) -> None:
    speak("en")
    assert to_whole("1,000") == 1000
    assert to_whole("1.000", ",") == 1000
    assert to_whole("1.000", ".") == 1
    with pytest.raises(ValueError) as caught:
        to_whole("2.000")
    assert str(caught.value) == "“2.000” can be read as 2000 or as 2.000. Write “2000” or “2.0000”."
    assert to_whole("2.0000") == 2


@pytest.mark.parametrize(
    ("texts", "sign"),
    [
        (["1.234", "12,5"], ","),
        (["1,234", "12.5"], "."),
        (["1.234.567"], ","),
        (["0.123"], "."),
        (["€ 3,50", "2,00 EUR"], ","),
        (["12.5 kg"], "."),
        (["1.234", "2.500"], ""),
        (["1", "1 234", "abc", ""], ""),
        (["1,5", "1.5"], ""),
        ([], ""),
        ([1.5, None, "1,5"], ","),
        (["31.12.2025", "1.5.2025"], ""),
        (["1.5 - 2.5"], ""),
        (["1.5.2", "1,5"], ","),
    ],
)
def test_decimal_sign(texts: list[object], sign: str) -> None:
    assert decimal_sign(texts) == sign
