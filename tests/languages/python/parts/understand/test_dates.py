from __future__ import annotations

import contextlib
from collections.abc import Callable
from datetime import date, datetime

import pytest
from babel import Locale
from babel.dates import format_date
from hypothesis import given
from hypothesis import strategies as st

from languages.python.parts.understand import month_names
from languages.python.parts.understand.dates import date_order, to_date
from languages.python.parts.understand.letters import _plain_word

LANGUAGES = ["en", "de", "fr", "es", "it", "pt", "nl", "pl", "sv", "da", "nb", "cs", "tr", "ru", "ar"]
THIS_YEAR = datetime.now().astimezone().year
DAYS = st.dates(date(THIS_YEAR - 79, 1, 1), date(THIS_YEAR + 20, 12, 31))
"""Those that have a year of two figures."""

JUNE_4 = [
    "2025-06-04", "2025-6-4", "2025/06/04", "2025.06.04", "2025. 6. 4.", "20250604", "4.6.2025", "04.06.2025",
    "4. 6. 2025", "4.6.25",
    "4 June 2025", "4 Jun 2025", "4 JUNE 2025", "4th June 2025", "4th of June 2025", "4th of June, 2025",
    "June 4, 2025", "June 4th, 2025",
    "June 4 2025", "Jun. 4, 2025", "Jun 4,2025", "4 June, 2025", "4-Jun-2025", "04-Jun-25", "4/Jun/2025", "4Jun2025",
    "2025 June 4",
    "2025-Jun-04", "4 June '25", "4. Juni 2025", "4.Juni 2025", "4. Jun. 2025", "4 juin 2025", "le 4 juin 2025",
    "4e juin 2025",
    "4 de junio de 2025", "4 de junio del 2025", "4 de junho de 2025", "4 giugno 2025", "4º giugno 2025",
    "4° giugno 2025", "4 juni 2025",
    "4 czerwca 2025", "4 czerwca 2025 r.", "4 cze 2025", "den 4 juni 2025", "4. juni 2025", "4. června 2025",
    "4 Haziran 2025",
    "4 HAZİRAN 2025", "4 июня 2025 г.", "4 июня 2025 года", "٤ يونيو ٢٠٢٥",
    "2025年6月4日", "２０２５年６月４日", "2025년 6월 4일",
    "Wednesday, 4 June 2025", "Wed 4 June 2025", "Wed, Jun 4, 2025", "Wed. 4.6.2025", "Mittwoch, 4. Juni 2025",
    "Mi., 4.6.25",
    "Mittwoch, den 4. Juni 2025", "mercredi 4 juin 2025", "mercoledì 4 giugno 2025", "quarta-feira, 4 de junho de 2025",
    "miércoles, 4 de junio de 2025", "środa, 4 czerwca 2025", "onsdag den 4. juni 2025", "среда, 4 июня 2025 г.",
    "Wed 2025-06-04", "2025-06-04 Wed",
    "4.6.2025 (Mi.)", "4 Haziran 2025 Çarşamba", "4 June 2025, Wednesday",
    "2025-06-04T10:15:00", "2025-06-04T10:15:00Z", "2025-06-04 10:15:00.123+02:00", "2025-06-04 00:00:00",
    "20250604T101500Z",
    "20250604T1015", "4.6.2025 9:05", "4.6.2025, 23:59", "June 4, 2025 9:05 pm", "4 June 2025 9:05 a.m.",
    " 4\u00a0June\u00a02025 ",
]  # fmt: skip


@pytest.mark.parametrize("text", JUNE_4)
def test_june_4(text: str) -> None:
    assert to_date(text) == date(2025, 6, 4)


@pytest.mark.parametrize("first", ["1st", "1er", "1re", "1e", "1o", "1a", "1º", "1ª", "1°", "1."])
def test_first_of_june(first: str) -> None:
    assert to_date(f"{first} June 2025") == date(2025, 6, 1)
    assert to_date("2nd June 2025") == to_date("June 2nd, 2025") == date(2025, 6, 2)
    assert to_date("3rd June 2025") == to_date("June 3rd, 2025") == date(2025, 6, 3)


@pytest.mark.parametrize("order", ["dmy", "mdy", "ymd"])
@pytest.mark.parametrize("text", ["2025-06-04", "4.6.2025", "4.6.25", "4 June 2025", "20250604"])
def test_order_changes_nothing_where_there_is_one_way(text: str, order: str) -> None:
    assert to_date(text, order) == date(2025, 6, 4)


def test_date_already() -> None:
    assert to_date(date(2025, 6, 4)) == date(2025, 6, 4)
    assert type(to_date(datetime(2025, 6, 4, 23, 59))) is date
    assert to_date(datetime(2025, 6, 4, 23, 59)) == date(2025, 6, 4)
    assert to_date(20250604) == date(2025, 6, 4)


NO_DATE = [
    "31.02.2025", "31.02.", "31.2", "29.2.2025", "32.1.2025", "0.1.2025", "1.0.2025", "1.13.2025", "2025-02-30",
    "2025-13-01", "20250230",
    "30 February 2025", "February 30, 2025", "4 June", "June 2025", "2025", "June", "12", "4 Foo 2025", "Foo 4, 2025",
    "Foo, 4 June 2025",
    "0025-06-04", "4.6.0025", "4.6.125", "4.6.2", "4 June 205", "1/2/3", "31/02/2025", "13/13/2025", "99/99/99",
    "00/00/00", "4/6-2025",
    "2025-06/04", "2025-06-04x", "x2025-06-04", "4 June 2025 25:00", "4 June 2025 9:65", "4.6.2025 7", "1e5", "NaT",
    "-4.6.2025", "45678",
    "4 June 2025 5 June 2025", "²/²/2025", "June 4th", "202506040", "Wednesday", "Wednesday,", "den", "½/2/2025",
    "31122025", "20250604T", "20250604T10",
]  # fmt: skip


@pytest.mark.parametrize("text", NO_DATE)
def test_no_date(text: str) -> None:
    with pytest.raises(ValueError) as caught:
        to_date(text)
    assert str(caught.value) == f"“{text}” is not a date."


@pytest.mark.parametrize("empty", ["", " ", "\u00a0"])
def test_missing_date(empty: str) -> None:
    with pytest.raises(ValueError) as caught:
        to_date(empty)
    assert str(caught.value) == "A date is missing."


@pytest.mark.parametrize(
    "text", ["Monday, 4 June 2025", "Di 4.6.2025", "lundi 4 juin 2025", "Sun 2025-06-04", "mar. 4 jun 2025"]
)
def test_weekday_that_does_not_fit(text: str) -> None:
    with pytest.raises(ValueError) as caught:
        to_date(text)
    assert str(caught.value) == f"“{text}”: the day of the week does not fit the date."


def test_word_that_is_a_month_here_and_a_weekday_there() -> None:
    assert to_date("Mar 4, 2025") == date(2025, 3, 4)
    assert to_date("mar 3 jun 2025") == date(2025, 6, 3)
    assert to_date("So 1.6.2025") == date(2025, 6, 1)
    assert to_date("so 31.5.2025") == date(2025, 5, 31)


@pytest.mark.parametrize(
    ("text", "day"),
    [
        ("31/12/2025", date(2025, 12, 31)),
        ("31/12/25", date(2025, 12, 31)),
        ("12/31/2025", date(2025, 12, 31)),
        ("12-31-25", date(2025, 12, 31)),
        ("31 / 12 / 2025", date(2025, 12, 31)),
        ("3/3/2025", date(2025, 3, 3)),
        ("13/1/2025", date(2025, 1, 13)),
        ("1/13/2025", date(2025, 1, 13)),
        ("Thu 03/04/2025", date(2025, 4, 3)),
        ("Tue 03/04/2025", date(2025, 3, 4)),
    ],
)
@pytest.mark.parametrize("language", ["xx", "en", "en-US", "en-GB", "de", "sv"])
def test_slashes_that_can_be_read_in_one_way(speak: Callable[[str], None], language: str, text: str, day: date) -> None:
    speak(language)
    assert to_date(text.replace("/25", "/2025").replace("-25", "-2025")) == day
    if language != "sv":
        assert to_date(text) == day


TWO_WAYS = ["03/04/2025", "3/4/2025", "03-04-2025", "3/4/25", "03/04/2025 10:00"]


@pytest.mark.parametrize("text", TWO_WAYS)
@pytest.mark.parametrize("language", ["en", "xx", "en-CA", "ja"])
def test_slashes_that_can_be_read_in_two_ways(speak: Callable[[str], None], language: str, text: str) -> None:
    if language in ("en-CA", "ja") and text == "3/4/25":
        return
    speak(language)
    with pytest.raises(ValueError) as caught:
        to_date(text)
    assert str(caught.value) == f"“{text}” can be read as 2025-03-04 or as 2025-04-03. Write one of these."


@pytest.mark.parametrize("text", TWO_WAYS)
def test_language_decides(speak: Callable[[str], None], text: str) -> None:
    for language in ("de", "fr", "en-GB", "en-AU", "es", "it", "nl", "pl", "pt-BR"):
        speak(language)
        assert to_date(text) == date(2025, 4, 3)
    speak("en-US")
    assert to_date(text) == date(2025, 3, 4)


@pytest.mark.parametrize("text", TWO_WAYS)
def test_order_decides_before_the_language(speak: Callable[[str], None], text: str) -> None:
    speak("en-US")
    assert to_date(text, "dmy") == date(2025, 4, 3)
    speak("de")
    assert to_date(text, "mdy") == date(2025, 3, 4)


def test_year_of_two_figures_in_front(speak: Callable[[str], None]) -> None:
    assert to_date("25/03/04", "ymd") == date(2025, 3, 4)
    assert to_date("25-12-31", "ymd") == date(2025, 12, 31)
    assert to_date("31/12/2025", "ymd") == date(2025, 12, 31)
    for language in ("ja", "zh", "ko", "sv"):
        speak(language)
        assert to_date("25/03/04") == date(2025, 3, 4)
        assert to_date("25/12/31") == date(2025, 12, 31)
    with pytest.raises(ValueError, match="not a date"):
        to_date("5/3/04", "ymd")


@pytest.mark.parametrize(
    ("text", "order"), [("12/31/2025", "dmy"), ("31/12/2025", "mdy"), ("31/12/25", "mdy"), ("32/01/25", "dmy")]
)
def test_date_that_contradicts_the_order(text: str, order: str) -> None:
    with pytest.raises(ValueError) as caught:
        to_date(text, order)
    assert str(caught.value) == f"“{text}” is not a date."


@pytest.mark.parametrize("year", [THIS_YEAR - 79, THIS_YEAR - 30, THIS_YEAR, THIS_YEAR + 20])
def test_years_of_two_figures_are_at_most_twenty_years_ahead(year: int) -> None:
    short = f"{year % 100:02}"
    assert to_date(f"31.12.{short}") == date(year, 12, 31)
    assert to_date(f"31/12/{short}") == date(year, 12, 31)
    assert to_date(f"31 Dec {short}") == date(year, 12, 31)


@given(
    st.dates(date(1000, 1, 1)),
    st.sampled_from(LANGUAGES),
    st.sampled_from(["d. MMMM y", "d MMM y", "EEEE d MMMM y", "EEE, d MMM y"]),
)
def test_names_of_the_cldr(day: date, language: str, form: str) -> None:
    assert to_date(format_date(day, form, locale=language)) == day


@given(DAYS, st.sampled_from(LANGUAGES), st.sampled_from(["full", "long"]))
def test_how_each_country_writes_dates_at_length(day: date, language: str, form: str) -> None:
    assert to_date(format_date(day, form, locale=language)) == day


@given(st.dates(date(1000, 1, 1)))
def test_figures(day: date) -> None:
    for text in (day.isoformat(), f"{day:%d.%m.%Y}", f"{day:%Y%m%d}", f"{day.day}. {day.month}. {day.year}"):
        assert to_date(text) == day
    assert to_date(f"{day:%d/%m/%Y}", "dmy") == to_date(f"{day:%m/%d/%Y}", "mdy") == day


@given(st.text(alphabet="0123456789./- JunMar", max_size=12))
def test_whatever_is_typed_is_a_date_or_a_sentence(text: str) -> None:
    with contextlib.suppress(ValueError):
        assert to_date(text).year >= 1000


def test_all_names_of_the_cldr_are_known_and_none_means_two_months() -> None:
    names = [name for month in month_names._MONTH_NAMES for name in month.split()]
    assert len(names) == len(set(names))
    for language in LANGUAGES:
        for table, kinds, known in (
            (Locale(language).months, ("wide", "abbreviated"), month_names._MONTH_NAMES),
            (Locale(language).days, ("wide", "abbreviated"), month_names._WEEKDAY_NAMES),
        ):
            for place, words in enumerate(known):
                number = place + 1 if len(known) == 12 else place
                told = {_plain_word(table["format"][kind][number]).strip(".").removesuffix("-feira") for kind in kinds}
                assert told <= set(words.split())


@pytest.mark.parametrize(
    ("texts", "order"),
    [
        (["03/04/2025", "31/12/2025"], "dmy"),
        (["03/04/2025", "12/31/2025"], "mdy"),
        (["03/04/25", "31/12/25"], "dmy"),
        (["03/04/2025", "04/05/2025"], ""),
        (["31/12/2025", "12/31/2025"], ""),
        (["31/12/2025", "31/02/2025", "99/99/2025"], "dmy"),
        (["99/12/31", "01/02/03"], "ymd"),
        (["99/12/31", "12/31/99"], ""),
        (["2025-06-04", "20250605"], "ymd"),
        (["4.6.2025", "5.6.25"], "dmy"),
        (["2025-06-04", "4.6.2025"], ""),
        (["2025-06-04", "13/6/2025"], "dmy"),
        (["4 June 2025"], "dmy"),
        (["31/12/2025 10:00", "1/2/2025"], "dmy"),
        (["abc", "", "99/99/9999"], ""),
        ([], ""),
        ([None, 5, date(2025, 1, 1), "12/31/2025"], "mdy"),
    ],
)
def test_date_order(texts: list[object], order: str) -> None:
    assert date_order(texts) == order
