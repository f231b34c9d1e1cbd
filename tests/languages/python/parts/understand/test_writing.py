from __future__ import annotations

from collections.abc import Callable
from datetime import date, datetime, timedelta
from decimal import Decimal

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from languages.python.parts.understand import habits
from languages.python.parts.understand.dates import to_date
from languages.python.parts.understand.durations import to_duration
from languages.python.parts.understand.numbers import to_number
from languages.python.parts.understand.writing import written_date, written_duration, written_number

LANGUAGES = [
    "xx", "en", "en-US", "en-GB", "de", "de-CH", "fr", "es", "it", "nl", "pl", "pt-BR", "sv", "da", "ru", "tr",
    "ar", "ja", "zh", "ko", "hu",
]  # fmt: skip


@pytest.mark.parametrize(
    ("value", "places", "comma"),
    [
        (Decimal("1234.5"), 2, "1234,50"),
        (Decimal("1234.5"), None, "1234,5"),
        (Decimal("3.50"), None, "3,50"),
        (Decimal("2.345"), 2, "2,35"),
        (Decimal("2.335"), 2, "2,34"),
        (Decimal("-2.345"), 2, "-2,35"),
        (Decimal("0.5"), 0, "1"),
        (Decimal("1.5"), 0, "2"),
        (Decimal("2.5"), 0, "3"),
        (Decimal("-0.001"), 2, "0,00"),
        (Decimal("-0"), None, "0"),
        (Decimal("1E+3"), None, "1000"),
        (Decimal("1E-7"), None, "0,0000001"),
        (Decimal("12345678901234567890123456789012345"), 2, "12345678901234567890123456789012345,00"),
        (7, None, "7"),
        (7, 1, "7,0"),
        (2.675, 2, "2,68"),
        (0.1, None, "0,1"),
        (1e16, None, "10000000000000000"),
    ],
)
def test_number(speak: Callable[[str], None], value: Decimal | float, places: int | None, comma: str) -> None:
    speak("de")
    assert written_number(value, places) == comma
    for language in ("en", "de-CH", "xx", "ja"):
        speak(language)
        assert written_number(value, places) == comma.replace(",", ".")


@pytest.mark.parametrize("value", [float("nan"), Decimal("Infinity"), float("-inf")])
def test_no_number(value: Decimal | float) -> None:
    with pytest.raises(ValueError) as caught:
        written_number(value, 2)
    assert str(caught.value) == f"“{value}” is not a number."


@pytest.mark.parametrize(
    ("language", "written"),
    [
        ("en", "2025-01-31"),
        ("xx", "2025-01-31"),
        ("en-US", "01/31/2025"),
        ("en-GB", "31/01/2025"),
        ("de", "31.01.2025"),
        ("de-CH", "31.01.2025"),
        ("fr", "31/01/2025"),
        ("nl", "31-01-2025"),
        ("pl", "31.01.2025"),
        ("sv", "2025-01-31"),
        ("ja", "2025/01/31"),
        ("hu", "2025. 01. 31."),
    ],
)
def test_date(speak: Callable[[str], None], language: str, written: str) -> None:
    speak(language)
    assert written_date(date(2025, 1, 31)) == written
    assert written_date(datetime(2025, 1, 31, 9, 5)) == written


def test_date_of_long_ago() -> None:
    assert written_date(date(987, 1, 31)) == "0987-01-31"


@pytest.mark.parametrize(
    ("length", "written"),
    [
        (timedelta(hours=1, minutes=30), "1 h 30 min"),
        (timedelta(minutes=45), "45 min"),
        (timedelta(hours=2), "2 h"),
        (timedelta(days=4, hours=4, seconds=5), "100 h 5 s"),
        (timedelta(0), "0 min"),
        (-timedelta(hours=1, minutes=30), "-1 h 30 min"),
        (timedelta(seconds=59.5), "1 min"),
        (timedelta(seconds=2.5), "3 s"),
        (timedelta(microseconds=499_999), "0 min"),
        (-timedelta(microseconds=499_999), "0 min"),
        (timedelta(days=999_999_999, hours=23, minutes=59, seconds=59), "23999999999 h 59 min 59 s"),
    ],
)
def test_duration(length: timedelta, written: str) -> None:
    assert written_duration(length) == written


@pytest.mark.parametrize(
    ("seconds", "written"),
    [(0, "0:00:00"), (2880, "0:48:00"), (6360, "1:46:00"), (-65, "-0:01:05"), (360_001, "100:00:01")],
)
def test_lengths_of_time_as_a_stop_clock_shows_them(seconds: int, written: str) -> None:
    assert written_duration(timedelta(seconds=seconds), clock=True) == written


@pytest.mark.parametrize(
    ("language", "written"),
    [
        ("de", "1 h 30 min 5 s"),
        ("sv", "1 tim 30 min 5 s"),
        ("da", "1 t 30 min 5 s"),
        ("pl", "1 godz. 30 min 5 s"),
        ("tr", "1 sa 30 dk 5 sn"),
        ("ru", "1 ч 30 мин 5 с"),
        ("ar", "1 س 30 د 5 ث"),
        ("ja", "1 時間 30 分 5 秒"),
        ("zh", "1 小时 30 分钟 5 秒"),
    ],
)
def test_duration_in_each_language(speak: Callable[[str], None], language: str, written: str) -> None:
    speak(language)
    assert written_duration(timedelta(hours=1, minutes=30, seconds=5)) == written


@pytest.mark.parametrize("language", LANGUAGES)
@settings(max_examples=30)
@given(
    number=st.decimals(min_value=-(10**9), max_value=10**9, places=3),
    day=st.dates(date(1000, 1, 1)),
    seconds=st.integers(-(10**9), 10**9),
)
def test_what_is_written_can_be_read(language: str, number: Decimal, day: date, seconds: int) -> None:
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(habits, "LANGUAGE", language)
        if habits._decimal_here():
            assert to_number(written_number(number)) == number
        assert to_date(written_date(day)) == day
        assert to_duration(written_duration(timedelta(seconds=seconds))) == timedelta(seconds=seconds)
