"""What repeats in a calendar, once for each time. RFC 5545, 3.3.10 and 3.8.5; dateutil knows the rules."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime, time, timedelta
from typing import Any

from languages.python.parts.read.cards import _Card, _CardLine

_REPEATED_UNTIL = re.compile(r"UNTIL=([^;]+)", re.IGNORECASE)
_REPEATED_BY = re.compile(r"FREQ=(?:DAILY|WEEKLY|MONTHLY|YEARLY)\b", re.IGNORECASE)

_Event = dict[str, Any]


@dataclass(frozen=True)
class _Entry:
    """An event with the lines that it is read from, and how times on such lines are read."""

    event: _Event
    card: _Card
    moment: Callable[[_CardLine | None], date | None]

    @property
    def uid(self) -> str:
        return self.card.text("UID")

    @property
    def instead(self) -> datetime | None:
        """The time of the series in whose place it stands."""
        return _on_clock(self.moment(self.card.first("RECURRENCE-ID")))

    @property
    def changes(self) -> int:
        """How often it was changed: the last one counts."""
        said = self.card.text("SEQUENCE")
        return int(said) if said.isdecimal() and len(said) < 10 else 0

    def moments(self, name: str) -> Iterator[datetime]:
        """The times on all lines of this name."""
        for line in self.card.lines:
            for value in line.value.split(",") if line.name == name else ():
                found = _on_clock(self.moment(replace(line, value=value.partition("/")[0])))
                if found:
                    yield found


def _latest(entries: list[_Entry]) -> list[_Entry]:
    """Without those that a later change of the same event replaces."""
    newest: dict[tuple[str, datetime | None], int] = {}
    for entry in entries:
        key = entry.uid, entry.instead
        newest[key] = max(newest.get(key, 0), entry.changes)
    return [one for one in entries if not one.uid or one.changes == newest[one.uid, one.instead]]


def _each_time(entries: list[_Entry], first: date, last: date, refuse: Callable[[_Event], None]) -> Iterator[_Event]:
    """The events that take place from day `first` to day `last`; `refuse` is told those whose rule isn't understood."""
    replaced: dict[str, set[datetime]] = {}
    for entry in entries:
        if entry.instead:
            replaced.setdefault(entry.uid, set()).add(entry.instead)
    for entry in entries:
        gone = set() if entry.instead else replaced.get(entry.uid, set())
        for event in _times_of(entry, gone, last, refuse):
            if _day_of(event["start"]) <= last and _day_of(event["end"]) >= first:
                yield event


def _times_of(entry: _Entry, gone: set[datetime], last: date, refuse: Callable[[_Event], None]) -> Iterator[_Event]:
    event, start = entry.event, _on_clock(entry.event["start"])
    if start is None or entry.instead:
        yield event
        return
    gone = gone | set(entry.moments("EXDATE"))
    times = {start, *entry.moments("RDATE"), *_by_rule(event, start, last, refuse)}
    for when in sorted(times - gone):
        yield event | _moved(event, when - start)


def _by_rule(event: Mapping[str, Any], start: datetime, last: date, refuse: Callable[[_Event], None]) -> list[datetime]:
    rule = str(event["repeats"])
    if not rule or not _REPEATED_BY.search(rule):
        if rule:
            refuse(dict(event))
        return []
    from dateutil.rrule import rrulestr

    until = datetime.combine(last, time.max)
    try:
        made = rrulestr(_REPEATED_UNTIL.sub(lambda found: _until(found[1], event["start"]), rule), dtstart=start)
        return list(made.between(start, until, inc=True))
    except (ValueError, TypeError, OverflowError):
        refuse(dict(event))
        return []


def _until(said: str, start: date) -> str:
    """The end of a series as its own clock shows it: the file has it in UTC, or only its day."""
    if "T" not in said.upper():
        return f"UNTIL={said}T235959"
    when = datetime.strptime(said.upper().rstrip("Z"), "%Y%m%dT%H%M%S")  # noqa: DTZ007 (its zone follows)
    if said.upper().endswith("Z") and isinstance(start, datetime):
        when = when.replace(tzinfo=UTC).astimezone(start.tzinfo).replace(tzinfo=None)
    return f"UNTIL={when:%Y%m%dT%H%M%S}"


def _moved(event: Mapping[str, Any], by: timedelta) -> _Event:
    """Its start and end so much later on the clock, whatever happens to the clock between."""
    return {name: event[name] + by for name in ("start", "end")} if by else {}


def _on_clock(when: date | None) -> datetime | None:
    if isinstance(when, datetime):
        return when.replace(tzinfo=None)
    return datetime.combine(when, time.min) if when else None


def _day_of(when: date) -> date:
    return when.date() if isinstance(when, datetime) else when
