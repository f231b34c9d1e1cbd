"""Numbers, dates and lengths of time, written as the people do who speak the program's language."""

from __future__ import annotations

from datetime import date, timedelta
from decimal import ROUND_HALF_UP, Context, Decimal

from languages.python.parts.telling import sentence
from languages.python.parts.understand.habits import _date_format_here, _decimal_here, _habit_here

_DURATION_WRITTEN = {
    "tim min s": "sv",
    "t min s": "da nb nn no",
    "godz. min s": "pl",
    "sa dk sn": "tr",
    "ч мин с": "ru",
    "س د ث": "ar",
    "時間 分 秒": "ja",
    "小时 分钟 秒": "zh",
}


def written_number(value: Decimal | float, places: int | None = None) -> str:
    """`value` as the person's country writes it, such as "1234,50", rounded to `places` (half up) if given."""
    number = Decimal(str(value))
    if not number.is_finite():
        raise ValueError(sentence("“{text}” is not a number.", text=value))
    if places is not None:
        number = number.quantize(Decimal(1).scaleb(-places), ROUND_HALF_UP, Context(prec=1000))
    return f"{number if number else abs(number):f}".replace(".", _decimal_here() or ".")


def written_date(day: date) -> str:
    """`day` as the person's country writes it, such as "31.12.2025"."""
    return day.strftime(_date_format_here().replace("%Y", f"{day.year:04}"))


def written_duration(value: timedelta, clock: bool = False) -> str:
    """`value` in hours, minutes and seconds, such as "1 h 30 min", or as a stop `clock` shows it: "1:30:00"."""
    seconds = int((Decimal(abs(value) // timedelta(microseconds=1)) / 10**6).to_integral_value(ROUND_HALF_UP))
    counts = (seconds // 3600, seconds // 60 % 60, seconds % 60)
    written = "{}:{:02}:{:02}".format(*counts) if clock else _in_units(counts)
    return f"-{written}" if value < timedelta(0) and seconds else written


def _in_units(counts: tuple[int, int, int]) -> str:
    units = (_habit_here(_DURATION_WRITTEN) or "h min s").split()
    return " ".join(f"{count} {unit}" for count, unit in zip(counts, units, strict=True) if count) or f"0 {units[1]}"
