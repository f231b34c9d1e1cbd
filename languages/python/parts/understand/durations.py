"""Lengths of time as people write them."""

from __future__ import annotations

import re
from datetime import time, timedelta
from decimal import ROUND_HALF_UP, Decimal

from languages.python.parts.telling import sentence
from languages.python.parts.understand.letters import _plain_word
from languages.python.parts.understand.numbers import to_number

_DURATION_UNITS = {
    86400: "d day days tag tage tagen j jour jours dia dias giorno giorni dag dagen dagar dage dager dni dzien den"
    " dny gun д день дня днеи يوم ايام 日 天",
    3600: "h t hr hrs hour hours std stunde stunden heure heures hora horas ora ore uur uren u godz godziny godzina"
    " godzin tim timme timmar time timer hod hodina hodiny hodin sa saat ч час часа часов س ساعة ساعات 時間 小时 小時",
    60: "m min mins minute minutes minuten minuto minutos minuti minuut minuty minut minuta minuter minutter dk dakika"
    " мин минута минуты минут د دقيقة دقايق 分 分钟 分鐘",
    1: "s sec secs second seconds sek sekunde sekunden seconde secondes segundo segundos secondo secondi seconden"
    " sekund sekundy sekunda sekunder sn saniye с сек секунда секунды секунд ث ثانية ثوان 秒",
}
"""Seconds, and what they are called, as `_plain_word` makes it."""
_DURATION_CLOCK = re.compile(r"(\d{1,6}):([0-5]\d)(?::([0-5]\d)(?:[.,](\d{1,6}))?)?(?: ?h)?")
_DURATION_PART = re.compile(
    r"(\d[\d.,']*(?: \d{3}[\d.,]*)*) ?([^\W\d_]+)\.?(?: (?:and|und|et|y|e|en|og|och|i|и|ve) |,? ?)|(\d\d)$"
)
_DURATION_ISO = re.compile(r"p(?=.)((?:[\d.,]+d)?)(?:t(?=.)((?:[\d.,]+h)?(?:[\d.,]+m)?(?:[\d.,]+s)?))?")


def to_duration(value: object) -> timedelta:
    """The length of time a person wrote: "1:30" (hours, minutes), "90 min", "1h30". ValueError in words."""
    if isinstance(value, timedelta):
        return value
    if isinstance(value, time):  # so a workbook gives 1:30
        return timedelta(hours=value.hour, minutes=value.minute, seconds=value.second, microseconds=value.microsecond)
    text = _plain_word(value)
    if not text:
        raise ValueError(sentence("A duration is missing."))
    seconds = _duration_seconds(text.removeprefix("-").strip())
    if seconds is None or seconds >= 10**13:
        raise ValueError(sentence("“{text}” is not a duration (for example 1:30 or 90 min).", text=value))
    length = timedelta(microseconds=int((seconds * 10**6).to_integral_value(ROUND_HALF_UP)))
    return -length if text.startswith("-") else length


def _duration_seconds(text: str) -> Decimal | None:
    clock = _DURATION_CLOCK.fullmatch(text)
    if clock:
        hours, minutes, seconds, part = (found or "0" for found in clock.groups())
        return Decimal(f"{int(hours) * 3600 + int(minutes) * 60 + int(seconds)}.{part}")
    iso = _DURATION_ISO.fullmatch(text)
    return _duration_of_parts("".join(part or "" for part in iso.groups()) if iso else text)


def _duration_of_parts(text: str) -> Decimal | None:
    """The seconds of `1 h 30 min`: from the longest unit to the shortest, each once; at the end, `30` is minutes."""
    total, last, place = Decimal(0), 10**6, 0
    while place < len(text):
        found = _DURATION_PART.match(text, place)
        unit = _duration_unit(found) if found else 0
        if not found or not 0 < unit < last or (found[3] and last != 3600):
            return None
        total += unit * to_number(found[1] or found[3])
        last, place = unit, found.end()
    return total


def _duration_unit(found: re.Match[str]) -> int:
    """The seconds of the unit in `found`, 0 where it is none."""
    if found[3]:
        return 60
    return next((seconds for seconds, names in _DURATION_UNITS.items() if found[2] in names.split()), 0)
