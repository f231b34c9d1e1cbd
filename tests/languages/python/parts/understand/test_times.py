from __future__ import annotations

import zoneinfo
from datetime import UTC, datetime, time, timedelta, timezone
from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from languages.python.parts.understand.times import in_zone, to_time

TIMES = {
    "9:05": time(9, 5),
    "09:05": time(9, 5),
    "9.05": time(9, 5),
    "9h05": time(9, 5),
    "9 h 05": time(9, 5),
    "9h": time(9),
    "9 h": time(9),
    "9h05min": time(9, 5),
    "9h 05m": time(9, 5),
    "9:05:30": time(9, 5, 30),
    "9:05:30.5": time(9, 5, 30, 500000),
    "9:05:30,000001": time(9, 5, 30, 1),
    "0:00": time(0),
    "23:59": time(23, 59),
    "9:05 am": time(9, 5),
    "9:05 pm": time(21, 5),
    "9:05PM": time(21, 5),
    "9:05 p.m.": time(21, 5),
    "9.05 a.m": time(9, 5),
    "9 pm": time(21),
    "9am": time(9),
    "12 am": time(0),
    "12:30 am": time(0, 30),
    "12 pm": time(12),
    "12:30 pm": time(12, 30),
    "1 am": time(1),
    "11 pm": time(23),
    "9:05:30 pm": time(21, 5, 30),
    "21 Uhr": time(21),
    "21:30 Uhr": time(21, 30),
    "21 Uhr 30": time(21, 30),
    "um 9 Uhr": time(9),
    "9 o'clock": time(9),
    "9 o’clock": time(9),
    "at 9:05": time(9, 5),
    "à 9h05": time(9, 5),
    "kl. 9.05": time(9, 5),
    "kl 9.05": time(9, 5),
    "klo 9.05": time(9, 5),
    "godz. 9:05": time(9, 5),
    "ore 9:05": time(9, 5),
    "9.05 uur": time(9, 5),
    "9時05分": time(9, 5),
    "9時": time(9),
    "9点05分": time(9, 5),
    "９：０５": time(9, 5),
    "٩:٠٥": time(9, 5),
    " 9:05 ": time(9, 5),
}


@pytest.mark.parametrize(("text", "when"), TIMES.items())
def test_time(text: str, when: time) -> None:
    assert to_time(text) == when


@pytest.mark.parametrize(
    "text",
    ["9", "905", "0905", "9:5", "9.5", "9:60", "24:00", "25:00", "9:05:60", "13 pm", "13:05 am", "0 am", "0:30 pm",
    "24 Uhr", "noon",
     "9:05 xm", "-9:05", "9:05:3", "9:05.30.5", "9 05", "123:00", "9:05-10:05", "9:05:30.1234567", "²:05", "9:05 9:05",
     9, 9.05, None]
)  # fmt: skip
def test_no_time(text: object) -> None:
    if text == 9.05:
        assert to_time(text) == time(9, 5)  # a cell "9.05" that a spreadsheet took for a number
        return
    with pytest.raises(ValueError) as caught:
        to_time(text)
    assert str(caught.value) == f"“{text}” is not a time of day (for example 9:05)."


@pytest.mark.parametrize("empty", ["", " "])
def test_missing_time(empty: str) -> None:
    with pytest.raises(ValueError) as caught:
        to_time(empty)
    assert str(caught.value) == "A time is missing."


def test_time_already() -> None:
    assert to_time(time(9, 5, 1)) == time(9, 5, 1)
    assert to_time(datetime(2025, 6, 4, 9, 5, tzinfo=UTC)) == time(9, 5)


@given(st.times())
def test_iso_times(when: time) -> None:
    assert to_time(when.isoformat()) == when
    minute = when.replace(second=0, microsecond=0)
    assert to_time(f"{minute:%H:%M}") == to_time(f"{minute:%H.%M}") == to_time(f"{minute:%I:%M %p}") == minute


def test_time_in_a_zone(capsys: pytest.CaptureFixture[str]) -> None:
    when = in_zone(datetime(2025, 6, 4, 9, 5), "Europe/Berlin")
    assert when.isoformat() == "2025-06-04T09:05:00+02:00"
    assert when.tzinfo == zoneinfo.ZoneInfo("Europe/Berlin")
    assert in_zone(datetime(2025, 1, 4, 9, 5), "America/New_York").isoformat() == "2025-01-04T09:05:00-05:00"
    assert capsys.readouterr().out == ""


def test_time_of_another_zone(capsys: pytest.CaptureFixture[str]) -> None:
    assert in_zone(datetime(2025, 6, 4, 7, 5, tzinfo=UTC), "Europe/Berlin").isoformat() == "2025-06-04T09:05:00+02:00"
    tokyo = timezone(timedelta(hours=9))
    assert in_zone(datetime(2025, 6, 4, 7, 5, tzinfo=tokyo), "UTC").isoformat() == "2025-06-03T22:05:00+00:00"
    second = in_zone(datetime(2025, 10, 26, 1, 30, tzinfo=UTC), "Europe/Berlin")
    assert second.isoformat() == "2025-10-26T02:30:00+01:00"
    assert capsys.readouterr().out == ""


@pytest.mark.parametrize("fold", [0, 1])
@pytest.mark.parametrize("minute", ["02:00", "02:30", "02:59"])
def test_time_that_is_skipped(minute: str, fold: int) -> None:
    with pytest.raises(ValueError) as caught:
        in_zone(datetime.fromisoformat(f"2025-03-30T{minute}").replace(fold=fold), "Europe/Berlin")
    assert str(caught.value) == f"{minute} on 2025-03-30 doesn't exist in Europe/Berlin: the clocks are put forward."


@pytest.mark.parametrize("minute", ["01:59", "03:00"])
@pytest.mark.parametrize("day", ["2025-03-30", "2025-10-26"])
def test_times_around_a_change_are_as_any(capsys: pytest.CaptureFixture[str], day: str, minute: str) -> None:
    assert f"{in_zone(datetime.fromisoformat(f'{day}T{minute}'), 'Europe/Berlin'):%H:%M}" == minute
    assert capsys.readouterr().out == ""


@pytest.mark.parametrize("fold", [0, 1])
@pytest.mark.parametrize("minute", ["02:00", "02:59"])
def test_time_that_comes_twice(capsys: pytest.CaptureFixture[str], minute: str, fold: int) -> None:
    when = in_zone(datetime.fromisoformat(f"2025-10-26T{minute}").replace(fold=fold), "Europe/Berlin")
    assert when.isoformat() == f"2025-10-26T{minute}:00+02:00"
    assert when.astimezone(UTC).isoformat() == f"2025-10-26T00:{minute[3:]}:00+00:00"
    assert capsys.readouterr().out == (
        f"{minute} on 2025-10-26 comes twice in Europe/Berlin, as the clocks are put back. The first one is used.\n"
    )


@pytest.mark.parametrize(
    ("when", "zone"),
    [
        (datetime(1, 1, 1, 8, 30), "Asia/Tokyo"),
        (datetime(1, 1, 1, 8, 30, tzinfo=timezone(timedelta(hours=9))), "America/New_York"),
    ],
)
def test_time_before_all_years_elsewhere(when: datetime, zone: str) -> None:
    with pytest.raises(ValueError) as caught:
        in_zone(when, zone)
    assert str(caught.value) == f"08:30 on 0001-01-01 is too early or too late for {zone}."


@pytest.mark.parametrize(
    "zone", ["Nowhere/Land", "", "../../etc/passwd", "/etc/passwd", "Europe", "\0", "Europe/" + "x" * 300]
)
def test_no_zone(zone: str) -> None:
    with pytest.raises(ValueError) as caught:
        in_zone(datetime(2025, 6, 4), zone)
    assert str(caught.value) == f"“{zone}” is no time zone. They are called as in “Europe/Berlin”."


def test_computer_without_zones(monkeypatch: pytest.MonkeyPatch) -> None:
    def missing(key: str) -> zoneinfo.ZoneInfo:
        raise zoneinfo.ZoneInfoNotFoundError(key)

    monkeypatch.setattr(zoneinfo, "ZoneInfo", missing)
    monkeypatch.setattr(zoneinfo, "available_timezones", set)
    with pytest.raises(ValueError) as caught:
        in_zone(datetime(2025, 6, 4), "Europe/Berlin")
    assert str(caught.value) == "This computer has no list of time zones. The package “tzdata” brings it."


def test_number_of_a_cell() -> None:
    assert to_time(Decimal("9.05")) == time(9, 5)
