from __future__ import annotations

from collections.abc import Callable
from datetime import date

import pytest
from babel import Locale
from babel.dates import get_date_format

from languages.python.parts.understand import habits

DECIMALS = [(sign, tag) for sign, tags in habits._DECIMAL_SIGNS.items() for tag in tags.split()]
FORMATS = [(form, tag) for form, tags in habits._DATES_WRITTEN.items() for tag in tags.split()]


@pytest.mark.parametrize(("sign", "tag"), DECIMALS)
def test_decimal_signs_are_those_of_the_cldr(sign: str, tag: str) -> None:
    assert Locale.parse(tag, sep="-").number_symbols["latn"]["decimal"] == sign


# The CLDR has "d. M. y." for Croats and others; without spaces it is as common.
@pytest.mark.parametrize(("form", "tag"), FORMATS)
def test_dates_are_in_the_order_of_the_cldr(form: str, tag: str) -> None:
    short = get_date_format("short", Locale.parse(tag, sep="-")).pattern
    order = sorted("dMy", key=short.index)
    assert sorted("dmy", key=form.lower().index) == [letter.lower() for letter in order]
    # The mark between the numbers, too, as far as there is one alone.
    assert form.replace("%Y", "").replace("%m", "").replace("%d", "").strip()[0] in short


def test_no_language_has_two_habits() -> None:
    for table in (DECIMALS, FORMATS):
        tags = [tag for _, tag in table]
        assert len(tags) == len(set(tags))


@pytest.mark.parametrize(
    ("language", "names"),
    [
        ("de", ["de", "de-de", "de"]),
        ("de-CH", ["de-ch", "de-ch", "de"]),
        ("pt_BR", ["pt-br", "pt-br", "pt"]),
        ("zh-Hant-TW", ["zh-hant-tw", "zh-tw", "zh"]),
    ],
)
def test_language_names(speak: Callable[[str], None], language: str, names: list[str]) -> None:
    speak(language)
    assert habits._language_names() == names


@pytest.mark.parametrize(
    ("language", "sign", "form", "order"),
    [
        ("de", ",", "%d.%m.%Y", "dmy"),
        ("de-CH", ".", "%d.%m.%Y", "dmy"),
        ("de-AT", ",", "%d.%m.%Y", "dmy"),
        ("en", ".", "%Y-%m-%d", ""),
        ("en-US", ".", "%m/%d/%Y", "mdy"),
        ("en-GB", ".", "%d/%m/%Y", "dmy"),
        ("en-CA", ".", "%Y-%m-%d", "ymd"),
        ("fr", ",", "%d/%m/%Y", "dmy"),
        ("es-MX", ".", "%d/%m/%Y", "dmy"),
        ("nl", ",", "%d-%m-%Y", "dmy"),
        ("pl", ",", "%d.%m.%Y", "dmy"),
        ("sv", ",", "%Y-%m-%d", "ymd"),
        ("he", ".", "%d.%m.%Y", "dmy"),
        ("th", ".", "%d/%m/%Y", "dmy"),
        ("ja", ".", "%Y/%m/%d", "ymd"),
        ("zh-Hant-TW", ".", "%Y/%m/%d", "ymd"),
        ("hu", ",", "%Y. %m. %d.", "ymd"),
        ("tlh", "", "%Y-%m-%d", ""),
    ],
)
def test_habits(speak: Callable[[str], None], language: str, sign: str, form: str, order: str) -> None:
    speak(language)
    assert habits._decimal_here() == sign
    assert habits._date_format_here() == form
    assert habits._date_order_here() == order
    assert date(2025, 12, 31).strftime(form).count("2025") == 1
