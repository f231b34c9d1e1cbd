from __future__ import annotations

from collections.abc import Callable
from decimal import Decimal

import pytest
from babel import Locale
from babel.numbers import format_currency, get_currency_precision, list_currencies
from hypothesis import given
from hypothesis import strategies as st

from languages.python.parts.understand import amounts
from languages.python.parts.understand.amounts import to_amount

AMOUNTS = {
    "3": "3.00",
    "3,5": "3.50",
    "€ 3,50": "3.50",
    "3,50 €": "3.50",
    "€3.50": "3.50",
    "3.50 EUR": "3.50",
    "EUR3.50": "3.50",
    "3.50 eur": "3.50",
    "CHF 1'200.–": "1200.00",
    "CHF 1’200.-": "1200.00",
    "3,-": "3.00",
    "3,--": "3.00",
    "3,— €": "3.00",
    "3.-": "3.00",
    "3,- €": "3.00",
    "Fr. 12.50": "12.50",
    "Fr.12.50": "12.50",
    "12.50 SFr.": "12.50",
    "kr. 3,50": "3.50",
    "3,50 kr.": "3.50",
    "12,50 zł": "12.50",
    "12,50 Kč": "12.50",
    "US$ 3.50": "3.50",
    "R$ 1.234,56": "1234.56",
    "A$3.50": "3.50",
    "£1,234.50": "1234.50",
    "£.50": "0.50",
    "-€ .50": "-0.50",
    "US$.75": "0.75",
    "Rs.50": "50.00",
    "₹ 1,23,456.50": "123456.50",
    "3 Euro": "3.00",
    "20 dollars": "20.00",
    "-3,50 €": "-3.50",
    "-€3.50": "-3.50",
    "- € 3.50": "-3.50",
    "€-3.50": "-3.50",
    "€ -3.50": "-3.50",
    "€ - 3.50": "-3.50",
    "€ 3,50-": "-3.50",
    "3,50- €": "-3.50",
    "3,50 €-": "-3.50",
    "(€3.50)": "-3.50",
    "( € 3.50 )": "-3.50",
    "(3.50) EUR": "-3.50",
    "$ (3.50)": "-3.50",
    "+3,50 €": "3.50",
    "٣٫٥٠ €": "3.50",
    "JPY 1200": "1200",
    "1 200 円": "1200",
    "￥1,200,000": "1200000",
    "¥ 1 200": "1200",
    "₩ 12 000": "12000",
    "KWD 1,234.567": "1234.567",
    "2.5 BHD": "2.500",
    "0": "0.00",
}


@pytest.mark.parametrize(("text", "amount"), AMOUNTS.items())
def test_amount(text: str, amount: str) -> None:
    assert str(to_amount(text)) == amount


@pytest.mark.parametrize(
    "text",
    ["abc", "12 pcs", "€", "€ € 3", "€ 3 $", "€ 3 EUR", "CHF", "3 €€", "EURO3EURO", "3 ABC", "3€50", "US$$ 3",
    "Euros: 3", "12%", "€ ?3", "?€3", "3 €?", "€ /3", "abc$ 3"],
)  # fmt: skip
def test_no_amount(text: str) -> None:
    with pytest.raises(ValueError) as caught:
        to_amount(text)
    assert str(caught.value) == f"“{text}” is not an amount of money."


@pytest.mark.parametrize("text", ["€ 1.2.3", "€.1.234,50", "--3 €", "€ (3", "1 2 €", "1.2345,678 KWD"])
def test_no_number_in_an_amount(text: str) -> None:
    with pytest.raises(ValueError) as caught:
        to_amount(text)
    assert str(caught.value) == f"“{text}” is not a number."


@pytest.mark.parametrize(
    "value",
    [
        "3.4567 €",
        "0.005",
        "JPY 1200.50",
        "¥ 1.5",
        "1.0 JPY",
        "12.3456 KWD",
        "3.0000",
        2.675,
        Decimal("0.001"),
        "1.50 VND",
    ],
)
def test_too_many_places(value: object) -> None:
    with pytest.raises(ValueError) as caught:
        to_amount(value)
    assert str(caught.value) == f"“{value}” has more decimal places than its currency."


@pytest.mark.parametrize("empty", ["", " "])
def test_missing_amount(empty: str) -> None:
    with pytest.raises(ValueError) as caught:
        to_amount(empty)
    assert str(caught.value) == "An amount is missing."


@pytest.mark.parametrize(
    ("value", "amount"), [(12.5, "12.50"), (3, "3.00"), (Decimal("12.500"), "12.50"), (0.1, "0.10"), (-1.25, "-1.25")]
)
def test_amount_already(value: object, amount: str) -> None:
    assert str(to_amount(value)) == amount


def test_language_and_decimal_sign_decide(speak: Callable[[str], None]) -> None:
    with pytest.raises(ValueError) as caught:
        to_amount("1.200 €")
    assert str(caught.value) == "“1.200 €” can be read as 1200 or as 1.200. Write “1200” or “1.2000”."
    assert to_amount("1.200 €", ",") == 1200
    speak("de")
    assert to_amount("1.200 €") == 1200
    speak("en")
    assert to_amount("€ 1,200") == 1200
    with pytest.raises(ValueError, match="more decimal places"):
        to_amount("1.200 €")


def test_one_sign_stands_for_yen_and_yuan(speak: Callable[[str], None]) -> None:
    speak("zh-CN")
    assert str(to_amount("¥ 3.50")) == "3.50"
    assert str(to_amount("¥ 3")) == "3.00"
    speak("ja")
    assert str(to_amount("¥ 3")) == "3"


LOCALES = {
    "de": "EUR", "de_CH": "CHF", "fr": "EUR", "en_US": "USD", "en_GB": "GBP", "es": "EUR",
    "it": "EUR", "nl": "EUR", "pl": "PLN", "pt_BR": "BRL", "sv": "SEK", "cs": "CZK",
    "ja": "JPY", "zh": "CNY", "ru": "RUB", "tr": "TRY", "he": "ILS",
}  # fmt: skip


@given(st.decimals(min_value=-(10**9), max_value=10**9, places=2), st.sampled_from(sorted(LOCALES)))
def test_amounts_as_each_country_writes_them(amount: Decimal, locale: str) -> None:
    if LOCALES[locale] == "JPY":
        amount = amount.to_integral_value()
    decimal = Locale.parse(locale).number_symbols["latn"]["decimal"]
    # The CLDR knows no other sign of the yuan than the yen's, which has no places outside of China.
    text = format_currency(amount, LOCALES[locale], locale=locale).replace("¥", "CNY" if locale == "zh" else "¥")
    assert to_amount(text, decimal) == amount


def test_codes_and_their_places_are_those_of_the_cldr() -> None:
    codes = set(amounts._CURRENCY_CODES.upper().split())
    assert codes <= set(list_currencies())
    small = {code for code in codes if code.lower() in amounts._CURRENCY_PLACES[0].split()}
    large = {code for code in codes if code.lower() in amounts._CURRENCY_PLACES[3].split()}
    # In ISO 4217 Iraq has three places; the CLDR has none, as nobody has small change there.
    assert large - {"IQD"} == {code for code in codes if get_currency_precision(code) == 3}
    assert all(get_currency_precision(code) == 0 for code in small)
    assert len(codes) == len(amounts._CURRENCY_CODES.split())
