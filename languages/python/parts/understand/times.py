"""Times of day as people write them, and times in a time zone."""

from __future__ import annotations

import re
import zoneinfo
from datetime import UTC, datetime, time

from languages.python.parts.telling import sentence, tell
from languages.python.parts.understand.letters import _plain_word

_TIME_FORM = re.compile(
    r"(?:(?:kl|klo|godz|ore|um|at|a)\.? ?)?(?P<hour>\d{1,2})"
    r"(?:(?:[:.]| ?h ?| uhr | ?[時点] ?)(?P<minute>\d\d)(?: ?m| ?min|分)?"
    r"(?::(?P<second>\d\d)(?:[.,](?P<part>\d{1,6}))?)?)?"
    r"(?: ?(?P<word>uhr|h|uur|o'clock|[時点]|[ap]\.?m\.?))?"
)


def to_time(value: object) -> time:
    """The time of day that a person wrote: "9:05", "9h05", "9:05 pm", "21 Uhr". ValueError in words."""
    if isinstance(value, datetime):
        return value.time()
    if isinstance(value, time):
        return value
    text = _plain_word(value)
    if not text:
        raise ValueError(sentence("A time is missing."))
    found = _TIME_FORM.fullmatch(text)
    if not found or not (found["minute"] or found["word"]):
        raise ValueError(sentence("“{text}” is not a time of day (for example 9:05).", text=value))
    try:
        return _time_of(found)
    except ValueError:
        raise ValueError(sentence("“{text}” is not a time of day (for example 9:05).", text=value)) from None


def _time_of(found: re.Match[str]) -> time:
    hour, half = int(found["hour"]), (found["word"] or "").replace(".", "")
    if half in ("am", "pm"):
        hour = hour % 12 + (12 if half == "pm" else 0) if 1 <= hour <= 12 else 24
    part = (found["part"] or "").ljust(6, "0")
    return time(hour, int(found["minute"] or 0), int(found["second"] or 0), int(part))


def in_zone(when: datetime, zone: str) -> datetime:
    """`when` with its zone, as "Europe/Berlin"; without one of its own, it is a time there. ValueError in words."""
    there = _time_zone(zone)
    try:
        return _in_known_zone(when, there, zone)
    except OverflowError:  # beyond the years 1 and 9999, in the other zone or in UTC
        raise ValueError(
            sentence("{time} on {day} is too early or too late for {zone}.", **_time_words(when), zone=zone)
        ) from None


def _in_known_zone(when: datetime, there: zoneinfo.ZoneInfo, zone: str) -> datetime:
    if when.tzinfo is not None:
        return when.astimezone(there)
    first = when.replace(tzinfo=there, fold=0)
    if first.astimezone(UTC).astimezone(there).replace(tzinfo=None) != when:
        raise ValueError(
            sentence(
                "{time} on {day} doesn't exist in {zone}: the clocks are put forward.", **_time_words(first), zone=zone
            )
        )
    if first.utcoffset() != first.replace(fold=1).utcoffset():
        tell(
            sentence(
                "{time} on {day} comes twice in {zone}, as the clocks are put back. The first one is used.",
                **_time_words(first),
                zone=zone,
            )
        )
    return first


def _time_words(when: datetime) -> dict[str, str]:
    return {"time": f"{when:%H:%M}", "day": when.date().isoformat()}


def _time_zone(name: str) -> zoneinfo.ZoneInfo:
    try:
        return zoneinfo.ZoneInfo(name)
    except (zoneinfo.ZoneInfoNotFoundError, ValueError, OSError):
        if not zoneinfo.available_timezones():
            raise ValueError(
                sentence("This computer has no list of time zones. The package “tzdata” brings it.")
            ) from None
        raise ValueError(
            sentence("“{zone}” is no time zone. They are called as in “Europe/Berlin”.", zone=name)
        ) from None
