"""Calendars (.ics)."""

from __future__ import annotations

import functools
import math
import re
from collections.abc import Iterable, Iterator
from contextlib import suppress
from datetime import UTC, date, datetime, timedelta, tzinfo
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

from languages.python.parts.read.cards import _Card, _CardLine, _cards
from languages.python.parts.read.files import CannotRead, _place_of
from languages.python.parts.read.repeats import _each_time, _Entry, _latest
from languages.python.parts.telling import _named, sentence, tell

_EVENT_MOMENT = re.compile(r"(\d{4})-?(\d\d)-?(\d\d)(?:T(\d\d):?(\d\d):?(\d\d)?(Z)?)?")
_EVENT_DURATION = re.compile(r"\+?P(?:(\d+)W)?(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?(?:(\d+)S)?)?")
_ZONES_OF_WINDOWS = {
    "W. Europe Standard Time": "Europe/Berlin",
    "Central Europe Standard Time": "Europe/Budapest",
    "Central European Standard Time": "Europe/Warsaw",
    "Romance Standard Time": "Europe/Paris",
    "GMT Standard Time": "Europe/London",
    "E. Europe Standard Time": "Europe/Chisinau",
    "FLE Standard Time": "Europe/Kyiv",
    "GTB Standard Time": "Europe/Bucharest",
    "Turkey Standard Time": "Europe/Istanbul",
    "Russian Standard Time": "Europe/Moscow",
    "Eastern Standard Time": "America/New_York",
    "Central Standard Time": "America/Chicago",
    "Mountain Standard Time": "America/Denver",
    "Pacific Standard Time": "America/Los_Angeles",
    "India Standard Time": "Asia/Kolkata",
    "China Standard Time": "Asia/Shanghai",
    "Tokyo Standard Time": "Asia/Tokyo",
    "AUS Eastern Standard Time": "Australia/Sydney",
    "UTC": "UTC",
}
"""As Outlook calls them."""


def read_events(
    path: str | Path, first: date | None = None, last: date | None = None, cancelled: bool = False
) -> list[dict[str, Any]]:
    """The events of an .ics by start: title, start, end (datetimes with zone; if all_day dates, end the last day),
    all_day, place, notes, repeats (raw rule), cancelled. With days `first` and `last` those between, repeated ones each
    time they take place, also moved. Cancelled ones are told and left out, unless wanted."""
    name = _place_of(path).name
    cards = list(_cards(path))
    calendars = [card for card in cards if card.kind == "VCALENDAR"]
    if not calendars:
        raise CannotRead(sentence("“{name}” is not a calendar.", name=name))
    usual = _known_zone(calendars[0].text("X-WR-TIMEZONE"))
    for zone in sorted({zone for card in cards for zone in _unknown_zones(card)}):
        tell(
            sentence(
                "{file}: the time zone “{zone}” isn't known here; its times are taken as they stand.",
                file=name,
                zone=zone,
            )
        )
    entries = _latest(list(_event_entries(cards, usual, name)))
    found = [entry.event for entry in entries]
    if first and last:
        found = list(_each_time(entries, first, last, lambda event: _tell_rule(event, name)))
    if not cancelled:
        found = [event for event in found if not _is_cancelled(event, name)]
    return sorted(_on_real_clock(found, name), key=_event_order)


def _on_real_clock(events: Iterable[dict[str, Any]], file: str) -> Iterator[dict[str, Any]]:
    """At times that there are; where clocks are put forward or back, what is taken is told of each title once."""
    told: set[tuple[str, str]] = set()
    for event in events:
        moments = {name: (event[name], *_real_time(event[name])) for name in ("start", "end")}
        for when, real, change in moments.values():
            if change and (event["title"], change) not in told:
                told.add((event["title"], change))
                _tell_clock(event["title"], when, real, file)
        yield event | {name: real for name, (_when, real, _change) in moments.items()}


def _real_time(when: date) -> tuple[date, str]:
    """What clocks show at `when`, and whether they are put `forward` or `back` there, or neither."""
    if not isinstance(when, datetime):
        return when, ""
    try:
        real = when.astimezone(UTC).astimezone(when.tzinfo)
    except (OverflowError, OSError, ValueError):  # at the end of all years
        return when, ""
    if real.replace(tzinfo=None) != when.replace(tzinfo=None):
        return real, "forward"
    is_twice = not when.fold and when.utcoffset() != when.replace(fold=1).utcoffset()
    return when, "back" if is_twice else ""


def _tell_clock(title: str, when: date, real: date, file: str) -> None:
    said = {"title": title, "time": f"{when:%H:%M}", "day": f"{when:%Y-%m-%d}"}
    if when is real:
        text = sentence(
            "{time} on {day} comes twice, as the clocks are put back: “{title}” is at the first one.", **said
        )
    else:
        instead = f"{real:%H:%M}"
        text = sentence(
            "{time} on {day} doesn't exist, as the clocks are put forward: “{title}” is at {instead}.",
            **said,
            instead=instead,
        )
    tell(_named(file, text))


def _event_entries(cards: Iterable[_Card], usual: tzinfo | None, file: str) -> Iterator[_Entry]:
    for card in cards:
        event = _event(card, usual, file) if card.kind == "VEVENT" else None
        if event:
            zone = event["start"].tzinfo if isinstance(event["start"], datetime) else usual
            yield _Entry(event, card, functools.partial(_moment_there, usual=usual, zone=zone))


def _moment_there(line: _CardLine | None, usual: tzinfo | None, zone: tzinfo | None) -> date | None:
    """A day, or a time as the clock shows it in this zone."""
    when = _event_moment(line, usual)
    return when.astimezone(zone) if isinstance(when, datetime) and zone else when


def _tell_rule(event: dict[str, Any], file: str) -> None:
    title = event["title"]
    tell(sentence("{file}: how “{title}” repeats isn't understood; it stands once.", file=file, title=title))


def _is_cancelled(event: dict[str, Any], file: str) -> bool:
    if event["cancelled"]:
        tell(sentence("{file}: “{title}” is cancelled and left out.", file=file, title=event["title"]))
    return bool(event["cancelled"])


def _event_order(event: dict[str, Any]) -> tuple[date, float]:
    """By day; what lasts all day comes first."""
    if event["all_day"]:
        return event["start"], -math.inf
    return event["start"].date(), event["start"].timestamp()


def _event(card: _Card, usual: tzinfo | None, file: str) -> dict[str, Any] | None:
    """None for one of which nobody knows when it is, which is told."""
    title = card.text("SUMMARY")
    start = _event_moment(card.first("DTSTART"), usual)
    if start is None:
        tell(sentence("{file}: “{title}” is left out, because it doesn't say when it begins.", file=file, title=title))
        return None
    return {
        "title": title,
        "start": start,
        "end": _event_end(card, start, usual),
        "all_day": not isinstance(start, datetime),
        "place": card.text("LOCATION"),
        "notes": card.text("DESCRIPTION"),
        "repeats": card.text("RRULE"),
        "cancelled": card.text("STATUS").upper() == "CANCELLED",
    }


def _event_end(card: _Card, start: date, usual: tzinfo | None) -> date:
    """Of what lasts all day, the last day of it: the file has the day after."""
    end = _event_moment(card.first("DTEND"), usual)
    if end is None:
        end = start + _event_duration(card.text("DURATION"))
    if isinstance(start, datetime):
        return max(start, end) if isinstance(end, datetime) else start
    day = end.date() if isinstance(end, datetime) else end
    return max(start, day - timedelta(days=1))


def _event_duration(said: str) -> timedelta:
    found = _EVENT_DURATION.fullmatch(said)
    weeks, days, hours, minutes, seconds = (int(part or 0) for part in found.groups()) if found else (0,) * 5
    return timedelta(weeks=weeks, days=days, hours=hours, minutes=minutes, seconds=seconds)


def _event_moment(line: _CardLine | None, usual: tzinfo | None) -> date | None:
    """A day, or a time in its zone; one without a zone is meant where the person is."""
    found = _EVENT_MOMENT.fullmatch(line.value.strip()) if line else None
    if line is None or found is None:
        return None
    with suppress(ValueError):
        year, month, day = map(int, found.groups()[:3])
        if found[4] is None or line.parameter("VALUE").upper() == "DATE":
            return date(year, month, day)
        clock = datetime(year, month, day, int(found[4]), int(found[5]), min(int(found[6] or 0), 59))  # noqa: DTZ001 (its zone follows)
        if found[7]:
            return _in_local_zone(clock.replace(tzinfo=UTC), usual)
        zone = _known_zone(line.parameter("TZID")) or usual
        return clock.replace(tzinfo=zone) if zone else _in_local_zone(clock, None)
    return None


def _in_local_zone(when: datetime, usual: tzinfo | None) -> datetime:
    with suppress(OSError, OverflowError, ValueError):  # what some systems say of times long ago
        return when.astimezone(usual)
    return when.replace(tzinfo=UTC)


def _unknown_zones(card: _Card) -> set[str]:
    names = {line.parameter("TZID") for line in card.lines if line.name in ("DTSTART", "DTEND")}
    return {name for name in names if name and _known_zone(name) is None}


def _known_zone(name: str) -> tzinfo | None:
    """By its name, also where something stands before it, as in `/example.org/Europe/Berlin`."""
    known = _ZONES_OF_WINDOWS.get(name, name)
    parts = known.split("/")
    for tail in (known, "/".join(parts[-2:]), "/".join(parts[-3:])):
        with suppress(OSError, ValueError, KeyError):
            return ZoneInfo(tail)
    return None
