from __future__ import annotations

from collections.abc import Callable
from datetime import time, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from languages.python.parts.understand import durations
from languages.python.parts.understand.durations import to_duration

HALF_PAST = timedelta(hours=1, minutes=30)
ONE_AND_A_HALF_HOURS = [
    "1:30", "01:30", "1:30:00", "1:30 h", "1:30h", "90 min", "90min", "90 Minuten", "90m", "1h30", "1 h 30", "1h30m",
    "1h30min", "1 h 30 min",
    "1 h. 30 min.", "1 hour 30 minutes", "1 hour, 30 minutes", "1 hour and 30 minutes", "1 Std. 30 Min.",
    "1 Stunde und 30 Minuten",
    "1 heure et 30 minutes", "1 hora y 30 minutos", "1 ora e 30 minuti", "1 uur en 30 minuten", "1 hora e 30 minutos",
    "1 godz. 30 min",
    "1 tim 30 min", "1 timme och 30 minuter", "1 time og 30 minutter", "1 saat 30 dk", "1 saat ve 30 dakika",
    "1 час и 30 минут", "1 ч 30 мин",
    "1 ساعة 30 دقيقة", "1 س 30 د", "1 時間 30 分", "1時間30分", "1 小时 30 分钟",
    "1,5 h", "1.5 h", "1.5 hours", "1,5 Stunden",
    "PT1H30M",
    "pt90m", "PT1.5H", "PT1,5H", "PT5400S", "P0DT1H30M", "5400 s", "１：３０", " 1:30 ", "1 h 29 min 60 s",
]  # fmt: skip


@pytest.mark.parametrize("text", ONE_AND_A_HALF_HOURS)
def test_one_and_a_half_hours(text: str) -> None:
    assert to_duration(text) == HALF_PAST


@pytest.mark.parametrize(
    ("text", "length"),
    [
        ("0:00", timedelta(0)),
        ("0 min", timedelta(0)),
        ("100:05", timedelta(hours=100, minutes=5)),
        ("1:02:03", timedelta(hours=1, minutes=2, seconds=3)),
        ("1:02:03,5", timedelta(hours=1, minutes=2, seconds=3.5)),
        ("1:02:03.000001", timedelta(hours=1, minutes=2, seconds=3, microseconds=1)),
        ("45 s", timedelta(seconds=45)),
        ("2 days", timedelta(days=2)),
        ("2 Tage 3 Std. 4 Min. 5 Sek.", timedelta(days=2, hours=3, minutes=4, seconds=5)),
        ("1 d 5 min", timedelta(days=1, minutes=5)),
        ("P2D", timedelta(days=2)),
        ("P1DT2H3M4.5S", timedelta(days=1, hours=2, minutes=3, seconds=4.5)),
        ("PT15S", timedelta(seconds=15)),
        ("-1:30", -HALF_PAST),
        ("− 1 h 30 min", -HALF_PAST),
        ("-PT1H30M", -HALF_PAST),
        ("0,0000005 s", timedelta(microseconds=1)),
        ("0,00000049 s", timedelta(0)),
        ("1 234,5 min", timedelta(minutes=1234.5)),
        ("2777777777 h", timedelta(hours=2777777777)),
    ],
)
def test_duration(text: str, length: timedelta) -> None:
    assert to_duration(text) == length


@pytest.mark.parametrize(
    "text",
    ["30", "1.5", "abc", "5 kg", "h", "1 h 1 h", "1 min 1 h", "1 min 30", "1 h 3", "1 h 300", "1:75", "1:5", "1:30:75",
    "1:30:5", ":30",
     "1:30 min", "P", "PT", "P1DT", "P1Y", "P1M", "PT1H30", "p1h", "--1:30", "1 h -30 min", "1h30h", "inf h", "nan",
     "²h", "1 h and", "1 h x",
     "1234567:00", "2777777778 h", "999999999999999999 d", "30 1 h", "1:02:03.1234567", "1 h 30 30", 90, 1.5, None]
)  # fmt: skip
def test_no_duration(text: object) -> None:
    with pytest.raises(ValueError) as caught:
        to_duration(text)
    assert str(caught.value) == f"“{text}” is not a duration (for example 1:30 or 90 min)."


@pytest.mark.parametrize("empty", ["", " "])
def test_missing_duration(empty: str) -> None:
    with pytest.raises(ValueError) as caught:
        to_duration(empty)
    assert str(caught.value) == "A duration is missing."


def test_duration_already() -> None:
    assert to_duration(timedelta(days=3)) == timedelta(days=3)
    assert to_duration(time(1, 2, 3, 4)) == timedelta(hours=1, minutes=2, seconds=3, microseconds=4)


def test_number_in_it_is_read_as_any_other(speak: Callable[[str], None]) -> None:
    with pytest.raises(ValueError) as caught:
        to_duration("1.234 min")
    assert "can be read as 1234 or as 1.234" in str(caught.value)
    speak("de")
    assert to_duration("1.234 min") == timedelta(minutes=1234)


NAMES = {
    "days": "d day days Tag Tage Tagen j jour jours día días dia dias giorno giorni dag dagen dagar dage dager dzień"
    " dni den dny gün день дня дней يوم أيام 日 天",
    "hours": "h t hr hrs hour hours Std Stunde Stunden heure heures hora horas ora ore uur uren u godz godzina godziny"
    " godzin tim timme timmar time timer hod hodina hodiny hodin sa saat ч час часа часов س ساعة ساعات"
    " 時間 小时 小時",
    "minutes": "m min mins minute minutes Minuten minuto minutos minuti minuut minut minuty minuta minuter minutter dk"
    " dakika мин минута минуты минут د دقيقة دقائق 分 分钟 分鐘",
    "seconds": "s sec secs second seconds Sek Sekunde Sekunden seconde secondes segundo segundos secondo secondi"
    " seconden sekund sekundy sekunda sekunder sn saniye с сек секунда секунды секунд ث ثانية ثوان 秒",
}


@pytest.mark.parametrize("unit", NAMES)
def test_names_of_units(unit: str) -> None:
    for name in NAMES[unit].split():
        assert to_duration(f"2 {name}") == to_duration(f"2{name}.") == timedelta(**{unit: 2})


def test_no_name_means_two_units() -> None:
    names = [name for unit in durations._DURATION_UNITS.values() for name in unit.split()]
    assert len(names) == len(set(names))


@given(st.integers(0, 999_999), st.integers(0, 59), st.integers(0, 59))
def test_ways_of_writing_the_same(hours: int, minutes: int, seconds: int) -> None:
    length = timedelta(hours=hours, minutes=minutes, seconds=seconds)
    assert to_duration(f"{hours}:{minutes:02}:{seconds:02}") == length
    assert to_duration(f"{hours} h {minutes} min {seconds} s") == length
    assert to_duration(f"PT{hours}H{minutes}M{seconds}S") == length
    assert (
        to_duration(f"{hours}h{minutes:02}")
        == to_duration(f"{hours}:{minutes:02}")
        == length - timedelta(seconds=seconds)
    )
