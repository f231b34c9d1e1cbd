"""Calendars, as the programs of phones and offices write them."""

from __future__ import annotations

import os
import time as clock
from collections.abc import Iterator
from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

import pytest

from languages.python.parts.read import events as module
from languages.python.parts.read.events import read_events
from languages.python.parts.read.files import CannotRead

BERLIN = ZoneInfo("Europe/Berlin")
DAY = date(2025, 12, 24)


@pytest.fixture(autouse=True)
def _in_new_york(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Where the person is."""
    monkeypatch.setitem(os.environ, "TZ", "America/New_York")
    clock.tzset()
    yield
    monkeypatch.undo()
    clock.tzset()


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "year.ics"


def calendar(*events: str, head: str = "") -> str:
    inside = "".join(f"BEGIN:VEVENT\n{event}\nEND:VEVENT\n" for event in events)
    return f"BEGIN:VCALENDAR\nVERSION:2.0\n{head}{inside}END:VCALENDAR\n".replace("\n", "\r\n")


def one(path: Path, event: str, head: str = "") -> dict[str, Any]:
    path.write_text(calendar(event, head=head), newline="")
    (found,) = read_events(path)
    return found


def test_an_event_has_all_that_is_said_of_it(path: Path, told: list[str]) -> None:
    found = one(
        path,
        "UID:1\nSUMMARY;LANGUAGE=de:Früh\n stück\\, und \\;mehr\nDTSTART;TZID=Europe/Berlin:20250503T093000\n"
        "DTEND;TZID=Europe/Berlin:20250503T110000\nLOCATION:Café: hinten\n"
        "DESCRIPTION:a\\nb\\Nc\\\\n\nRRULE:FREQ=WEEKLY;COUNT=3\n"
        "BEGIN:VALARM\nDESCRIPTION:Reminder\nTRIGGER:-PT15M\nEND:VALARM",
    )
    assert found == {
        "title": "Frühstück, und ;mehr",
        "start": datetime(2025, 5, 3, 9, 30, tzinfo=BERLIN),
        "end": datetime(2025, 5, 3, 11, 0, tzinfo=BERLIN),
        "all_day": False,
        "place": "Café: hinten",
        "notes": "a\nb\nc\\n",
        "repeats": "FREQ=WEEKLY;COUNT=3",
        "cancelled": False,
    }
    assert found["start"].hour == 9
    assert told == []


@pytest.mark.parametrize(
    ("said", "start", "end"),
    [
        ("DTSTART;VALUE=DATE:20251224\nDTEND;VALUE=DATE:20251225", DAY, DAY),
        ("DTSTART;VALUE=DATE:20251224\nDTEND;VALUE=DATE:20251227", DAY, date(2025, 12, 26)),
        ("DTSTART:20251224", DAY, DAY),
        ("DTSTART;VALUE=DATE:20251224\nDTEND;VALUE=DATE:20251224", DAY, DAY),
        ("DTSTART;VALUE=DATE:20251224\nDURATION:P2D", DAY, date(2025, 12, 25)),
        ("DTSTART;VALUE=DATE:20251224\nDTEND:20251226T000000Z", DAY, DAY),
        ("DTSTART;VALUE=date:20251224T000000\nDTEND;VALUE=DATE:20251225", DAY, DAY),
        ("DTSTART;VALUE=DATE:2025-12-24", DAY, DAY),
    ],
)
def test_what_lasts_all_day_ends_on_its_last_day(path: Path, said: str, start: date, end: date) -> None:
    found = one(path, said)
    assert (found["start"], found["end"], found["all_day"]) == (start, end, True)
    assert type(found["start"]) is type(found["end"]) is date
    assert (found["title"], found["place"], found["notes"], found["repeats"]) == ("", "", "", "")


@pytest.mark.parametrize(
    ("said", "lasts"),
    [
        ("", timedelta(0)),
        ("\nDURATION:PT1H30M", timedelta(hours=1, minutes=30)),
        ("\nDURATION:+P1W2DT3H4M5S", timedelta(weeks=1, days=2, hours=3, minutes=4, seconds=5)),
        ("\nDURATION:soon", timedelta(0)),
        ("\nDTEND:20250503T113015Z", timedelta(hours=2, seconds=15)),
        ("\nDTEND:2025-05-03T11:30:15Z", timedelta(hours=2, seconds=15)),
        ("\nDTEND:20250503T1130Z", timedelta(hours=2)),
        ("\nDTEND:20250503T093060Z", timedelta(seconds=59)),
        ("\nDTEND:20250504", timedelta(0)),
        ("\nDTEND:20250502T113015Z", timedelta(0)),
        ("\nDTEND:20250532T000000Z", timedelta(0)),
    ],
)
def test_an_event_lasts_as_long_as_it_says(path: Path, said: str, lasts: timedelta) -> None:
    found = one(path, f"DTSTART:20250503T093000Z{said}")
    assert found["end"] - found["start"] == lasts
    assert not found["all_day"]


@pytest.mark.parametrize(
    ("head", "said", "wall", "offset"),
    [
        ("", "DTSTART:20250503T093000Z", "05:30", -4),
        ("", "DTSTART:20250503T093000", "09:30", -4),
        ("", "DTSTART:20250103T093000", "09:30", -5),
        ("X-WR-TIMEZONE:Europe/Berlin\n", "DTSTART:20250503T093000Z", "11:30", 2),
        ("X-WR-TIMEZONE:Europe/Berlin\n", "DTSTART:20250503T093000", "09:30", 2),
        ("X-WR-TIMEZONE:Europe/Berlin\n", "DTSTART;TZID=Asia/Tokyo:20250503T093000", "09:30", 9),
        ("", "DTSTART;TZID=W. Europe Standard Time:20250503T093000", "09:30", 2),
        ("", 'DTSTART;TZID="Europe/Berlin":20250503T093000', "09:30", 2),
        ("", "DTSTART;TZID=/example.org/2025/Europe/Berlin:20250503T093000", "09:30", 2),
        ("", "DTSTART;TZID=/America/New_York/Europe/Berlin:20250503T093000", "09:30", 2),
        ("", "DTSTART;TZID=/x/America/Argentina/Salta:20250503T093000", "09:30", -3),
    ],
)
def test_a_time_is_in_the_zone_that_is_meant(
    path: Path, head: str, said: str, wall: str, offset: int, told: list[str]
) -> None:
    start = one(path, said, head)["start"]
    assert (f"{start:%H:%M}", start.utcoffset()) == (wall, timedelta(hours=offset))
    assert told == []


def test_every_zone_of_windows_is_there() -> None:
    for name, zone in module._ZONES_OF_WINDOWS.items():
        assert module._known_zone(name) == ZoneInfo(zone)


def test_the_end_is_in_the_zone_of_the_calendar_too(path: Path) -> None:
    for mark in ("", "Z"):
        said = f"DTSTART:20250503T093000{mark}\nDTEND:20250503T103000{mark}"
        found = one(path, said, "X-WR-TIMEZONE:Europe/Berlin\n")
        assert found["end"] - found["start"] == timedelta(hours=1)
        assert found["end"].utcoffset() == timedelta(hours=2)


def test_a_zone_that_is_not_known_is_told_once(path: Path, told: list[str]) -> None:
    event = "SUMMARY:x\nDTSTART;TZID=Home:20250503T093000\nDTEND;TZID=../../etc:20250503T103000\nX:1"
    path.write_text(calendar(event, event, event.replace("Home", "Europe")))
    assert [f"{found['start']:%H:%M %z}" for found in read_events(path)] == ["09:30 -0400"] * 3
    assert told == [
        "year.ics: the time zone “../../etc” isn't known here; its times are taken as they stand.",
        "year.ics: the time zone “Europe” isn't known here; its times are taken as they stand.",
        "year.ics: the time zone “Home” isn't known here; its times are taken as they stand.",
    ]


def test_where_the_system_can_not_say_the_zone_it_is_utc(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert one(path, "DTSTART:00010101T000000")["start"].tzinfo == UTC


def test_events_come_in_order(path: Path) -> None:
    path.write_text(
        calendar(
            "SUMMARY:d\nDTSTART:20250504T010000Z",
            "SUMMARY:c\nDTSTART:20250504T003000Z",
            "SUMMARY:e\nDTSTART:20250504",
            "SUMMARY:b\nDTSTART;TZID=America/New_York:20250503T120000",
            "SUMMARY:a\nDTSTART:20250503",
            "SUMMARY:f\nDTSTART:20250504T000000",
            "SUMMARY:0\nDTSTART:19600101T000000",
            "SUMMARY:-\nDTSTART:19600101",
        )
    )
    assert [event["title"] for event in read_events(path)] == ["-", "0", "a", "b", "c", "d", "e", "f"]


def test_what_is_cancelled_or_without_a_time_is_told(path: Path, told: list[str]) -> None:
    path.write_text(
        calendar("SUMMARY:Choir\nSTATUS:cancelled\nDTSTART:20250503", "SUMMARY:Tea", "SUMMARY:Pea\nDTSTART:soon")
    )
    assert read_events(path) == []
    assert told == [
        "year.ics: “Tea” is left out, because it doesn't say when it begins.",
        "year.ics: “Pea” is left out, because it doesn't say when it begins.",
        "year.ics: “Choir” is cancelled and left out.",
    ]


@pytest.mark.parametrize("encoding", ["utf-8", "utf-16", "cp1252"])
def test_a_letter_may_be_folded(path: Path, encoding: str, told: list[str]) -> None:
    text = calendar("SUMMARY:Größ\n e am See\nDTSTART:20250503")
    path.write_bytes(text.encode(encoding))
    assert read_events(path)[0]["title"] == "Größe am See"
    data = calendar("SUMMARY:Größe\nDTSTART:20250503").encode()
    path.write_bytes(data.replace("ö".encode(), "ö".encode()[:1] + b"\r\n " + "ö".encode()[1:]))
    assert read_events(path)[0]["title"] == "Größe"
    assert told == []


def test_a_calendar_that_ends_too_early_has_what_is_there(path: Path) -> None:
    path.write_text("BEGIN:VCALENDAR\nBEGIN:VEVENT\nSUMMARY:x\nDTSTART:20250503\n")
    assert [event["title"] for event in read_events(path)] == ["x"]
    path.write_text("END:VEVENT\nSUMMARY:y\nBEGIN:vcalendar\nEND:VCALENDAR\nno line")
    assert read_events(path) == []


def test_what_is_no_calendar_is_told(path: Path) -> None:
    path.write_text("BEGIN:VCARD\nFN:x\nEND:VCARD")
    with pytest.raises(CannotRead, match=r"^“year.ics” is not a calendar\.$"):
        read_events(path)


LESSON = "UID:a\nSUMMARY:Les Kim\nDTSTART;TZID=Europe/Berlin:20251001T160000\nDTEND;TZID=Europe/Berlin:20251001T170000"


def times(path: Path, *events: str, first: date = date(2025, 10, 1), last: date = date(2025, 10, 31)) -> list[str]:
    path.write_text(calendar(*events))
    return [f"{event['start']:%d %H:%M}-{event['end']:%H:%M}" for event in read_events(path, first, last)]


def test_what_repeats_stands_once_for_each_time_as_the_clock_shows_it(path: Path, told: list[str]) -> None:
    weekly = f"{LESSON}\nRRULE:FREQ=WEEKLY;BYDAY=WE"
    assert times(path, weekly) == [f"{day} 16:00-17:00" for day in ("01", "08", "15", "22", "29")], "the clock changed"
    assert times(path, f"{LESSON}\nRRULE:FREQ=WEEKLY;COUNT=2") == ["01 16:00-17:00", "08 16:00-17:00"]
    until = f"{LESSON}\nRRULE:FREQ=WEEKLY;UNTIL=20251008T140000Z"
    assert len(times(path, until)) == 2, "two in the afternoon in UTC is four in Berlin"
    assert len(times(path, until.replace("140000Z", "135959Z"))) == 1
    assert len(times(path, f"{LESSON}\nRRULE:FREQ=WEEKLY;UNTIL=20251008")) == 2
    gone = f"{weekly}\nEXDATE;TZID=Europe/Berlin:20251008T160000,20251015T160000\nEXDATE:20251022T140000Z"
    assert times(path, f"{gone}\nRDATE;TZID=Europe/Berlin:20251003T090000") == [
        "01 16:00-17:00",
        "03 09:00-10:00",
        "29 16:00-17:00",
    ]
    assert times(path, weekly, first=date(2026, 1, 1), last=date(2026, 1, 7)) == ["07 16:00-17:00"]
    assert times(path, weekly, last=date(2025, 10, 7)) == ["01 16:00-17:00"]
    assert told == []


def test_one_that_was_moved_stands_where_it_was_moved_to(path: Path, told: list[str]) -> None:
    weekly = f"{LESSON}\nRRULE:FREQ=WEEKLY;COUNT=3"
    moved = LESSON.replace("20251001", "20251009") + "\nRECURRENCE-ID:20251008T140000Z"
    off = f"{LESSON}\nRECURRENCE-ID;TZID=Europe/Berlin:20251015T160000\nSTATUS:CANCELLED"
    assert times(path, weekly, moved, off) == ["01 16:00-17:00", "09 16:00-17:00"]
    assert told == ["year.ics: “Les Kim” is cancelled and left out."]
    path.write_text(calendar(weekly, moved, off))
    all_of_them = read_events(path, date(2025, 10, 1), date(2025, 10, 31), cancelled=True)
    assert [event["cancelled"] for event in all_of_them] == [False, True, False]
    assert times(path, weekly, moved.replace("20251009", "20251109")) == ["01 16:00-17:00", "15 16:00-17:00"]


def test_of_an_event_that_was_changed_the_last_change_counts(path: Path) -> None:
    other = LESSON.replace("T16", "T10").replace("T17", "T11")
    assert times(path, f"{other}\nSEQUENCE:2", f"{LESSON}\nSEQUENCE:1", f"{LESSON}\nSEQUENCE:x") == ["01 10:00-11:00"]
    assert times(path, LESSON, other) == ["01 10:00-11:00", "01 16:00-17:00"], "some give several events one number"
    assert len(times(path, *[LESSON.removeprefix("UID:a\n")] * 2)) == 2
    path.write_text(calendar(f"{LESSON}\nSEQUENCE:1", f"{other}\nSEQUENCE:2"))
    assert [event["start"].hour for event in read_events(path)] == [10]


def test_days_repeat_as_well_and_what_lasts_into_the_days_is_there(path: Path, told: list[str]) -> None:
    path.write_text(calendar("SUMMARY:Ada\nDTSTART;VALUE=DATE:19901210\nRRULE:FREQ=YEARLY"))
    (birthday,) = read_events(path, date(2025, 12, 1), date(2026, 11, 30))
    assert (birthday["start"], birthday["end"], birthday["all_day"]) == (date(2025, 12, 10),) * 2 + (True,)
    path.write_text(calendar("SUMMARY:Fair\nDTSTART;VALUE=DATE:20250930\nDTEND;VALUE=DATE:20251003"))
    assert len(read_events(path, date(2025, 10, 2), date(2025, 10, 2))) == 1
    assert read_events(path, date(2025, 10, 3), date(2025, 10, 9)) == []
    assert told == []


@pytest.mark.parametrize("rule", ["FREQ=SECONDLY", "FREQ=WEEKLY;BYDAY=XX", "FREQ=WEEKLY;UNTIL=soonT", "weekly"])
def test_a_rule_that_is_not_understood_is_told(path: Path, told: list[str], rule: str) -> None:
    assert times(path, f"{LESSON}\nRRULE:{rule}") == ["01 16:00-17:00"]
    assert told == ["year.ics: how “Les Kim” repeats isn't understood; it stands once."]


def test_times_that_the_clock_leaves_out_or_shows_twice_are_told_once(path: Path, told: list[str]) -> None:
    nightly = "SUMMARY:Backup\nDTSTART;TZID=Europe/Berlin:20250329T023000\nDURATION:PT10M\nRRULE:FREQ=DAILY"
    assert times(path, nightly, first=date(2025, 3, 30), last=date(2025, 3, 31)) == ["30 03:30-03:40", "31 02:30-02:40"]
    assert told == ["year.ics: 02:30 on 2025-03-30 doesn't exist, as the clocks are put forward: “Backup” is at 03:30."]
    told.clear()
    assert times(path, nightly, first=date(2024, 10, 1), last=date(2027, 10, 31))[211:212] == ["26 02:30-02:40"]
    assert len(told) == 2
    assert (
        told[1]
        == "year.ics: 02:30 on 2025-10-26 comes twice, as the clocks are put back: “Backup” is at the first one."
    )
    path.write_text(calendar(nightly))
    (event,) = read_events(path, date(2025, 10, 26), date(2025, 10, 26))
    assert event["start"].utcoffset() == timedelta(hours=2)


def test_a_time_in_utc_is_not_in_doubt(path: Path, told: list[str]) -> None:
    path.write_text(calendar("SUMMARY:x\nDTSTART:20251026T013000Z", head="X-WR-TIMEZONE:Europe/Berlin\n"))
    (event,) = read_events(path, date(2025, 10, 26), date(2025, 10, 26))
    assert (event["start"].hour, event["start"].utcoffset()) == (2, timedelta(hours=1))
    assert told == []
