"""What a text says: the one number, amount, date or time in it, as people write them."""

from __future__ import annotations

import calendar
import re
from collections.abc import Iterable, Iterator, Sequence
from datetime import date, time
from decimal import Decimal
from itertools import chain

from .likeness import ALIKE

# A unit may stand at it, as in 5kg.
NUMBER = re.compile(
    r"(?<![\w.,:/])(?P<sign>[-+]?) ?(?:[€$£¥]|[A-Z]{3})? ?"
    r"(?P<number>\d+(?:[.,' \u00a0\u202f]\d+)*)(?![:/]|[.,]\d)(?=[^\W\d_]{0,4}(?!\w))"
)
GROUPS = re.compile(r"\d{1,3}(?:[ '\u00a0\u202f]\d{3})+(?:[.,]\d+)?")
DAY = re.compile(r"\b(\d{1,4})[-./](\d{1,2})[-./](\d{1,4})\b")
DAY_IN_WORDS = re.compile(
    r"\b(\d{1,2})\.?\s+([^\W\d_]{3,})\.?,?\s+(\d{4})\b|\b([^\W\d_]{3,})\.?\s+(\d{1,2}),?\s+(\d{4})\b"
)
CLOCK = re.compile(r"\b(\d{1,2}):(\d{2})(?::(\d{2}))?(?:\s?([ap])\.?m\b)?(?!\w)", re.IGNORECASE)
MONTHS = {name.casefold()[:3]: number for number, name in enumerate(calendar.month_abbr) if name}
CENTURY = 100


def numbers(text: str) -> set[Decimal]:
    """What the one number in it may be: of "1,250" both that are written so. None where there are several."""
    found = list(NUMBER.finditer(text.translate(ALIKE)))
    parts = [part for one in found for part in _apart(one["number"])]
    if len(parts) != 1 or dates(text):
        return set()
    return {-one if found[0]["sign"] == "-" else one for one in _readings(parts[0])}


def _apart(written: str) -> list[str]:
    """Blanks stand between groups of three digits, or between numbers."""
    return [written] if GROUPS.fullmatch(written) else re.split(r"[ \u00a0\u202f]", written)


def _readings(written: str) -> Iterator[Decimal]:
    plain = re.sub(r"[ '\u00a0\u202f]", "", written)
    marks = [mark for mark in plain if mark in ".,"]
    if not marks:
        yield Decimal(plain)
        return
    whole, _, rest = plain.rpartition(marks[-1])
    if len(marks) == 1 or (len(set(marks)) > 1 and marks.count(marks[-1]) == 1):
        yield Decimal(f"{re.sub('[.,]', '', whole)}.{rest}")
    if len(set(marks)) == 1 and re.fullmatch(r"[1-9]\d{0,2}(?:[.,]\d{3})+", plain):
        yield Decimal(re.sub("[.,]", "", plain))


def dates(text: str) -> list[date]:
    """What the one date in it may be: of 03/04/2025 both, that which begins with the day first."""
    plain, worded = DAY.findall(text), DAY_IN_WORDS.findall(text)
    if len(plain) + len(worded) != 1:
        return []
    tried: Iterable[tuple[int, int, int]] = _orders(*map(int, plain[0])) if plain else _worded(worded[0])
    return list(dict.fromkeys(chain.from_iterable(_date(*one) for one in tried)))


def _orders(first: int, second: int, third: int) -> list[tuple[int, int, int]]:
    if first > CENTURY:
        return [(first, second, third)]
    year = third if third >= CENTURY else 2000 + third
    return [(year, second, first), (year, first, second)]


def _worded(parts: Sequence[str]) -> list[tuple[int, int, int]]:
    day, month, year = (parts[0], parts[1], parts[2]) if parts[0] else (parts[4], parts[3], parts[5])
    number = MONTHS.get(month.casefold()[:3])
    return [(int(year), number, int(day))] if number else []


def _date(year: int, month: int, day: int) -> list[date]:
    try:
        return [date(year, month, day)]
    except ValueError:
        return []


def times(text: str) -> set[time]:
    """The one time of day in it."""
    found = CLOCK.findall(text)
    if len(found) != 1:
        return set()
    hour, minute, second = (int(part or 0) for part in found[0][:3])
    if half := found[0][3].lower():
        hour = hour % 12 + 12 * (half == "p")
    try:
        return {time(hour, minute, second)}
    except ValueError:
        return set()
